"""One attempt to send one message, and what its end brings about."""

from analysis.escalation import letters, outgoing, services, webhooks
from analysis.escalation.errors import NotDelivered
from analysis.escalation.models import Message
from analysis.escalation.signatures import signed_headers
from medreview.common import mail
from medreview.common.clock import now
from medreview.common.mail import MailUnreachable

FOR_GOOD = frozenset({"recipient_refused", "webhook_off"})
"""Reasons that another attempt would only meet again; they say nothing of the place."""


def deliver(message_id: str) -> None:
    """Make the attempt a worker was called for; then the place's next message has its turn."""
    message = services.begin(message_id)
    if message is None:
        services.hand_out()
        return
    reason = ""
    try:
        _send(message)
    except (MailUnreachable, NotDelivered) as problem:
        reason = problem.code
    except Exception as problem:
        # Whatever it was is an outcome too. Its words may quote an address.
        reason = type(problem).__name__
    number = message.attempts
    services.end_attempt(message.pk, number=number, reason=reason, for_good=reason in FOR_GOOD)
    services.hand_out()


def _send(message: Message) -> None:
    if message.webhook is None:
        subject, text = letters.email_of(message)
        address = message.person.email if message.person else ""
        mail.send(to=address, subject=subject, text=text)
        return
    if message.step is not None and not message.webhook.is_active:
        raise NotDelivered("webhook_off")
    body = letters.webhook_body(message)
    headers = signed_headers(
        body,
        message_id=message.pk,
        timestamp=int(now().timestamp()),
        keys=webhooks.secrets_of(message.webhook),
    )
    outgoing.post(message.webhook.url, body, headers | {"content-type": "application/json"})
