"""The weekly examination: a report of a week that is over, made once, signed with a note."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.urls import reverse

from medreview.accounts.roles import Role
from medreview.accounts.services import grant_role
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent, Examination, WeekReport
from medreview.patients.services import open_patient
from tests.conftest import person
from tests.factories.patients import make_patient

pytestmark = pytest.mark.django_db

LIST = reverse("front:weeks")
WEEK = reverse("front:week", args=["2026-W48"])
MAKE = reverse("front:week-make", args=["2026-W48"])
EXAMINE = reverse("front:week-examine", args=["2026-W48"])

WEDNESDAY = dt.datetime(2026, 11, 25, 9, 0, tzinfo=dt.UTC)
AFTER = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


def at(moment):
    return time_machine.travel(moment, tick=True)


@pytest.fixture
def browser(signed_in, nell):
    """Nell's browser, on the Monday after."""
    with at(AFTER):
        yield signed_in(nell)


def reads(who, hospital, *, patients, times=1, on=WEDNESDAY):
    with at(on):
        for _ in range(patients):
            patient = make_patient(hospital=hospital)
            for _ in range(times):
                open_patient(patient.pk, by=who, purpose="record")


def page_made(browser):
    browser.post(MAKE)
    return browser.get(WEEK).context["page"]


def test_weeks_that_are_over_are_listed_since_the_trail_began(signed_in, nell, north):
    with at(WEDNESDAY - dt.timedelta(weeks=1)):
        make_patient(hospital=north)

    with at(AFTER):
        rows = signed_in(nell).get(LIST).context["rows"]

    assert [(row.name, row.is_examined) for row in rows] == [
        ("2026-W48", False),
        ("2026-W47", False),
    ]
    assert rows[0].days == "23-Nov-2026 – 29-Nov-2026"


def test_a_week_that_goes_on_has_no_report_yet(signed_in, nell, north):
    with at(WEDNESDAY):
        client = signed_in(nell)
        refused = client.post(MAKE)
        page = client.get(WEEK).content.decode()

    assert refused.status_code == 409
    assert "This week is not over yet." in page
    assert not WeekReport.objects.exists()


def test_a_report_is_made_once_and_is_itself_an_event(browser, nell, root, signed_in, ada, north):
    reads(ada, north, patients=1)

    browser.post(MAKE)
    first = WeekReport.objects.get()
    signed_in(root).post(MAKE)

    assert WeekReport.objects.get().content_hash == first.content_hash
    made = AuditEvent.objects.get(event=EventType.EXAMINATION_REPORTED)
    assert (made.actor, made.detail) == (nell.pk, {"week": "2026-W48"})


def test_reading_a_report_is_in_the_trail(browser, nell):
    browser.post(MAKE)
    browser.get(WEEK)

    assert AuditEvent.objects.filter(event=EventType.EXAMINATION_READ, actor=nell.pk).exists()


def test_it_counts_sign_ins_failures_lock_outs_and_denied_attempts(
    browser, signed_in, ada, kim, north
):
    with at(WEDNESDAY):
        for kind in (EventType.SIGNED_IN, EventType.SIGNED_IN):
            audit.record(kind, thing=ada, by=ada)
        for kind in (EventType.SIGN_IN_FAILED, EventType.SIGN_IN_FAILED, EventType.SIGN_IN_LOCKED):
            audit.record(kind, thing=ada, by=None, hospital=north)
        audit.record(EventType.SIGN_IN_FAILED, thing=("User", "unknown"), by=None)
        audit.record(EventType.ACCESS_DENIED, thing=("Permission", "trail.read"), by=kim)

    page = page_made(browser)

    assert (page.facts.sign_ins, page.facts.people_signed_in) == (2, 1)
    assert [(row.name, row.times) for row in page.wrong_passwords] == [("Ada Albrecht", 2)]
    assert [(row.name, row.times) for row in page.lock_outs] == [("Ada Albrecht", 1)]
    assert [(row.name, row.what) for row in page.denied] == [("Kim Castellanos", "trail.read")]
    assert page.facts.unknown_names == 1


def test_it_lists_changes_of_rights_by_whom_and_to_whom(browser, root, ada):
    with at(WEDNESDAY):
        grant_role(user=ada, role=Role.CURATOR, by=root)

    page = page_made(browser)

    row = page.changes[0]
    assert (row.event, row.by, row.to) == ("role.granted", "Rut Adminova", "Ada Albrecht")
    assert "curator" in row.said


def test_it_counts_what_left_the_house(browser, signed_in, root):
    with at(WEDNESDAY):
        signed_in(root).get(reverse("front:trail-ndjson"))

    page = page_made(browser)

    assert [(row.name, row.what) for row in page.exports] == [("Rut Adminova", "trail.exported")]


def test_reads_other_than_in_the_weeks_before_are_plain_facts(browser, ada, north):
    reads(ada, north, patients=4, on=WEDNESDAY - dt.timedelta(weeks=2))
    # 22:30 in UTC is half past eleven in the evening in Vienna.
    reads(ada, north, patients=12, on=dt.datetime(2026, 11, 26, 22, 30, tzinfo=dt.UTC))

    page = page_made(browser)

    assert page.unusual == [
        "Ada Albrecht read 12 patients; in the weeks before, at most 4 in one week.",
        "Ada Albrecht read 12 times between 22:00 and 6:00; in the weeks before, never.",
    ]


def test_a_usual_week_is_unremarkable_and_a_new_person_is_compared_with_nothing(
    browser, ada, north
):
    reads(ada, north, patients=3, on=WEDNESDAY - dt.timedelta(weeks=1))
    reads(ada, north, patients=4)
    reads(person("new", "Nia New", north, Role.CLINICIAN), north, patients=1)

    page = page_made(browser)

    assert page.unusual == ["Nia New read 1 patient; there are no earlier weeks to compare with."]
    usual = page.people[0].week
    assert (usual.patients, usual.reads, usual.most_patients_before) == (4, 4, 3)


