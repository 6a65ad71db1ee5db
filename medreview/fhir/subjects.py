"""Whose a resource is: another subject's is never the patient's."""

from typing import Any

from medreview.fhir.elements import Json, objects_at, text_at
from medreview.fhir.shelf import Item, Shelf

NOBODY = "It does not say whose it is."
_NAMES = ("subject", "patient")


def why_not_theirs(
    item: Item, patient: str, shelf: Shelf, holder: Json | None = None
) -> str | None:
    """Why a resource is not this patient's, in a sentence; None when it is.

    A resource that was stored as theirs is theirs; else its own reference must say so. One
    about something beside the patient (a fetus, a donor, a device: ``focus``) is not.
    """
    if not item.is_theirs:
        named = [one for name in _NAMES for one in objects_at(item.content, name)]
        if not named:
            return NOBODY
        if not any(_means(one, patient, shelf, holder or item.content) for one in named):
            return "It is about somebody or something else."
    focus = objects_at(item.content, "focus") if item.kind == "Observation" else []
    if focus and not any(_means(one, patient, shelf, item.content) for one in focus):
        return "It is about something else than the patient."
    return None


def _means(reference: Any, patient: str, shelf: Shelf, holder: Json) -> bool:
    text = text_at(reference, "reference")
    if not text:
        return False
    if text.startswith("#"):
        found = shelf.find(text, holder)
        return found is not None and f"Patient/{text_at(found.content, 'id')}" == patient
    return shelf.key_of(text) == shelf.key_of(patient)
