"""Changes to hospitals, people and roles, each in the trail."""

from collections.abc import Iterable, Iterator
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from medreview.accounts import guards, queries, sessions
from medreview.accounts.errors import (
    ChangedMeanwhile,
    LastAdmin,
    NameTaken,
    SettingsChanged,
    UnknownZone,
    WeakPassword,
    WrongSettings,
)
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Hospital, RoleGrant, Team, User
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import Role
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.text import normalise_name


@transaction.atomic
def create_hospital(
    *, name: str, slug: str, timezone: str = "UTC", by: User | None = None
) -> Hospital:
    """Open a hospital; its trail begins with this event."""
    if timezone not in available_timezones():
        raise UnknownZone(_("There is no time zone %s.") % timezone)
    hospital = Hospital.objects.create(name=name, slug=slug, timezone=timezone)
    audit.record(EventType.HOSPITAL_CREATED, thing=hospital, by=by, hospital=hospital)
    return hospital


@transaction.atomic
def change_hospital_settings(
    *, hospital: Hospital, settings: HospitalSettings, version: int, by: User | None = None
) -> Hospital:
    """Put these settings in place of the hospital's; the trail names which ones changed.

    ``version`` is the one the person saw: SettingsChanged if somebody was quicker.
    """
    guards.check_may(Permission.HOSPITAL_MANAGE, hospital, by)
    hospital = queries.locked(hospital)
    if hospital.settings_version != version:
        raise SettingsChanged(_("Somebody changed the settings after your page was made."))
    _check_steps_reach(hospital, settings)
    before, after = queries.settings_of(hospital).as_json(), settings.as_json()
    changed = sorted(_changed(before, after))
    if changed:
        hospital.settings, hospital.settings_version = after, version + 1
        hospital.save(update_fields=["settings", "settings_version"])
        audit.record(
            EventType.HOSPITAL_SETTINGS_CHANGED,
            thing=hospital,
            by=by,
            hospital=hospital,
            detail={"changed": "+".join(changed), **_let(before, after)},
        )
    return hospital


@transaction.atomic
def change_hospital(
    *, hospital: Hospital, name: str, timezone: str, version: int, by: User
) -> Hospital:
    """Give a hospital this name and this clock; SettingsChanged if somebody was quicker."""
    guards.check_may(Permission.HOSPITAL_MANAGE, hospital, by)
    if timezone not in available_timezones():
        raise UnknownZone(_("There is no time zone %s.") % timezone)
    hospital = queries.locked(hospital)
    if hospital.settings_version != version:
        raise SettingsChanged(_("Somebody changed the settings after your page was made."))
    said = {"name": name, "timezone": timezone}
    changed = sorted(key for key, value in said.items() if getattr(hospital, key) != value)
    if changed:
        hospital.name, hospital.timezone = name, timezone
        hospital.settings_version = version + 1
        hospital.save(update_fields=["name", "timezone", "settings_version"])
        audit.record(
            EventType.HOSPITAL_CHANGED,
            thing=hospital,
            by=by,
            detail={"changed": "+".join(changed)},
        )
    return hospital


