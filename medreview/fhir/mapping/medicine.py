"""Statements and orders of medicines, and the medicine itself wherever it is written."""

from medreview.fhir.codes import name_of, read_codings
from medreview.fhir.dates import period_end, read_when
from medreview.fhir.elements import Json, object_at, objects_at, text_at
from medreview.fhir.record import Coding, MedicationRecord
from medreview.fhir.shelf import Item, Shelf, display_of

NAMELESS = "Unnamed medicine"
_RECORDED = ("dateAsserted", "authoredOn", "dateWritten")


def read_medication(item: Item, shelf: Shelf) -> MedicationRecord:
    """A medicine as its statement or order says it."""
    content = item.content
    name, codings = medicine_of(content, shelf)
    return MedicationRecord(
        id=item.key,
        version=item.version,
        name=name,
        codings=codings,
        status=text_at(content, "status"),
        dosage=_dosage(content),
        started=read_when(content, "effectivePeriod", "effectiveDateTime"),
        ended=period_end(content, "effectivePeriod"),
        recorded=read_when(content, *_RECORDED),
    )


def medicine_of(content: Json, shelf: Shelf) -> tuple[str, tuple[Coding, ...]]:
    """The name and codes of a medicine: said in place, contained, or in a resource of its own."""
    # R5 writes medication.concept and medication.reference for R4's two elements.
    newer = object_at(content, "medication")
    concept = object_at(content, "medicationCodeableConcept") or object_at(newer, "concept")
    if concept:
        return name_of(concept) or NAMELESS, read_codings(concept)
    reference = object_at(content, "medicationReference") or object_at(newer, "reference")
    found = shelf.find(text_at(reference, "reference"), content)
    if found is not None and found.kind == "Medication":
        code = object_at(found.content, "code")
        codings = read_codings(code) or _ingredients(found.content)
        name = name_of(code) or display_of(reference) or _names(codings)
        return name or NAMELESS, codings
    name = display_of(reference)
    return (f"{name} (reference not resolved)" if name else NAMELESS), ()


def _ingredients(medication: Json) -> tuple[Coding, ...]:
    return tuple(
        coding
        for one in objects_at(medication, "ingredient")
        for coding in read_codings(
            object_at(one, "itemCodeableConcept") or object_at(object_at(one, "item"), "concept")
        )
    )


def _names(codings: tuple[Coding, ...]) -> str | None:
    return " + ".join(one.display or one.code or "" for one in codings) or None


def _dosage(content: Json) -> str | None:
    dosages = objects_at(content, "dosage") or objects_at(content, "dosageInstruction")
    texts = [text_at(one, "text") or _dose(one) for one in dosages]
    return "; ".join(text for text in texts if text) or None


def _dose(dosage: Json) -> str | None:
    parts = [text_at(dosage, "patientInstruction"), name_of(object_at(dosage, "route"))]
    for one in objects_at(dosage, "doseAndRate"):
        quantity = object_at(one, "doseQuantity")
        if amount := text_at(quantity, "value"):
            parts.insert(0, " ".join(filter(None, (amount, text_at(quantity, "unit", "code")))))
    return ", ".join(part for part in parts if part) or None
