"""May this result go into the ordinary review, or must a person look at it first? One table.

A row hands off where the reviewer can't settle the matter with what is on the page: somebody has
to ask the laboratory, go to another system, or look at the product itself. Everything else the
page says where it applies, and the review is the look it needs: a finding of a model's general
knowledge is confirmed one by one, and where a model failed the result of code stands whole.
"""

from collections.abc import Callable
from dataclasses import dataclass

from analysis.pipeline.gate.contracts import GateVerdict, Reason, ResultFacts


@dataclass(frozen=True)
class Rule:
    """One reason, when it holds, and whether it hands off."""

    reason: Reason
    holds: Callable[[ResultFacts], bool]
    hands_off: bool
    why: str
    """Why it does, or why it doesn't."""


POLICY: tuple[Rule, ...] = (
    Rule(
        Reason.CRITICAL_IN_DOUBT,
        lambda facts: facts.criticals_in_doubt > 0,
        hands_off=True,
        why="Whether the unit or the sample is wrong only the laboratory can say.",
    ),
    Rule(
        Reason.UNSUPPORTED_STATEMENTS,
        lambda facts: facts.unsupported_statements > 0,
        hands_off=True,
        why="Our own rules said what the record does not: one of the two is wrong.",
    ),
    Rule(
        Reason.CONTRADICTING_EVIDENCE,
        lambda facts: facts.contradicting_evidence > 0,
        hands_off=True,
        why="Flag and range are both the source's: which one holds only the source can say.",
    ),
    Rule(
        Reason.KEY_FIELDS_MISSING,
        lambda facts: facts.age_unknown or facts.sex_unknown or facts.undated_results > 0,
        hands_off=True,
        why="Without them limits can't be chosen and results can't be judged.",
    ),
    Rule(
        Reason.SOURCE_UNAVAILABLE,
        lambda facts: facts.sources_unavailable > 0,
        hands_off=True,
        why="What was not handed out must be read where it is.",
    ),
    Rule(
        Reason.INCOMPLETE_READ,
        lambda facts: facts.incomplete_read,
        hands_off=True,
        why="What could not be read may say otherwise, and nothing on the page shows it.",
    ),
    Rule(
        Reason.MODEL_KNOWLEDGE_ONLY,
        lambda facts: facts.model_knowledge_only,
        hands_off=True,
        why="Nothing that anybody can trace is behind any finding.",
    ),
    Rule(
        Reason.MODEL_KNOWLEDGE,
        lambda facts: facts.model_knowledge > 0 and not facts.model_knowledge_only,
        hands_off=False,
        why="Each such finding is marked, and accepted only by who says that they checked it.",
    ),
    Rule(
        Reason.MATCHED_BY_MODEL,
        lambda facts: facts.named_by_model + facts.found_by_model > 0,
        hands_off=False,
        why="Each is marked where it stands, beside the name as the record has it.",
    ),
    Rule(
        Reason.UNCOVERED,
        lambda facts: facts.uncovered > 0,
        hands_off=False,
        why="The finding says so itself, and the gap is filed for the curators.",
    ),
    Rule(
        Reason.UNREADABLE_UNITS,
        lambda facts: facts.unreadable_units > 0,
        hands_off=False,
        why="The source's own flag stands, and the unit is printed as it was sent.",
    ),
    Rule(
        Reason.WORDINGS_REFUSED,
        lambda facts: facts.wordings_refused > 0,
        hands_off=False,
        why="The checked sentence of the rules stands in its place.",
    ),
    Rule(
        Reason.MODEL_FAILED,
        lambda facts: facts.stages_without_model > 0,
        hands_off=False,
        why="What code made stands, and the page says which stage did without the model.",
    ),
)


def decide(facts: ResultFacts) -> GateVerdict:
    """What the table says of these facts, its reasons in the order of the table."""
    held = [rule for rule in POLICY if rule.holds(facts)]
    return GateVerdict(
        facts=facts,
        hand_off=tuple(rule.reason for rule in held if rule.hands_off),
        noted=tuple(rule.reason for rule in held if not rule.hands_off),
    )
