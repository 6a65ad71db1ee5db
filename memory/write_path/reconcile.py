"""What something heard would do to what is remembered: decided by code, proposed to a person.

Nothing here changes a fact. What contradicts a confirmed fact stands beside it until somebody
decides; what is less certain than what is known changes nothing and is told with its reason. Pure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import Field

from medreview.common.contract import Contract
from memory.facts import Body, FactState, Words
from memory.sections.registry import section_of
from memory.values import When
from memory.vocabulary import ChangeKind, Stance, Status


class Act(StrEnum):
    """What the speaker says has happened."""

    STATES = "states"
    STARTS = "starts"
    CHANGES = "changes"
    STOPS = "stops"
    DENIES = "denies"


class MadeBy(StrEnum):
    """Who read it out of the words."""

    RULE = "rule"
    MODEL = "model"
    PERSON = "person"


class Heard(Contract):
    """One thing read out of somebody's words, checked against them."""

    body: Body
    words: Words
    act: Act = Act.STATES
    ended: When = When()
    confidence: float = Field(default=0.5, ge=0, le=1)
    made_by: MadeBy = MadeBy.RULE


@dataclass(frozen=True)
class Known:
    """A remembered fact."""

    fact: str
    state: FactState


class Proposed(Contract):
    """A change of what is remembered, for a person to decide on."""

    change: ChangeKind
    fact: str | None
    """The fact it is about; None for a new one."""
    body: Body
    """What the fact would say."""
    heard: Heard
    against: tuple[str, ...] = ()
    """Facts that can't be true together with it."""


class LeftOut(Contract):
    """Something heard that is not proposed, and why."""

    heard: Heard
    why: str
    """``hypothetical``, ``of_another``, or ``less_certain``."""


@dataclass(frozen=True)
class Reconciled:
    """What becomes of everything heard: each is proposed or left out."""

    proposed: tuple[Proposed, ...]
    left_out: tuple[LeftOut, ...]


def reconcile(heard: Iterable[Heard], known: Sequence[Known]) -> Reconciled:
    """Each thing heard beside what is remembered of the same patient."""
    made = [_reconciled(one, known) for one in heard]
    return Reconciled(
        tuple(one for one in made if isinstance(one, Proposed)),
        tuple(one for one in made if isinstance(one, LeftOut)),
    )


def same_thing(one: Body, other: Body) -> bool:
    """Whether two bodies speak of one thing of one person: nothing known tells them apart."""
    if (one.section, one.experiencer, one.whole) != (other.section, other.experiencer, other.whole):
        return False
    if one.whole:
        return True
    if not _same_concept(one, other):
        return False
    section = section_of(one.section)
    if section.is_episodic and not _time_of(one).may_be(_time_of(other)):
        return False
    return all(_may_be_equal(name, one, other) for name in section.told_apart_by)


def _same_concept(one: Body, other: Body) -> bool:
    if one.code and other.code and one.code.system == other.code.system:
        return one.code.code == other.code.code
    return one.name == other.name


def _time_of(body: Body) -> When:
    """The time by which one episode is told from another."""
    if body.clinical.is_known:
        return body.clinical
    fields = body.typed_fields()
    times = (getattr(fields, name, None) for name in type(fields).model_fields)
    return next((one for one in times if isinstance(one, When) and one.is_known), When())


def _may_be_equal(name: str, one: Body, other: Body) -> bool:
    mine, theirs = (getattr(body.typed_fields(), name) for body in (one, other))
    return mine in (None, "") or theirs in (None, "") or mine == theirs


def _reconciled(heard: Heard, known: Sequence[Known]) -> Proposed | LeftOut:
    body = heard.body
    if body.stance is Stance.HYPOTHETICAL:
        return LeftOut(heard=heard, why="hypothetical")
    against = tuple(one.fact for one in known if _excludes(one.state, body))
    match = _best(known, body)
    if match is None:
        change = ChangeKind.CONTRADICTS if against else ChangeKind.NEW
        return Proposed(change=change, fact=None, body=body, heard=heard, against=against)
    if body.stance is Stance.POSSIBLE:
        return LeftOut(heard=heard, why="less_certain")
    change = _change_of(heard, match.state)
    return Proposed(
        change=change,
        fact=match.fact,
        body=_after(match.state.body, heard, change),
        heard=heard,
        against=against,
    )


def _excludes(state: FactState, body: Body) -> bool:
    """Whether a confirmed fact and what was heard can't both be true."""
    if not state.may_be_read or state.body.section is not body.section:
        return False
    if state.body.experiencer is not body.experiencer:
        return False
    stances = {state.body.stance, body.stance}
    one_is_whole = state.body.whole != body.whole
    return one_is_whole and stances == {Stance.PRESENT, Stance.ABSENT}


def _best(known: Sequence[Known], body: Body) -> Known | None:
    """The fact of the same thing: a confirmed one before others, then the one said last."""
    same = [one for one in known if not one.state.is_withdrawn and same_thing(one.state.body, body)]
    if not same:
        return None
    order = {one.fact: place for place, one in enumerate(known)}
    return max(same, key=lambda one: (one.state.is_confirmed, order[one.fact]))


def _change_of(heard: Heard, state: FactState) -> ChangeKind:
    body, now = heard.body, state.body
    if heard.act is Act.STOPS:
        is_over = now.status in {Status.STOPPED, Status.RESOLVED}
        return ChangeKind.CONFIRMS if is_over else ChangeKind.STOPS
    if body.stance is Stance.ABSENT:
        return ChangeKind.CONFIRMS if now.stance is Stance.ABSENT else ChangeKind.DENIES
    if now.stance is Stance.ABSENT:
        return ChangeKind.CONTRADICTS
    return ChangeKind.CHANGES if _says_more(heard, now) else ChangeKind.CONFIRMS


def _says_more(heard: Heard, now: Body) -> bool:
    merged = _merged(now, heard.body)
    restarted = now.status in {Status.STOPPED, Status.RESOLVED} and heard.act is Act.STARTS
    return restarted or now.stance is not heard.body.stance or merged != _plain(now)


def _plain(body: Body) -> dict[str, Any]:
    return body.typed_fields().as_json() if not body.whole else {}


def _merged(now: Body, heard: Body) -> dict[str, Any]:
    """The known fields with those that were said anew; what was not said stays."""
    if now.whole:
        return {}
    said = heard.typed_fields().model_dump(mode="json", exclude_defaults=True)
    fields = section_of(now.section).fields.model_validate({**now.fields, **said})
    return fields.as_json()


def _after(now: Body, heard: Heard, change: ChangeKind) -> Body:
    if change is ChangeKind.CONFIRMS:
        return now
    if change is ChangeKind.DENIES:
        return now.model_copy(update={"stance": Stance.ABSENT})
    if change is ChangeKind.STOPS:
        return now.model_copy(update={"status": heard.body.status})
    return heard.body.model_copy(
        update={"fields": _merged(now, heard.body), "code": heard.body.code or now.code}
    )
