"""An auditor's day: search the trail, see who looked, make a week's report and sign it."""

import datetime as dt

import pytest
import time_machine
from django.urls import reverse
from playwright.sync_api import Page, expect

from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.examination import last_week
from medreview.audit.models import Examination
from medreview.common.clock import now
from medreview.patients.models import Patient
from medreview.patients.services import open_patient
from tests.browser.conftest import WIDTHS, faults
from tests.browser.test_every_page import sideways
from tests.browser.test_timeline import auditor, nell, north
from tests.conftest import person
from tests.factories.patients import make_patient

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

__all__ = ["auditor", "nell", "north"]


@pytest.fixture
def looked_at(north: Hospital) -> Patient:
    """A patient whom a clinician opened last week."""
    ada = person("ada", "Ada Albrecht", north, Role.CLINICIAN)
    with time_machine.travel(now() - dt.timedelta(days=7), tick=True):
        patient = make_patient(hospital=north, mrn="MRN4711")
        open_patient(patient.pk, by=ada, purpose="record")
    return patient


def test_the_trail_is_narrowed_and_leads_to_who_looked(auditor: Page, looked_at: Patient) -> None:
    auditor.goto("/audit/")
    auditor.get_by_label("Event", exact=True).select_option("patient.read")
    auditor.get_by_label("Who", exact=True).select_option(label="Ada Albrecht")
    auditor.locator("#filter-trail").click()
    auditor.wait_for_url("**event=patient.read**")

    expect(auditor.locator("[data-event]")).to_have_count(1)
    assert "Albrecht" not in auditor.url
    auditor.locator("[data-event] a", has_text="pat_").last.click()

    expect(auditor.get_by_test_id("looker").first).to_contain_text("Ada Albrecht")
    auditor.locator("#for-paper").click()
    expect(auditor.locator("#print")).to_be_visible()


def test_a_number_a_patient_hands_over_leads_to_who_looked(
    auditor: Page, looked_at: Patient
) -> None:
    auditor.goto("/audit/")
    auditor.get_by_role("link", name="Who looked", exact=True).click()
    auditor.get_by_label("MRN, whole").fill("MRN4711")
    auditor.keyboard.press("Enter")
    auditor.wait_for_url(f"**/{looked_at.pk}/")

    expect(auditor.get_by_test_id("looker").first).to_contain_text("Clinician")


def test_a_week_is_reported_and_examined(looked_at: Patient, auditor: Page, nell: User) -> None:
    week = last_week(nell.hospital).name
    auditor.goto("/")
    auditor.get_by_test_id("tile-weeks").click()
    auditor.get_by_role("link", name=week).click()
    auditor.locator("#make-report").click()
    expect(auditor.get_by_test_id("chain")).to_have_attribute("data-state", "verified")

    auditor.locator("#examine").click()
    expect(auditor.locator(".err")).to_contain_text("Write what you looked at")
    auditor.locator("#id_note").fill("One reading, by who cared for the patient.")
    auditor.keyboard.press("Control+Enter")

    expect(auditor.get_by_test_id("signature")).to_contain_text("Nell Audley")
    assert Examination.objects.get().by == nell.pk
    auditor.get_by_role("link", name="All weeks").click()
    expect(auditor.get_by_test_id(f"week-{week}")).to_have_attribute("data-state", "examined")


def test_the_pages_of_the_trail_have_no_barrier_at_any_width(
    looked_at: Patient, auditor: Page, nell: User
) -> None:
    week = reverse("front:week", args=[last_week(nell.hospital).name])
    auditor.goto(week)
    auditor.locator("#make-report").click()
    expect(auditor.get_by_test_id("chain")).to_be_visible()
    found: dict[str, object] = {}
    for url in (
        week,
        "/audit/",
        "/audit/?outcome=alerts",
        "/audit/weeks/",
        "/audit/patients/",
        reverse("front:who-looked", args=[looked_at.pk]),
    ):
        auditor.goto(url)
        for width in WIDTHS:
            auditor.set_viewport_size({"width": width, "height": 900})
            if wrong := faults(auditor) or ["runs off"] * (sideways(auditor) > 0):
                found[f"{url} at {width}"] = wrong

    assert found == {}
