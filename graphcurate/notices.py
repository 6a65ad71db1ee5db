"""What curating sends by e-mail: that something waits, and where. No word of what it is about."""

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from graphcurate.models import Assignment, Flag, Mention
from medreview.accounts.models import User
from medreview.common import mail


def can_reach(person: User) -> bool:
    """Whether a message finds this person: mail goes out, links lead here, they have an address."""
    has_door = mail.can_mail() and bool(mail.link_to("/"))
    return has_door and person.is_active and bool(person.email)


def send_mention(mention: Mention) -> None:
    """Somebody was named in a comment, or MailUnreachable."""
    path = reverse("graphcurate:change-detail", args=[mention.comment.change_set_id])
    with translation.override(mention.person.language):
        subject = _("You are mentioned in a change set of the graph")
        text = _(
            "A colleague names you in a comment on a change set of the biomarker graph. "
            "Sign in to read it:\n\n%(link)s"
        )
        _send(mention.person, subject, text, path)


def send_assigned(assignment: Assignment) -> None:
    """Somebody was asked for a review, or MailUnreachable."""
    if assignment.reviewer is None:
        return
    path = reverse("graphcurate:change-detail", args=[assignment.change_set_id])
    with translation.override(assignment.reviewer.language):
        subject = _("A change set of the graph waits for your review")
        text = _(
            "A colleague asks you to review a change set of the biomarker graph. "
            "Sign in to see it:\n\n%(link)s"
        )
        _send(assignment.reviewer, subject, text, path)


def send_settled(flag: Flag) -> None:
    """A report was answered, or MailUnreachable."""
    path = reverse("graphcurate:flag-detail", args=[flag.pk])
    with translation.override(flag.reported_by.language):
        subject = _("Your report on the graph was answered")
        text = _(
            "The curators settled a problem of the biomarker graph that you reported. "
            "Sign in to read their answer:\n\n%(link)s"
        )
        _send(flag.reported_by, subject, text, path)


def _send(person: User, subject: str, text: str, path: str) -> None:
    mail.send(to=person.email, subject=subject, text=text % {"link": mail.link_to(path)})
