"""What every entry's page says first: what it is, and where it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from graphcurate.browsing import EntryType, Item, Standing, State, states_of, updated_of
from graphcurate.contracts import Biomarker
from graphcurate.entry_fields import key_of, kind_of
from graphcurate.models import Release
from graphcurate.presenters.browser import STATES, list_address
from graphcurate.presenters.links import query_of
from graphcurate.words import TYPES, Words


@dataclass(frozen=True)
class Head:
    """The head of an entry's page."""

    name: str
    type: EntryType
    list_title: Words
    list_url: str
    """The list it is a line of."""
    key: str
    kind: str
    """With ``address``, how change sets name it."""
    address: str
    code: str
    states: tuple[tuple[str, str, Words], ...]
    is_starter: bool
    """It, or a link of its own, has not been clinically reviewed."""
    is_retired: bool
    updated: Release | None
    query: str
    """The entry as the query of an address, to report a problem with it."""


def head_of(
    item: Item, standing: Standing, order: Sequence[Release], language: str, *, retired: bool
) -> Head:
    """What the page of an entry says first."""
    states = states_of(item, standing, {item.id} if retired else set())
    kind, key = kind_of(item.entry), key_of(item.entry)
    codes = item.entry.loinc if isinstance(item.entry, Biomarker) else ()
    return Head(
        name=item.name(language),
        type=item.type,
        list_title=TYPES[item.type],
        list_url=list_address({"type": item.type.value}),
        key=item.entry.key,
        kind=kind.value,
        address=key,
        code=next((code.code for code in codes if code.primary), ""),
        states=tuple((state.value, *STATES[state]) for state in states),
        is_starter=State.STARTER in states,
        is_retired=retired,
        updated=order[updated_of(item, standing)] if order else None,
        query=query_of(kind.value, key),
    )
