"""A message holds nothing of the patient: not a name, a number, a test or a value. Only a link."""

import json
import re

import pytest
from django.core import mail as outbox

from analysis.escalation import letters, services
from analysis.escalation.models import Message
from analysis.pipeline.models import CriticalAlert
from medreview.accounts.models import User
from medreview.fhir.models import Resource
from tests.factories.escalation import reachable, set_timetable, to_reviewer
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db

WORD = re.compile(r"\w{2,}")
OUR_WORDS = set(
    WORD.findall(
        "https review test waiting criticals critical after minutes timestamp type data link to "
        "reviewer value waits for an answer laboratory somebody sign in see it this message names "
        "nobody on purpose comes from medreview because the timetable of your hospital brings "
        "unanswered values you"
    )
)
"""What a message is made of; some of these words stand in any record too."""


@pytest.fixture
def message(north, root: User) -> Message:
    """What goes out for Eleanor Hargreaves' potassium."""
    ada = reachable("ada", north)
    set_timetable(north, to_reviewer(0))
    alert = make_review(by=ada, key="hargreaves").alerts.get()
    services.take_step(alert.pk, to_reviewer(0))
    return Message.objects.get()


def strings_in(thing: object) -> set[str]:
    if isinstance(thing, dict):
        return set().union(*map(strings_in, thing.values()), set())
    if isinstance(thing, list):
        return set().union(*map(strings_in, thing), set())
    return {str(thing)}


def test_no_word_of_the_whole_record_is_in_a_message(message: Message) -> None:
    raws = Resource.objects.filter(patient=message.step.alert.patient).values_list("raw", flat=True)
    record = set().union(*(strings_in(json.loads(raw)) for raw in raws))
    words = {word.lower() for text in record for word in WORD.findall(text)}
    alert = CriticalAlert.objects.get()
    words |= {
        word.lower() for word in WORD.findall(f"{alert.name} {alert.value_text} {alert.limit}")
    }
    said = "\n".join([*letters.email_of(message), letters.webhook_body(message).decode()])
    # The link is ours and says nothing; so are the moment of the message and its ids.
    said = said.replace(letters.link_of(message), "").replace(
        message.created_at.isoformat(timespec="seconds"), ""
    )

    found = {word.lower() for word in WORD.findall(said)} & words

    assert len(words) > 150
    assert found - OUR_WORDS == set()
    assert message.step.alert.patient_id not in said


def test_the_link_names_a_thing_of_ours_on_the_address_people_reach_us_by(message: Message) -> None:
    link = letters.link_of(message)

    assert link == f"https://review.test/waiting/criticals/{message.step.alert_id}/"
    assert link in letters.email_of(message)[1]
    assert json.loads(letters.webhook_body(message))["data"]["link"] == link


def test_a_message_is_in_the_language_of_who_reads_it(message: Message, monkeypatch) -> None:
    asked = []

    def gettext(text: str) -> str:
        asked.append(letters.translation.get_language())
        return text

    message.person.language = "ru"
    monkeypatch.setattr(letters, "gettext", gettext)

    letters.email_of(message)

    assert set(asked) == {"ru"}


def test_headers_of_the_mail_hold_nothing_either(
    message: Message, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        services.hand_out()

    sent = outbox.outbox[0].message().as_string()
    assert "Hargreaves" not in sent
    assert "otassium" not in sent
