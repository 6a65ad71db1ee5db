"""Plain sentences about one finding, each resting on ids of resources and relations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from analysis.pipeline.contracts import (
    Actuality,
    ActualityState,
    EvidenceTier,
    FoundItem,
    GroupMatch,
    LabResult,
    MatchMethod,
    Material,
    MissingWhy,
    ParameterPackage,
    StaleItem,
    Statement,
    StatementKind,
)
from analysis.pipeline.corrected import corrected_words
from analysis.pipeline.reasoner.contradictions import about_contradiction
from analysis.pipeline.reasoner.facts import relation_of
from analysis.pipeline.retriever.relevance import EFFECT_WORDS
from analysis.pipeline.sides import Side, sent_side, side_of
from analysis.pipeline.wording import (
    joined,
    moment_words,
    range_words,
    sent_date_words,
    shown_name,
    value_words,
)
from graphcurate.contracts import Effect
from medreview.fhir.flags import says_normal
from medreview.fhir.record import ValueKind

SENSITIVE = frozenset(
    {"hiv_agab", "hiv_vl", "cd4_abs", "cd4_pct", "rpr", "tp_ab", "hbsag", "anti_hcv", "hcv_rna"}
)
"""Results that are told in person and never first read in a letter."""

OWN_FLAGS = {"H": "high", "L": "low", "N": "normal"}
PATIENT_FLAGS = {
    Side.HIGH: "high",
    Side.LOW: "low",
    Side.POSITIVE: "positive",
    Side.ABNORMAL: "outside what is usual",
}


UNTRACED = "This is a model's general knowledge; no source was traced."


def about_finding(
    result: LabResult,
    package: ParameterPackage,
    actuality: Actuality,
    contrary: Sequence[LabResult] = (),
) -> Iterator[Statement]:
    """Everything that can be said of one abnormal result."""
    yield value_statement(result)
    if contrary:
        is_told = result.biomarker not in SENSITIVE
        yield about_contradiction(result, contrary, is_told=is_told)
    for one in _evidence(result, package, actuality):
        untraced = one.tier is EvidenceTier.MODEL_KNOWLEDGE
        yield one.model_copy(update={"text": f"{one.text} {UNTRACED}"}) if untraced else one


def _evidence(
    result: LabResult, package: ParameterPackage, actuality: Actuality
) -> Iterator[Statement]:
    tier = package.from_planner.evidence_tier
    yield from _actuality(result, actuality)
    yield from _parameters(result, package, tier)
    yield from _facts(result, package, tier)
    yield from _not_fitting(result, package, tier)
    yield from _samples(result, package, tier)
    yield from _too_old(result, package, tier)
    yield from _missing(result, package, tier)


def value_statement(result: LabResult) -> Statement:
    """What was measured, when, and who calls it abnormal."""
    name, value = shown_name(result), shown_value(result)
    before = corrected_words(result)
    value = f"{value} ({before})" if before else value
    doubt = f" {result.doubt}" if result.doubt else ""
    return Statement(
        kind=StatementKind.VALUE,
        text=f"{name}: {value} on {moment_words(result.effective)}. {_judgement(result)}.{doubt}",
        plain=_plain_value(result),
        about=result.id,
        rests_on=(result.id,),
    )


def shown_value(result: LabResult) -> str:
    """The value as a sentence holds it: words in quotes, numbers as they are."""
    words = value_words(result.value)
    is_words = result.value.kind in (ValueKind.TEXT, ValueKind.CODE)
    return f"“{words}”" if is_words else words


def _judgement(result: LabResult) -> str:
    whose = {"printed": "printed", "laboratory": "laboratory's", "default": "default"}
    limits = ""
    if result.range is not None and range_words(result.range):
        limits = f"{whose.get(result.range.source, '')} range: {range_words(result.range)}".strip()
    if result.interpretation_derived:
        place = {"H": "above", "L": "below"}.get(result.interpretation or "", "within")
        return f"The source sent no flag; by our check it lies {place} its range ({limits})"
    said = (result.flag_conflict or f"The source flags it “{result.interpretation}”").rstrip(".")
    return f"{said} ({limits})" if limits else said


def _plain_value(result: LabResult) -> str | None:
    if result.biomarker in SENSITIVE:
        return None
    own = result.interpretation_derived
    flag = PATIENT_FLAGS.get(side_of(result) if own else sent_side(result))
    marked = ""
    if flag is not None:
        marked = (
            f" Compared with the usual range it is {flag}."
            if own
            else f" The laboratory marked it as {flag}."
        )
    date = moment_words(result.effective)
    return f"Your result for {shown_name(result)} from {date} was {shown_value(result)}.{marked}"


def _actuality(result: LabResult, actuality: Actuality) -> Iterator[Statement]:
    if actuality.state is ActualityState.CURRENT:
        return
    newer = actuality.state is ActualityState.SUPERSEDED
    yield Statement(
        kind=StatementKind.ACTUALITY,
        text=actuality.why,
        plain="There is a newer result of this test." if newer else None,
        about=result.id,
        rests_on=tuple(filter(None, (result.id, actuality.by))),
    )


def _parameters(
    result: LabResult, package: ParameterPackage, tier: EvidenceTier
) -> Iterator[Statement]:
    found = package.found.observations
    groups = (
        ("Abnormal beside it", [one for one in found if one.material is Material.YES]),
        ("Normal beside it", [one for one in found if _is_normal(one)]),
        (
            "Also in the record",
            [one for one in found if one.material is not Material.YES and not _is_normal(one)],
        ),
    )
    for title, members in groups:
        if members:
            shown = joined([_parameter_words(one) for one in members])
            yield _found(result, f"{title}: {shown}.", members, tier)


def _is_normal(found: FoundItem) -> bool:
    if found.material is Material.YES or found.flag_conflict:
        return False
    return says_normal(found.interpretation)


def _parameter_words(found: FoundItem) -> str:
    value = value_words(found.value) if found.value is not None else ""
    by_model = "found by a model" if found.matched_by is MatchMethod.MODEL else ""
    details = (_flag_words(found), sent_date_words(found.date), by_model)
    return f"{found.item.name} {value} ({', '.join(filter(None, details))})"


def _flag_words(found: FoundItem) -> str:
    """Whose flag it is: the source's in quotes, our own check in words."""
    if not found.interpretation:
        return ""
    if found.interpretation_derived:
        return f"{OWN_FLAGS.get(found.interpretation, found.interpretation)} by our check"
    doubt = ", against its range" if found.flag_conflict else ""
    return f"flagged “{found.interpretation}”{doubt}"


