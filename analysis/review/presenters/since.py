"""What happened since an analysis read the record: the lines of its head, and of one finding."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext, pgettext

from analysis.pipeline.analysis_states import AT_WORK, READ
from analysis.pipeline.contracts import (
    Field,
    FieldChange,
    HowChanged,
    ItemKind,
    NewerItem,
    RecordChanges,
    ResourceChange,
)
from analysis.pipeline.models import Analysis
from analysis.review.findings import Finding
from medreview.common.display import clinical_date, not_recorded, value_text

SHOWN_IN_HEAD = 4
DATES = frozenset({Field.DATE, Field.BEGAN, Field.ENDED, Field.RECORDED, Field.BORN, Field.DIED})


@dataclass(frozen=True)
class Link:
    """Another analysis."""

    number: str
    url: str


@dataclass(frozen=True)
class FieldRow:
    """One field, what it said and what it says."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class ChangeRow:
    """One resource that says something else now."""

    id: str
    name: str
    how: str
    """``changed``, ``withdrawn`` or ``counts_now``."""
    text: str
    """Its value, where it is withdrawn or counts only now."""
    why: str
    fields: tuple[FieldRow, ...]


@dataclass(frozen=True)
class Since:
    """What the head of a page says of the record's changes and of re-runs."""

    outdated: str
    rows: tuple[ChangeRow, ...]
    more: int
    newer: str
    changes_url: str
    rerun_url: str
    """Empty where nothing is to be asked again, or somebody asked already."""
    running: Link | None
    replaced: Link | None


def since_of(
    analysis: Analysis,
    changes: RecordChanges,
    *,
    rerun: Analysis | None = None,
    newest: Analysis | None = None,
    lacks_model: bool = False,
    every: bool = False,
) -> Since:
    """The lines above the page. ``rerun`` asks it again, ``newest`` stands in its place.

    Where a stage lacked its model, it can be asked again of a record that did not change.
    """
    rows = [change_row(change) for change in changes.used] if analysis.outdated else []
    running = rerun if rerun is not None and rerun.state in AT_WORK else None
    worth_it = analysis.outdated or changes.newer or lacks_model
    may_ask = analysis.state in READ and rerun is None and worth_it
    return Since(
        outdated=outdated_text(analysis),
        rows=tuple(rows if every else rows[:SHOWN_IN_HEAD]),
        more=0 if every else len(rows[SHOWN_IN_HEAD:]),
        newer="" if newest else newer_text(changes.newer),
        changes_url=reverse("review:changes", args=[analysis.pk]),
        rerun_url=reverse("review:rerun", args=[analysis.pk]) if may_ask else "",
        running=link_to(running) if running else None,
        replaced=link_to(newest) if newest else None,
    )


def link_to(analysis: Analysis) -> Link:
    """An analysis by its number."""
    return Link(analysis.number, reverse("review:analysis-detail", args=[analysis.pk]))


def outdated_text(analysis: Analysis) -> str:
    """``Outdated since …``; empty while it is current."""
    if not analysis.outdated:
        return ""
    when = clinical_date(analysis.outdated_at, time=True)
    return gettext("Outdated since %(when)s: the record says something else now.") % {"when": when}


def newer_text(newer: Sequence[NewerItem]) -> str:
    """What came since, in one sentence: it makes nothing here wrong."""
    results = [item for item in newer if item.kind is ItemKind.RESULT]
    others = len(newer) - len(results)
    parts = []
    if results:
        said = ngettext("%(n)d newer result", "%(n)d newer results", len(results))
        parts.append(said % {"n": len(results)})
    if others:
        said = ngettext("%(n)d other new entry", "%(n)d other new entries", others)
        parts.append(said % {"n": others})
    if not parts:
        return ""
    return gettext("Since this analysis: %(what)s. It says nothing of them.") % {
        "what": gettext(" and ").join(parts)
    }


def rows_for(finding: Finding, changes: RecordChanges) -> list[ChangeRow]:
    """What changed of one finding's own result and of what was found beside it."""
    beside = {entry.resource for entry in finding.found()}
    beside |= {entry.resource for entry in finding.stale()}
    concerned = {finding.key, *beside, *(lab.id for lab in finding.history)}
    return [change_row(change) for change in changes.used if change.id in concerned]


def change_row(change: ResourceChange) -> ChangeRow:
    """One changed resource, in a reader's words."""
    value = change.field(Field.VALUE)
    only_value = change.how is not HowChanged.CHANGED and value is not None
    return ChangeRow(
        id=change.id,
        name=change.name or gettext("The patient"),
        how=change.how.value,
        text=value_text(value.before or value.after) if only_value and value else "",
        why=change.why,
        fields=() if only_value else tuple(map(field_row, change.fields)),
    )


def field_row(change: FieldChange) -> FieldRow:
    """One changed field, in a reader's words."""
    return FieldRow(
        label=field_words(change.field),
        before=_shown(change.field, change.before),
        after=_shown(change.field, change.after) or not_recorded(),
    )


def newer_rows(newer: Iterable[NewerItem]) -> list[tuple[str, str, str]]:
    """Name, value and day of what came since."""
    return [
        (item.name, value_text(item.text), clinical_date(item.date, time=True) if item.date else "")
        for item in newer
    ]


def _shown(field: Field, text: str) -> str:
    if text and field in DATES:
        return clinical_date(text, time=True)
    return value_text(text) if field in (Field.VALUE, Field.UNIT) else text


def field_words(field: Field) -> str:
    """What a field is called on a page."""
    return {
        Field.NAME: pgettext("field", "name"),
        Field.CODES: pgettext("field", "codes"),
        Field.VALUE: pgettext("field", "value"),
        Field.UNIT: pgettext("field", "unit"),
        Field.RANGE: pgettext("field", "reference range"),
        Field.FLAG: pgettext("field", "flag"),
        Field.STATUS: pgettext("field", "status"),
        Field.VERIFICATION: pgettext("field", "verification"),
        Field.DATE: pgettext("field", "collected"),
        Field.BEGAN: pgettext("field", "began"),
        Field.ENDED: pgettext("field", "ended"),
        Field.RECORDED: pgettext("field", "recorded"),
        Field.SAMPLE: pgettext("field", "sample"),
        Field.METHOD: pgettext("field", "method"),
        Field.LABORATORY: pgettext("field", "laboratory"),
        Field.NOTE: pgettext("field", "note"),
        Field.DOSAGE: pgettext("field", "dosage"),
        Field.SEVERITY: pgettext("field", "severity"),
        Field.REACTIONS: pgettext("field", "reactions"),
        Field.SEX: pgettext("field", "sex"),
        Field.BORN: pgettext("field", "birth date"),
        Field.DIED: pgettext("field", "died"),
    }[field]
