import pytest

from medreview.audit.event_types import EventType
from medreview.audit.kinds import ALERTS, Look, Outcome, look_of, looks, outcome_of, that_ended


@pytest.mark.parametrize(
    ("event", "look"),
    [
        ("patient.read", Look.READ),
        ("run.payload_read", Look.READ),
        ("analysis.record_read", Look.READ),
        ("report.printed", Look.PRINTED),
        ("patient.refused", Look.REFUSED),
        ("analysis.exported", Look.EXPORTED),
        ("session.refused", None),
        ("token.refused", None),
        ("finding.decided", None),
        ("patient.listed", None),
    ],
)
def test_an_event_is_a_look_by_what_its_name_says(event, look):
    assert look_of(event) is look


def test_a_kind_of_event_that_is_new_tomorrow_is_sorted_too():
    assert look_of("letter.printed") is Look.PRINTED
    assert outcome_of("letter.printed") is Outcome.DONE
    assert outcome_of("letter.refused") is Outcome.REFUSED


def test_looks_are_names_of_events_there_are():
    names = {kind.value for kind in EventType}

    assert EventType.PATIENT_READ in looks()
    assert looks(Look.READ) < looks() <= names


def test_every_alert_is_a_refusal_and_a_wrong_password_alone_is_none():
    assert that_ended(Outcome.REFUSED) > ALERTS
    assert EventType.SIGN_IN_FAILED not in ALERTS


def test_every_event_ended_in_one_way():
    refused, failed, done = (
        that_ended(way) for way in (Outcome.REFUSED, Outcome.FAILED, Outcome.DONE)
    )

    assert {"session.refused", "session.locked", "access.denied", "token.refused"} < refused
    assert failed == {"run.failed", "message.failed", "graph_import.failed"}
    assert len(refused) + len(failed) + len(done) == len(EventType)
