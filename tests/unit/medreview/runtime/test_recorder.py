"""Events are gapless, chained and sealed; the database refuses to change them."""

import pytest
from django.db import DatabaseError, connection, transaction

from medreview.common.models import AppendOnlyError
from medreview.patients import sealing
from medreview.runtime import queries
from medreview.runtime.errors import PayloadUnreadable
from medreview.runtime.events import MissesNoted, StageBroke
from medreview.runtime.replay import chain_problems, differences
from tests.factories.runtime import make_run, record

pytestmark = pytest.mark.django_db


def test_every_event_takes_the_next_place_on_the_one_before():
    run = make_run()

    for count in range(3):
        record(run, MissesNoted(count=count))

    events = queries.timeline(run)
    assert [event.seq for event in events] == [1, 2, 3, 4]
    assert [event.previous_hash for event in events[1:]] == [event.hash for event in events[:-1]]
    run.refresh_from_db()
    assert (run.last_seq, run.head_hash) == (4, events[-1].hash)


def test_a_payload_is_sealed_and_its_header_says_nothing_of_it():
    run = make_run()

    event = record(run, StageBroke(stage="plan", error="KeyError", payload={"reason": "canary"}))

    assert b"canary" not in bytes(event.payload)
    assert "canary" not in str(event.header)
    assert queries.payload_of(event, run) == {"reason": "canary"}


def test_a_payload_does_not_open_in_another_place():
    run = make_run()
    first = record(run, StageBroke(stage="plan", error="KeyError", payload={"reason": "one"}))
    second = record(run, StageBroke(stage="plan", error="KeyError", payload={"reason": "two"}))

    second.payload = first.payload

    with pytest.raises(PayloadUnreadable):
        queries.payload_of(second, run)


def test_the_chain_still_verifies_after_the_key_is_destroyed():
    run = make_run()
    event = record(run, StageBroke(stage="plan", error="KeyError", payload={"reason": "gone"}))

    sealing.destroy_key(run.patient, by=None)

    run.refresh_from_db()
    assert chain_problems(run) == []
    with pytest.raises(PayloadUnreadable):
        queries.payload_of(event, run)


def check_constraints_now():
    """A table with constraints that wait for the end of the transaction can't be altered."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE runtime_runevent SET kind = 'other'",
        "DELETE FROM runtime_runevent",
        "TRUNCATE runtime_runevent",
    ],
)
def test_the_database_refuses_to_change_an_event(sql):
    make_run()
    check_constraints_now()

    refused = pytest.raises(DatabaseError, match="never changed")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_the_code_refuses_to_change_an_event():
    event = make_run().events.get()

    with pytest.raises(AppendOnlyError):
        event.save()
    with pytest.raises(AppendOnlyError):
        event.delete()


@pytest.fixture
def tamper():
    """Runs SQL the way somebody would who owns the tables."""

    def execute(sql, *values):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE runtime_runevent DISABLE TRIGGER USER")
            cursor.execute(sql, values)
            cursor.execute("ALTER TABLE runtime_runevent ENABLE TRIGGER USER")

    return execute


def _three_events():
    run = make_run()
    record(run, MissesNoted(count=1))
    record(run, MissesNoted(count=2))
    run.refresh_from_db()
    check_constraints_now()
    return run


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (
            """UPDATE runtime_runevent SET header = '{"count": 7}' WHERE run_id = %s AND seq = 2""",
            "not what was recorded",
        ),
        (
            "UPDATE runtime_runevent SET payload = 'x' WHERE run_id = %s AND seq = 1",
            "not what was recorded",
        ),
        (
            "UPDATE runtime_runevent SET at = at + interval '1 s' WHERE run_id = %s AND seq = 2",
            "not what was recorded",
        ),
        ("DELETE FROM runtime_runevent WHERE run_id = %s AND seq = 2", "event 2 is missing"),
        ("DELETE FROM runtime_runevent WHERE run_id = %s AND seq = 3", "counts 3 events"),
        ("DELETE FROM runtime_runevent WHERE run_id = %s", "counts 3 events"),
        (
            "UPDATE runtime_runevent SET seq = CASE seq WHEN 2 THEN 20 ELSE 2 END"
            " WHERE run_id = %s AND seq IN (2, 3)",
            "not what was recorded",
        ),
    ],
)
def test_an_edit_a_hole_a_cut_tail_and_a_swap_show(tamper, sql, said):
    run = _three_events()

    tamper(sql, run.pk)

    assert said in " ".join(differences(run))


def test_an_event_moved_to_another_run_shows(tamper):
    run, other = _three_events(), _three_events()

    tamper("DELETE FROM runtime_runevent WHERE run_id = %s AND seq = 3", run.pk)
    tamper(
        "UPDATE runtime_runevent SET run_id = %s WHERE run_id = %s AND seq = 3", run.pk, other.pk
    )

    assert "event 3 does not stand on the event before it" in chain_problems(run)
