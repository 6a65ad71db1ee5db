"""The named checks of what each stage says.

A check answers with the reasons why it fails, with none where it passes, and with None where the
case gives nothing to judge: no data is neither.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from analysis.evaluation.harness import CaseRun
from analysis.pipeline.contracts import (
    MatchMethod,
    Report,
    Statement,
    WordedBy,
)
from analysis.pipeline.retriever.leftover import asked_id
from analysis.pipeline.stage import needed
from medreview.runtime.events import ModelAsked

Reasons = list[str] | None
Check = Callable[[CaseRun, Any], Reasons]
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class StageCheck:
    """A check by its stage and name."""

    stage: str
    name: str
    check: Check
    needs_model: bool = False
    """Without a model there is no data for it."""

    def reasons(self, made: CaseRun, wanted: Any) -> Reasons:
        """Why it fails; None: no data."""
        if self.needs_model and made.outside is None:
            return None
        return self.check(made, wanted)


CHECKS: dict[tuple[str, str], StageCheck] = {}
"""Every check there is, by stage and name."""


def _named(stage: str, *, needs_model: bool = False) -> Callable[[Check], Check]:
    def enter(check: Check) -> Check:
        name = check.__name__.removeprefix("_").removeprefix(f"{stage}_")
        CHECKS[stage, name] = StageCheck(stage, name, check, needs_model)
        return check

    return enter


@_named("gather")
def _abnormal(made: CaseRun, wanted: list[str]) -> Reasons:
    """Exactly these results are assessed."""
    return _same(wanted, (one.id for one in needed(made.outputs.context).abnormal))


@_named("gather")
def _too_old(made: CaseRun, wanted: list[str]) -> Reasons:
    """Exactly these results are too old to speak of today."""
    return _same(wanted, (one.id for one in needed(made.outputs.context).stale))


@_named("gather")
def _undecidable(made: CaseRun, wanted: list[str]) -> Reasons:
    """Of exactly these results nobody can say whether they are abnormal."""
    return _same(wanted, (one.id for one in needed(made.outputs.context).undecidable))


@_named("critical")
def _of(made: CaseRun, wanted: list[str]) -> Reasons:
    """Exactly these results are critical."""
    return _same(wanted, (one.result for one in needed(made.outputs.criticals).items))


@_named("diagnostician")
def _tiers(made: CaseRun, wanted: dict[str, str]) -> Reasons:
    """The tiers of results that code resolves."""
    return _tiers_differ(made, wanted)


@_named("diagnostician", needs_model=True)
def _tiers_with_model(made: CaseRun, wanted: dict[str, str]) -> Reasons:
    """The tiers of results whose names a model was asked for."""
    return _tiers_differ(made, wanted)


@_named("diagnostician", needs_model=True)
def _questions_at_most(made: CaseRun, wanted: int) -> Reasons:
    """A model is asked so often at most, however many names there are."""
    asked = _questions(made, "diagnostician")
    return (None if not asked else []) if asked <= wanted else [f"{asked} questions"]


@_named("diagnostician", needs_model=True)
def _asks_nothing(made: CaseRun, wanted: object) -> Reasons:
    """No model is asked where every code is known."""
    asked = _questions(made, "diagnostician")
    return [] if (asked == 0) is wanted else [f"{asked} questions"]


@_named("retriever")
def _found(made: CaseRun, wanted: dict[str, list[str]]) -> Reasons:
    """These things are found beside these results."""
    return _not_among(wanted, _ends(made)["found"])


@_named("retriever")
def _missing(made: CaseRun, wanted: dict[str, list[str]]) -> Reasons:
    """These things are missing or too old beside these results."""
    return _not_among(wanted, _ends(made)["missing"])


@_named("retriever")
def _not_found(made: CaseRun, wanted: dict[str, list[str]]) -> Reasons:
    """These things are not found, whatever a model claims."""
    found = _ends(made)["found"]
    return [
        f"{lab}: {key} is found"
        for lab, keys in wanted.items()
        for key in keys
        if key in found.get(lab, set())
    ]


@_named("retriever", needs_model=True)
def _found_by_model(made: CaseRun, wanted: dict[str, list[str]]) -> Reasons:
    """These things are found by a model where code found none."""
    return _not_among(wanted, _ends(made)["by_model"])


@_named("actuality")
def _states(made: CaseRun, wanted: dict[str, str]) -> Reasons:
    """How each result stands in time."""
    states = {_lab(one.result): one.state.value for one in needed(made.outputs.actuality).items}
    return _differ(wanted, states)


@_named("reasoner")
def _says(made: CaseRun, wanted: list[str]) -> Reasons:
    """Each of these stands in some statement, by the rules' own words."""
    said = [one.by_rule().text for one in _shown(made)]
    return [f"not said: {words}" for words in wanted if not any(words in one for one in said)]


