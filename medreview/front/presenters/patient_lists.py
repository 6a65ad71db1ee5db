"""Lists of patients as people choose from them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.review.presenters.banner import born_text, patient_name
from medreview.patients.models import Patient, PatientList

KINDS: dict[str, str | Promise] = {
    "ward": gettext_lazy("Ward"),
    "team": gettext_lazy("Team"),
    "hand": gettext_lazy("By hand"),
}


@dataclass(frozen=True)
class ListRow:
    """One list."""

    id: str
    name: str
    kind: str | Promise
    whose: str
    by_hand: bool
    held: int
    url: str
    patients_url: str


@dataclass(frozen=True)
class MemberRow:
    """One patient of a list."""

    id: str
    name: str
    url: str
    born: str
    mrn: str


def list_rows(found: Iterable[PatientList]) -> list[ListRow]:
    """Lists as rows, with how many patients each holds."""
    return [_row(one) for one in found]


def _row(one: PatientList) -> ListRow:
    by_hand = one.kind == "hand"
    return ListRow(
        id=one.pk,
        name=one.name,
        kind=KINDS[one.kind],
        whose=_("Mine") if one.owner_id else _("The hospital’s"),
        by_hand=by_hand,
        held=one.held,  # type: ignore[attr-defined]
        url=reverse("front:patient-list", args=[one.pk]),
        patients_url=f"{reverse('front:patients')}?{urlencode({'list': one.pk})}",
    )


def member_rows(patients: Iterable[Patient]) -> list[MemberRow]:
    """The patients of a list."""
    return [
        MemberRow(
            id=patient.pk,
            name=patient_name(patient),
            url=reverse("front:patient", args=[patient.pk]),
            born=born_text(patient),
            mrn=patient.mrn or _("Not recorded"),
        )
        for patient in patients
    ]
