"""E-mail's one door: short text to one person, with a link and nothing else of anybody."""

from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage

from medreview.common.errors import Unavailable

SENDS_NOTHING = "django.core.mail.backends.dummy.EmailBackend"


class MailUnreachable(Unavailable):
    """The mail server could not be reached, or did not take the message. ``code`` names why."""

    def __init__(self, code: str) -> None:
        super().__init__(f"The message could not be sent: {code}.")
        self.code = code


def can_mail() -> bool:
    """Whether somebody said where e-mail goes out."""
    return bool(settings.EMAIL_BACKEND != SENDS_NOTHING)


def link_to(path: str) -> str:
    """A page of ours as a message names it; empty while nobody said where people reach us."""
    return f"{settings.BASE_URL}{path}" if settings.BASE_URL else ""


def send(*, to: str, subject: str, text: str) -> None:
    """Hand one message to the mail server, or MailUnreachable with the kind of fault.

    What a server answers may quote the address, so its words go nowhere.
    """
    try:
        EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [to]).send()
    except SMTPRecipientsRefused:
        raise MailUnreachable("recipient_refused") from None
    except SMTPResponseException as problem:
        raise MailUnreachable(f"server_said_{problem.smtp_code}") from None
    except TimeoutError:
        raise MailUnreachable("timeout") from None
    except (OSError, SMTPException) as problem:
        raise MailUnreachable(type(problem).__name__) from None