def test_other_weeks_and_other_hospitals_are_not_counted(browser, ada, oleg, north, south):
    reads(ada, north, patients=1, on=AFTER + dt.timedelta(hours=1))
    reads(oleg, south, patients=5)

    page = page_made(browser)

    assert page.people == []


def test_it_says_what_it_can_not_tell(browser):
    browser.post(MAKE)
    page = browser.get(WEEK).content.decode()

    assert "What this report can’t tell" in page
    assert "it knows people and patients by id only" in page


def chain_of(client, week):
    client.post(reverse("front:week-make", args=[week]))
    return client.get(reverse("front:week", args=[week])).context["page"].facts.chain


def test_the_chain_is_walked_from_the_head_that_was_seen_before_the_week(
    browser, signed_in, nell, ada, north
):
    reads(ada, north, patients=2)
    first = chain_of(browser, "2026-W48")
    with at(AFTER + dt.timedelta(weeks=2)):
        later = chain_of(signed_in(nell), "2026-W50")

    assert (first.first_seq, first.problems) == (1, ())
    assert (later.first_seq, later.problems) == (first.last_seq + 1, ())


def test_every_event_of_a_week_is_walked_whichever_week_is_reported_first(
    signed_in, nell, ada, north
):
    reads(ada, north, patients=2)
    last = AuditEvent.objects.filter(chain=north.pk).latest("seq").seq

    with at(AFTER + dt.timedelta(weeks=1)):
        later, earlier = (chain_of(signed_in(nell), week) for week in ("2026-W49", "2026-W48"))

    assert [(one.first_seq, one.problems) for one in (later, earlier)] == [(1, ()), (1, ())]
    assert min(later.last_seq, earlier.last_seq) >= last


def test_a_head_that_an_earlier_report_saw_and_that_is_gone_is_told(
    browser, signed_in, nell, ada, north
):
    reads(ada, north, patients=2)
    seen = chain_of(browser, "2026-W48").last_seq
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE audit_auditevent DISABLE TRIGGER USER")
        cursor.execute(
            "DELETE FROM audit_auditevent WHERE chain = %s AND seq >= %s", [north.pk, seen]
        )
        cursor.execute("ALTER TABLE audit_auditevent ENABLE TRIGGER USER")

    with at(AFTER + dt.timedelta(weeks=1)):
        problems = chain_of(signed_in(nell), "2026-W49").problems

    assert problems


@pytest.mark.parametrize("change", ["actor = 'x'", "hash = 'x'"])
def test_an_altered_event_is_in_the_next_report(browser, ada, north, change):
    reads(ada, north, patients=2)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE audit_auditevent DISABLE TRIGGER USER")
        cursor.execute(
            f"UPDATE audit_auditevent SET {change} WHERE chain = %s AND seq = 2", [north.pk]
        )
        cursor.execute("ALTER TABLE audit_auditevent ENABLE TRIGGER USER")

    assert page_made(browser).facts.chain.problems


# The signature


def sign(client, note="Looked at reads at night: all on call.", seen=None):
    report = WeekReport.objects.get()
    return client.post(EXAMINE, {"note": note, "seen": seen or report.content_hash})


def test_an_auditor_signs_with_a_note_and_the_week_is_examined(browser, nell):
    browser.post(MAKE)

    answer = sign(browser)

    assert answer.status_code == 302
    signed = Examination.objects.get()
    assert (signed.by, signed.note) == (nell.pk, "Looked at reads at night: all on call.")
    assert AuditEvent.objects.filter(event=EventType.EXAMINATION_SIGNED, actor=nell.pk).exists()
    page = browser.get(WEEK)
    assert [one.name for one in page.context["signatures"]] == ["Nell Audley"]
    assert "I have examined this week" not in page.content.decode()
    assert browser.get(LIST, {"show": "open"}).context["rows"] == []


def test_a_signature_needs_a_note(browser):
    browser.post(MAKE)

    answer = sign(browser, note="  ")

    assert answer.status_code == 422
    assert "Write what you looked at" in answer.content.decode()
    assert not Examination.objects.exists()


def test_what_is_signed_is_what_was_seen_and_once_by_each(browser):
    browser.post(MAKE)

    assert sign(browser, seen="0" * 64).status_code == 409
    assert sign(browser).status_code == 302
    assert sign(browser).status_code == 409
    assert Examination.objects.count() == 1


def test_who_gives_out_roles_does_not_sign_the_examination(browser, signed_in, root):
    browser.post(MAKE)

    assert sign(signed_in(root)).status_code == 403
    assert "I have examined this week" not in signed_in(root).get(WEEK).content.decode()


def test_a_report_that_was_not_made_can_not_be_signed(browser):
    assert browser.post(EXAMINE, {"note": "x", "seen": "0" * 64}).status_code == 404


def test_weeks_to_examine_on_the_start_page_are_as_many_as_in_the_list(browser, north):
    with at(WEDNESDAY - dt.timedelta(weeks=3)):
        make_patient(hospital=north)

    tile = next(one for one in browser.get("/").context["tiles"] if one.name == "weeks")

    listed = browser.get(tile.url)
    assert tile.count == listed.context["total"] == len(listed.context["rows"]) == 4


@pytest.mark.parametrize("week", ["2026-W54", "2026-48", "x", "0000-W01"])
def test_a_week_there_is_not_is_none(browser, week):
    assert browser.get(reverse("front:week", args=[week])).status_code == 404
