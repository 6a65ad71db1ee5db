"""A forgotten password: a link that works once, by mail or from an admin's hand."""

import datetime as dt

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from medreview.accounts import guards, queries, services
from medreview.accounts.errors import LinkSpent
from medreview.accounts.models import User
from medreview.audit import context
from medreview.audit import queries as trail
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.queue import enqueue_after_commit
from medreview.common.text import normalise_name

WINDOW = dt.timedelta(hours=1)
PER_PERSON = 3
"""Links mailed to one person in an hour; what is asked beyond that is answered alike."""
PER_NETWORK = 20
"""Questions from one network in an hour; beyond that it waits."""


def has_asked_enough() -> bool:
    """Whether the network of this request has asked as often as it may, for whomever."""
    seen = context.current()
    hospitals = queries.hospitals().values_list("pk", flat=True)
    asked = trail.since(EventType.PASSWORD_RESET_ASKED, WINDOW, chains=hospitals)
    return asked.filter(address=seen.address).count() >= PER_NETWORK


@transaction.atomic
def ask(*, name: str) -> None:
    """Mail a link to whoever has this user name or address. What it finds, nobody is told."""
    people = list(_named(name))
    if not people:
        audit.record(EventType.PASSWORD_RESET_ASKED, thing=("User", "unknown"), by=None)
    for user in people:
        _ask_for(user)


@transaction.atomic
def start(*, user: User, by: User) -> str:
    """An admin's link for one person, to be handed over; the secret is known to the caller only."""
    guards.check_may_manage(user.hospital, by)
    guards.check_not_yourself(user, by)
    audit.record(EventType.PASSWORD_RESET_STARTED, thing=user, by=by, hospital=user.hospital)
    return token_for(user)


def token_for(user: User) -> str:
    """The secret of a link; signing in or a new password spends it."""
    return f"{user.pk}-{default_token_generator.make_token(user)}"


def behind(token: str) -> User | None:
    """Whose link this is; None when it was used, has expired or is made up."""
    pk, _dash, rest = token.partition("-")
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and default_token_generator.check_token(user, rest) else None


@transaction.atomic
def finish(*, token: str, password: str) -> User:
    """Set the new password; every session of the person ends. Of two at once, one is refused."""
    pk = token.partition("-")[0]
    User.objects.select_for_update(no_key=True).filter(pk=pk).first()
    user = behind(token)
    if user is None:
        raise LinkSpent(_("This link was used or has expired. Ask for a new one."))
    services.change_password(user=user, password=password, why="reset")
    AxesProxyHandler.reset_attempts(username=user.username)
    return user


def _named(name: str) -> list[User]:
    who = Q(username=normalise_name(name)) | Q(email__iexact=name.strip()) & ~Q(email="")
    return list(User.objects.filter(who, is_active=True).order_by("id")[:PER_PERSON])


def _ask_for(user: User) -> None:
    seen = trail.since(EventType.PASSWORD_RESET_ASKED, WINDOW, chains=[user.hospital_id])
    asked = seen.filter(thing_id=user.pk).count()
    audit.record(EventType.PASSWORD_RESET_ASKED, thing=user, by=None, hospital=user.hospital)
    if user.email and asked < PER_PERSON:
        enqueue_after_commit("medreview.accounts.jobs.mail_reset_link", user.pk)
