"""Judges one case: what must be found, must be missing, must not be found, stale, critical."""

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.evaluation.cases import Case, Json
from analysis.pipeline.contracts import (
    ActualityList,
    Criticals,
    GenerationReadyPackage,
    LabResult,
    Material,
    ParameterPackage,
    PatientContext,
)
from graphcurate.contracts import RelatedItem

PARAMETER = "parameter"


@dataclass(frozen=True)
class Outcome:
    """What the pipeline made of a case."""

    context: PatientContext
    criticals: Criticals
    package: GenerationReadyPackage
    actuality: ActualityList


Edge = tuple[str, str, str]
"""Biomarker, kind and target of an asked-for item."""


def reasons_to_fail(case: Case, outcome: Outcome) -> list[str]:
    """Every expectation the outcome does not meet, in sentences; none when the case passes."""
    edges = _Edges(outcome)
    return [
        *_must_find(case.expected, edges),
        *_must_miss(case.expected, edges),
        *_must_not_find(case.expected, edges),
        *_stale(case.expected, outcome.context),
        *_critical(case.expected, outcome.criticals),
        *_lists(case.expected, outcome),
        *_states(case.expected, outcome),
        *_groups(case.expected, outcome),
    ]


class _Edges:
    """The ends of every item, by biomarker, kind and target."""

    def __init__(self, outcome: Outcome) -> None:
        self.found: dict[Edge, Material] = {}
        self.open: set[Edge] = set()
        results = {result.id: result for result in outcome.context.abnormal}
        for package in outcome.package.per_parameter:
            self._add(package, results[package.result])

    def _add(self, package: ParameterPackage, result: LabResult) -> None:
        biomarker = result.biomarker or result.id
        for one in package.found.all():
            self.found[_edge(biomarker, one.item)] = one.material
        open_items = [one.item for one in package.missing.all()]
        open_items += [one.item for one in package.stale]
        self.open.update(_edge(biomarker, item) for item in open_items)


def _edge(biomarker: str, item: RelatedItem) -> Edge:
    return biomarker, item.kind.value, item.key or item.name


def _must_find(expected: Json, edges: _Edges) -> Iterator[str]:
    for one in expected.get("must_find", ()):
        edge = (one["biomarker"], one["kind"], one["target"])
        if edge not in edges.found:
            yield f"not found: {' '.join(edge)}"


def _must_miss(expected: Json, edges: _Edges) -> Iterator[str]:
    for one in expected.get("must_missing", ()):
        edge = (one["biomarker"], one.get("kind", PARAMETER), one.get("parameter") or one["target"])
        if edge not in edges.open:
            yield f"not missing or stale: {' '.join(edge)}"


def _must_not_find(expected: Json, edges: _Edges) -> Iterator[str]:
    for one in expected.get("must_not_find", ()):
        edge = (one["biomarker"], one["kind"], one["target"])
        if edge in edges.found:
            yield f"found though it must not be: {' '.join(edge)} ({one.get('reason', '')})"


def _stale(expected: Json, context: PatientContext) -> Iterator[str]:
    stale = {_lab(result.id) for result in context.stale}
    for one in expected.get("stale", ()):
        name = one if isinstance(one, str) else one["lab"]
        if name not in stale:
            yield f"not reported stale: {name}"


def _critical(expected: Json, criticals: Criticals) -> Iterator[str]:
    wanted = set(expected.get("critical", ()))
    reported = {_lab(item.result) for item in criticals.items}
    if wanted != reported:
        yield f"critical: expected {sorted(wanted)}, reported {sorted(reported)}"


def _lists(expected: Json, outcome: Outcome) -> Iterator[str]:
    """Lists of lab ids that must be just so, where a case names them."""
    context = outcome.context
    reported = {
        "assessed": [result.id for result in context.abnormal],
        "undecidable": [item.id for item in context.undecidable],
        "was_critical": [result.id for result in context.stale if result.was_critical],
        "doubt": [item.result for item in outcome.criticals.items if item.doubt],
    }
    for name, ids in reported.items():
        found = sorted(_lab(one) for one in ids)
        if name in expected and sorted(expected[name]) != found:
            yield f"{name}: expected {sorted(expected[name])}, reported {found}"


def _states(expected: Json, outcome: Outcome) -> Iterator[str]:
    """The allergy list's state, actuality by lab and material by edge, where a case names them."""
    state = expected.get("allergies_state")
    if state is not None and outcome.context.allergies.state != state:
        yield f"allergies: expected {state}, reported {outcome.context.allergies.state.value}"
    actual = {_lab(item.result): item.state.value for item in outcome.actuality.items}
    for lab, wanted in expected.get("actuality", {}).items():
        if actual.get(lab) != wanted:
            yield f"actuality of {lab}: expected {wanted}, reported {actual.get(lab)}"
    found = _Edges(outcome).found
    for words, wanted in expected.get("material", {}).items():
        biomarker, kind, target = words.split(" ")
        if found.get((biomarker, kind, target)) != wanted:
            yield f"material of {words}: expected {wanted}"


def _groups(expected: Json, outcome: Outcome) -> Iterator[str]:
    reported = {
        (package.from_planner.graph_biomarker_key, match.asked.key)
        for package in outcome.package.per_parameter
        for match in package.group_matches
    }
    for biomarker, target in expected.get("groups", ()):
        if (biomarker, target) not in reported:
            yield f"no group match: {biomarker} {target}"


def _lab(result: str) -> str:
    return result.removeprefix("Observation/")
