"""A result that first said something else: that it did is never left out."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

from analysis.pipeline.stage import StageContext
from analysis.pipeline.stages import run_stages
from medreview.fhir.record import Corrected, Value, ValueKind
from tests.factories.stages import case_of, context_of, inputs_of, lab


def _analysed(before: str, **now: object) -> StageContext:
    inputs = inputs_of(case_of(lab(**now)))
    first = Corrected(
        version=1,
        value=Value(
            kind=ValueKind.NUMBER,
            text=f"{before} mmol/L",
            number=Decimal(before),
            unit="mmol/L",
            ucum="mmol/L",
        ),
        status="final",
        received_at=dt.datetime(2026, 11, 20, tzinfo=dt.UTC),
    )
    labs = tuple(one.model_copy(update={"earlier": (first,)}) for one in inputs.record.labs)
    return run_stages(replace(inputs, record=inputs.record.model_copy(update={"labs": labs})))


def _open(found: StageContext) -> str:
    assert found.statements is not None
    return "\n".join(found.statements.cannot_tell)


def test_a_result_in_range_is_listed_with_the_value_it_was_corrected_from() -> None:
    found = _analysed("6.9", value=4.4, flag="N")

    assert context_of(found).normal_names == ("Potassium (corrected from 6.9\u00a0mmol/L)",)


def test_a_critical_value_that_was_corrected_is_said_plainly() -> None:
    found = _analysed("6.9", value=4.4, flag="N")

    [corrected] = context_of(found).corrected
    assert corrected.was_critical
    assert (
        "Whether Potassium was ever 6.9\u00a0mmol/L, which is in a critical range: the source "
        "corrected it to 4.4\u00a0mmol/L."
    ) in _open(found)


def test_a_finding_that_was_corrected_says_so_in_its_first_sentence() -> None:
    found = _analysed("5.2", value=5.7)

    assert found.statements is not None
    said = found.statements.shown()[0].text
    assert said.startswith("Potassium: 5.7\u00a0mmol/L (corrected from 5.2\u00a0mmol/L) on ")
    assert "critical range" not in _open(found)


def test_a_version_with_the_same_value_is_no_correction() -> None:
    found = _analysed("5.7", value=5.7)

    assert context_of(found).corrected == ()
