"""What a reviewer saw of one finding, as a hash: a decision holds for that, and for no other.

In it: the result by resource and version, what the graph asked and from which source, what the
record answered, whether the value still holds, the critical limit, the earlier results, and
every sentence. Left out is what moves by itself: how many days old something is, and how many
records were searched. That something *became* too old is in it.
"""

from collections.abc import Iterable
from typing import Any

from analysis.pipeline.contracts import Pattern, Statement
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding
from medreview.common.contract import Contract
from medreview.common.hashing import sha256_of

MOVES = frozenset({"age_days", "searched"})
"""Fields that change from one day to the next without anything having changed."""

WORDING = frozenset({"worded_by", "rule_text", "plain_worded_by", "rule_plain"})
"""Of a sentence: who worded it is no part of what it says."""

ANSWERS = frozenset({"state", "acknowledged_by", "read_back"})
"""Of a critical value: who answered for it is no part of what was seen of the finding."""


def content_hash(finding: Finding, result: AnalysisResult) -> str:
    """Equal exactly for findings that look the same to a reviewer and rest on the same."""
    return sha256_of(content_of(finding, result))


def content_of(finding: Finding, result: AnalysisResult) -> dict[str, Any]:
    """Everything the hash is made of, by its parts."""
    actuality, critical = finding.actuality, finding.critical
    return {
        "result": said_of(finding.result),
        "assessment": said_of(finding.assessment),
        "found": _each(finding.found()),
        "missing": _each(finding.missing()),
        "stale": _each(finding.stale()),
        # Its reason counts days too; where it is shown, it stands among the sentences.
        "actuality": said_of(actuality, leave=MOVES | {"why"}),
        "critical": said_of(critical, leave=MOVES | ANSWERS),
        "earlier": [[lab.id, lab.version, lab.value.text] for lab in finding.history],
        "sentences": _each_sentence(finding.statements),
        "cannot_tell": cannot_tell_about(finding, result),
        "patterns": _each(patterns_of(finding, result)),
    }


def patterns_of(finding: Finding, result: AnalysisResult) -> list[Pattern]:
    """What this finding belongs to together with others."""
    patterns = result.package.cross_domain_patterns if result.package else ()
    return [pattern for pattern in patterns if finding.key in pattern.members]


def cannot_tell_about(finding: Finding, result: AnalysisResult) -> list[str]:
    """The limits of the whole analysis that name this result."""
    name = finding.name.casefold()
    return [line for line in result.cannot_tell if name in line.casefold()]


def _each_sentence(statements: Iterable[Statement]) -> list[Any]:
    """Each as the rules word it: another wording of the same facts makes no other finding."""
    return [said_of(one.by_rule(), leave=MOVES | WORDING) for one in statements]


def _each(contracts: Iterable[Contract]) -> list[Any]:
    return [said_of(one) for one in contracts]


def said_of(contract: Contract | None, *, leave: frozenset[str] = MOVES) -> Any:
    """A contract without what moves by itself."""
    if contract is None:
        return None
    said = contract.as_json()
    return {name: value for name, value in said.items() if name not in leave}
