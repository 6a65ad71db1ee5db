"""What may be wrong with a critical value: said beside the alert, never instead of it."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from analysis.pipeline.contracts import LabResult
from analysis.pipeline.critical_limits import Crossing
from analysis.pipeline.retriever.samples import SampleNotes
from analysis.pipeline.sides import Side, side_of
from analysis.pipeline.wording import NO_BREAK_SPACE, value_words
from graphcurate.contracts import Biomarker, Effect, RelationKind
from medreview.fhir.units import Factor, convert, known_unit

LIFE: dict[str, tuple[str, str | None, str | None]] = {
    "potassium": ("mmol/L", "1.2", "12"),
    "sodium": ("mmol/L", "95", "200"),
    "chloride": ("mmol/L", "50", "160"),
    "calcium": ("mmol/L", "0.8", "6"),
    "calcium_corrected": ("mmol/L", "0.8", "6"),
    "calcium_ionized": ("mmol/L", "0.3", "4"),
    "magnesium": ("mmol/L", "0.1", "8"),
    "phosphate": ("mmol/L", "0.05", "8"),
    "glucose": ("mmol/L", "0.6", "90"),
    "fasting_glucose": ("mmol/L", "0.6", "90"),
    "creatinine": ("umol/L", None, "3500"),
    "urea": ("mmol/L", None, "120"),
    "urea_nitrogen": ("mg/dL", None, "330"),
    "hemoglobin": ("g/dL", "1.5", "27"),
    "hematocrit": ("%", "5", "85"),
    "lactate": ("mmol/L", None, "40"),
    "bilirubin_total": ("mg/dL", None, "80"),
    "albumin": ("g/L", "5", "80"),
    "uric_acid": ("mg/dL", None, "60"),
    "triglycerides": ("mmol/L", None, "200"),
    "ph_arterial": ("[pH]", "6.5", "8"),
    "platelets": ("10*9/L", None, "5000"),
    "wbc": ("10*9/L", None, "1000"),
    "co2_total": ("mmol/L", "1", "70"),
    "ammonia": ("umol/L", None, "2000"),
}
"""Values beyond which a living patient has hardly ever been measured; none is a clinical limit."""

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
        *_unit(result, entry, factors),
        *_sample(result, entry, found, samples),
        *_source(result),
        *_population(found),
    ]
    return " ".join(doubts) or None


def _unit(result: LabResult, entry: Biomarker, factors: Sequence[Factor]) -> Iterator[str]:
    printed = result.value.ucum or result.value.unit
    if entry.key not in LIFE or result.value.number is None or printed is None:
        return
    unit, least, most = LIFE[entry.key]
    if _within(convert(result.value.number, printed, unit, factors), least, most):
        return
    shown = value_words(result.value)
    yield f"{shown} is hardly compatible with life."
    for other in entry.units:
        if known_unit(other) == known_unit(printed):
            continue
        meant = convert(result.value.number, other, unit, factors)
        if meant is not None and _within(meant, least, most):
            digits = shown.split(NO_BREAK_SPACE, 1)[0]
            yield f"The unit may be wrong: {digits} would be plausible in {other}."
            return


def _within(number: Decimal | None, least: str | None, most: str | None) -> bool:
    if number is None:
        return True
    if least is not None and number < Decimal(least):
        return False
    return most is None or number <= Decimal(most)


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