@_named("reasoner")
def _rests_on_the_record(made: CaseRun, wanted: object) -> Reasons:
    """Every statement shown rests on something, and what it rests on is there."""
    shown = _shown(made)
    loose = [f"rests on nothing: {one.text}" for one in shown if wanted and not one.rests_on]
    return loose if shown else None


@_named("reasoner", needs_model=True)
def _numbers_kept(made: CaseRun, wanted: object) -> Reasons:
    """A model's wording has the numbers of the rules' sentence, and no other."""
    worded = [one for one in _shown(made) if one.worded_by is WordedBy.MODEL]
    changed = [one.text for one in worded if _numbers(one.text) != _numbers(one.by_rule().text)]
    return [f"other numbers: {text}" for text in changed if wanted] if worded else None


@_named("writer")
def _doctor_says(made: CaseRun, wanted: list[str]) -> Reasons:
    """Each of these stands in the doctor's text."""
    text = _text_of(needed(made.outputs.reports).doctor)
    return [f"not said: {words}" for words in wanted if words not in text]


@_named("writer")
def _patient_never_says(made: CaseRun, wanted: list[str]) -> Reasons:
    """None of these stands in the patient's text."""
    text = _text_of(needed(made.outputs.reports).patient).casefold()
    return [f"said: {words}" for words in wanted if words.casefold() in text]


def _tiers_differ(made: CaseRun, wanted: dict[str, str]) -> Reasons:
    plan = needed(made.outputs.plan)
    return _differ(wanted, {_lab(one.result): one.evidence_tier.value for one in plan.assessments})


def _questions(made: CaseRun, stage: str) -> int:
    events = made.outside.journal.events if made.outside is not None else []
    return sum(isinstance(one, ModelAsked) and one.stage == stage for one in events)


def _ends(made: CaseRun) -> dict[str, dict[str, set[str]]]:
    """What was found, found by a model, and missing, by result."""
    ends: dict[str, dict[str, set[str]]] = {"found": {}, "by_model": {}, "missing": {}}
    for package in needed(made.outputs.package).per_parameter:
        lab, found = _lab(package.result), package.found.all()
        by_model = [one for one in found if one.matched_by is MatchMethod.MODEL]
        open_items = [one.item for one in package.missing.all()]
        open_items += [one.item for one in package.stale]
        ends["found"][lab] = {asked_id(one.item) for one in found}
        ends["by_model"][lab] = {asked_id(one.item) for one in by_model}
        ends["missing"][lab] = {asked_id(item) for item in open_items}
    return ends


def _shown(made: CaseRun) -> tuple[Statement, ...]:
    return needed(made.outputs.statements).shown()


def _text_of(report: Report) -> str:
    return "\n".join(
        words
        for section in report.sections
        for one in section.statements
        for words in (one.text, one.plain or "")
    )


def _same(wanted: Iterable[str], found: Iterable[str]) -> Reasons:
    expected, reported = sorted(wanted), sorted(map(_lab, found))
    return [] if expected == reported else [f"expected {expected}, reported {reported}"]


def _differ(wanted: dict[str, str], found: dict[str, str]) -> Reasons:
    return [
        f"{lab}: expected {value}, reported {found.get(lab)}"
        for lab, value in wanted.items()
        if found.get(lab) != value
    ]


def _not_among(wanted: dict[str, list[str]], found: dict[str, set[str]]) -> Reasons:
    return [
        f"{lab}: not {key}"
        for lab, keys in wanted.items()
        for key in keys
        if key not in found.get(lab, set())
    ]


def _numbers(text: str) -> list[str]:
    return sorted(NUMBER.findall(text))


def _lab(resource: str) -> str:
    return resource.removeprefix("Observation/")
