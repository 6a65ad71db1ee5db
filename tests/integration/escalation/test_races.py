"""Two guards, or a guard and the person who answers, never do a thing twice."""

import pytest

from analysis.escalation import queries, services
from analysis.escalation.models import EscalationStepTaken, Message
from analysis.pipeline.models import CriticalAlert
from analysis.review.services import signing
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from tests.at_once import at_once
from tests.conftest import person
from tests.factories.escalation import raise_critical, set_timetable, to_reviewer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada() -> User:
    north = Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")
    ada = person("ada", "Ada Albrecht", north, Role.CLINICIAN)
    ada.email = "ada@hospital.test"
    ada.save()
    set_timetable(north, to_reviewer(0))
    return ada


def test_two_guards_take_each_step_once(ada: User) -> None:
    alerts = [raise_critical(by=ada) for _ in range(4)]

    taken = at_once(services.escalate, services.escalate, services.escalate)

    assert sum(taken) == 4
    assert EscalationStepTaken.objects.count() == Message.objects.count() == len(alerts)
    assert AuditEvent.objects.filter(event="critical.escalated").count() == 4


def test_an_answer_that_races_a_step_leaves_no_message_behind_it(ada: User) -> None:
    for _ in range(5):
        alert = raise_critical(by=ada)
        words = {"told": "Dr Orlov", "told_at": now(), "read_back": "Potassium 6.9"}

        def answer(alert: CriticalAlert = alert, words: dict = words) -> object:
            return signing.acknowledge(alert=alert, version=1, by=ada, **words)

        def step(alert: CriticalAlert = alert) -> object:
            return services.take_step(alert.pk, to_reviewer(0))

        answered, taken = at_once(answer, step)
        services.hand_out()

        assert not isinstance(answered, Exception)
        assert not isinstance(taken, Exception)
        message = Message.objects.filter(step__alert=alert).first()
        if message is not None:  # the step came first: its message is overtaken, not sent
            services.begin(message.pk)
            message.refresh_from_db()
            assert message.state in {"dropped", "sent"}
        assert not queries.open_criticals_for(ada).exists()


def test_two_people_who_answer_at_once_leave_one_answer(ada: User) -> None:
    alert = raise_critical(by=ada)
    words = {"told": "Dr Orlov", "told_at": now(), "read_back": "Potassium 6.9"}

    def answer() -> object:
        return signing.acknowledge(alert=alert, version=1, by=ada, **words)

    met = at_once(answer, answer)

    assert sorted(type(one).__name__ for one in met) == ["CriticalAcknowledgement", "StaleVersion"]


def test_a_message_is_begun_by_one_worker_however_often_it_is_delivered(ada: User) -> None:
    alert = raise_critical(by=ada)
    services.take_step(alert.pk, to_reviewer(0))
    Message.objects.update(handed_out=True, busy_until=now())
    message = Message.objects.get()

    begun = at_once(*[lambda: services.begin(message.pk)] * 4)

    assert sum(one is not None for one in begun) == 1
