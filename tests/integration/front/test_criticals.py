"""Critical values on every page, in lists that say one number, and on a page of their own."""

import datetime as dt
from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from analysis.escalation import queries, services
from analysis.pipeline.models import AlertState, CriticalAlert
from analysis.review.services import signing
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import Unavailable
from medreview.fhir.models import Resource
from tests.conftest import person
from tests.factories.escalation import (
    raise_critical,
    reachable,
    set_timetable,
    to_person,
    to_reviewer,
    to_team,
)
from tests.factories.patients import make_patient
from tests.factories.pipeline import Alarms, Plans, Reads, make_finished, small_plan
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db

STRIP = 'data-testid="criticals-strip"'
PAGES = ("/", "/patients/", "/reviews/", "/runs/", "/graph/", "/settings/", "/waiting/criticals/")


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


def rows_of(client: Client, listing: str = "open") -> list[str]:
    answer = client.get(reverse("front:criticals"), {"list": listing})
    return [row.id for row in answer.context["rows"]]


def answer(alert: CriticalAlert, by: User) -> None:
    signing.acknowledge(
        alert=alert,
        told="Dr Orlov, ward 3",
        told_at=now(),
        read_back="Potassium 6.9",
        version=alert.version,
        by=by,
    )


# The strip


def test_it_stands_on_every_page_of_those_who_may_answer_and_names_nobody(
    client: Client, ada: User
) -> None:
    alert = raise_critical(by=ada)
    family = alert.patient.family
    pages = {path: client.get(path).content.decode() for path in PAGES}
    pages["review"] = client.get(
        reverse("review:analysis-detail", args=[make_review(by=ada).pk])
    ).content.decode()

    strips = {path: part_of(page) for path, page in pages.items()}

    assert all(
        "2 critical values wait" in strip or "1 critical value waits" in strip
        for strip in strips.values()
    )
    assert all(family not in strip and "6.9" not in strip for strip in strips.values())
    assert all(reverse("front:criticals") in strip for strip in strips.values())


def part_of(page: str) -> str:
    assert page.count(STRIP) == 1
    return page.split(STRIP)[1].split("</section>")[0]


@pytest.mark.parametrize("role", [Role.CURATOR, Role.AUDITOR, Role.ADMIN])
def test_it_is_on_no_page_of_those_who_may_not(
    signed_in: Callable[[User], Client], north: Hospital, ada: User, role: Role
) -> None:
    raise_critical(by=ada)
    browser = signed_in(person("x", "X", north, role))

    assert STRIP not in browser.get("/").content.decode()
    assert browser.get(reverse("front:criticals-strip")).status_code == 403


def test_it_counts_another_hospitals_values_for_nobody_here(
    client: Client, south: Hospital
) -> None:
    raise_critical(by=None, hospital=south)

    page = client.get("/").content.decode()

    assert "waiting-strip" not in page
    assert STRIP in page  # and asks again


def test_its_poll_keeps_nobody_signed_in_and_reads_nothing(client: Client, ada: User) -> None:
    raise_critical(by=ada)
    client.get("/")
    before = client.session["seen"] if "seen" in client.session else dict(client.session)
    readings = AuditEvent.objects.count()

    with time_machine.travel(now() + dt.timedelta(minutes=10), tick=False):
        part = client.get(reverse("front:criticals-strip"), headers={"HX-Request": "true"})

    after = client.session["seen"] if "seen" in client.session else dict(client.session)
    assert "1 critical value waits" in part.content.decode()
    assert (before, readings) == (after, AuditEvent.objects.count())


def test_it_is_one_question_more(
    client: Client, ada: User, django_assert_num_queries: Callable[..., object]
) -> None:
    raise_critical(by=ada)
    assert ada.permissions, ada.hospital  # a page has asked for them already

    with django_assert_num_queries(1):
        queries.waiting_for(ada)


# The lists


def test_tile_strip_tab_and_list_say_the_same_number(client: Client, ada: User) -> None:
    first, second = raise_critical(by=ada), raise_critical(by=ada)
    doubled = raise_critical(by=ada)
    CriticalAlert.objects.filter(pk=doubled.pk).update(patient=first.patient)

    home = client.get("/")
    listed = client.get(reverse("front:criticals"))
    found = {
        "tile": next(tile.count for tile in home.context["tiles"] if tile.name == "criticals"),
        "strip": home.context["criticals_strip"]["waiting"].count,
        "tab": next(tab.count for tab in listed.context["tabs"] if tab.current),
        "patients": sum(row.open_criticals for row in client.get("/patients/").context["rows"]),
    }

    assert rows_of(client) == [first.pk, second.pk]
    assert set(found.values()) == {2}