def _facts(result: LabResult, package: ParameterPackage, tier: EvidenceTier) -> Iterator[Statement]:
    found = (*package.found.conditions, *package.found.medications)
    for effect in Effect:
        members = [
            one for one in found if one.item.effect is effect and one.material is not Material.NO
        ]
        if members:
            shown = joined(_distinct_names(members))
            which = "which" if len(_distinct_names(members)) == 1 else "each of which"
            text = f"The record lists {shown}, {which} {_verb(effect)} this value."
            text += _by_model(members)
            yield _found(result, text, members, tier)


def _by_model(members: Sequence[FoundItem]) -> str:
    """Which of them a model recognised in the record, where code could not."""
    names = _distinct_names(one for one in members if one.matched_by is MatchMethod.MODEL)
    return f" A model found {joined(names)} in the record." if names else ""


def _verb(effect: Effect) -> str:
    if effect in (Effect.RAISES, Effect.LOWERS):
        return f"can {EFFECT_WORDS[effect].removesuffix('s')}"
    return EFFECT_WORDS[effect]


def _not_fitting(
    result: LabResult, package: ParameterPackage, tier: EvidenceTier
) -> Iterator[Statement]:
    found = (*package.found.conditions, *package.found.medications)
    fitting = {one.resource for one in found if one.material is not Material.NO}
    members = [one for one in found if one.material is Material.NO and one.resource not in fitting]
    for why in dict.fromkeys(one.material_why for one in members):
        same = [one for one in members if one.material_why == why]
        names = _distinct_names(same)
        told = why if len(names) == 1 else why.replace("It ", "Each of them ", 1)
        text = f"Recorded but not fitting: {joined(names)}. {told}{_by_model(same)}"
        yield _found(result, text, same, tier, kind=StatementKind.NOT_FITTING)


