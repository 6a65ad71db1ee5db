"""What a file would change in the graph, row by row: a broken row costs only itself. Pure.

Nothing is removed because a file lacks it; a file says what it removes. Nobody here has reviewed
what comes in, and nobody here has checked its quotes: what a file says of that is left out.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from pydantic import ValidationError

from graphcurate.applying import Change, Entries, entries_of, entry_changes
from graphcurate.contracts import Evidence, GraphContent, RelationEntry
from graphcurate.entry_fields import CONTRACTS, EXISTS, REVIEWED, EntryKind, Json
from graphcurate.exchange.fitness import check_fit
from graphcurate.exchange.references import References
from graphcurate.exchange.refusing import RowRefused
from medreview.common.contract import Contract
from medreview.common.errors import Invalid, gettext_noop

Said = TypeVar("Said", str, int, str | int)
Given = Mapping[str, Json]
Merge = Callable[[Contract | None], Given | None]
"""From an entry as it stands to the fields that a row gives it; None where the row removes it."""


_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Outcome(StrEnum):
    """What became of one row of a file."""

    NEW = "new"
    CHANGED = "changed"
    REMOVED = "removed"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


@dataclass(frozen=True)
class FileRow:
    """One row of a file: which entry it is about, and what it says of it."""

    where: str
    """As people find it in the file: ``row 14``, ``relations 3``."""
    kind: EntryKind
    key: str
    merge: Merge
    once: bool = False
    """The row says the entry whole: a second one of the same entry contradicts it."""
    reason: str = ""


@dataclass(frozen=True)
class BrokenRow:
    """A row of which no entry can be told."""

    where: str
    why: RowRefused
    kind: str = ""
    key: str = ""


class ReportRow(Contract):
    """What became of one row."""

    where: str
    kind: str
    key: str
    outcome: Outcome
    fields: tuple[str, ...] = ()
    """The fields that change, as change sets name them."""
    field: str = ""
    """The field that a refusal is about."""
    why: str = ""
    """The sentence of a refusal; its values stand beside it, to be told in any language."""
    values: dict[str, str | int] = {}


@dataclass
class ImportPlan:
    """What an import would do: the report of every row, and the changes that make it so."""

    rows: list[ReportRow] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    reasons: dict[tuple[EntryKind, str], str] = field(default_factory=dict)
    """Why an entry is changed, where the file says it."""

    def counts(self) -> dict[str, int]:
        """How many rows there are of each outcome."""
        found = Counter(row.outcome.value for row in self.rows)
        return {outcome.value: found[outcome.value] for outcome in Outcome}


class Planner:
    """Takes the rows of a file in order, over the graph as it is."""

    def __init__(self, content: GraphContent) -> None:
        self.before: Entries = {kind: entries_of(content, kind) for kind in EntryKind}
        self.after: Entries = {kind: dict(self.before[kind]) for kind in EntryKind}
        self.references = References(self.after)
        self.plan = ImportPlan()
        self._said: dict[tuple[EntryKind, str], str] = {}

    def take(self, row: FileRow | BrokenRow) -> None:
        """Report one row, and keep what it changes."""
        if isinstance(row, BrokenRow):
            self._refuse(row.where, row.kind, row.key, row.why)
            return
        try:
            self.plan.rows.append(self._taken(row))
        except RowRefused as why:
            self._refuse(row.where, row.kind.value, row.key, why)
        except Invalid as why:  # a part of it can't be addressed
            refused = RowRefused(why.sentence, of="", **why.values)
            self._refuse(row.where, row.kind.value, row.key, refused)

    def finish(self) -> ImportPlan:
        """The whole plan: one change for each field that differs in the end."""
        for kind, key in sorted(self._said):
            before, after = self.before[kind].get(key), self.after[kind].get(key)
            if before != after:
                self.plan.changes += entry_changes(kind, key, before, after)
        return self.plan

    def _taken(self, row: FileRow) -> ReportRow:
        said = self._said.get((row.kind, row.key))
        if said and row.once:
            raise RowRefused(
                gettext_noop("The file has this entry twice; %(where)s was taken."), where=said
            )
        standing = self.after[row.kind].get(row.key)
        given = row.merge(standing)
        entry = None if given is None else _entry(row.kind, standing, given)
        changes = entry_changes(row.kind, row.key, standing, entry)
        if changes:
            check_fit(row.kind, row.key, entry, standing)
            self.references.check(row.kind, row.key, entry)
            self._put(row, entry)
        self._said.setdefault((row.kind, row.key), row.where)
        return ReportRow(
            where=row.where,
            kind=row.kind.value,
            key=row.key,
            outcome=_outcome(standing, entry, changes),
            fields=tuple(change.field for change in changes if change.field != EXISTS),
        )

    def _put(self, row: FileRow, entry: Contract | None) -> None:
        if entry is None:
            del self.after[row.kind][row.key]
        else:
            self.after[row.kind][row.key] = entry
        self.references.note(row.kind, row.key, entry)
        if row.reason:
            self.plan.reasons[row.kind, row.key] = row.reason

    def _refuse(self, where: str, kind: str, key: str, why: RowRefused) -> None:
        self.plan.rows.append(
            ReportRow(
                where=where,
                kind=_shown(kind),
                key=_shown(key),
                outcome=Outcome.REFUSED,
                field=_shown(why.field),
                why=why.sentence,
                values={name: _shown(value) for name, value in why.values.items()},
            )
        )


def _shown(said: Said) -> Said:
    """What a file said, as a report can be written of it: without signs that are none."""
    return _UNSTORABLE.sub("\ufffd", said) if isinstance(said, str) else said


def _outcome(standing: Contract | None, entry: Contract | None, changes: list[Change]) -> Outcome:
    if not changes:
        return Outcome.UNCHANGED
    if entry is None:
        return Outcome.REMOVED
    return Outcome.CHANGED if standing else Outcome.NEW


def _entry(kind: EntryKind, standing: Contract | None, given: Given) -> Contract:
    """The entry with what a row gives it; what the row does not say stays as it is."""
    contract = CONTRACTS[kind]
    fields = {name: getattr(standing, name) for name in contract.model_fields} if standing else {}
    if REVIEWED in contract.model_fields:
        fields = {REVIEWED: False} | fields
        given = {name: value for name, value in given.items() if name != REVIEWED}
    try:
        entry = contract.model_validate(fields | dict(given))
    except ValidationError as problem:
        raise _refusal(problem) from None
    return _unchecked(entry, standing) if isinstance(entry, RelationEntry) else entry


def _unchecked(entry: RelationEntry, standing: Contract | None) -> RelationEntry:
    """Evidence that differs from ours was checked by nobody here."""
    known = (
        {item.id: item for item in standing.evidence} if isinstance(standing, RelationEntry) else {}
    )
    items = tuple(_of_nobody(item, known.get(item.id)) for item in entry.evidence)
    items = tuple(sorted(items, key=lambda item: (item.rank, item.id)))
    return entry.model_copy(update={"evidence": items})


def _of_nobody(item: Evidence, known: Evidence | None) -> Evidence:
    checked = {"checked_by": None, "checked_at": None}
    if known and known.model_copy(update=checked) == item.model_copy(update=checked):
        return known
    return item.model_copy(update=checked)


def _refusal(problem: ValidationError) -> RowRefused:
    """What is wrong, in a sentence: what is missing, else the first thing that does not fit."""
    errors = problem.errors(include_url=False)
    missing = ["/".join(map(str, error["loc"])) for error in errors if error["type"] == "missing"]
    if missing:
        return RowRefused(
            gettext_noop("A new entry has to say this: %(names)s."),
            of=missing[0],
            names=", ".join(missing),
        )
    first = errors[0]
    where = "/".join(map(str, first["loc"]))
    expected = first.get("ctx", {}).get("expected")
    if expected:
        return RowRefused(
            gettext_noop("“%(word)s” is none of %(words)s."),
            of=where,
            word=str(first["input"])[:40],
            words=expected.replace("'", "").replace(" or ", ", "),
        )
    return RowRefused(gettext_noop("%(why)s."), of=where, why=first["msg"])
