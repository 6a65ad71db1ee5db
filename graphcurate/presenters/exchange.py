"""Files of the graph as people see them: what can be had, what came in, what became of each row."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from graphcurate.exchange.cells import csv_line
from graphcurate.exchange.forms import Form
from graphcurate.exchange.planning import Outcome, ReportRow
from graphcurate.import_states import ImportState
from graphcurate.models import GraphImport, Release
from graphcurate.presenters.entry_names import Names
from graphcurate.presenters.field_words import label_of
from medreview.common.cells import BYTE_ORDER_MARK
from medreview.common.display import in_words
from medreview.common.errors import MedReviewError

Words = str | Promise

ROWS_PER_PAGE = 100
FIELDS_SHOWN = 6

OUTCOMES: dict[str, tuple[Words, str]] = {
    Outcome.NEW: (gettext_lazy("New"), "good"),
    Outcome.CHANGED: (gettext_lazy("Changed"), "busy"),
    Outcome.REMOVED: (gettext_lazy("Removed"), "waits"),
    Outcome.UNCHANGED: (gettext_lazy("Unchanged"), ""),
    Outcome.REFUSED: (gettext_lazy("Refused"), "bad"),
}
"""What became of a row: its word and the tone of its chip."""

FORMS: dict[str, tuple[Words, Words]] = {
    Form.JSON: (
        gettext_lazy("Everything, as JSON"),
        gettext_lazy("All entries with their evidence; comes back in without a loss."),
    ),
    Form.RELATIONS: (
        gettext_lazy("Links, as a table (CSV)"),
        gettext_lazy("A row for each evidence item, for a spreadsheet; comes back in."),
    ),
    Form.NAMES: (
        gettext_lazy("Names and synonyms, as a table (CSV)"),
        gettext_lazy("A row for each name in each language; comes back in."),
    ),
    Form.FHIR: (
        gettext_lazy("Code groups, as FHIR R4"),
        gettext_lazy("ValueSets and ConceptMaps of LOINC and other codes, for other systems."),
    ),
}
"""What a form is called, and what it is for."""

STATES: dict[str, tuple[Words, str, str]] = {
    ImportState.QUEUED: (gettext_lazy("Waits for a worker"), "waits", "clock"),
    ImportState.RUNNING: (gettext_lazy("Being gone through"), "busy", "loader-circle"),
    ImportState.DONE: (gettext_lazy("Done"), "good", "circle-check"),
    ImportState.FAILED: (gettext_lazy("Nothing taken"), "bad", "circle-x"),
}
"""Where an import is: its word, tone and icon."""


@dataclass(frozen=True)
class Offer:
    """One form in which a release can be had."""

    form: str
    name: Words
    what_for: Words
    url: str


@dataclass(frozen=True)
class ImportRow:
    """One file that was brought in, in the list of them."""

    made: GraphImport
    url: str
    form: Words
    state: tuple[Words, str, str]
    by: str
    taken: int
    refused: int
    change_set: str
    change_set_url: str


@dataclass(frozen=True)
class ShownRow:
    """One row of a report."""

    where: str
    kind: str
    key: str
    name: str
    outcome: str
    word: Words
    tone: str
    says: str


@dataclass(frozen=True)
class Tab:
    """One outcome to narrow a report to."""

    name: str
    word: Words
    count: int
    url: str
    is_shown: bool


@dataclass(frozen=True)
class Report:
    """A page of the report of one import."""

    tabs: list[Tab]
    rows: list[ShownRow]
    shown: str
    newer_url: str
    older_url: str


def offers(release: Release) -> list[Offer]:
    """Every form in which a release can be had."""
    return [
        Offer(
            form=form.value,
            name=FORMS[form][0],
            what_for=FORMS[form][1],
            url=reverse("graphcurate:export-file", args=[release.name, form.value]),
        )
        for form in Form
    ]


def import_rows(found: Iterable[GraphImport]) -> list[ImportRow]:
    """Files that were brought in, as rows of a list."""
    return [import_row(made) for made in found]


def import_row(made: GraphImport) -> ImportRow:
    """One file that was brought in."""
    counts = made.counts
    taken = sum(counts.get(one, 0) for one in (Outcome.NEW, Outcome.CHANGED, Outcome.REMOVED))
    drafts = made.change_set
    return ImportRow(
        made=made,
        url=reverse("graphcurate:import-detail", args=[made.pk]),
        form=FORMS[Form(made.form)][0],
        state=STATES[made.state],
        by=made.by.get_full_name(),
        taken=taken,
        refused=counts.get(Outcome.REFUSED, 0),
        change_set=drafts.label if drafts else "",
        change_set_url=reverse("graphcurate:change-detail", args=[drafts.pk]) if drafts else "",
    )


def sentence_of(said: dict[str, Any] | None) -> str:
    """A sentence that was kept with its values, in the reader's language."""
    if not said:
        return ""
    return in_words(MedReviewError(said["sentence"], **said["values"]))


