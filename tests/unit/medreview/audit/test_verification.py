import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from medreview.accounts.models import Hospital
from medreview.audit import queries
from medreview.audit.chain import START, hash_of
from medreview.audit.event_types import EventType
from medreview.audit.services import record
from tests.factories.accounts import make_hospital

pytestmark = pytest.mark.django_db


def as_owner(*statements: str) -> None:
    """What somebody who owns the tables can do: take the trigger away, change, put it back."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE audit_auditevent DISABLE TRIGGER USER")
        for statement in statements:
            cursor.execute(statement)
        cursor.execute("ALTER TABLE audit_auditevent ENABLE TRIGGER USER")


def a_trail(events: int = 5) -> str:
    hospital = make_hospital()
    for number in range(events - 1):
        record(
            EventType.PATIENTS_LISTED,
            thing=hospital,
            by=None,
            hospital=hospital,
            counts={"patients": number},
        )
    return hospital.pk


def re_hash(chain: str) -> None:
    previous = START
    for event in list(queries.in_order(chain)):
        fresh = hash_of(seq=event.seq, header=event.header(), previous_hash=previous)
        as_owner(
            f"UPDATE audit_auditevent SET previous_hash='{previous}', hash='{fresh}' "
            f"WHERE id='{event.pk}'"
        )
        previous = fresh


def verify(*arguments: str) -> tuple[int, dict[str, Any]]:
    out = StringIO()
    try:
        call_command("verify_audit", "--json", *arguments, stdout=out, stderr=StringIO())
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
    return code, json.loads(out.getvalue())


def test_a_true_trail_adds_up():
    before = queries.count()
    a_trail(events=5)

    code, found = verify()

    assert code == 0
    assert found == {"events": before + 5, "chain_ok": True, "journal_ok": None, "problems": []}


@pytest.mark.parametrize(
    ("attack", "problem"),
    [
        ("UPDATE audit_auditevent SET actor='usr_x' WHERE seq=2", "event 2 is not what was"),
        ("DELETE FROM audit_auditevent WHERE seq=3", "event 3 is missing"),
        ("DELETE FROM audit_auditevent WHERE seq=1", "event 1 is missing"),
        (
            "UPDATE audit_auditevent SET seq=99 WHERE seq=2;"
            "UPDATE audit_auditevent SET seq=2 WHERE seq=3;"
            "UPDATE audit_auditevent SET seq=3 WHERE seq=99",
            "event 2 is not what was recorded",
        ),
    ],
    ids=["edit", "delete", "delete the first", "reorder"],
)
def test_an_attack_is_named_and_ends_with_1(attack, problem):
    chain = a_trail()
    as_owner(attack)

    code, found = verify()

    assert code == 1
    assert found["chain_ok"] is False
    assert any(line.startswith(f"{chain}: {problem}") for line in found["problems"])


def test_a_cut_tail_shows_against_an_anchor(tmp_path):
    chain, heads = a_trail(), str(tmp_path / "heads.jsonl")
    verify("--anchor", heads)
    as_owner(f"DELETE FROM audit_auditevent WHERE seq >= 4 AND chain = '{chain}'")

    code, found = verify("--anchor", heads)

    assert verify()[0] == 0
    assert code == 1
    assert found["problems"] == [f"{chain}: event 5 was there when it was anchored and is gone"]


def test_a_trail_that_is_gone_altogether_shows_against_an_anchor(tmp_path):
    chain, heads = a_trail(), str(tmp_path / "heads.jsonl")
    verify("--anchor", heads)
    as_owner("DELETE FROM audit_auditevent")

    code, found = verify("--anchor", heads)

    assert code == 1
    assert f"{chain}: event 5 was there when it was anchored and is gone" in found["problems"]


def test_a_trail_hashed_anew_shows_against_an_anchor(tmp_path):
    chain, heads = a_trail(), str(tmp_path / "heads.jsonl")
    verify("--anchor", heads)
    as_owner(f"UPDATE audit_auditevent SET actor='usr_x' WHERE seq=2 AND chain = '{chain}'")
    re_hash(chain)

    code, found = verify("--anchor", heads)

    assert verify()[0] == 0
    assert code == 1
    assert found["problems"] == [f"{chain}: event 5 has another hash than when it was anchored"]


def test_an_anchor_file_grows_with_the_trail_and_only_then(tmp_path):
    path = tmp_path / "heads.jsonl"
    chain = a_trail(events=2)
    for _ in range(2):
        verify("--anchor", str(path))
    hospital = Hospital.objects.get(pk=chain)
    record(EventType.PATIENTS_LISTED, thing=hospital, by=None, hospital=hospital)

    code, _found = verify("--anchor", str(path))

    kept = [json.loads(line) for line in path.read_text().splitlines()]
    assert code == 0
    assert [line["seq"] for line in kept if line["chain"] == chain] == [2, 3]


def test_an_anchor_that_was_rewritten_is_a_problem_too(tmp_path):
    path = tmp_path / "heads.jsonl"
    a_trail()
    verify("--anchor", str(path))
    first, *rest = path.read_text().splitlines(keepends=True)
    path.write_text("".join([first.replace('"seq":', '"seq":1'), *rest]))

    code, found = verify("--anchor", str(path))

    assert code == 1
    assert found["problems"] == ["line 1 of the anchor file was changed or is not one of ours"]


def test_events_are_counted_over_all_chains():
    before = queries.count()
    a_trail(events=3)
    a_trail(events=2)

    _code, found = verify()

    assert found["events"] == before + 5
