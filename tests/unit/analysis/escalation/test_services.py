"""An unanswered value is brought to one person after the other, each of them once."""

import datetime as dt
from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
import time_machine
from django.core import mail as outbox

from analysis.escalation import queries, services, webhooks
from analysis.escalation.models import DeliveryAttempt, EscalationStepTaken, Message
from analysis.pipeline.models import AlertState, CriticalAlert
from analysis.review.services import signing
from analysis.worklist.services import assign
from medreview.accounts.models import Hospital, User
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.mail import MailUnreachable
from tests.factories.escalation import (
    raise_critical,
    reachable,
    set_timetable,
    to_person,
    to_reviewer,
    to_team,
)

pytestmark = pytest.mark.django_db

START = dt.datetime(2026, 11, 30, 8, 0, tzinfo=dt.UTC)
Clock = Callable[[int], None]


@pytest.fixture
def clock() -> Iterator[Clock]:
    """``clock(15)`` puts the clock a quarter of an hour after the start."""
    with time_machine.travel(START, tick=False) as traveller:
        yield lambda minutes: traveller.move_to(START + dt.timedelta(minutes=minutes))


@pytest.fixture
def beat(django_capture_on_commit_callbacks: Callable[..., object]) -> Callable[[], list[str]]:
    """One beat of the guard, with all that its workers do; whom e-mail went to."""

    def of() -> list[str]:
        before = len(outbox.outbox)
        with django_capture_on_commit_callbacks(execute=True):
            services.escalate()
        for _ in range(10):  # what a worker leaves is the next one's
            with django_capture_on_commit_callbacks(execute=True):
                if not services.hand_out():
                    break
        # Of what is due at one moment neither is the first.
        return sorted(message.to[0] for message in outbox.outbox[before:])

    return of


def answer(alert: CriticalAlert, by: User) -> None:
    signing.acknowledge(
        alert=alert,
        told="Dr Orlov",
        told_at=now(),
        read_back="Potassium 6.9",
        version=alert.version,
        by=by,
    )


