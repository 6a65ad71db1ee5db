"""Only confirmed facts are read, each thing once, and the past only where it is asked for."""

import datetime as dt

import pytest

from memory.facts import fold
from memory.read_path.route import Route, Task, route_of
from memory.read_path.select import select
from memory.vocabulary import EventKind, SectionKey, Status
from memory.write_path.reconcile import Known
from tests.factories.memory import DAY, body, confirmed, event, known

NOW = DAY + dt.timedelta(days=10)
THERAPY, HISTORY = route_of(Task.CURRENT_THERAPY), route_of(Task.HISTORY)


def after(*kinds: EventKind) -> Known:
    state = fold([event(EventKind.MENTIONED), *(event(kind, day=1) for kind in kinds)])
    assert state is not None
    return Known("fact-1", state)


def names(selected) -> list[str]:
    return [one.state.body.name for one in selected]


@pytest.mark.parametrize(
    "kinds",
    [
        (),
        (EventKind.CONFIRMED, EventKind.WITHDRAWN),
        (EventKind.CONFIRMED, EventKind.EXPIRED),
    ],
)
@pytest.mark.parametrize("route", [THERAPY, HISTORY])
def test_what_is_unconfirmed_withdrawn_or_expired_is_never_read(kinds, route):
    assert select([after(*kinds)], route, now=NOW) == ()


def test_a_finished_course_is_left_out_of_the_present_and_comes_in_for_the_past():
    stopped = known(body(status=Status.STOPPED))

    assert select([stopped], THERAPY, now=NOW) == ()
    assert names(select([stopped], HISTORY, now=NOW)) == ["metformin"]


def test_what_was_not_heard_of_for_too_long_is_past():
    later = DAY + dt.timedelta(days=400)

    assert names(select([known(body())], THERAPY, now=NOW)) == ["metformin"]
    assert select([known(body())], THERAPY, now=later) == ()


def test_an_allergy_never_becomes_past_by_its_age():
    allergy = known(body("penicillin", section=SectionKey.ALLERGIES))
    decades_later = DAY + dt.timedelta(days=20_000)

    assert names(select([allergy], THERAPY, now=decades_later)) == ["penicillin"]


def test_one_thing_of_two_facts_is_read_once_and_names_both():
    two = [known(body(), "fact-1"), Known("fact-2", confirmed(body(), day=3))]

    (one,) = select(two, THERAPY, now=NOW)

    assert one.facts == ("fact-1", "fact-2")


def test_sections_come_in_the_order_of_the_route():
    facts = [known(body(), "m"), known(body("latex", section=SectionKey.ALLERGIES), "a")]

    assert names(select(facts, THERAPY, now=NOW)) == ["latex", "metformin"]
    assert select(facts, Route((SectionKey.SURGERIES,), with_past=True), now=NOW) == ()
