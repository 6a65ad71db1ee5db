"""Patients found for the question who looked at one: named to those who may, else by id."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from analysis.review.presenters.banner import born_text, patient_name
from medreview.patients.models import Patient


@dataclass(frozen=True)
class FoundPatient:
    """One patient to choose."""

    id: str
    url: str
    name: str = ""
    born: str = ""
    mrn: str = ""


def found_patients(patients: Iterable[Patient], ids: Iterable[str]) -> list[FoundPatient]:
    """The patients found by name, and the ids found by a record number."""
    named = [
        FoundPatient(
            id=patient.pk,
            url=_url(patient.pk),
            name=patient_name(patient),
            born=born_text(patient),
            mrn=patient.mrn,
        )
        for patient in patients
    ]
    return named + [FoundPatient(id=pk, url=_url(pk)) for pk in ids]


def _url(pk: str) -> str:
    return reverse("front:who-looked", args=[pk])
