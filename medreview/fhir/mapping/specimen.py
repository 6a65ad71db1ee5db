"""The sample a result was measured in, and what its state says about the result."""

from medreview.fhir.codes import name_of, read_codings
from medreview.fhir.dates import read_when
from medreview.fhir.elements import Json, object_at, objects_at, text_at
from medreview.fhir.record import SpecimenRecord
from medreview.fhir.shelf import Shelf, display_of

# HL7 table 0916: F means that the patient kept fasting before the sample, NF that he did not.
_FASTING = {"F": True, "NF": False}


def read_specimen(reference: Json, shelf: Shelf, holder: Json) -> SpecimenRecord | None:
    """What is known of a sample; only the words of the reference when it was not received."""
    found = shelf.find(text_at(reference, "reference"), holder)
    if found is None or found.kind != "Specimen":
        name = display_of(reference)
        return SpecimenRecord(type=name) if name else None
    content = found.content
    concept, collection = object_at(content, "type"), object_at(content, "collection")
    return SpecimenRecord(
        type=name_of(concept) or display_of(reference),
        codings=read_codings(concept),
        conditions=_conditions(content),
        fasting=_fasting(collection),
        collected=read_when(collection, "collectedDateTime", "collectedPeriod"),
        notes=tuple(text for one in objects_at(content, "note") if (text := text_at(one, "text"))),
    )


def _conditions(content: Json) -> tuple[str, ...]:
    words: list[str] = []
    for concept in objects_at(content, "condition"):
        words += [one for one in (text_at(concept, "text"),) if one]
        for coding in read_codings(concept):
            words += [one for one in (coding.display, coding.code) if one]
    status = text_at(content, "status")
    if status in ("unsatisfactory", "entered-in-error"):
        words.append(status)
    return tuple(dict.fromkeys(words))


def _fasting(collection: Json) -> bool | None:
    codings = read_codings(object_at(collection, "fastingStatusCodeableConcept"))
    return next((_FASTING[one.code] for one in codings if one.code in _FASTING), None)
