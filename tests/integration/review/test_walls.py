"""Another hospital's analysis is the same 404 as none, on every route; roles decide the rest."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline.models import Analysis
from analysis.review.urls import urlpatterns
from medreview.accounts.models import User
from tests.factories.handoffs import make_handoff

pytestmark = pytest.mark.django_db

WRITES = {
    "accept",
    "undo",
    "comment",
    "draft",
    "problem",
    "cancel",
    "retry",
    "request-preview",
    "claim",
    "release",
    "rerun",
    "keep-added",
}
MISSING = {"pk": "ana_00000000000000000000000000", "patient_pk": "pat_00000000000000000000000000"}


def address(name: str, analysis: Analysis, *, missing: bool = False) -> str:
    pattern = next(each for each in urlpatterns if each.name == name)
    values = {
        "pk": analysis.pk,
        "patient_pk": analysis.patient_id,
        "number": 1,
        "edition": 1,
        "alert_pk": analysis.alerts.get().pk,
        "handoff_pk": (analysis.run.handoffs.first() or make_handoff(analysis)).pk,
    }
    if missing:
        values |= MISSING
    wanted = pattern.pattern.converters
    return reverse(f"review:{name}", kwargs={key: values[key] for key in wanted})


def ask(client: Client, name: str, url: str) -> int:
    return client.post(url).status_code if name in WRITES else client.get(url).status_code


NAMES = sorted(str(each.name) for each in urlpatterns)
OF_ONE_PATIENT = [name for name in NAMES if name not in {"worklist", "next-undecided"}]


def test_another_hospitals_analysis_is_the_same_404_as_none(
    analysis: Analysis, oleg: User, signed_in: Callable[[User], Client]
) -> None:
    client = signed_in(oleg)

    theirs = {name: ask(client, name, address(name, analysis)) for name in OF_ONE_PATIENT}
    none = {
        name: ask(client, name, address(name, analysis, missing=True)) for name in OF_ONE_PATIENT
    }

    assert theirs == none == dict.fromkeys(OF_ONE_PATIENT, 404)


def test_nobody_signed_in_is_sent_to_the_sign_in_page(analysis: Analysis) -> None:
    answers = {name: ask(Client(), name, address(name, analysis)) for name in NAMES}

    assert answers == dict.fromkeys(NAMES, 302)


def test_a_curator_reads_no_patients(
    analysis: Analysis, kim: User, signed_in: Callable[[User], Client]
) -> None:
    client = signed_in(kim)

    answers = {name: ask(client, name, address(name, analysis)) for name in NAMES}

    assert answers == dict.fromkeys(NAMES, 403)


def test_the_worklist_shows_ones_own_hospital_only(
    analysis: Analysis, ada: User, oleg: User, signed_in: Callable[[User], Client]
) -> None:
    url = reverse("review:worklist")

    ours = signed_in(ada).get(url).content.decode()
    theirs = signed_in(oleg).get(url).content.decode()

    assert "HARGREAVES" in ours
    assert "HARGREAVES" not in theirs
    assert "Nothing waits for a reviewer." in theirs
