"""Invitations: one link, one person, once, and only while whoever invited may still do so."""

import datetime as dt
import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from medreview.accounts import guards, services
from medreview.accounts.errors import LinkSpent
from medreview.accounts.models import Hospital, Invitation, User
from medreview.accounts.roles import Role
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.common.hashing import sha256_of_bytes

VALID = dt.timedelta(hours=72)


@transaction.atomic
def invite(*, roles: Iterable[Role], by: User, email: str = "") -> tuple[Invitation, str]:
    """Invite somebody into one's own hospital; the link's secret is known to the caller only."""
    guards.check_may_manage(by.hospital, by)
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        hospital=by.hospital,
        email=email,
        roles=sorted(role.value for role in roles),
        token_hash=_hash(token),
        invited_by=by,
        expires_at=now() + VALID,
    )
    audit.record(
        EventType.INVITATION_MADE,
        thing=invitation,
        by=by,
        detail={"roles": "+".join(invitation.roles)},
    )
    return invitation, token


@transaction.atomic
def revoke(*, pk: str, by: User) -> Invitation:
    """Take an open invitation back: its link opens nothing any more."""
    guards.check_may_manage(by.hospital, by)
    invitation = (
        Invitation.objects.select_for_update(of=("self",)).filter(pk=pk, hospital=by.hospital_id)
    ).first()
    if invitation is None:
        raise NotFound("There is no such invitation.")
    if invitation.accepted_at or invitation.revoked_at:
        raise LinkSpent(_("This invitation was accepted or revoked already."))
    invitation.revoked_at, invitation.revoked_by = now(), by
    invitation.save(update_fields=["revoked_at", "revoked_by"])
    audit.record(EventType.INVITATION_REVOKED, thing=invitation, by=by)
    return invitation


def behind(token: str) -> Invitation | None:
    """The invitation a link opens; None when it is spent, revoked, expired or made up."""
    return _open(Invitation.objects.select_related("hospital", "invited_by"), token)


@transaction.atomic
def accept(*, token: str, username: str, full_name: str, password: str, title: str = "") -> User:
    """Make the account an invitation offers. Of two who try at once, one is told it is spent."""
    rows = Invitation.objects.select_for_update(of=("self",)).select_related(
        "hospital", "invited_by"
    )
    invitation = _open(rows, token)
    if invitation is None:
        raise LinkSpent(_("This link was used, revoked or has expired. Ask for a new one."))
    user = services.create_user(
        username=username,
        full_name=full_name,
        password=password,
        title=title,
        email=invitation.email,
        hospital=invitation.hospital,
        roles=[Role(role) for role in invitation.roles],
        by=invitation.invited_by,
    )
    invitation.accepted_at, invitation.accepted_by = now(), user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    audit.record(EventType.INVITATION_ACCEPTED, thing=invitation, by=user)
    return user


def of_hospital(hospital: Hospital) -> QuerySet[Invitation]:
    """The invitations of a hospital, newest first."""
    return hospital.invitations.select_related("invited_by", "accepted_by").order_by(
        "-created_at", "-id"
    )


def _open(rows: QuerySet[Invitation], token: str) -> Invitation | None:
    found = rows.filter(
        token_hash=_hash(token), accepted_at=None, revoked_at=None, expires_at__gt=now()
    ).first()
    return found if found and guards.can_still_invite(found) else None


def _hash(token: str) -> str:
    return sha256_of_bytes(token.encode("utf-8", "surrogatepass"))
