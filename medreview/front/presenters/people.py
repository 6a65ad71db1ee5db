"""The people of a hospital: as rows of a list, one of them on a page, and what a role may do."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import PERMISSIONS_OF, Role
from medreview.audit.models import AuditEvent
from medreview.front.account_words import HAPPENED, RIGHTS
from medreview.front.words import ROLE_NAMES


@dataclass(frozen=True)
class RoleName:
    """A role and what people call it."""

    role: str
    name: str | Promise


@dataclass(frozen=True)
class PersonRow:
    """One person of a list."""

    user: User
    initials: str
    held: tuple[RoleName, ...]
    teams: tuple[str, ...]
    seen_at: dt.datetime | None
    has_factor: bool
    is_reader: bool


@dataclass(frozen=True)
class Happening:
    """One thing that happened to an account."""

    at: dt.datetime
    what: str | Promise
    said: str
    by: str


def role_names(roles: Iterable[str]) -> list[str | Promise]:
    """What people call these roles, in their usual order."""
    held = set(roles)
    return [name for role, name in ROLE_NAMES.items() if role in held]


def person_rows(people: Iterable[User], by: User) -> list[PersonRow]:
    """The people in the order given; the deactivated keep their names."""
    return [person_row(user, by) for user in people]


def person_row(user: User, by: User) -> PersonRow:
    """One person, as ``queries.people_found`` reads them."""
    return PersonRow(
        user=user,
        initials=initials(user.full_name),
        held=roles_held(user),
        teams=tuple(team.name for team in user.teams.all()),
        seen_at=getattr(user, "seen_at", None) or user.last_login,
        has_factor=bool(getattr(user, "has_factor", False)),
        is_reader=user.pk == by.pk,
    )


def roles_held(user: User) -> tuple[RoleName, ...]:
    """The roles of a person."""
    held = {Role(grant.role) for grant in user.grants.all()}
    return tuple(RoleName(role, name) for role, name in ROLE_NAMES.items() if role in held)


def roles_free(user: User) -> tuple[RoleName, ...]:
    """The roles a person could be given."""
    held = {one.role for one in roles_held(user)}
    return tuple(RoleName(role, name) for role, name in ROLE_NAMES.items() if role not in held)


def initials(name: str) -> str:
    """The first letters of the first and the last name."""
    words = name.split()
    ends = words[:1] + words[-1:] if len(words) > 1 else words
    return "".join(word[0] for word in ends).upper()


def rights_table() -> list[tuple[str | Promise, list[bool]]]:
    """Each right in words and, for each role in its usual order, whether it includes it."""
    return [
        (RIGHTS.get(right, right.value), [right in PERMISSIONS_OF[role] for role in ROLE_NAMES])
        for right in Permission
    ]


def happenings(events: Sequence[AuditEvent], people: Mapping[str, User]) -> list[Happening]:
    """What happened to an account, in the order given."""
    return [
        Happening(
            at=event.created_at,
            what=HAPPENED.get(event.event, event.event),
            said=_said(event),
            by=_by(event, people),
        )
        for event in events
    ]


def _said(event: AuditEvent) -> str:
    role = event.detail.get("role", "")
    return str(ROLE_NAMES[Role(role)]) if role in set(Role) else ""


def _by(event: AuditEvent, people: Mapping[str, User]) -> str:
    if not event.actor or event.actor == event.thing_id:
        return "" if event.actor else _("the system")
    person = people.get(event.actor)
    return person.get_full_name() if person else event.actor
