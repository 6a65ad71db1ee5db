"""Curators, change sets and a decision, for tests of curating."""

from graphcurate.entry_fields import EntryKind, Json
from graphcurate.lifecycle import Verdict
from graphcurate.models import ChangeSet, ReviewDecision
from graphcurate.queries import change_sets as queries
from graphcurate.services import change_sets, decisions
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from tests.factories.accounts import make_user


def make_curator(*, hospital: Hospital | None = None, stated: bool = True) -> User:
    """A curator who has said that no interest sways them, or not yet."""
    made = make_user(Role.CURATOR, hospital=hospital)
    if stated:
        decisions.state_interests(interests="", by=made)
    return made


def make_set(by: User, *, title: str = "Potassium, again") -> ChangeSet:
    """An empty draft of this curator's."""
    return change_sets.open_set(title=title, by=by)


def set_field(
    change_set: ChangeSet,
    field: str,
    new: Json,
    *,
    by: User,
    kind: EntryKind = EntryKind.BIOMARKER,
    key: str = "potassium",
) -> None:
    """The field as this person wants it, seen as it stands."""
    seen = queries.working_fields(change_set, kind, key).get(field)
    change_sets.save_field(
        change_set=change_set, kind=kind, key=key, field=field, new=new, seen=seen, by=by
    )


def sent(change_set: ChangeSet, by: User) -> ChangeSet:
    """The change set in review."""
    change_set.refresh_from_db()
    return change_sets.submit(change_set=change_set, version=change_set.version, by=by)


def decided(
    change_set: ChangeSet, by: User, verdict: Verdict = Verdict.APPROVE, comment: str = "Read."
) -> ReviewDecision:
    """What a second person says of it as it stands."""
    return decisions.decide(
        change_set=change_set,
        verdict=verdict,
        content_hash=queries.content_hash(change_set),
        comment=comment,
        by=by,
    )
