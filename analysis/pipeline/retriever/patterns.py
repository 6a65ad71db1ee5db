"""Which of the pattern rules the package fulfils; every member is something that was found."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.pipeline.contracts import (
    FoundItem,
    LabResult,
    Material,
    ParameterPackage,
    Pattern,
)
from analysis.pipeline.retriever.pattern_rules import (
    RULES,
    PatternRule,
    Sign,
)
from analysis.pipeline.sides import Side, side_of
from analysis.pipeline.wording import joined, value_words
from graphcurate.contracts import Snapshot
from medreview.fhir.record import Value

MOST_DAYS_APART = 30
"""Results drawn further apart than this are not called a pattern."""
LEADING_TIMES = Decimal(2)
"""Below twice the upper limit of the leading enzyme the ratio says nothing."""
HEPATOCELLULAR_R = Decimal(5)
CHOLESTATIC_R = Decimal(2)
ALT_TIMES, BILIRUBIN_TIMES, ALP_TIMES = Decimal(3), Decimal(2), Decimal(2)

SIDE_WORDS = {Side.UNKNOWN: "not decidable"}


@dataclass(frozen=True)
class Member:
    """A result or a fact that a rule may use."""

    resource: str
    name: str
    side: Side = Side.UNKNOWN
    value: Value | None = None
    day: dt.date | None = None
    domain: str | None = None

    def words(self) -> str:
        """The member as a sentence names it, value and side included."""
        if self.value is None:
            return self.name
        return (
            f"{self.name} {value_words(self.value)} ({SIDE_WORDS.get(self.side, self.side.value)})"
        )


def find_patterns(
    packages: Sequence[ParameterPackage],
    abnormal: Sequence[LabResult],
    found_labs: Mapping[str, LabResult],
    snapshot: Snapshot,
) -> tuple[Pattern, ...]:
    """Every rule that the found results and facts fulfil, in the order of the table."""
    results = _results(abnormal, found_labs, snapshot)
    facts = _facts(packages)
    patterns = [pattern for rule in RULES if (pattern := _by_rule(rule, results, facts))]
    patterns.extend(_liver(abnormal, found_labs, results))
    return tuple(_without_repeats(patterns))


def _by_rule(
    rule: PatternRule, results: Mapping[str, Member], facts: Mapping[str, list[Member]]
) -> Pattern | None:
    signs = [fitting for sign in rule.signs if (fitting := _sign(sign, results))]
    members = [member for fitting in signs for member in fitting]
    if len(signs) < (rule.least or len(rule.signs)) or _too_far_apart(members):
        return None
    if rule.facts:
        fitting = [member for key in rule.facts for member in facts.get(key, ())]
        if not fitting:
            return None
        members.extend({member.resource: member for member in fitting}.values())
    members.extend(_beside(rule, results, members))
    return _pattern(rule.name, rule.rule, rule.text, members)


def _beside(
    rule: PatternRule, results: Mapping[str, Member], members: Sequence[Member]
) -> list[Member]:
    """What a rule names with its members where it was found near them."""
    found = (member for sign in rule.also for member in _sign(sign, results))
    return [member for member in found if not _too_far_apart([*members, member])]


def _sign(sign: Sign, results: Mapping[str, Member]) -> list[Member]:
    known = [results[test] for test in sign.tests if test in results]
    return [member for member in known if member.side in sign.sides]


def _pattern(name: str, rule: str, text: str, members: Sequence[Member]) -> Pattern:
    seen = joined([member.words() for member in members])
    return Pattern(
        name=name,
        domains=tuple(sorted({member.domain for member in members if member.domain})),
        members=tuple(member.resource for member in members),
        rule=rule,
        text=f"Seen together: {seen}. {text}",
    )


def _results(
    abnormal: Sequence[LabResult], found_labs: Mapping[str, LabResult], snapshot: Snapshot
) -> dict[str, Member]:
    """The newest member of each test: an abnormal finding, else a result found beside one."""
    members: dict[str, Member] = {}
    for result in (*found_labs.values(), *abnormal):
        if result.biomarker is not None:
            member = _member(result, snapshot)
            known = members.get(result.biomarker)
            if known is None or (known.day or dt.date.min) <= (member.day or dt.date.min):
                members[result.biomarker] = member
    return members


def _member(result: LabResult, snapshot: Snapshot) -> Member:
    entry = snapshot.biomarkers.get(result.biomarker or "")
    return Member(
        resource=result.id,
        name=result.standard_name or result.name,
        side=side_of(result),
        value=result.value,
        day=result.effective.date,
        domain=entry.domain if entry else result.domain,
    )


def _facts(packages: Iterable[ParameterPackage]) -> dict[str, list[Member]]:
    """Found medicines and conditions that fit in time, by the key they were asked under."""
    facts: dict[str, dict[str, Member]] = defaultdict(dict)
    for package in packages:
        for found in (*package.found.medications, *package.found.conditions):
            if found.material is not Material.NO:
                facts[found.item.key or ""].setdefault(found.resource, _fact(found))
    return {key: list(members.values()) for key, members in facts.items()}


def _fact(found: FoundItem) -> Member:
    return Member(resource=found.resource, name=found.name)


def _too_far_apart(members: Sequence[Member]) -> bool:
    days = [member.day for member in members if member.day is not None]
    return bool(days) and (max(days) - min(days)).days > MOST_DAYS_APART


def _liver(
    abnormal: Sequence[LabResult],
    found_labs: Mapping[str, LabResult],
    members: Mapping[str, Member],
) -> list[Pattern]:
    """How ALT and ALP stand to their upper limits: R = (ALT ÷ ULN) ÷ (ALP ÷ ULN)."""
    by_id = {**found_labs, **{result.id: result for result in abnormal}}
    times = {
        key: share
        for key in ("alt", "alp", "bilirubin_total")
        if key in members and (share := _times_upper_limit(by_id.get(members[key].resource)))
    }
    pair = [members[key] for key in ("alt", "alp") if key in times]
    if len(pair) < 2 or _too_far_apart(pair):
        return []
    return [*_enzyme_ratio(times, pair), *_with_bilirubin(times, members)]


def _enzyme_ratio(times: Mapping[str, Decimal], pair: Sequence[Member]) -> list[Pattern]:
    ratio = times["alt"] / times["alp"]
    if ratio >= HEPATOCELLULAR_R and times["alt"] >= LEADING_TIMES:
        name, bound = "Liver enzymes: the ALT rise is the greater", "at least 5"
    elif ratio <= CHOLESTATIC_R and times["alp"] >= LEADING_TIMES:
        name, bound = "Liver enzymes: the ALP rise is the greater", "at most 2"
    else:
        return []
    text = "The ratio of ALT to ALP, each over its upper limit, tells which enzyme leads."
    return [
        _pattern(
            name,
            f"(ALT ÷ upper limit) ÷ (ALP ÷ upper limit) {bound}, the leading one at least 2",
            text,
            pair,
        )
    ]


def _with_bilirubin(times: Mapping[str, Decimal], members: Mapping[str, Member]) -> list[Pattern]:
    if (
        times["alt"] < ALT_TIMES
        or times.get("bilirubin_total", Decimal(0)) < BILIRUBIN_TIMES
        or times["alp"] >= ALP_TIMES
    ):
        return []
    trio = [members[key] for key in ("alt", "bilirubin_total", "alp")]
    return [
        _pattern(
            "ALT and bilirubin high without a like rise of ALP",
            "ALT at least 3, bilirubin at least 2 and ALP below 2 times its upper limit",
            "This combination is known as the pattern of Hy's law.",
            trio,
        )
    ]


def _times_upper_limit(result: LabResult | None) -> Decimal | None:
    if result is None or result.range is None or result.value.number is None:
        return None
    upper = result.range.high
    same_unit = result.range.unit is None or result.range.unit == result.value.unit
    if upper is None or upper <= 0 or not same_unit:
        return None
    return result.value.number / upper


def _without_repeats(patterns: Iterable[Pattern]) -> Iterable[Pattern]:
    """Two rules that say the same of the same result are one: the one with more members."""
    kept: list[Pattern] = []
    for pattern in patterns:
        if not any(
            other.text.endswith(pattern.text.split(". ", 1)[1])
            and set(other.members) & set(pattern.members)
            for other in kept
        ):
            kept.append(pattern)
    return kept
