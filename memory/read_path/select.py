"""Which facts are read on a route: confirmed ones, current or past, each thing once. Pure."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.facts import FactState
from memory.read_path.route import Route
from memory.sections.registry import section_of
from memory.vocabulary import SectionKey
from memory.write_path.reconcile import Known, same_thing


@dataclass(frozen=True)
class Selected:
    """A thing that is read, and every fact that says it."""

    facts: tuple[str, ...]
    state: FactState
    """Of the fact that was said last."""
    is_past: bool
    """Whether it has ended, or is too old to be taken as present."""


def select(known: Iterable[Known], route: Route, *, now: dt.datetime) -> tuple[Selected, ...]:
    """What is read, section by section in the order people read them, each thing once.

    Only confirmed facts that were not withdrawn and have not expired are ever read. One that has
    ended, or of which nothing was heard for too long, is read only where the past is asked for.
    """
    wanted = [one for one in known if one.state.may_be_read]
    found: list[Selected] = []
    for key in route.sections:
        of_section = [one for one in wanted if one.state.body.section is key]
        found += (_selected(group, now) for group in _grouped(of_section))
    return tuple(one for one in found if route.with_past or not one.is_past)


def _grouped(known: Sequence[Known]) -> list[list[Known]]:
    """Facts of one thing together; what is asserted otherwise is another group."""
    groups: list[list[Known]] = []
    for one in known:
        body = one.state.body
        same = (
            group
            for group in groups
            if same_thing(group[0].state.body, body)
            and (group[0].state.body.stance, group[0].state.body.status)
            == (body.stance, body.status)
        )
        group = next(same, None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    return groups


def _selected(group: Sequence[Known], now: dt.datetime) -> Selected:
    newest = max(group, key=lambda one: (one.state.last_said is not None, _last(one.state)))
    return Selected(
        facts=tuple(one.fact for one in group),
        state=newest.state,
        is_past=_is_past(newest.state, now),
    )


def _last(state: FactState) -> dt.datetime:
    moments = [one for one in (state.last_said, state.confirmed_at) if one is not None]
    return max(moments, default=dt.datetime.min.replace(tzinfo=dt.UTC))


def _is_past(state: FactState, now: dt.datetime) -> bool:
    section = section_of(SectionKey(state.body.section))
    if state.body.status not in section.read_by_default:
        return True
    if section.days_fresh is None:
        return False
    return _last(state) < now - dt.timedelta(days=section.days_fresh)
