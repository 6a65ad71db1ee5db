"""Whether a value is still true of the patient: two clocks, a newer result, or an event."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.pipeline.ages import age_days, began_after
from analysis.pipeline.contracts import (
    Actuality,
    ActualityState,
    FoundItem,
    LabResult,
    Material,
    ParameterPackage,
)
from analysis.pipeline.wording import days_words, moment_words
from graphcurate.contracts import Effect
from medreview.fhir.record import Moment

AGEING_FROM = 0.5
"""Half of a test's window: from there on a value is said to be ageing, though still current."""

CHANGING = frozenset({Effect.RAISES, Effect.LOWERS, Effect.BOTH})
"""Effects on the value itself; reading it differently does not overtake it."""


@dataclass(frozen=True)
class Event:
    """Something that began after the sample was drawn and changes what the test would show."""

    resource: str
    name: str
    began: Moment
    word: str


@dataclass(frozen=True)
class Newer:
    """A newer result of the same test."""

    resource: str
    effective: Moment


def actuality_of(
    result: LabResult,
    package: ParameterPackage,
    *,
    as_of: dt.datetime,
    limit: int,
    newer: Newer | None,
    events: Sequence[Event],
) -> Actuality:
    """The state of one result: the strongest reason against it speaks."""
    age = age_days(result.effective, as_of)
    state, by, why = _state(result, age, limit, newer, events)
    return Actuality(
        result=result.id,
        state=state,
        age_days=age,
        limit_days=limit,
        by=by,
        matched_conditions=_material(package.found.conditions),
        matched_medications=_material(package.found.medications),
        why=why,
    )


def events_after(
    result: LabResult, found: Iterable[FoundItem], moments: dict[str, tuple[Moment | None, str]]
) -> list[Event]:
    """Matched medicines started and conditions begun after the draw, the first one first."""
    events = []
    for item in found:
        began, word = moments.get(item.resource, (None, ""))
        if began is None or not began_after(began, result.effective):
            continue
        if item.item.effect in CHANGING:
            events.append(Event(item.resource, item.name, began, word))
    return sorted(events, key=lambda event: (event.began.date or dt.date.max, event.resource))


def _state(
    result: LabResult, age: int | None, limit: int, newer: Newer | None, events: Sequence[Event]
) -> tuple[ActualityState, str | None, str]:
    if newer is not None:
        why = f"A newer result of this test is dated {moment_words(newer.effective)}."
        return ActualityState.SUPERSEDED, newer.resource, why
    if age is None:
        why = "When the sample was taken is not recorded."
        return ActualityState.STALE, None, why
    if age > limit:
        why = f"It is {days_words(age)} old; this test speaks of today for {days_words(limit)}."
        return ActualityState.STALE, None, why
    if events:
        event = events[0]
        why = f"{event.name} {event.word} on {moment_words(event.began)}, after the sample."
        return ActualityState.OVERTAKEN, event.resource, why
    if age > limit * AGEING_FROM:
        why = (
            f"It is {days_words(age)} old, past half of the {days_words(limit)} "
            "for which this test speaks of today."
        )
        return ActualityState.AGEING, None, why
    why = f"It is {days_words(age)} old; this test speaks of today for {days_words(limit)}."
    return ActualityState.CURRENT, None, why


def _material(found: Iterable[FoundItem]) -> tuple[str, ...]:
    """Found, active now and bearing on this result, each resource once."""
    fitting = (item.resource for item in found if item.current and item.material is Material.YES)
    return tuple(dict.fromkeys(fitting))
