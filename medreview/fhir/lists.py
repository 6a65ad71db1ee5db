"""Where two entries of one list contradict each other, and which of them holds."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from medreview.common.text import normalise_name
from medreview.fhir.dates import order_key, read_moment
from medreview.fhir.elements import texts_at
from medreview.fhir.negation import Nothing, denies
from medreview.fhir.record import AllergyRecord, MedicationRecord
from medreview.fhir.shelf import Item, Shelf

DENIAL_OVERRULED = "An allergy is recorded, so this no longer holds."


def overruled_denials(
    allergies: Sequence[AllergyRecord], shelf: Shelf
) -> list[tuple[AllergyRecord, Nothing]]:
    """The statements of no allergy that fall because an allergy of their kind is recorded."""
    named = [shelf.items[one.id] for one in allergies if not one.none_known]
    to_medicines = any(_may_be_to_a_medicine(item) for item in named)
    fallen: list[tuple[AllergyRecord, Nothing]] = []
    for allergy in allergies:
        if not allergy.none_known:
            continue
        nothing = denies("AllergyIntolerance", allergy.name, allergy.codings)
        if (nothing is Nothing.ALL and named) or (nothing is Nothing.MEDICINES and to_medicines):
            fallen.append((allergy, nothing))
    return fallen


def stopped_later(
    active: Iterable[MedicationRecord], stopped: Sequence[MedicationRecord]
) -> list[tuple[MedicationRecord, str]]:
    """Medicines called active by an entry older than one that says they were stopped."""
    return [
        (medicine, f"It is active by an older entry; {one.id} says {one.status} later.")
        for medicine in active
        if (one := next(_stops_of(medicine, stopped), None))
    ]


def _stops_of(
    medicine: MedicationRecord, stopped: Iterable[MedicationRecord]
) -> Iterator[MedicationRecord]:
    for one in stopped:
        if _same_medicine(one, medicine) and last_word(one) > last_word(medicine):
            yield one


def _same_medicine(one: MedicationRecord, other: MedicationRecord) -> bool:
    if normalise_name(one.name) == normalise_name(other.name):
        return True
    mine, theirs = (
        {(coding.system, coding.code) for coding in each.codings if coding.code}
        for each in (one, other)
    )
    return not mine.isdisjoint(theirs)


def last_word(medicine: MedicationRecord) -> dt.datetime:
    """The latest moment an entry of a medicine speaks of."""
    moments = (medicine.ended, medicine.recorded, medicine.started)
    return max(order_key(one or read_moment(None))[0] for one in moments)


def _may_be_to_a_medicine(item: Item) -> bool:
    """Whether an allergy may be one to a medicine: it says so, or says no category."""
    categories = texts_at(item.content, "category")
    return not categories or "medication" in categories or "biologic" in categories
