"""Lists of patients: those the record makes by itself, and those people keep by hand."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.errors import Invalid, WrongState
from medreview.common.text import normalise_name
from medreview.patients import queries
from medreview.patients.models import ListMembership, Patient, PatientList

LONGEST_NAME = 80
_LONGEST_KEY = 160
Derived = tuple[str, str]
"""A kind, ``ward`` or ``team``, and a name."""


def derive(patient: Patient, lists: Iterable[Derived]) -> None:
    """Put a patient on exactly the wards and teams the record names now."""
    wanted = {
        (kind, normalise_name(name)[:_LONGEST_KEY]): name[:_LONGEST_KEY] for kind, name in lists
    }
    held = {
        (row.patient_list.kind, row.patient_list.key): row
        for row in ListMembership.objects.filter(patient=patient)
        .exclude(patient_list__kind=PatientList.Kind.HAND)
        .select_related("patient_list")
    }
    left, entered = held.keys() - wanted.keys(), wanted.keys() - held.keys()
    if not left and not entered:
        return
    ListMembership.objects.filter(pk__in=[held[key].pk for key in left]).delete()
    for kind, key in sorted(entered):
        patient_list, _made = PatientList.objects.get_or_create(
            hospital_id=patient.hospital_id,
            kind=kind,
            key=key,
            owner=None,
            defaults={"name": wanted[kind, key]},
        )
        ListMembership.objects.create(patient_list=patient_list, patient=patient)
    audit.record(
        EventType.LISTS_DERIVED,
        thing=patient,
        by=None,
        patient=patient,
        counts={"entered": len(entered), "left": len(left)},
    )


@transaction.atomic
def create(*, name: str, for_all: bool, by: User) -> PatientList:
    """A list by hand, of one's own or of the whole hospital."""
    made = PatientList(
        hospital=by.hospital, kind=PatientList.Kind.HAND, owner=None if for_all else by
    )
    _name(made, name)
    _record(EventType.LIST_CREATED, made, by)
    return made


@transaction.atomic
def rename(*, patient_list: PatientList, name: str, version: int, by: User) -> PatientList:
    """Another name for a list by hand."""
    patient_list = _locked(patient_list)
    if patient_list.version != version:
        raise WrongState(_("Somebody changed this list after your page was made."))
    patient_list.version += 1
    _name(patient_list, name)
    _record(EventType.LIST_RENAMED, patient_list, by)
    return patient_list


@transaction.atomic
def delete(*, patient_list: PatientList, by: User) -> None:
    """Delete a list by hand; its patients stay where they are."""
    patient_list = _locked(patient_list)
    _record(EventType.LIST_DELETED, patient_list, by)
    patient_list.delete()


@transaction.atomic
def add(*, patient_list: PatientList, patient: Patient, by: User) -> None:
    """Put a patient on a list by hand; once is enough."""
    patient_list = _locked(patient_list)
    _row, made = ListMembership.objects.get_or_create(patient_list=patient_list, patient=patient)
    if made:
        _record(EventType.LIST_ENTERED, patient_list, by, patient)


@transaction.atomic
def remove(*, patient_list: PatientList, patient: Patient, by: User) -> None:
    """Take a patient off a list by hand."""
    patient_list = _locked(patient_list)
    gone, _rows = ListMembership.objects.filter(patient_list=patient_list, patient=patient).delete()
    if gone:
        _record(EventType.LIST_LEFT, patient_list, by, patient)


def _locked(patient_list: PatientList) -> PatientList:
    queries.check_by_hand(patient_list)
    return PatientList.objects.select_for_update(of=("self",)).get(pk=patient_list.pk)


def _name(patient_list: PatientList, name: str) -> None:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Invalid(_("A list needs a name of up to %d letters.") % LONGEST_NAME)
    patient_list.name, patient_list.key = name, normalise_name(name)
    try:
        with transaction.atomic():
            patient_list.save()
    except IntegrityError as problem:
        raise WrongState(_("There is a list of this name already.")) from problem


def _record(
    event: EventType, patient_list: PatientList, by: User, patient: Patient | None = None
) -> None:
    thing = ("PatientList", patient_list.pk)
    if patient is None:
        audit.record(event, thing=thing, by=by, hospital=patient_list.hospital)
    else:
        audit.record(event, thing=thing, by=by, patient=patient)
