"""The diagnostician with a model: names that neither code nor synonym resolves, in one batch.

Code plans first, and what it resolved stays as it is. Only of abnormal results without a code
that the graph has nothing for is a model asked. It names keys; the facts come from the graph.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from analysis.pipeline.contracts import (
    EvidenceTier,
    LabResult,
    NamedBy,
    NamesAsked,
    ParameterAssessment,
)
from analysis.pipeline.diagnostician.contracts import (
    MOST_NAMES,
    MOST_RELATED,
    Decision,
    NameAnswer,
    NamingPlan,
    UnresolvedName,
    UnresolvedNames,
)
from analysis.pipeline.diagnostician.knowledge import untraced_items
from analysis.pipeline.diagnostician.tiers import assess, assessment_of
from analysis.pipeline.diagnostician.tools import NameDesk
from analysis.pipeline.stage import Helper, StageContext, needed
from analysis.pipeline.wording import range_words
from graphcurate.contracts import LookupHow
from graphcurate.gaps.kept_text import kept_name, kept_unit
from graphcurate.lookup import Lookup
from medreview.common.text import normalise_name
from medreview.fhir.record import words_of_person
from medreview.runtime.context import Block, guessed_tokens
from medreview.runtime.skills.contracts import Brief, Skill
from medreview.runtime.skills.read import read_skill

STAGE = "diagnostician"
BLOCK_TOKENS = 22_000
RELATED_IN_ALL = 240
"""So many items fit into one reply; with many names there are fewer for each."""

Told = tuple[str, str, str]
"""What a name is asked by: name, unit, specimen. Results alike in these are one question."""


@dataclass(frozen=True)
class Named:
    """The assessments after a model was asked, and the account of that."""

    assessments: tuple[ParameterAssessment, ...]
    asked: NamesAsked | None = None
    proposed: Mapping[str, str] = field(default_factory=dict)
    """The biomarker each result was taken for, for curators to judge."""


@cache
def skill() -> Skill:
    """The skill as it stands beside this file."""
    return read_skill(Path(__file__).parent / "skill")


def with_model(context: StageContext, assessments: tuple[ParameterAssessment, ...]) -> Named:
    """The same assessments, some of the uncovered ones answered; all of them where none can be."""
    batch = _batch(context, assessments)
    if context.helper is None or not batch.given.names:
        return Named(assessments)
    desk = NameDesk(batch.given, context.lookup)
    made = context.helper.use(skill(), _brief(batch.given, desk, context.helper))
    answers = {one.id: one for one in NamingPlan.model_validate(made.output).answers}
    said = {result: answers[name] for result, name in batch.names.items() if name in answers}
    results = {result.id: result for result in needed(context.context).abnormal}
    return Named(
        tuple(
            _answered(one, results[one.result], said[one.result], context.lookup)
            if one.result in said
            else one
            for one in assessments
        ),
        _account(batch, desk, answers.values()),
        {result: one.key for result, one in said.items() if one.decision is Decision.BIOMARKER},
    )


@dataclass(frozen=True)
class _Batch:
    given: UnresolvedNames
    names: Mapping[str, str]
    """The id of the name that each result is asked by."""
    held_back: int


def _batch(context: StageContext, assessments: Iterable[ParameterAssessment]) -> _Batch:
    """Every name once, without those that may say something of a person."""
    open_ones = {one.result for one in assessments if one.evidence_tier is EvidenceTier.UNCOVERED}
    gathered = _Gathered(context.lookup, words_of_person(context.record.person))
    names: dict[str, str] = {}
    held_back: set[str] = set()
    for result in needed(context.context).abnormal:
        # A code the graph lacks is known exactly: its name would only be a guess beside it.
        if result.id not in open_ones or result.loinc is not None:
            continue
        name = gathered.name_of(result)
        if name is None:
            held_back.add(result.name)
        else:
            names[result.id] = name.id
    given = UnresolvedNames(names=tuple(gathered.names.values()))
    return _Batch(given, names, len(held_back))


@dataclass
class _Gathered:
    """The names of one batch, as many as a model is shown whole."""

    lookup: Lookup
    never: tuple[str, ...]
    names: dict[Told, UnresolvedName] = field(default_factory=dict)
    tokens: int = 0

    def name_of(self, result: LabResult) -> UnresolvedName | None:
        """What the result is asked by; None where it is held back."""
        told = _told(result, self.never)
        if told not in self.names and told[0]:
            self._add(told, result)
        return self.names.get(told)

    def _add(self, told: Told, result: LabResult) -> None:
        place = len(self.names) + 1
        name = _asked(f"n{place}", told, result, self.lookup, self.never)
        tokens = self.tokens + guessed_tokens(f"{_line(name)}\n")
        if place <= MOST_NAMES and tokens <= BLOCK_TOKENS:
            self.names[told], self.tokens = name, tokens


def _told(result: LabResult, never: tuple[str, ...]) -> Told:
    specimen = result.specimen.type if result.specimen else None
    return (
        kept_name(result.name, never=never),
        kept_unit(result.value.ucum or result.value.unit),
        kept_name(specimen or "", never=never),
    )


def _asked(
    name_id: str, told: Told, result: LabResult, lookup: Lookup, never: tuple[str, ...]
) -> UnresolvedName:
    name, unit, specimen = told
    answer = lookup.find_name(name, unit=unit or None, specimen=specimen or None)
    limits = range_words(result.range) if result.range is not None else ""
    return UnresolvedName(
        id=name_id,
        name=name,
        unit=unit,
        specimen=specimen,
        range=kept_name(limits, never=never),
        could_be=answer.candidates if answer.how is LookupHow.AMBIGUOUS else (),
    )


def _brief(given: UnresolvedNames, desk: NameDesk, helper: Helper) -> Brief:
    count = len(given.names)
    return Brief(
        stage=STAGE,
        given=given,
        nonce="names",
        tools=desk.tools(),
        variables={
            "count": str(count),
            "most_related": str(max(1, min(MOST_RELATED, RELATED_IN_ALL // count))),
        },
        blocks=(Block("names", "\n".join(map(_line, given.names)), BLOCK_TOKENS),),
        steps=helper.rules.diagnostician_steps,
    )


def _line(name: UnresolvedName) -> str:
    said = {key: value for key, value in name.as_json().items() if value}
    return json.dumps(said, ensure_ascii=False)


def _answered(
    assessment: ParameterAssessment, result: LabResult, answer: NameAnswer, lookup: Lookup
) -> ParameterAssessment:
    """What the answer makes of an uncovered result."""
    if answer.decision is Decision.BIOMARKER:
        return _by_graph(result, result.model_copy(update={"biomarker": answer.key}), lookup)
    if answer.decision is Decision.DOMAIN:
        return _by_graph(result, result.model_copy(update={"domain": answer.key}), lookup)
    if answer.decision is Decision.MODEL_KNOWLEDGE:
        return _by_knowledge(result, answer, lookup) or assessment
    return assessment


def _by_graph(result: LabResult, named: LabResult, lookup: Lookup) -> ParameterAssessment:
    """By the graph's own facts, under a key that nobody but a model chose."""
    made = assess(named, lookup.snapshot)
    said = f"A model took the name “{result.name}” for it, and nobody has confirmed that."
    return made.model_copy(
        update={"named_by": NamedBy.MODEL, "reasoning": f"{made.reasoning} {said}"}
    )


def _by_knowledge(
    result: LabResult, answer: NameAnswer, lookup: Lookup
) -> ParameterAssessment | None:
    """By the model's own knowledge; None where all it brings is the result itself."""
    itself = normalise_name(result.name)
    items = untraced_items(answer.related, lookup)
    items = tuple(item for item in items if normalise_name(item.name) != itself)
    if not items:
        return None
    return assessment_of(
        result,
        EvidenceTier.MODEL_KNOWLEDGE,
        items,
        reasoning="The graph knows neither this test nor its domain. What is looked for beside it "
        "is a model’s general knowledge, without a source.",
    )


def _account(batch: _Batch, desk: NameDesk, answers: Iterable[NameAnswer]) -> NamesAsked:
    counted = Counter(answer.decision for answer in answers)
    return NamesAsked(
        names=len(batch.given.names),
        held_back=batch.held_back,
        biomarkers=counted[Decision.BIOMARKER],
        domains=counted[Decision.DOMAIN],
        model_knowledge=counted[Decision.MODEL_KNOWLEDGE],
        unknown=counted[Decision.UNKNOWN],
        rejected=desk.refused,
        one_at_a_time=desk.one_at_a_time,
    )