def _samples(
    result: LabResult, package: ParameterPackage, tier: EvidenceTier
) -> Iterator[Statement]:
    for one in package.found.preanalytical:
        noted = f"The sample is noted as “{one.name}” ({one.item.name})"
        text = f"{noted}, which {_verb(one.item.effect)} this value.{_by_model([one])}"
        yield _found(result, text, [one], tier)


def _too_old(
    result: LabResult, package: ParameterPackage, tier: EvidenceTier
) -> Iterator[Statement]:
    members = [one for one in package.stale if one.bears is not Material.NO]
    if not members:
        return
    shown = joined([_old_words(one) for one in members])
    yield Statement(
        kind=StatementKind.TOO_OLD,
        text=f"Too old to be read beside it: {shown}.",
        about=result.id,
        rests_on=_ids((one.resource, relation_of(one.item)) for one in members),
        tier=tier,
    )


def _old_words(one: StaleItem) -> str:
    value = value_words(one.value) if one.value is not None else ""
    return f"{one.item.name} {value} ({sent_date_words(one.date)})"


def _missing(
    result: LabResult, package: ParameterPackage, tier: EvidenceTier
) -> Iterator[Statement]:
    titles = {
        MissingWhy.NEVER_RECORDED: "Not in the record",
        MissingWhy.EXCLUDED: "In the record, but not counted",
        MissingWhy.SOURCE_UNAVAILABLE: "Not found in the part of the record that was obtained",
    }
    related = {relation_of(one.asked): one for one in package.group_matches}
    yield from _related(result, package, related, tier)
    for why, title in titles.items():
        members = [
            one.item
            for one in package.missing.observations
            if one.why is why
            and one.bears is not Material.NO
            and relation_of(one.item) not in related
        ]
        if members:
            yield Statement(
                kind=StatementKind.MISSING,
                text=f"{title}: {joined([item.name for item in members])}.",
                about=result.id,
                rests_on=tuple(relation_of(item) for item in members),
                tier=tier,
            )


def _related(
    result: LabResult,
    package: ParameterPackage,
    related: Mapping[str, GroupMatch],
    tier: EvidenceTier,
) -> Iterator[Statement]:
    """What the record holds only as a near relative is not simply said to be missing."""
    for one in package.missing.observations:
        match = related.get(relation_of(one.item))
        if match is not None and one.bears is not Material.NO:
            yield Statement(
                kind=StatementKind.MISSING,
                text=f"Not in the record as such: {one.item.name}. {match.why}",
                about=result.id,
                rests_on=(relation_of(one.item), *match.resources),
                tier=tier,
            )


def _found(
    result: LabResult,
    text: str,
    members: Sequence[FoundItem],
    tier: EvidenceTier,
    kind: StatementKind = StatementKind.FOUND,
) -> Statement:
    return Statement(
        kind=kind,
        text=text,
        about=result.id,
        rests_on=_ids((one.resource, relation_of(one.item)) for one in members),
        tier=tier,
    )


def _ids(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for pair in pairs for name in pair))


def _distinct_names(members: Iterable[FoundItem]) -> list[str]:
    """Each resource once, however many items it answers."""
    return list({one.resource: one.name for one in members}.values())
