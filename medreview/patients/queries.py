"""Patients, only ever those a person may see."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from medreview.accounts.access import can
from medreview.accounts.models import Hospital, User
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound, WrongState
from medreview.common.keyset import COUNT_CAP, capped_count, slice_or_first
from medreview.patients.models import ListMembership, Patient, PatientList
from medreview.patients.search import Term, terms_of

BY_NAME = ("sort_name", "pk")
PAGE_SIZE = 100


@dataclass(frozen=True)
class PatientPage:
    """One page of a list, and how to reach the next."""

    rows: list[Patient]
    after: str | None
    """The id to go on from; an id, because an address never carries a name."""
    total: int
    capped: bool
    """Whether there are more than ``total``."""


def visible_to(user: User | AnonymousUser) -> QuerySet[Patient]:
    """The patients of this person's hospital; none without the right to read them."""
    if not isinstance(user, User) or not can(user, Permission.PATIENT_READ):
        return Patient.objects.none()
    return Patient.objects.filter(hospital=user.hospital_id)


def known_to_trail(user: User, pk: str) -> Patient:
    """A patient of this hospital, for those who read its trail, which speaks of patients by id."""
    found = _of_trail(user).filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such patient."))
    return found


def ids_with_mrn(user: User, mrn: str) -> list[str]:
    """The ids behind a record number that somebody was handed; no name comes with them."""
    return list(_of_trail(user).filter(mrn=mrn).order_by("id").values_list("pk", flat=True)[:20])


def _of_trail(user: User) -> QuerySet[Patient]:
    if not can(user, Permission.TRAIL_READ):
        return Patient.objects.none()
    return Patient.objects.filter(hospital=user.hospital_id)


def search(user: User | AnonymousUser, typed: str) -> QuerySet[Patient]:
    """Visible patients who meet every word typed: part of a name, start of an MRN, a birth date."""
    found = visible_to(user)
    for term in terms_of(typed):
        found = found.filter(_meets(term))
    return found


def page(
    found: QuerySet[Patient], *, after: str | None = None, size: int = PAGE_SIZE
) -> PatientPage:
    """One page by name, from behind the patient ``after``. New patients shift nothing."""
    shown = slice_or_first(found, order=BY_NAME, after=after, size=size)
    total = capped_count(found)
    return PatientPage(
        rows=shown.rows,
        after=shown.after,
        total=min(total, COUNT_CAP),
        capped=total > COUNT_CAP,
    )


def named(reference: str, *, hospital: Hospital | None = None) -> Patient:
    """A patient by our id or the FHIR id, for commands; NotFound when none or more than one."""
    found = Patient.objects.filter(Q(pk=reference) | Q(fhir_id=reference.removeprefix("Patient/")))
    if hospital is not None:
        found = found.filter(hospital=hospital)
    patients = list(found.select_related("hospital")[:2])
    if len(patients) != 1:
        what = "no patient" if not patients else "more than one patient"
        raise NotFound(f"There is {what} with the id {reference}.")
    return patients[0]


def lists_of(user: User) -> list[PatientList]:
    """The lists a person may choose from, each with its number of patients as ``held``.

    Wards and teams that are empty now are left out; lists by hand are not.
    """
    lists = _lists_visible_to(user).annotate(held=Count("memberships"))
    return list(lists.exclude(~Q(kind=PatientList.Kind.HAND), held=0))


def list_of(user: User, pk: str) -> PatientList:
    """One of the lists a person may choose from, or NotFound."""
    found = _lists_visible_to(user).filter(pk=pk).select_related("hospital").first()
    if found is None:
        raise NotFound(_("There is no such list."))
    return found


def lists_by_hand(user: User) -> list[PatientList]:
    """The lists by hand a person may put patients on."""
    return list(_lists_visible_to(user).filter(kind=PatientList.Kind.HAND))


def lists_with(patient: Patient, user: User) -> list[PatientList]:
    """The lists a patient is on, as far as this person may know of them."""
    return list(_lists_visible_to(user).filter(memberships__patient=patient))


def in_list(patient_list: PatientList) -> QuerySet[Patient]:
    """The patients on a list now."""
    return Patient.objects.filter(memberships__patient_list=patient_list)


def counts_by_list(found: QuerySet[Patient], lists: Iterable[PatientList]) -> dict[str, int]:
    """How many of these patients are on each of the lists, by its id."""
    on = ListMembership.objects.filter(patient__in=found.order_by(), patient_list__in=list(lists))
    return dict(on.values_list("patient_list").annotate(n=Count("pk")).order_by())


def check_by_hand(patient_list: PatientList) -> None:
    """Refuse to change by hand what the record says."""
    if patient_list.kind != PatientList.Kind.HAND:
        raise WrongState(_("Wards and teams follow the record; only lists by hand are changed."))


def _lists_visible_to(user: User) -> QuerySet[PatientList]:
    if not can(user, Permission.PATIENT_READ):
        return PatientList.objects.none()
    theirs = Q(owner=None) | Q(owner=user)
    return PatientList.objects.filter(theirs, hospital=user.hospital_id)


def _meets(term: Term) -> Q:
    meets = Q(sort_name__contains=term.text) | Q(mrn__istartswith=term.text)
    if term.birth_day is not None:
        return meets | Q(birth_day=term.birth_day)
    # A year or a month as sent, such as 1958 or 1958-03.
    return meets | Q(birth_date=term.text)
