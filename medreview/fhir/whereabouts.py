"""The wards and teams a patient is with now, by Encounters and CareTeams. Pure."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator

from medreview.fhir.codes import name_of
from medreview.fhir.dates import is_over, period_end
from medreview.fhir.elements import Json, object_at, objects_at, text_at
from medreview.fhir.shelf import display_of

WARD, TEAM = "ward", "team"
_HERE = frozenset({"arrived", "triaged", "in-progress", "onleave", "on-hold"})
_LEFT = frozenset({"completed", "planned", "reserved"})


def whereabouts(
    resources: Iterable[Json], as_of: dt.datetime, name_at: Callable[[str], str | None]
) -> set[tuple[str, str]]:
    """Every ward and team, by kind and name; ``name_at`` knows what a reference points to."""
    found = set()
    for resource in resources:
        reader = _READERS.get(str(resource.get("resourceType")))
        if reader is not None:
            found |= set(reader(resource, as_of, name_at))
    return {(kind, name) for kind, name in found if name}


def _of_encounter(
    encounter: Json, as_of: dt.datetime, name_at: Callable[[str], str | None]
) -> Iterator[tuple[str, str]]:
    ended = period_end(encounter, "period", "actualPeriod")
    if text_at(encounter, "status") not in _HERE or is_over(ended, as_of):
        return
    places = [
        object_at(one, "location")
        for one in objects_at(encounter, "location")
        if text_at(one, "status") not in _LEFT and not is_over(period_end(one, "period"), as_of)
    ]
    # Only where no place is named is the department itself the ward.
    for place in places or [object_at(encounter, "serviceProvider")]:
        yield WARD, _name(place, name_at)


def _of_team(
    team: Json, as_of: dt.datetime, name_at: Callable[[str], str | None]
) -> Iterator[tuple[str, str]]:
    if text_at(team, "status") not in ("active", None):
        return
    if is_over(period_end(team, "period"), as_of):
        return
    category = next((name for one in objects_at(team, "category") if (name := name_of(one))), None)
    yield TEAM, text_at(team, "name") or category or ""


def _name(reference: Json, name_at: Callable[[str], str | None]) -> str:
    return display_of(reference) or name_at(text_at(reference, "reference") or "") or ""


_READERS = {"Encounter": _of_encounter, "CareTeam": _of_team}
