"""Whether a list is known, known to be empty, not recorded, or kept from us.

An empty list says nothing by itself: only an entry ("no known allergies") or a list that
states why it is empty does.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from medreview.fhir.codes import read_codings
from medreview.fhir.elements import Json, object_at, objects_at
from medreview.fhir.record import StatementState

Meaning = TypeVar("Meaning")

ALLERGIES, CONDITIONS, MEDICATIONS = "allergies", "conditions", "medications"

_LISTS = {
    "48765-2": ALLERGIES,
    "11450-4": CONDITIONS,
    "10160-0": MEDICATIONS,
    "52471-0": ALLERGIES,
    "29549-3": MEDICATIONS,
    "allergies": ALLERGIES,
    "problems": CONDITIONS,
    "medications": MEDICATIONS,
}
_EMPTY_BECAUSE = {
    "nilknown": StatementState.NONE_KNOWN,
    "nil-known": StatementState.NONE_KNOWN,
    "unavailable": StatementState.UNAVAILABLE,
    "withheld": StatementState.UNAVAILABLE,
    "closed": StatementState.UNAVAILABLE,
    "notasked": StatementState.NOT_RECORDED,
    "notstarted": StatementState.NOT_RECORDED,
}


def state_of(*, items: bool, denied: bool, stated: StatementState | None) -> StatementState:
    """The state of a list with items or without, denied by an entry or by a list's own words."""
    if items:
        return StatementState.KNOWN
    if denied:
        return StatementState.NONE_KNOWN
    return stated or StatementState.NOT_RECORDED


def stated_states(resources: Iterable[Json]) -> dict[str, StatementState]:
    """What List resources and the sections of Compositions say of lists that are empty."""
    found: dict[str, StatementState] = {}
    for resource in resources:
        for part in (resource, *objects_at(resource, "section")):
            kind = _first(part, "code", _LISTS)
            state = _first(part, "emptyReason", _EMPTY_BECAUSE)
            if kind and state:
                found[kind] = state
    return found


def is_list_of_ours(resource: Json) -> bool:
    """Whether a resource says why one of our lists is empty."""
    return bool(stated_states([resource]))


def _first(part: Json, name: str, meanings: Mapping[str, Meaning]) -> Meaning | None:
    codes = [one.code for one in read_codings(object_at(part, name)) if one.code]
    return next((meanings[code] for code in codes if code in meanings), None)
