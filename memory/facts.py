"""A fact as its events make it: what was said, and what persons made of it since. Pure.

A fact has no state of its own. It is the fold of its events, in the order they were recorded, and
can be read as of any moment: of what was known then (recorded time), of what was true then
(clinical time), or of both.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any, Self

from pydantic import Field, model_validator

from medreview.common.contract import Contract
from medreview.common.text import normalise_name
from memory.sections.base import Fields
from memory.sections.registry import section_of
from memory.values import Code, When
from memory.vocabulary import (
    EventKind,
    Experiencer,
    SectionKey,
    SourceKind,
    Speaker,
    Stance,
    Status,
)


class Words(Contract):
    """Where it was said: the very words, and their place in the source."""

    source: str
    """The id of what it was said in."""
    kind: SourceKind
    speaker: Speaker
    text: str = Field(min_length=1, max_length=2_000)
    start: int = Field(ge=0)
    """In letters."""
    said_at: dt.datetime | None = None

    @property
    def end(self) -> int:
        """The place behind the words."""
        return self.start + len(self.text)


class Body(Contract):
    """What a fact says."""

    section: SectionKey
    name_raw: str = Field(min_length=1, max_length=200)
    name_normalized: str = ""
    """For comparison; made of ``name_raw`` where nobody knows a better one."""
    code: Code | None = None
    fields: dict[str, Any] = {}
    """Of the section's own contract, as JSON."""
    stance: Stance = Stance.PRESENT
    experiencer: Experiencer = Experiencer.PATIENT
    status: Status = Status.UNKNOWN
    clinical: When = When()
    """When it is, or was, true."""
    whole: bool = False
    """Says of the whole section that there is nothing, such as "no allergies"."""

    @model_validator(mode="after")
    def _fits_its_section(self) -> Self:
        if self.whole and self.stance is not Stance.ABSENT:
            raise ValueError("of a whole section only its absence can be said")
        if not self.whole:
            self.typed_fields()
        is_family = self.section is SectionKey.FAMILY_HISTORY
        if is_family and self.experiencer is Experiencer.PATIENT:
            raise ValueError("family history is of a relative, not of the patient")
        if not is_family and self.experiencer is Experiencer.RELATIVE:
            raise ValueError("what a relative has belongs to the family history")
        return self

    @property
    def name(self) -> str:
        """The name two facts are compared by."""
        return self.name_normalized or normalise_name(self.name_raw)

    def typed_fields(self) -> Fields:
        """The fields in their section's type."""
        return section_of(self.section).fields.model_validate(self.fields)


class FactEvent(Contract):
    """Something that happened to a fact. Events are only ever added."""

    kind: EventKind
    at: dt.datetime
    """When it was recorded."""
    by: str
    """A user's id, or ``system``."""
    body: Body | None = None
    """What the fact says from here on; none where that stays as it was."""
    words: Words | None = None
    reason: str = ""
    ended: When = When()
    """Of a stop: when it ended."""

    @model_validator(mode="after")
    def _says_what_its_kind_needs(self) -> Self:
        if (self.kind in WITH_BODY) != (self.body is not None):
            raise ValueError(f"{self.kind.value} and what the fact says don't belong together")
        if self.kind is EventKind.MENTIONED and self.words is None:
            raise ValueError("what was mentioned was said in words")
        return self


COURSES = frozenset({SectionKey.MEDICATIONS, SectionKey.LIFESTYLE})
"""Sections whose things are stopped; those of the others are resolved."""

WITH_BODY = frozenset({EventKind.MENTIONED, EventKind.CHANGED, EventKind.CORRECTED})


class FactState(Contract):
    """How a fact stands."""

    body: Body
    is_confirmed: bool = False
    confirmed_by: str = ""
    confirmed_at: dt.datetime | None = None
    is_withdrawn: bool = False
    """A tombstone: its history stays, and nothing reads it."""
    is_expired: bool = False
    """Too old to be read as present; its history stays."""
    last_said: dt.datetime | None = None
    sources: tuple[Words, ...] = ()

    @property
    def may_be_read(self) -> bool:
        """Whether an analysis or a prompt may see it as a present fact."""
        return self.is_confirmed and not self.is_withdrawn and not self.is_expired


def fold(events: Iterable[FactEvent]) -> FactState | None:
    """The state after all these events, given in the order they were recorded."""
    state: FactState | None = None
    for event in events:
        state = _after(state, event)
    return state


def as_of(
    events: Iterable[FactEvent],
    *,
    recorded: dt.datetime | None = None,
    clinical: dt.date | None = None,
) -> FactState | None:
    """The state as it was known at a moment, of what was true on a day.

    An event whose clinical time lies surely after the day has not happened yet on it; one whose
    time nobody knows counts.
    """
    known = (event for event in events if recorded is None or event.at <= recorded)
    return fold(event for event in known if clinical is None or _had_begun(event, clinical))


def _had_begun(event: FactEvent, day: dt.date) -> bool:
    if event.kind is EventKind.STOPPED:
        return not event.ended.is_surely_after(day)
    return event.body is None or not event.body.clinical.is_surely_after(day)


def _after(state: FactState | None, event: FactEvent) -> FactState | None:
    if event.kind is EventKind.MENTIONED and event.body is not None:
        return _mentioned(state, event, event.body)
    if state is None:
        return None  # as of an earlier day the first word of it may not have been said
    if state.is_withdrawn:
        return state
    return _CHANGES[event.kind](_with_words(state, event), event)


def _mentioned(state: FactState | None, event: FactEvent, body: Body) -> FactState:
    if state is None:
        return _with_words(FactState(body=body), event)
    # Said again: the words are kept, what the fact says is for a person to change.
    return _with_words(state, event)


def _with_words(state: FactState, event: FactEvent) -> FactState:
    if event.words is None:
        return state
    return state.model_copy(
        update={"sources": (*state.sources, event.words), "last_said": event.at}
    )


def _confirmed(state: FactState, event: FactEvent) -> FactState:
    return state.model_copy(
        update={
            "is_confirmed": True,
            "is_expired": False,
            "confirmed_by": event.by,
            "confirmed_at": event.at,
        }
    )


def _said_otherwise(state: FactState, event: FactEvent) -> FactState:
    """A person changed or corrected it: that is a confirmation of what it says now."""
    return _confirmed(state, event).model_copy(update={"body": event.body or state.body})


def _stopped(state: FactState, event: FactEvent) -> FactState:
    over = Status.STOPPED if state.body.section in COURSES else Status.RESOLVED
    return _saying(state, status=over)


def _negated(state: FactState, event: FactEvent) -> FactState:
    return _saying(state, stance=Stance.ABSENT)


def _saying(state: FactState, **changed: Any) -> FactState:
    return state.model_copy(update={"body": state.body.model_copy(update=changed)})


def _withdrawn(state: FactState, event: FactEvent) -> FactState:
    return state.model_copy(update={"is_withdrawn": True})


def _expired(state: FactState, event: FactEvent) -> FactState:
    return state.model_copy(update={"is_expired": True})


_CHANGES = {
    EventKind.CONFIRMED: _confirmed,
    EventKind.CHANGED: _said_otherwise,
    EventKind.CORRECTED: _said_otherwise,
    EventKind.STOPPED: _stopped,
    EventKind.NEGATED: _negated,
    EventKind.WITHDRAWN: _withdrawn,
    EventKind.EXPIRED: _expired,
}