def test_a_value_goes_from_the_reviewer_to_the_team_to_the_named_person(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada, ben, cas, dora = (reachable(name, north) for name in ("ada", "ben", "cas", "dora"))
    set_timetable(north, to_reviewer(0), to_team(15, north, [ben, cas]), to_person(30, dora))
    alert = raise_critical(by=ada)

    told = {}
    for minute in (0, 1, 14, 15, 16, 29, 30, 31, 600):
        clock(minute)
        told[minute] = beat()

    assert {minute: people for minute, people in told.items() if people} == {
        0: ["ada@hospital.test"],
        15: ["ben@hospital.test", "cas@hospital.test"],
        30: ["dora@hospital.test"],
    }
    assert [step.to for step in alert.steps.all()] == ["reviewer", "team", "person"]
    events = AuditEvent.objects.filter(event="critical.escalated").order_by("seq")
    assert [(event.detail["to"], event.counts["mailed"]) for event in events] == [
        ("reviewer", 1),
        ("team", 2),
        ("person", 1),
    ]
    assert AuditEvent.objects.filter(event="message.sent").count() == 4


def test_an_answer_ends_the_chase_at_once(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada, ben = reachable("ada", north), reachable("ben", north)
    set_timetable(north, to_reviewer(0), to_person(15, ben))
    alert = raise_critical(by=ada)
    beat()
    answer(alert, ada)

    clock(60)

    assert beat() == []
    assert alert.steps.count() == 1


def test_a_message_that_an_answer_overtakes_is_not_sent(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    alert = raise_critical(by=ada)
    services.take_step(alert.pk, to_reviewer(0))
    answer(alert, ada)

    sent = beat()

    assert sent == []
    assert Message.objects.get().state == "dropped"
    assert AuditEvent.objects.filter(event="message.dropped").count() == 1


def test_the_reviewer_is_who_holds_the_analysis_else_who_asked_for_it(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada, ben = reachable("ada", north), reachable("ben", north)
    set_timetable(north, to_reviewer(0))
    asked, held = raise_critical(by=ada), raise_critical(by=ada)
    assign(analysis=held.analysis, to=ben, by=ada)
    nobodys = raise_critical(by=None, hospital=north)

    assert sorted(beat()) == ["ada@hospital.test", "ben@hospital.test"]
    assert [alert.steps.get().messages.count() for alert in (asked, held, nobodys)] == [1, 1, 0]


def test_a_step_taken_is_never_taken_again_whatever_the_timetable_becomes(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada, ben = reachable("ada", north), reachable("ben", north)
    set_timetable(north, to_reviewer(0))
    alert = raise_critical(by=ada)
    beat()

    set_timetable(north, to_reviewer(0), to_person(5, ben))
    clock(6)

    assert beat() == ["ben@hospital.test"]
    assert services.take_step(alert.pk, to_reviewer(0)) is None


@pytest.mark.parametrize(
    ("reason", "spoil"),
    [
        ("no_address", lambda user, settings: setattr(user, "email", "")),
        ("deactivated", lambda user, settings: setattr(user, "is_active", False)),
        ("may_not_answer", lambda user, settings: user.grants.all().delete()),
        ("no_base_url", lambda user, settings: setattr(settings, "BASE_URL", "")),
        (
            "no_email_configured",
            lambda user, settings: setattr(
                settings, "EMAIL_BACKEND", "django.core.mail.backends.dummy.EmailBackend"
            ),
        ),
    ],
)
def test_who_cant_be_reached_is_named_with_the_reason(
    clock: Clock,
    beat: Callable[[], list[str]],
    north: Hospital,
    settings: object,
    reason: str,
    spoil: Callable[[User, object], None],
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    raise_critical(by=ada)
    spoil(ada, settings)
    ada.save()

    sent = beat()

    message = Message.objects.get()
    assert sent == []
    assert (message.person, message.state, message.reason) == (ada, "failed", reason)
    assert [(row.number, row.reason) for row in message.tries.all()] == [(0, reason)]


def test_a_value_two_analyses_raised_is_chased_once_and_answered_once(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    first, second = raise_critical(by=ada), raise_critical(by=ada)
    CriticalAlert.objects.filter(pk=second.pk).update(patient=first.patient)

    assert beat() == ["ada@hospital.test"]
    answer(CriticalAlert.objects.get(pk=second.pk), ada)

    states = set(CriticalAlert.objects.values_list("state", flat=True))
    assert states == {AlertState.ACKNOWLEDGED}


def test_an_alert_on_a_value_that_was_answered_for_calls_nobody_and_is_never_overdue(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    first, second = raise_critical(by=ada), raise_critical(by=ada)
    answer(first, ada)
    CriticalAlert.objects.filter(pk=second.pk).update(patient=first.patient)

    clock(600)

    assert beat() == []
    assert list(queries.open_criticals_for(ada)) == [second]
    assert (queries.waiting_for(ada).count, queries.waiting_for(ada).overdue) == (1, 0)


def test_a_value_is_overdue_after_the_last_step_or_the_hospitals_time(
    clock: Clock, north: Hospital
) -> None:
    ada = reachable("ada", north)
    alert = raise_critical(by=ada)

    found = {}
    for steps, critical_due in (((0,), 60), ((0, 30), 60), ((0, 90), 60)):
        set_timetable(north, *map(to_reviewer, steps), critical_due=critical_due)
        late = []
        for minute in (0, 29, 30, 59, 60, 90):
            clock(minute)
            late += [minute] if list(queries.overdue_for(ada)) == [alert] else []
        found[steps] = late[0]

    assert found == {(0,): 60, (0, 30): 30, (0, 90): 60}


def test_an_unreachable_mail_server_is_tried_again_later_and_given_up_in_the_end(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    raise_critical(by=ada)

    minutes = []
    with patch("medreview.common.mail.send", side_effect=MailUnreachable("timeout")) as send:
        for minute in range(400):
            clock(minute)
            calls = send.call_count
            beat()
            minutes += [minute] * (send.call_count - calls)

    message = Message.objects.get()
    assert minutes == [0, 1, 3, 13, 43, 163]
    assert (message.state, message.reason, message.attempts) == ("failed", "timeout", 6)
    assert [row.number for row in DeliveryAttempt.objects.all()] == [1, 2, 3, 4, 5, 6]
    assert AuditEvent.objects.filter(event="message.failed").count() == 1


def test_a_mail_server_that_is_down_holds_up_no_webhook(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital, root: User
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    webhooks.add(name="Pager", url="https://pager.example/", by=root)
    raise_critical(by=ada)

    with (
        patch("medreview.common.mail.send", side_effect=MailUnreachable("timeout")),
        patch("analysis.escalation.outgoing.post") as post,
    ):
        beat()

    assert post.call_count == 1
    assert {message.place == "email": message.state for message in Message.objects.all()} == {
        True: "waiting",
        False: "sent",
    }


def test_a_place_that_is_down_rests_for_all_its_messages(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    for _ in range(3):
        raise_critical(by=ada)

    with patch("medreview.common.mail.send", side_effect=MailUnreachable("timeout")) as send:
        beat()

    assert send.call_count == 1


def test_an_attempt_lost_with_its_worker_is_made_again(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital
) -> None:
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    alert = raise_critical(by=ada)
    services.take_step(alert.pk, to_reviewer(0))
    services.hand_out()
    message = Message.objects.get()
    assert services.begin(message.pk) is not None  # and then the worker dies

    second_delivery = services.begin(message.pk)
    meanwhile = beat()
    clock(2)

    assert second_delivery is None
    assert meanwhile == []
    assert beat() == ["ada@hospital.test"]


def test_one_hospitals_broken_timetable_keeps_nobody_else_from_being_called(
    clock: Clock, beat: Callable[[], list[str]], north: Hospital, south: Hospital
) -> None:
    ada, oleg = reachable("ada", north), reachable("olga", south)
    raise_critical(by=ada)
    raise_critical(by=oleg)
    Hospital.objects.filter(pk=north.pk).update(settings={"escalation": "often"})

    assert beat() == ["olga@hospital.test"]


def test_steps_and_attempts_are_never_changed(north: Hospital) -> None:
    ada = reachable("ada", north)
    alert = raise_critical(by=ada)
    step = services.take_step(alert.pk, to_reviewer(0))

    with pytest.raises(TypeError):
        EscalationStepTaken.objects.update(to="team")
    with pytest.raises(TypeError):
        step.save()


def test_a_quiet_beat_asks_two_questions(
    django_assert_max_num_queries: Callable[..., object], north: Hospital
) -> None:
    with django_assert_max_num_queries(6):  # the savepoint and the lock included
        services.escalate()