def test_overdue_says_who_was_called_at_which_step_and_what_came_of_it(
    client: Client, ada: User, north: Hospital
) -> None:
    ben = reachable("ben", north)
    nobody = person("zoe", "Zoe Zander", north, Role.CLINICIAN)
    steps = to_reviewer(0), to_team(10, north, [ben, nobody]), to_person(20, nobody)
    set_timetable(north, *steps)
    alert = raise_critical(by=ada)
    with time_machine.travel(now() + dt.timedelta(minutes=21), tick=False):
        services.escalate()

        page = client.get(reverse("front:criticals"), {"list": "overdue"}).content.decode()
        listed = rows_of(client, "overdue")

    assert listed == [alert.pk]
    assert "After 0 minutes: the reviewer" in page
    assert "After 10 minutes: team Team after 10" in page
    assert "Ben: being sent" in page
    assert "Zoe Zander: could not be reached: no e-mail address is known" in page
    assert "1 overdue" in page


def test_an_answer_moves_a_value_to_the_list_of_answers(client: Client, ada: User) -> None:
    alert = raise_critical(by=ada)
    answer(alert, ada)

    lists = {name: rows_of(client, name) for name in ("open", "overdue", "answered", "withdrawn")}

    assert lists == {"open": [], "overdue": [], "answered": [alert.pk], "withdrawn": []}


def test_a_withdrawn_value_says_so_and_never_just_vanishes(client: Client, ada: User) -> None:
    alert = raise_critical(by=ada)
    CriticalAlert.objects.filter(pk=alert.pk).update(state=AlertState.WITHDRAWN)

    page = client.get(reverse("front:critical", args=[alert.pk])).content.decode()
    address = reverse("review:acknowledge", args=[alert.analysis_id, alert.pk])
    dialog = client.get(address).content.decode()

    assert rows_of(client, "withdrawn") == [alert.pk]
    assert "Withdrawn: a later analysis found" in page
    assert "Acknowledge" not in page
    assert "there is nothing to answer for" in dialog
    assert 'id="acknowledge-send"' not in dialog


@pytest.mark.parametrize(
    ("status", "says"),
    [
        ("entered-in-error", "The record counts this result no more."),
        ("final", "A newer version of this result has come since."),
        ("", "its source took it back"),
    ],
)
def test_an_open_value_says_what_its_record_says_of_it_now(
    client: Client, ada: User, status: str, says: str
) -> None:
    alert = make_review(by=ada, key="hargreaves").alerts.get()
    current = Resource.objects.get(
        patient=alert.patient, fhir_id=alert.result.partition("/")[2], current=True
    )
    if status:
        raw = current.raw.replace('"status":"final"', f'"status":"{status}"').replace(
            '"status": "final"', f'"status": "{status}"'
        )
        Resource.objects.filter(pk=current.pk).update(raw=raw, version=current.version + 1)
    else:
        Resource.objects.filter(pk=current.pk).update(current=False)

    page = client.get(reverse("front:criticals")).content.decode()

    assert says in page
    assert rows_of(client) == [alert.pk]


def test_a_value_of_a_failed_analysis_waits_and_is_answered_like_any_other(
    client: Client, ada: User
) -> None:
    broken = small_plan(Reads(), Alarms(), Plans(broken_by=Unavailable("Gone.")))
    analysis = make_finished(patient=make_patient(hospital=ada.hospital), by=ada, plan=broken)
    alert = analysis.alerts.get()
    url = reverse("review:acknowledge", args=[analysis.pk, alert.pk])

    page = client.get(reverse("front:criticals")).content.decode()
    dialog = client.get(url, headers={"HX-Request": "true"}).content.decode()
    said = {"told": "Dr Orlov", "read_back": "Potassium 6.9", "version": 1}
    shown = "http://testserver/waiting/criticals/?list=overdue"
    sent = client.post(
        url,
        said | {"told_at": dialog.split('name="told_at"')[1].split('value="')[1].split('"')[0]},
        headers={"HX-Request": "true", "HX-Current-URL": shown},
    )

    assert "Its analysis failed after the value was raised." in page
    assert sent["HX-Redirect"] == "/waiting/criticals/?list=overdue"
    assert rows_of(client) == []


def test_pages_follow_one_another_without_a_gap_while_the_list_changes(
    client: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "PAGE_SIZE", 2)
    alerts = [raise_critical(by=ada) for _ in range(5)]

    first = client.get(reverse("front:criticals"))
    answer(alerts[1], ada)
    second = client.get(first.context["older_url"])
    third = client.get(second.context["older_url"])

    seen = [[row.id for row in page.context["rows"]] for page in (first, second, third)]
    assert [one for page in seen for one in page] == [alert.pk for alert in alerts]
    assert third.context["older_url"] is None
    assert client.get(reverse("front:criticals"), {"after": "alt_none"}).status_code == 200


# The page of one


def test_the_page_of_one_shows_the_answer_and_every_step(
    client: Client, ada: User, north: Hospital
) -> None:
    set_timetable(north, to_reviewer(0))
    alert = raise_critical(by=ada)
    services.escalate()
    answer(alert, ada)

    page = client.get(reverse("front:critical", args=[alert.pk])).content.decode()

    assert "Ada Albrecht answered for it: Dr Orlov, ward 3 was told" in page
    assert "After 0 minutes: the reviewer" in page
    assert AuditEvent.objects.filter(event="critical.read", patient=alert.patient_id).count() == 1
