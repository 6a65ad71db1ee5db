import re

import pytest
from django.db import OperationalError
from prometheus_client.parser import text_string_to_metric_families

from medreview.accounts.roles import Role
from medreview.audit import jobs as audit_jobs
from medreview.audit.models import AuditEvent
from medreview.server import queries, services
from medreview.server.models import WORKER
from tests.conftest import person

TOKEN = "a long token of the monitoring system"


@pytest.fixture
def up(db: None) -> None:
    services.beat(WORKER)


def figures(client, **headers):
    response = client.get("/metrics", headers=headers)
    assert response.status_code == 200
    families = text_string_to_metric_families(response.content.decode())
    return {
        (one.name, *sorted(one.labels.values())): one.value
        for family in families
        for one in family.samples
    }


def states_of(found) -> dict[str, str]:
    return {
        labels[0] if labels[1] in {"ok", "degraded", "down", "unknown"} else labels[1]: (
            labels[1] if labels[1] in {"ok", "degraded", "down", "unknown"} else labels[0]
        )
        for (name, *labels), value in found.items()
        if name == "medreview_check" and value
    }


@pytest.mark.parametrize("path", ["/health/", "/health/checks/"])
def test_the_page_healthz_and_metrics_say_the_same(client, signed_in, settings, nell, up, path):
    settings.METRICS_TOKEN = TOKEN

    machine = client.get("/healthz").json()
    shown = {row.name: row.state for row in signed_in(nell).get(path).context["rows"]}
    counted = states_of(figures(client, authorization=f"Bearer {TOKEN}"))

    said = {name: check["state"] for name, check in machine["checks"].items()}
    assert shown == said
    assert counted == said | {"all": machine["status"]}


def test_a_silent_worker_is_amber_and_no_outage(client, up, monkeypatch):
    monkeypatch.setattr(queries, "SILENCE_ALLOWED", queries.SILENCE_ALLOWED * 0)

    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json()["status"] == "degraded"


def test_a_part_that_is_down_makes_the_whole_503(client, db):
    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["checks"]["worker"]["state"] == "down"


def test_the_page_works_with_parts_down(signed_in, nell, monkeypatch):
    def gone() -> None:
        raise OperationalError

    monkeypatch.setattr(queries, "_ask_database", gone)

    page = signed_in(nell).get("/health/")

    assert page.status_code == 200
    assert "does not answer" in page.content.decode()


def test_metrics_still_speak_without_a_database(client, settings, monkeypatch):
    def gone() -> None:
        raise OperationalError

    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(queries, "_ask_database", gone)

    found = figures(client, authorization=f"Bearer {TOKEN}")

    assert found["medreview_up",] == 0
    assert ("medreview_queue_tasks",) not in found


def test_metrics_count_runs_and_the_queue(signed_in, nell, up):
    found = figures(signed_in(nell))

    assert found["medreview_runs", "failed"] == 0
    assert found["medreview_queue_tasks",] == 0
    assert found["medreview_imports",] == 0


@pytest.mark.parametrize(
    ("set_to", "sent", "status"),
    [
        (TOKEN, f"Bearer {TOKEN}", 200),
        (TOKEN, "Bearer wrong", 401),
        ("", "Bearer ", 401),
        ("", "Bearer x", 401),
        (TOKEN, "", 302),
        (TOKEN, f"Basic {TOKEN}", 302),
    ],
)
def test_metrics_ask_for_the_token_or_a_person_who_may(client, db, settings, set_to, sent, status):
    settings.METRICS_TOKEN = set_to

    answer = client.get("/metrics", headers={"Authorization": sent} if sent else {})

    assert answer.status_code == status


def test_a_clinician_reads_no_metrics(signed_in, ada):
    assert signed_in(ada).get("/metrics").status_code == 403


def test_no_secret_no_hospital_and_no_patient_is_told(client, signed_in, settings, nell, up):
    settings.METRICS_TOKEN = TOKEN
    settings.EMAIL_HOST_PASSWORD = "hunter2 of the mail server"
    texts = [
        signed_in(nell).get("/health/").content.decode(),
        client.get("/healthz").content.decode(),
        client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode(),
    ]

    for text in texts[:1]:
        assert "MEDREVIEW_METRICS_TOKEN is set" in text
    for text in texts:
        for secret in (TOKEN, "hunter2", settings.SECRET_KEY, str(settings.VAR)):
            assert secret not in text
    for text in texts[1:]:
        assert nell.hospital.name not in text
        assert not re.search(r"\b(hos|pat|usr)_", text)


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.CURATOR])
def test_who_does_not_look_after_the_installation_gets_403(signed_in, north, role):
    assert signed_in(person("x", "X", north, role)).get("/health/").status_code == 403


def test_the_trail_is_not_known_until_it_was_walked_and_then_says_what_was_found(client, up, nell):
    before = client.get("/healthz").json()["checks"]["trail"]
    audit_jobs.verify_chains("")
    after = client.get("/healthz").json()["checks"]["trail"]

    assert before["state"] == "unknown"
    assert after["state"] == "ok"
    assert str(AuditEvent.objects.count()) in after["says"]


def test_a_trail_that_does_not_add_up_is_amber_and_stops_nobodys_work(client, up, nell):
    services.note_result("audit_chains", seen=9, problems=2)

    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json()["checks"]["trail"]["state"] == "degraded"
    assert "does not add up" in answer.json()["checks"]["trail"]["says"]


def test_the_walk_is_asked_for_once_a_day(db, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(audit_jobs, "enqueue_after_commit", lambda name, _id: asked.append(name))

    for _ in range(3):
        audit_jobs.verify_daily()

    assert asked == ["medreview.audit.jobs.verify_chains"]
