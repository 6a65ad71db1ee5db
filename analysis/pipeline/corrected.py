"""What a corrected result said before: that it did is never left out."""

from analysis.pipeline.contracts import LabResult
from analysis.pipeline.wording import joined, shown_name, value_words
from medreview.fhir.record import LabRecord, Value, ValueKind


def earlier_values(result: LabResult | LabRecord) -> tuple[Value, ...]:
    """The values a corrected result had before, each once, as far as they were others."""
    sent = [one.value for one in result.earlier if one.value.kind is not ValueKind.ABSENT]
    values = {value.text: value for value in sent}
    values.pop(result.value.text, None)
    return tuple(values.values())


def corrected_words(result: LabResult) -> str:
    """``corrected from 6.9 mmol/L``; empty for a result that always said the same."""
    values = [value_words(value) for value in earlier_values(result)]
    return f"corrected from {joined(values)}" if values else ""


def normal_name(result: LabResult) -> str:
    """How the list of results in range names a result, its correction included."""
    before = corrected_words(result)
    return f"{shown_name(result)} ({before})" if before else shown_name(result)