def _changed(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Which settings differ; of those of language models, which one."""
    for name, said in after.items():
        if name == "models":
            yield from (f"models.{key}" for key in said if said[key] != before[name][key])
        elif said != before[name]:
            yield name


def _let(before: dict[str, Any], after: dict[str, Any]) -> dict[str, str]:
    """Which language models may be asked from now on, where that changed."""
    now = after["models"]["allowed"]
    return {"models_allowed": now} if now != before["models"]["allowed"] else {}


def _check_steps_reach(hospital: Hospital, settings: HospitalSettings) -> None:
    teams = {step.team for step in settings.escalation if step.team}
    people = {step.person for step in settings.escalation if step.person}
    if Team.objects.filter(hospital=hospital, pk__in=teams).count() != len(teams):
        raise WrongSettings(_("A step of the escalation names a team this hospital has not."))
    if hospital.people.filter(pk__in=people, is_active=True).count() != len(people):
        raise WrongSettings(_("A step of the escalation names nobody who can sign in here."))


@transaction.atomic
def create_user(
    *,
    username: str,
    full_name: str,
    password: str,
    hospital: Hospital,
    roles: Iterable[Role] = (),
    title: str = "",
    language: str = "en",
    email: str = "",
    by: User | None = None,
) -> User:
    """Make an account with its first roles. ``by`` is None for a command or the demo."""
    guards.check_may_manage(hospital, by)
    if User.objects.filter(username=normalise_name(username)).exists():
        raise NameTaken(_("Another person signs in by this name."))
    user = User(
        username=username,
        full_name=full_name,
        hospital=hospital,
        title=title,
        language=language,
        email=email,
    )
    _set_password(user, password)
    user.save()
    audit.record(EventType.USER_CREATED, thing=user, by=by, hospital=hospital)
    for role in roles:
        _grant(user, role, by)
    return user


@transaction.atomic
def grant_role(*, user: User, role: Role, by: User | None = None) -> RoleGrant:
    """Give a person a role; it holds from their next request. Giving it twice changes nothing."""
    guards.check_may_manage(user.hospital, by)
    guards.check_not_yourself(user, by)
    return _grant(user, role, by)


@transaction.atomic
def revoke_role(*, user: User, role: Role, by: User | None = None) -> None:
    """Take a role back; it ends at the person's next request."""
    guards.check_may_manage(user.hospital, by)
    guards.check_not_yourself(user, by)
    if role == Role.ADMIN:
        _check_not_last_admin(user)
    taken, _rows = user.grants.filter(role=role).delete()
    user.forget_roles()
    if taken:
        audit.record(
            EventType.ROLE_REVOKED,
            thing=user,
            by=by,
            hospital=user.hospital,
            detail={"role": role.value},
        )


@transaction.atomic
def deactivate_user(*, user: User, by: User | None = None) -> User:
    """Close an account; its sessions and tokens end at their next request. The name stays."""
    guards.check_may_manage(user.hospital, by)
    guards.check_not_yourself(user, by)
    _check_not_last_admin(user)
    # Before the account is closed: what is opened again later opens none of this.
    sessions.cut_off(user=user, by=by, why="deactivated")
    user.is_active = False
    user.save(update_fields=["is_active"])
    user.forget_roles()
    audit.record(EventType.USER_DEACTIVATED, thing=user, by=by, hospital=user.hospital)
    return user


@transaction.atomic
def reactivate_user(*, user: User, by: User | None = None) -> User:
    """Open a closed account again, with the roles it had; its person signs in anew."""
    guards.check_may_manage(user.hospital, by)
    user.is_active = True
    user.save(update_fields=["is_active"])
    user.forget_roles()
    audit.record(EventType.USER_REACTIVATED, thing=user, by=by, hospital=user.hospital)
    return user


@transaction.atomic
def change_password(
    *, user: User, password: str, by: User | None = None, why: str = "asked", keep_session: str = ""
) -> User:
    """Set a new password; every other session of this person ends at its next request."""
    if by is not None and by.pk != user.pk:
        guards.check_may_manage(user.hospital, by)
    _set_password(user, password)
    user.save(update_fields=["password"])
    sessions.end_with(user=user, by=by, why="new_password", keep=keep_session)
    audit.record(
        EventType.PASSWORD_CHANGED,
        thing=user,
        by=by,
        hospital=user.hospital,
        detail={"why": why},
    )
    return user


@transaction.atomic
def change_person(
    *, user: User, full_name: str, title: str, email: str, seen: str, by: User
) -> User:
    """Correct a person's name, title or address; the trail names which, never the words.

    ``seen`` is ``queries.person_as_seen`` of the page: ChangedMeanwhile if somebody was quicker.
    """
    guards.check_may_manage(user.hospital, by)
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if seen != queries.person_as_seen(user):
        raise ChangedMeanwhile(_("Somebody changed this person after your page was made."))
    said = {"full_name": full_name, "title": title, "email": email}
    changed = sorted(name for name, value in said.items() if getattr(user, name) != value)
    if changed:
        for name in changed:
            setattr(user, name, said[name])
        user.save(update_fields=changed)
        audit.record(
            EventType.USER_CHANGED,
            thing=user,
            by=by,
            hospital=user.hospital,
            detail={"changed": "+".join(changed)},
        )
    return user


@transaction.atomic
def change_settings(*, language: str, single_keys: bool, opens_next: bool, by: User) -> User:
    """Keep what a person set for themselves: language, shortcuts, what a decision opens."""
    by.language, by.single_keys, by.opens_next = language, single_keys, opens_next
    by.save(update_fields=["language", "single_keys", "opens_next"])
    audit.record(EventType.SETTINGS_CHANGED, thing=by, by=by, detail={"language": language})
    return by


def _grant(user: User, role: Role, by: User | None) -> RoleGrant:
    grant, created = RoleGrant.objects.get_or_create(
        user=user, role=role.value, defaults={"granted_by": by}
    )
    user.forget_roles()
    if created:
        audit.record(
            EventType.ROLE_GRANTED,
            thing=user,
            by=by,
            hospital=user.hospital,
            detail={"role": role.value},
        )
    return grant


def _set_password(user: User, password: str) -> None:
    try:
        validate_password(password, user)
    except ValidationError as problem:
        raise WeakPassword(" ".join(problem.messages)) from None
    user.set_password(password)


def _check_not_last_admin(user: User) -> None:
    # The hospital's row is the lock: two admins removing each other would both pass.
    hospital = Hospital.objects.select_for_update().get(pk=user.hospital_id)
    others = queries.active_holders(hospital, Role.ADMIN).exclude(pk=user.pk)
    if user.grants.filter(role=Role.ADMIN).exists() and not others.exists():
        raise LastAdmin(_("This is the last admin of the hospital. Make another one first."))
