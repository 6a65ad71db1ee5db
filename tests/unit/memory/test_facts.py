"""A fact is the fold of its events, readable as of any moment."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from memory.facts import as_of, fold
from memory.values import Code, When
from memory.vocabulary import EventKind, Experiencer, SectionKey, Stance, Status
from tests.factories.memory import DAY, body, event, words

LATER = [kind for kind in EventKind if kind is not EventKind.MENTIONED]


def of_kind(kind: EventKind, day: int):
    changed = {"body": body(fields={"indication": f"said on day {day}"})}
    return event(kind, day=day, **(changed if kind in _BODIED else {}))


_BODIED = {EventKind.CHANGED, EventKind.CORRECTED}
HISTORIES = st.lists(st.sampled_from(LATER), max_size=8).map(
    lambda kinds: [
        event(EventKind.MENTIONED),
        *(of_kind(kind, day) for day, kind in enumerate(kinds, start=1)),
    ]
)


def test_what_was_only_mentioned_is_read_by_nobody():
    state = fold([event(EventKind.MENTIONED)])

    assert state is not None
    assert not state.may_be_read


def test_a_confirmed_fact_is_read_and_knows_who_confirmed_it():
    state = fold([event(EventKind.MENTIONED), event(EventKind.CONFIRMED, day=1, by="usr-9")])

    assert state is not None
    assert state.may_be_read
    assert (state.confirmed_by, state.confirmed_at) == ("usr-9", DAY + dt.timedelta(days=1))


def test_said_again_its_words_are_kept_and_what_it_says_stays():
    again = event(EventKind.MENTIONED, day=2, body=body("Metformin XR"), words=words("again"))

    state = fold([event(EventKind.MENTIONED), event(EventKind.CONFIRMED, day=1), again])

    assert state is not None
    assert state.body.name_raw == "metformin"
    assert [one.text for one in state.sources] == ["I take metformin", "again"]


def test_a_stopped_medicine_is_stopped_and_a_condition_that_ended_is_resolved():
    asthma = body("asthma", section=SectionKey.CHRONIC_CONDITIONS)
    ends = [event(EventKind.CONFIRMED, day=1), event(EventKind.STOPPED, day=2)]

    medicine = fold([event(EventKind.MENTIONED), *ends])
    condition = fold([event(EventKind.MENTIONED, body=asthma), *ends])

    assert medicine is not None
    assert medicine.body.status is Status.STOPPED
    assert condition is not None
    assert condition.body.status is Status.RESOLVED


def test_a_withdrawn_fact_is_a_tombstone_that_nothing_brings_back():
    history = [event(EventKind.MENTIONED), event(EventKind.CONFIRMED, day=1)]
    history += [event(EventKind.WITHDRAWN, day=2), event(EventKind.CONFIRMED, day=3)]

    state = fold(history)

    assert state is not None
    assert state.is_withdrawn
    assert not state.may_be_read


def test_an_expired_fact_is_read_again_once_somebody_confirms_it():
    history = [event(EventKind.MENTIONED), event(EventKind.CONFIRMED, day=1)]

    expired = fold([*history, event(EventKind.EXPIRED, day=2)])
    renewed = fold([*history, event(EventKind.EXPIRED, day=2), event(EventKind.CONFIRMED, day=3)])

    assert expired is not None
    assert renewed is not None
    assert (expired.may_be_read, renewed.may_be_read) == (False, True)


def test_a_denied_fact_is_absent_and_its_history_has_the_old_one():
    history = [event(EventKind.MENTIONED), event(EventKind.CONFIRMED, day=1)]
    history.append(event(EventKind.NEGATED, day=5))

    now = fold(history)
    before = as_of(history, recorded=DAY + dt.timedelta(days=4))

    assert now is not None
    assert before is not None
    assert (now.body.stance, before.body.stance) == (Stance.ABSENT, Stance.PRESENT)


def test_on_an_earlier_day_a_later_stop_has_not_happened():
    history = [event(EventKind.MENTIONED), event(EventKind.CONFIRMED, day=1)]
    history.append(event(EventKind.STOPPED, day=9, ended=When.of_day(dt.date(2026, 2, 1))))

    then = as_of(history, clinical=dt.date(2026, 1, 15))
    now = as_of(history, clinical=dt.date(2026, 3, 15))

    assert then is not None
    assert now is not None
    assert (then.body.status, now.body.status) == (Status.UNKNOWN, Status.STOPPED)


@given(HISTORIES)
def test_confirming_twice_changes_only_who_did_it_last(history):
    again = history[-1].at
    once = fold([*history, event(EventKind.CONFIRMED).model_copy(update={"at": again})])
    twice = fold([*history, *[event(EventKind.CONFIRMED).model_copy(update={"at": again})] * 2])

    assert once == twice


@given(HISTORIES, st.integers(min_value=0, max_value=9))
def test_as_of_a_moment_is_the_fold_of_what_was_recorded_by_then(history, day):
    moment = DAY + dt.timedelta(days=day)

    assert as_of(history, recorded=moment) == fold(one for one in history if one.at <= moment)


@given(HISTORIES)
def test_no_event_makes_a_fact_disappear(history):
    state = fold(history)

    assert state is not None
    assert state.sources


@given(HISTORIES)
def test_events_are_the_same_after_they_were_stored(history):
    stored = [type(one).model_validate_json(one.as_text()) for one in history]

    assert fold(stored) == fold(history)


def test_what_a_relative_has_is_family_history_and_nothing_else():
    with pytest.raises(ValidationError):
        body("asthma", section=SectionKey.DIAGNOSES, experiencer=Experiencer.RELATIVE)
    with pytest.raises(ValidationError):
        body("asthma", section=SectionKey.FAMILY_HISTORY, fields={"relation": "mother"})


def test_fields_are_those_of_the_section():
    with pytest.raises(ValidationError):
        body(fields={"relation": "mother"})


def test_only_the_absence_of_a_whole_section_can_be_said():
    with pytest.raises(ValidationError):
        body("allergies", section=SectionKey.ALLERGIES, whole=True)


def test_the_first_word_of_a_fact_may_lie_after_the_day_asked_for():
    history = [
        event(EventKind.MENTIONED, body=body(clinical=When.of_year(2025))),
        event(EventKind.CONFIRMED, day=1),
    ]

    assert as_of(history, clinical=dt.date(2020, 1, 1)) is None


def test_a_code_has_no_spaces():
    with pytest.raises(ValidationError):
        Code(system="http://www.nlm.nih.gov/research/umls/rxnorm", code="68 09")
