"""What a resource refers to that is about nobody by itself: its medicine, its specimen."""

from medreview.fhir.elements import Json, object_at, text_at


def references_to_shared(content: Json) -> list[str]:
    """The references of a statement or order to its medicine, of a result to its specimen."""
    holders = [object_at(content, "medicationReference"), object_at(content, "specimen")]
    # R5 writes medication.reference for R4's medicationReference.
    holders.append(object_at(object_at(content, "medication"), "reference"))
    return [text for one in holders if (text := text_at(one, "reference"))]
