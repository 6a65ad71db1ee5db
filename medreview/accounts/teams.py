"""Teams of a hospital: made, renamed, filled and, where nothing names them, deleted."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from medreview.accounts import guards, queries
from medreview.accounts.errors import ChangedMeanwhile, TeamInUse, TeamNameTaken
from medreview.accounts.models import Team, User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType


@transaction.atomic
def create(*, name: str, by: User) -> Team:
    """A new team of one's own hospital, without members yet."""
    guards.check_may(Permission.HOSPITAL_MANAGE, by.hospital, by)
    team = Team(hospital=by.hospital, name=name)
    _save(team)
    audit.record(EventType.TEAM_CREATED, thing=team, by=by)
    return team


@transaction.atomic
def change(*, team: Team, name: str, members: Iterable[User], seen: str, by: User) -> Team:
    """Give a team this name and these members; people of another hospital are none of them.

    ``seen`` is ``queries.team_as_seen`` of the page: ChangedMeanwhile if somebody was quicker.
    """
    guards.check_may(Permission.HOSPITAL_MANAGE, team.hospital, by)
    team = Team.objects.select_for_update(no_key=True).get(pk=team.pk)
    if seen != queries.team_as_seen(team):
        raise ChangedMeanwhile(_("Somebody changed this team after your page was made."))
    ours = [user for user in members if user.hospital_id == team.hospital_id]
    wanted = {user.pk for user in ours}
    before = set(team.members.values_list("pk", flat=True))
    renamed = team.name != name
    if not renamed and wanted == before:
        return team
    team.name = name
    _save(team)
    team.members.set(ours)
    audit.record(
        EventType.TEAM_CHANGED,
        thing=team,
        by=by,
        counts={"joined": len(wanted - before), "left": len(before - wanted)},
        detail={"renamed": "yes"} if renamed else {},
    )
    return team


@transaction.atomic
def delete(*, team: Team, by: User) -> None:
    """Delete a team nothing names; a step of the escalation keeps it."""
    guards.check_may(Permission.HOSPITAL_MANAGE, team.hospital, by)
    # The hospital's row is the lock its settings are changed under, too.
    hospital = queries.locked(team.hospital)
    if any(step.team == team.pk for step in queries.settings_of(hospital).escalation):
        raise TeamInUse(
            _("A step of the escalation goes to this team. Take it out of the settings first.")
        )
    audit.record(EventType.TEAM_DELETED, thing=team, by=by)
    try:
        team.delete()
    except ProtectedError:
        raise TeamInUse(_("Something else still names this team, so it stays.")) from None


def _save(team: Team) -> None:
    try:
        with transaction.atomic():
            team.save()
    except IntegrityError:
        raise TeamNameTaken(_("There is a team of this name already.")) from None
