"""Invitations as rows: to whom, as what, and what became of them."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from medreview.accounts.models import Invitation
from medreview.common.clock import now
from medreview.front.presenters.people import role_names


@dataclass(frozen=True)
class InvitationRow:
    """One invitation."""

    pk: str
    to: str
    roles: list[str | Promise]
    by: str
    made_at: dt.datetime
    expires_at: dt.datetime
    state: str
    tone: str
    is_open: bool
    accepted_by: str


def invitation_rows(invitations: Iterable[Invitation]) -> list[InvitationRow]:
    """The invitations in the order given."""
    return [_row(one) for one in invitations]


def _row(one: Invitation) -> InvitationRow:
    tone, state = _state(one)
    return InvitationRow(
        pk=one.pk,
        to=one.email,
        roles=role_names(one.roles),
        by=one.invited_by.get_full_name(),
        made_at=one.created_at,
        expires_at=one.expires_at,
        state=state,
        tone=tone,
        is_open=tone == "waits",
        accepted_by=one.accepted_by.get_full_name() if one.accepted_by else "",
    )


def _state(one: Invitation) -> tuple[str, str]:
    if one.accepted_at:
        return "good", _("Accepted")
    if one.revoked_at:
        return "", _("Taken back")
    if one.expires_at <= now():
        return "", _("Expired")
    return "waits", _("Open")
