"""The people of a hospital as rows: who, as what, and what may be changed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.front.words import ROLE_NAMES


@dataclass(frozen=True)
class RoleName:
    """A role and what people call it."""

    role: str
    name: str | Promise


@dataclass(frozen=True)
class PersonRow:
    """One person. Nobody changes themselves, so their own row has no buttons."""

    user: User
    held: tuple[RoleName, ...]
    free: tuple[RoleName, ...]
    """Roles that could be given."""
    can_change: bool


def role_names(roles: Iterable[str]) -> list[str | Promise]:
    """What people call these roles, in their usual order."""
    held = set(roles)
    return [name for role, name in ROLE_NAMES.items() if role in held]


def person_rows(people: Iterable[User], by: User) -> list[PersonRow]:
    """The people in the order given; the deactivated keep their names."""
    return [_row(user, by) for user in people]


def _row(user: User, by: User) -> PersonRow:
    held = {Role(grant.role) for grant in user.grants.all()}
    return PersonRow(
        user=user,
        held=tuple(RoleName(role, name) for role, name in ROLE_NAMES.items() if role in held),
        free=tuple(RoleName(role, name) for role, name in ROLE_NAMES.items() if role not in held),
        can_change=user.is_active and user.pk != by.pk,
    )
