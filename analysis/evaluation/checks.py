"""Judges one case: what must be found, must be missing, must not be found, stale, critical."""

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.evaluation.cases import Case, Json
from analysis.pipeline.contracts import (
    Criticals,
    GenerationReadyPackage,
    LabResult,
    ParameterPackage,
    PatientContext,
)

PARAMETER = "parameter"


@dataclass(frozen=True)
class Outcome:
    """What the pipeline made of a case."""

    context: PatientContext
    criticals: Criticals
    package: GenerationReadyPackage


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
    ]


class _Edges:
    """The ends of every item, by biomarker, kind and target."""

    def __init__(self, outcome: Outcome) -> None:
        self.found: set[Edge] = set()
        self.open: set[Edge] = set()
        results = {result.id: result for result in outcome.context.abnormal}
        for package in outcome.package.per_parameter:
            self._add(package, results[package.result])

    def _add(self, package: ParameterPackage, result: LabResult) -> None:
        biomarker = result.biomarker or result.id
        ends = [(one.item, self.found) for one in package.found.all()]
        ends += [(one.item, self.open) for one in (*package.missing.all(), *package.stale)]
        for item, edges in ends:
            edges.add((biomarker, item.kind.value, item.key or item.name))


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


def _lab(result: str) -> str:
    return result.removeprefix("Observation/")
