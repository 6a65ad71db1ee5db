"""Results of tables and messages as FHIR resources: one writer for every kind of file. Pure."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from medreview.fhir.elements import Json
from medreview.fhir.sent_results import (
    SentPerson,
    SentReport,
    SentResult,
    SentSpecimen,
    Writing,
)
from medreview.fhir.sent_values import UNIT_AS_SENT, DecimalSign, number_of

ORDER_SYSTEM = "urn:medreview:order"
NUMBER_SYSTEM = "urn:medreview:record-number"
_IDENTIFIER_TYPES = "http://terminology.hl7.org/CodeSystem/v2-0203"
_CATEGORIES = "http://terminology.hl7.org/CodeSystem/observation-category"
_LABORATORY = [{"coding": [{"system": _CATEGORIES, "code": "laboratory"}]}]


def number_system(authority: str) -> str:
    """The system of a record number: whoever gave it, or the hospital itself."""
    return f"{NUMBER_SYSTEM}:{authority}" if authority else NUMBER_SYSTEM


def patient_resource(person: SentPerson, written: Writing | None = None) -> Json:
    """A Patient as far as the source describes them."""
    name = _without_empty(
        {
            "family": person.family,
            "given": [person.given] if person.given else [],
            "text": person.name,
        }
    )
    number = {
        "type": {"coding": [{"system": _IDENTIFIER_TYPES, "code": "MR"}]},
        "system": number_system(person.authority),
        "value": person.number,
    }
    return _without_empty(
        {
            "resourceType": "Patient",
            "id": person.fhir_id,
            "meta": _meta(written),
            "identifier": [number],
            "name": [name] if name else [],
            "birthDate": person.birth_date,
            "gender": person.sex,
        }
    )


def result_resource(result: SentResult, patient: str) -> Json:
    """An Observation of this patient (its FHIR id)."""
    return _without_empty(
        {
            "resourceType": "Observation",
            "id": result.fhir_id,
            "meta": _meta(result.written),
            "identifier": _order(result.order),
            "extension": _unit_beside(result),
            "contained": [_specimen(result.specimen)] if result.specimen else [],
            "status": result.status,
            "category": _LABORATORY,
            "code": _without_empty({"coding": list(result.codings), "text": result.name}),
            "subject": {"reference": f"Patient/{patient}"},
            "effectiveDateTime": result.effective,
            "issued": result.issued,
            "performer": [{"display": result.performer}] if result.performer else [],
            **result.value,
            "interpretation": list(result.flags),
            "note": [{"text": note} for note in result.notes],
            "method": {"text": result.method} if result.method else {},
            "specimen": {"reference": "#specimen"} if result.specimen else {},
            "referenceRange": _range(result),
        }
    )


def report_resource(report: SentReport, patient: str) -> Json:
    """A DiagnosticReport of this patient that lists its results."""
    return _without_empty(
        {
            "resourceType": "DiagnosticReport",
            "id": report.fhir_id,
            "meta": _meta(report.written),
            "identifier": _order(report.order),
            "status": report.status,
            "category": [{"coding": [{"code": "LAB"}]}],
            "code": _without_empty({"coding": list(report.codings), "text": report.name}),
            "subject": {"reference": f"Patient/{patient}"},
            "effectiveDateTime": report.effective,
            "issued": report.issued,
            "result": [{"reference": f"Observation/{one}"} for one in report.results],
            "conclusion": "\n".join(report.notes),
        }
    )


def _meta(written: Writing | None) -> Json:
    return _without_empty({"lastUpdated": written.at, "source": written.by}) if written else {}


def _order(order: str) -> list[Json]:
    return [{"system": ORDER_SYSTEM, "value": order}] if order else []


def _unit_beside(result: SentResult) -> list[Json]:
    """The unit of a value that is no quantity, which FHIR has no other place for."""
    if not result.unit or "valueQuantity" in result.value:
        return []
    return [{"url": UNIT_AS_SENT, "valueString": result.unit}]


def _specimen(specimen: SentSpecimen) -> Json:
    return _without_empty(
        {
            "resourceType": "Specimen",
            "id": "specimen",
            "type": _without_empty(
                {"coding": [specimen.coding] if specimen.coding else [], "text": specimen.name}
            ),
            "condition": [{"text": word} for word in specimen.conditions],
            "collection": _without_empty({"collectedDateTime": specimen.collected}),
        }
    )


def _range(result: SentResult) -> list[Json]:
    low, high = (
        _bound(text, result.unit, result.sign) for text in (result.range_low, result.range_high)
    )
    unread = [
        text
        for text, bound in ((result.range_low, low), (result.range_high, high))
        if text and bound is None
    ]
    # A bound that is no number is kept as words: half a range would be another range.
    if unread:
        words = result.range_text or " - ".join(
            text for text in (result.range_low, result.range_high) if text
        )
        return [{"text": words}]
    found = _without_empty({"low": low or {}, "high": high or {}, "text": result.range_text})
    return [found] if found else []


def _bound(text: str, unit: str, sign: DecimalSign) -> Json | None:
    number = number_of(text, sign) if text else None
    return None if number is None else _without_empty({"value": number, "unit": unit})


def _without_empty(said: Mapping[str, Any]) -> Json:
    return {name: value for name, value in said.items() if _is_said(value)}


def _is_said(value: Any) -> bool:
    return isinstance(value, Decimal) or value not in ("", [], {}, None)
