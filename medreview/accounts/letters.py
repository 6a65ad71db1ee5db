"""What accounts send by e-mail: a link, and why it came. Nothing else of anybody."""

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from medreview.accounts import password_reset
from medreview.accounts.models import Invitation, User
from medreview.common import mail


def can_send() -> bool:
    """Whether a link can reach anybody: mail goes out, and links know where they lead."""
    return mail.can_mail() and bool(settings.BASE_URL)


def send_invitation(invitation: Invitation, token: str) -> None:
    """Mail the link of an invitation, or MailUnreachable."""
    link = mail.link_to(reverse("front:invitation", args=[token]))
    text = _(
        "%(hospital)s invites you to medreview, its review of laboratory results.\n\n"
        "Make your account here, within three days:\n%(link)s\n\n"
        "The link works once. If you did not expect it, leave it: nothing happens."
    ) % {"hospital": invitation.hospital.name, "link": link}
    mail.send(to=invitation.email, subject=_("Your invitation to medreview"), text=text)


def send_reset_link(user: User) -> None:
    """Mail a link for a new password, in the person's language, or MailUnreachable."""
    link = mail.link_to(reverse("front:reset-link", args=[password_reset.token_for(user)]))
    with translation.override(user.language):
        text = _(
            "Somebody, probably you, asked for a new password of your account.\n\n"
            "Set it here, within %(hours)d hours:\n%(link)s\n\n"
            "The link works once. If it was not you, leave it: your password stays as it is."
        ) % {"hours": settings.PASSWORD_RESET_TIMEOUT // 3600, "link": link}
        mail.send(to=user.email, subject=_("A new password for medreview"), text=text)
