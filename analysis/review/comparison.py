"""Two analyses of one record side by side: what came out differently, and because of what."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from analysis.pipeline.contracts import (
    FoundItem,
    MissingItem,
    NewerItem,
    RecordChanges,
    ResourceChange,
    StaleItem,
    item_key,
)
from analysis.pipeline.queries import AnalysisResult
from analysis.review.content import content_hash, patterns_of, said_of
from analysis.review.findings import Finding


class What(StrEnum):
    """What of a finding came out differently."""

    VALUE = "value"
    FLAG = "flag"
    RANGE = "range"
    COLLECTED = "collected"
    CRITICAL = "critical"
    STILL_TRUE = "still_true"
    RELATED = "related"
    """A thing asked for moved between found, missing and stale, or is found otherwise."""
    ASKED = "asked"
    """The graph asks for other things, or by another right."""
    EARLIER = "earlier"
    TEXT = "text"
    PATTERN = "pattern"
    """What it is seen to belong to, together with other findings."""
    VERSION = "version"
    """Only the version of a resource: it says the same."""
    OTHER = "other"


@dataclass(frozen=True)
class Difference:
    """One thing that came out differently; empty where there was or is nothing."""

    what: What
    before: str = ""
    after: str = ""
    name: str = ""
    """Of a related item."""


class Fate(StrEnum):
    """What became of a finding."""

    ADDED = "added"
    GONE = "gone"
    CHANGED = "changed"


@dataclass(frozen=True)
class Causes:
    """Because of what a finding came out differently."""

    changed: tuple[ResourceChange, ...] = ()
    newer: tuple[NewerItem, ...] = ()
    release: bool = False
    """Another release of the graph asked otherwise."""
    time: bool = False
    """Nothing but the day it speaks of is another."""


@dataclass(frozen=True)
class FindingDifference:
    """A finding of one analysis or both, and how it differs."""

    fate: Fate
    before: Finding | None
    after: Finding | None
    differences: tuple[Difference, ...]
    causes: Causes

    @property
    def name(self) -> str:
        """As a reader knows the test."""
        finding = self.after or self.before
        return finding.name if finding else ""


@dataclass(frozen=True)
class Comparison:
    """The whole of two analyses side by side."""

    findings: tuple[FindingDifference, ...]
    same: int
    """How many findings came out the same, word for word."""
    record: RecordChanges
    """What the later record says otherwise."""
    releases: tuple[str, str] | None
    """The two releases of the graph, where they differ."""


@dataclass(frozen=True)
class Side:
    """One of the two analyses."""

    result: AnalysisResult
    findings: list[Finding]
    release: str


def compared(before: Side, after: Side, record: RecordChanges) -> Comparison:
    """The earlier analysis and its re-run, finding by finding."""
    pairs = list(paired(before.findings, after.findings))
    found = []
    for old, new in pairs:
        differences = differences_of(old, new, before.result, after.result)
        if differences:
            found.append(_difference(old, new, differences, before, after, record))
    return Comparison(
        findings=tuple(found),
        same=len(pairs) - len(found),
        record=record,
        releases=((before.release, after.release) if before.release != after.release else None),
    )


def paired(
    before: Iterable[Finding], after: Iterable[Finding]
) -> Iterator[tuple[Finding | None, Finding | None]]:
    """Findings on the same result, else on the same test; what is left stands alone."""
    old, new = list(before), list(after)
    for key in (_by_result, _by_test):
        known = {key(one): one for one in reversed(old)}
        for finding in list(new):
            match = known.pop(key(finding), None)
            if match is not None:
                old.remove(match)
                new.remove(finding)
                yield match, finding
    yield from ((None, finding) for finding in new)
    yield from ((finding, None) for finding in old)


def _by_result(finding: Finding) -> str:
    return finding.key


def _by_test(finding: Finding) -> str:
    return finding.result.biomarker or finding.result.loinc or finding.name.casefold()


def differences_of(
    old: Finding | None, new: Finding | None, before: AnalysisResult, after: AnalysisResult
) -> tuple[Difference, ...]:
    """How a finding differs; empty exactly where a decision on the one holds for the other."""
    if old is None or new is None:
        finding = old or new
        said = _value(finding) if finding else ""
        return (Difference(What.VALUE, said if old else "", said if new else ""),)
    if content_hash(old, before) == content_hash(new, after):
        return ()
    found = (
        *_of_the_result(old, new),
        *_of_the_related(old, new),
        *_of_the_text(old, new),
        *_of_the_patterns(old, new, before, after),
    )
    if found:
        return tuple(found)
    same = old.result.model_copy(update={"version": 0}) == new.result.model_copy(
        update={"version": 0}
    )
    only_version = same and old.result.version != new.result.version
    return (Difference(What.VERSION if only_version else What.OTHER),)


def _of_the_result(old: Finding, new: Finding) -> Iterator[Difference]:
    pairs = (
        (What.VALUE, _value(old), _value(new)),
        (What.FLAG, old.flag or "", new.flag or ""),
        (What.RANGE, _range(old), _range(new)),
        (What.COLLECTED, old.result.effective.text, new.result.effective.text),
        (What.CRITICAL, _critical(old), _critical(new)),
        (What.STILL_TRUE, _state(old), _state(new)),
        (What.EARLIER, _earlier(old), _earlier(new)),
    )
    for what, before, after in pairs:
        if before != after:
            yield Difference(what, before, after)


def _of_the_related(old: Finding, new: Finding) -> Iterator[Difference]:
    before, after = _ends(old), _ends(new)
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key), after.get(key)
        if was is None or now is None or was == now:
            continue
        (name, said, _rests), (_name, says, _on) = was, now
        yield Difference(What.RELATED, *((said, says) if said != says else ("", "")), name=name)
    asked = [_asked(finding) for finding in (old, new)]
    if asked[0] != asked[1]:
        yield Difference(What.ASKED)


def _of_the_text(old: Finding, new: Finding) -> Iterator[Difference]:
    before, after = _text(old), _text(new)
    if before != after:
        yield Difference(What.TEXT, before, after)


def _of_the_patterns(
    old: Finding, new: Finding, before: AnalysisResult, after: AnalysisResult
) -> Iterator[Difference]:
    texts = [
        "\n".join(f"{pattern.name}. {pattern.text}" for pattern in patterns_of(finding, result))
        for finding, result in ((old, before), (new, after))
    ]
    if texts[0] != texts[1]:
        yield Difference(What.PATTERN, texts[0], texts[1])


def _value(finding: Finding) -> str:
    return " ".join(finding.result.value.text.split())


def _range(finding: Finding) -> str:
    limits = finding.result.range
    if limits is None:
        return ""
    ends = ("" if end is None else f"{end:f}" for end in (limits.low, limits.high))
    return f"{'–'.join(ends)} {limits.unit or ''}".strip()


def _critical(finding: Finding) -> str:
    return finding.critical.limit if finding.critical else ""


def _state(finding: Finding) -> str:
    return finding.actuality.state.value if finding.actuality else ""


def _earlier(finding: Finding) -> str:
    return "; ".join(f"{lab.value.text} ({lab.effective.text})" for lab in finding.history)


def _text(finding: Finding) -> str:
    return "\n".join(said.by_rule().text for said in finding.statements if said.cut is None)


def _ends(finding: Finding) -> Mapping[str, tuple[str, str, object]]:
    """Of each item asked for: its name, how it ended, and everything that was seen of it."""
    ends: dict[str, tuple[str, str, object]] = {}
    entries: tuple[FoundItem | MissingItem | StaleItem, ...] = (
        *finding.found(),
        *finding.missing(),
        *finding.stale(),
    )
    for entry in entries:
        # What the graph says of the item is compared apart, as what is asked.
        held = {name: said for name, said in said_of(entry).items() if name != "item"}
        ends[item_key(entry.item)] = (entry.item.name, _end(entry), held)
    return ends


def _end(entry: FoundItem | MissingItem | StaleItem) -> str:
    if isinstance(entry, MissingItem):
        return "missing"
    word = "stale" if isinstance(entry, StaleItem) else "found"
    held = entry.value.text if entry.value else entry.name
    return f"{word}: {held}"


def _asked(finding: Finding) -> object:
    return finding.assessment.model_copy(update={"result": ""}) if finding.assessment else None


def _difference(
    old: Finding | None,
    new: Finding | None,
    differences: tuple[Difference, ...],
    before: Side,
    after: Side,
    record: RecordChanges,
) -> FindingDifference:
    fate = Fate.CHANGED if old and new else Fate.ADDED if new else Fate.GONE
    return FindingDifference(
        fate=fate,
        before=old,
        after=new,
        differences=differences,
        causes=_causes(old, new, differences, before, after, record),
    )


OF_TIME = frozenset({What.STILL_TRUE, What.TEXT})
"""What can come out differently because days have passed, and nothing else."""


def _causes(
    old: Finding | None,
    new: Finding | None,
    differences: tuple[Difference, ...],
    before: Side,
    after: Side,
    record: RecordChanges,
) -> Causes:
    rests_on = {
        name
        for finding, side in ((old, before), (new, after))
        if finding
        for name in _rests_on(finding, side.result)
    }
    changed = tuple(one for one in record.used if one.id in rests_on)
    newer = tuple(one for one in record.newer if one.id in rests_on)
    # The person decides which range applies, to every result alike.
    changed = changed or tuple(one for one in record.used if one.id == _person(after))
    if changed or newer:
        return Causes(changed=changed, newer=newer)
    if before.release != after.release:
        return Causes(release=True)
    only_time = {each.what for each in differences} <= OF_TIME
    if only_time or not (record.used or record.newer):
        return Causes(time=True)
    # What it is by way of is not known: then everything that changed is named.
    return Causes(changed=record.used, newer=record.newer)


def _rests_on(finding: Finding, result: AnalysisResult) -> Iterator[str]:
    yield finding.key
    for pattern in patterns_of(finding, result):
        yield from pattern.members
    yield from finding.result.duplicates
    yield from (entry.resource for entry in finding.found())
    yield from (entry.resource for entry in finding.stale())
    for missing in finding.missing():
        yield from missing.excluded
    for lab in finding.history:
        yield lab.id
    if finding.actuality and finding.actuality.by:
        yield finding.actuality.by


def _person(side: Side) -> str:
    return side.result.record.person.id if side.result.record else ""
