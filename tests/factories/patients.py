"""Patients with sane defaults, each with a key."""

import datetime as dt
from itertools import count
from typing import Any

from medreview.accounts.models import Hospital
from medreview.patients.models import Patient
from medreview.patients.services import register_patient
from tests.factories.accounts import make_hospital

_numbers = count(1)


def make_patient(*, hospital: Hospital | None = None, **changed: Any) -> Patient:
    """An invented woman born on 14 March 1958, unless told otherwise."""
    number = next(_numbers)
    person: Any = {
        "fhir_id": f"patient-{number}",
        "family": "Lindqvist",
        "given": "Maren",
        "birth_date": "1958-03-14",
        "birth_day": dt.date(1958, 3, 14),
        "sex": "female",
        "mrn": f"MRN{number:05}",
        **changed,
    }
    return register_patient(hospital=hospital or make_hospital(), person=person)
