"""Register a patient; open one, which the trail remembers."""

import datetime as dt
from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from medreview.accounts.models import Hospital, User
from medreview.audit import queries as trail
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.errors import NotFound
from medreview.patients import keys, queries
from medreview.patients.models import Patient


class Person(TypedDict, total=False):
    """Who a patient is, as the record says; what is left out stays as it was."""

    id: str
    """Our id, where a new patient's was chosen before."""
    fhir_id: str
    family: str
    given: str
    prefix: str
    name_text: str
    birth_date: str
    birth_day: dt.date | None
    sex: str
    mrn: str
    deceased: bool
    died: str


@transaction.atomic
def register_patient(*, hospital: Hospital, person: Person, by: User | None = None) -> Patient:
    """The hospital's patient of this FHIR id: made on first sight, else brought up to date."""
    patient, created = Patient.objects.select_for_update(of=("self",)).get_or_create(
        hospital=hospital, fhir_id=person["fhir_id"], defaults={**person}
    )
    if created:
        keys.make_key(patient)
        audit.record(EventType.PATIENT_REGISTERED, thing=patient, by=by, patient=patient)
        return patient
    changed = [
        name for name, said in person.items() if name != "id" and getattr(patient, name) != said
    ]
    if changed:
        for name in changed:
            setattr(patient, name, person[name])  # type: ignore[literal-required]
        patient.save()
        audit.record(
            EventType.PATIENT_CHANGED,
            thing=patient,
            by=by,
            patient=patient,
            counts={"fields": len(changed)},
        )
    return patient


def open_patient(pk: str, *, by: User, purpose: str, polled: bool = False) -> Patient:
    """A patient of the person's own hospital, with the reading recorded before it is answered.

    Anything else is NotFound in the same words, whether there is such a patient elsewhere or
    not. ``polled`` reads of the same purpose are recorded once a minute.
    """
    patient = queries.visible_to(by).filter(pk=pk).select_related("hospital").first()
    if patient is None:
        _note_refusal(pk, by, purpose)
        raise NotFound(_("There is no such patient."))
    if not (polled and trail.was_read_this_minute(patient.pk, by.pk, purpose)):
        audit.record(
            EventType.PATIENT_READ,
            thing=patient,
            by=by,
            patient=patient,
            detail={"purpose": purpose},
        )
    return patient


def note_listed(*, by: User, count: int) -> None:
    """Record that a person was shown names of patients: how many, never which words found them."""
    audit.record(EventType.PATIENTS_LISTED, thing=by.hospital, by=by, counts={"patients": count})


def _note_refusal(pk: str, by: User, purpose: str) -> None:
    # Only a patient that exists is noted: what stands in an address may be anything.
    if Patient.objects.filter(pk=pk).exists():
        audit.record(
            EventType.PATIENT_REFUSED,
            thing=("Patient", pk),
            by=by,
            detail={"purpose": purpose},
        )
