"""Flags as their reporters and the curators of one hospital may see them."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from graphcurate.models import Flag
from graphcurate.reviewing.flag_states import FlagState
from medreview.accounts.access import can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound


def flags_of(user: User) -> QuerySet[Flag]:
    """The flags of this person's hospital, newest first."""
    return _with_people().filter(hospital=user.hospital_id).order_by("-created_at", "-id")


def tasks(user: User) -> QuerySet[Flag]:
    """What the curators of this hospital have not settled: nobody's first, then the oldest."""
    return flags_of(user).exclude(state=FlagState.SETTLED).order_by("state", "created_at", "id")


def settled(user: User) -> QuerySet[Flag]:
    """What was answered in this hospital, newest answer first."""
    return flags_of(user).filter(state=FlagState.SETTLED).order_by("-settled_at", "-id")


def reported_by(user: User) -> QuerySet[Flag]:
    """What this person reported: answers they have not opened first, then the newest."""
    return _with_people().filter(reported_by=user).order_by("-created_at", "-id")


def unheard(user: User) -> QuerySet[Flag]:
    """Answers to this person's reports that they have not opened."""
    return reported_by(user).filter(state=FlagState.SETTLED, heard_at=None)


def flag_for(user: User, pk: str) -> Flag:
    """One flag: for its reporter, and for curators of its hospital. Of any other it is none."""
    mine = Q(reported_by=user)
    if can(user, Permission.GRAPH_CURATE):
        mine |= Q(hospital=user.hospital_id)
    found = _with_people().filter(mine, pk=pk, hospital=user.hospital_id).first()
    if found is None:
        raise NotFound(_("There is no such report."))
    return found


def flags_on(user: User, kind: str, key: str) -> QuerySet[Flag]:
    """What waits on one entry in this person's hospital."""
    return tasks(user).filter(entry_kind=kind, entry_key=key)


def _with_people() -> QuerySet[Flag]:
    return Flag.objects.select_related(
        "reported_by", "taken_by", "settled_by", "change_set__release"
    )
