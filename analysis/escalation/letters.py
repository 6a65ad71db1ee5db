"""What a message says: that a critical value waits, and where to look. Nothing of the patient."""

import json

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from analysis.escalation.models import Message
from medreview.common import mail


def email_of(message: Message) -> tuple[str, str]:
    """Subject and text in the language of the person it goes to."""
    with translation.override(message.person.language if message.person else None):
        subject = gettext("A critical value waits for an answer")
        text = gettext(
            "A critical laboratory value waits for somebody to answer for it. "
            "Sign in to see it:\n\n%(link)s\n\n"
            "This message names nobody on purpose. It comes from medreview because the timetable "
            "of your hospital brings unanswered critical values to you."
        )
        return subject, text % {"link": link_of(message)}


def webhook_body(message: Message) -> bytes:
    """The same as JSON, with the step it belongs to."""
    said: dict[str, object] = {
        "type": "critical.waiting" if message.step else "webhook.test",
        "timestamp": message.created_at.isoformat(timespec="seconds"),
        "data": {},
    }
    if message.step is not None:
        said["data"] = {
            "link": link_of(message),
            "to": message.step.to,
            "after_minutes": message.step.after_minutes,
        }
    return json.dumps(said, separators=(",", ":")).encode()


def link_of(message: Message) -> str:
    """The page of the value in question."""
    return (
        mail.link_to(reverse("front:critical", args=[message.step.alert_id]))
        if message.step
        else ""
    )