def summary_of(made: GraphImport) -> str:
    """What became of a file, in a sentence."""
    counts = {outcome.value: made.counts.get(outcome, 0) for outcome in Outcome}
    rows = ngettext("%(n)d row", "%(n)d rows", made.total) % {"n": made.total}
    return _(
        "%(rows)s: %(new)d new, %(changed)d changed, %(removed)d removed, "
        "%(unchanged)d unchanged, %(refused)d refused."
    ) % ({"rows": rows} | counts)


def report_page(
    made: GraphImport,
    rows: Iterable[ReportRow],
    names_for: Callable[[list[ReportRow]], Names],
    *,
    show: str,
    start: int,
) -> Report:
    """The rows of one outcome, or all of them, from a place on.

    ``names_for`` is asked what the entries of the rows on the page are called.
    """
    url = reverse("graphcurate:import-detail", args=[made.pk])
    show = show if show in OUTCOMES else ""
    found = [row for row in rows if show in {"", row.outcome}]
    page = found[start : start + ROWS_PER_PAGE]
    names = names_for(page)
    before, after = max(0, start - ROWS_PER_PAGE), start + ROWS_PER_PAGE
    first = f"{url}?show={show}&from="
    return Report(
        tabs=list(_tabs(made, url, show)),
        rows=[_shown(row, names) for row in page],
        shown=_("%(first)d to %(last)d of %(all)d")
        % {"first": start + 1, "last": start + len(page), "all": len(found)}
        if len(found) > ROWS_PER_PAGE
        else "",
        newer_url=f"{first}{before}" if start else "",
        older_url=f"{first}{after}" if after < len(found) else "",
    )


def _tabs(made: GraphImport, url: str, show: str) -> Iterator[Tab]:
    yield Tab("", _("All"), made.total, url, not show)
    for outcome, (word, _tone) in OUTCOMES.items():
        if count := made.counts.get(outcome, 0):
            yield Tab(outcome, word, count, f"{url}?show={outcome}", show == outcome)


def _shown(row: ReportRow, names: Names) -> ShownRow:
    word, tone = OUTCOMES[row.outcome]
    entry = names.find(row.kind, row.key)
    return ShownRow(
        where=where_words(row.where),
        kind=row.kind,
        key=row.key,
        name=names.of(row.kind, row.key) if entry else "",
        outcome=row.outcome.value,
        word=word,
        tone=tone,
        says=_says(row, names),
    )


def _says(row: ReportRow, names: Names) -> str:
    """What changes, or why nothing could."""
    if row.outcome is Outcome.REFUSED:
        why = sentence_of({"sentence": row.why, "values": row.values})
        return f"{label_of(row.field, names)}: {why}" if row.field else why
    if row.outcome is not Outcome.CHANGED:
        return ""
    labels = list(dict.fromkeys(label_of(field, names) for field in row.fields))
    more = len(labels) - FIELDS_SHOWN
    said = ", ".join(labels[:FIELDS_SHOWN])
    return f"{said} {_('and %(n)d more') % {'n': more}}" if more > 0 else said


def where_words(where: str) -> str:
    """Where a row stands in its file: ``row 14``, or ``relations, entry 3``."""
    part, _space, number = where.partition(" ")
    if part == "row":
        return _("row %(n)s") % {"n": number}
    return _("%(part)s, entry %(n)s") % {"part": part, "n": number}


def report_table(rows: Iterable[ReportRow]) -> Iterator[str]:
    """The whole report as a table, line by line; no cell of it is ever worked out."""
    yield BYTE_ORDER_MARK + csv_line(("where", "kind", "key", "outcome", "fields", "field", "why"))
    for row in rows:
        why = sentence_of({"sentence": row.why, "values": row.values}) if row.why else ""
        fields = " ".join(row.fields)
        yield csv_line((row.where, row.kind, row.key, row.outcome.value, fields, row.field, why))
