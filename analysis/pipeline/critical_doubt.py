"""What may be wrong with a critical value: said beside the alert, never instead of it."""

from collections.abc import Iterator, Sequence

from analysis.pipeline.contracts import LabResult
from analysis.pipeline.critical_limits import Crossing
from analysis.pipeline.retriever.samples import SampleNotes
from analysis.pipeline.sides import Side, side_of
from analysis.pipeline.unit_doubt import incompatible_with_life
from graphcurate.contracts import Biomarker, Effect, RelationKind
from medreview.fhir.units import Factor

FITTING_EFFECTS = {
    "H": frozenset({Effect.RAISES, Effect.BOTH, Effect.CONFOUNDS}),
    "L": frozenset({Effect.LOWERS, Effect.BOTH, Effect.CONFOUNDS}),
}


def doubt_about(
    result: LabResult,
    entry: Biomarker,
    found: Crossing,
    factors: Sequence[Factor],
    samples: SampleNotes,
) -> str | None:
    """Every doubt about a critical value, in sentences; None when there is none."""
    doubts = [
        *incompatible_with_life(result.value, entry, factors),
        *_sample(result, entry, found, samples),
        *_source(result),
        *_population(found),
    ]
    return " ".join(doubts) or None


def _sample(
    result: LabResult, entry: Biomarker, found: Crossing, samples: SampleNotes
) -> Iterator[str]:
    for item in entry.relations:
        fits = item.effect in FITTING_EFFECTS.get(found.side, frozenset())
        if item.kind is RelationKind.PREANALYTICAL and fits:
            said = samples.says(item, result)
            if said is not None:
                yield f"The sample is noted as “{said.note}”, which can make this value misleading."


def _source(result: LabResult) -> Iterator[str]:
    if result.effective.date is None:
        yield "When the sample was taken is not recorded."
    if side_of(result) is Side.NORMAL and result.source_flag:
        yield f"The source flags it “{result.source_flag}”."


def _population(found: Crossing) -> Iterator[str]:
    if found.population not in (found.for_population, "any"):
        yield (
            f"No limit for this patient's group ({found.for_population}) is known; "
            f"the one for {found.population} is used."
        )
