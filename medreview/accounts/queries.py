"""People, their roles, their hospitals."""

import datetime as dt
from collections.abc import Iterable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Hospital, OpenSession, RoleGrant, Team, User
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import NotFound
from medreview.common.hashing import sha256_of
from medreview.common.keyset import Slice, slice_or_first
from medreview.common.text import normalise_name

SEEN_LENGTH = 16


def hospital(slug: str) -> Hospital:
    """The hospital with this short name, or NotFound."""
    found = Hospital.objects.filter(slug=slug).first()
    if found is None:
        raise NotFound(f"There is no hospital named {slug}.")
    return found


def locked(hospital: Hospital) -> Hospital:
    """A hospital's row, held until this transaction ends."""
    return Hospital.objects.select_for_update(no_key=True).get(pk=hospital.pk)


def hospitals() -> QuerySet[Hospital]:
    """All hospitals, by name."""
    return Hospital.objects.order_by("name", "id")


def hospital_now(hospital: Hospital) -> Hospital:
    """The hospital as it stands at this moment."""
    return Hospital.objects.get(pk=hospital.pk)


def settings_of(hospital: Hospital) -> HospitalSettings:
    """What this hospital decided for itself, defaults included."""
    return HospitalSettings.model_validate(hospital.settings)


def teams_of(hospital: Hospital) -> QuerySet[Team]:
    """The teams of a hospital with their members, by name."""
    return hospital.teams.prefetch_related("members")


def team_of(hospital: Hospital, pk: str) -> Team:
    """A team of this hospital; another hospital's is NotFound like none."""
    found = Team.objects.filter(pk=pk, hospital=hospital).first()
    if found is None:
        raise NotFound("There is no such team.")
    return found


def user_named(username: str) -> User:
    """The person who signs in by this name, or NotFound."""
    found = User.objects.filter(username=normalise_name(username)).first()
    if found is None:
        raise NotFound("Nobody signs in by this name.")
    return found


def colleague(user: User, pk: str) -> User:
    """A person of the same hospital; another hospital's is NotFound like none."""
    found = User.objects.filter(pk=pk, hospital=user.hospital_id).first()
    if found is None:
        raise NotFound("There is no such person.")
    return found


def person_as_seen(user: User) -> str:
    """What a page shows of a person, as a word: another one once somebody changed it."""
    return sha256_of([user.full_name, user.title, user.email])[:SEEN_LENGTH]


def team_as_seen(team: Team) -> str:
    """What a page shows of a team, as a word: another one once somebody changed it."""
    return sha256_of([team.name, *sorted(user.pk for user in team.members.all())])[:SEEN_LENGTH]


def people_of(hospital: Hospital) -> QuerySet[User]:
    """Everyone of a hospital, the deactivated too, by name."""
    return hospital.people.prefetch_related("grants").order_by("full_name", "id")


def active_people(hospital: Hospital) -> QuerySet[User]:
    """Who can sign in, by name."""
    return hospital.people.filter(is_active=True).order_by("full_name", "id")


def name_of(pk: str) -> str:
    """What somebody is called; their id where nobody has it."""
    found = User.objects.filter(pk=pk).first()
    return found.get_full_name() if found else pk


def full_names(logins: Iterable[str]) -> dict[str, str]:
    """What people are called, by the names they sign in with; whoever is unknown is left out."""
    people = User.objects.filter(username__in=set(logins))
    return dict(people.values_list("username", "full_name"))


def last_change_of(hospital: Hospital) -> AuditEvent | None:
    """The last event that changed what a hospital decided for itself."""
    changes = (EventType.HOSPITAL_SETTINGS_CHANGED, EventType.HOSPITAL_CHANGED)
    return trail.of_thing(hospital.pk).filter(event__in=changes).last()


def people_found(hospital: Hospital, *, words: str = "", role: str = "") -> QuerySet[User]:
    """Everyone of a hospital whose names or address hold the words, with what a list says."""
    found = people_of(hospital).annotate(
        seen_at=Max("sessions__seen_at"),
        has_factor=Exists(Authenticator.objects.filter(user=OuterRef("pk"), type="totp")),
    )
    for word in words.split():
        named = Q(full_name__icontains=word) | Q(username__icontains=word)
        found = found.filter(named | Q(email__icontains=word))
    if role:
        found = found.filter(Exists(RoleGrant.objects.filter(user=OuterRef("pk"), role=role)))
    return found.prefetch_related("teams")


def page_of_people(people: QuerySet[User], *, after: str, size: int) -> Slice[User]:
    """One page of a list of people by name, from behind the person ``after``."""
    return slice_or_first(people, order=("full_name", "pk"), after=after, size=size)


def open_sessions(user: User) -> QuerySet[OpenSession]:
    """Where a person is signed in now, the last one seen first."""
    moment = now()
    return user.sessions.filter(
        ended_at=None,
        seen_at__gt=moment - dt.timedelta(seconds=settings.SESSION_IDLE_SECONDS),
        created_at__gt=moment - dt.timedelta(seconds=settings.SESSION_ABSOLUTE_SECONDS),
    ).order_by("-seen_at", "-id")


def active_holders(hospital: Hospital, role: Role) -> QuerySet[User]:
    """Who holds a role in a hospital and can sign in."""
    return hospital.people.filter(is_active=True, grants__role=role)


def people_by_id(ids: Iterable[str]) -> dict[str, User]:
    """The people with these ids, for pages that name who did what."""
    return User.objects.in_bulk(sorted(set(ids)))


def people_with_roles(ids: Iterable[str]) -> dict[str, User]:
    """The same, with their roles in hand for pages that name these too."""
    return User.objects.prefetch_related("grants").in_bulk(sorted(set(ids)))
