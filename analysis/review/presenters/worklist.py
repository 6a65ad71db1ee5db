"""The worklist for a reader: lists and filters with their counts, and what waits, row by row."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from analysis.pipeline.models import Analysis
from analysis.review.models import Decision
from analysis.review.presenters.banner import born_text, patient_name
from analysis.review.presenters.worklist_holding import note_of
from analysis.worklist.models import Move
from analysis.worklist.pages import Page
from analysis.worklist.presenters import due_text
from analysis.worklist.queries import Standing
from analysis.worklist.queues import Counts, Filters, Listing, Severity
from analysis.worklist.reasons import in_short
from medreview.accounts.models import User
from medreview.common.display import clinical_date
from medreview.common.keyset import COUNT_CAP
from medreview.patients.models import PatientList

NAMES: dict[Listing, str | Promise] = {
    Listing.WAITING: pgettext_lazy("list of analyses", "Waiting"),
    Listing.MINE: pgettext_lazy("list of analyses", "Mine"),
    Listing.OTHERS: pgettext_lazy("list of analyses", "Others’"),
    Listing.OVERDUE: pgettext_lazy("list of analyses", "Overdue"),
    Listing.SIGNED: pgettext_lazy("list of analyses", "Signed"),
}
HEADINGS: dict[Listing, str | Promise] = {
    Listing.WAITING: gettext_lazy("Waiting for anybody"),
    Listing.MINE: gettext_lazy("In your hands"),
    Listing.OTHERS: gettext_lazy("In colleagues’ hands"),
    Listing.OVERDUE: gettext_lazy("Overdue, in anybody’s hands or none"),
    Listing.SIGNED: gettext_lazy("Signed reports"),
}
EMPTY: dict[Listing, str | Promise] = {
    Listing.WAITING: gettext_lazy("Nothing waits for a reviewer."),
    Listing.MINE: gettext_lazy("You hold no analysis."),
    Listing.OTHERS: gettext_lazy("No colleague holds an analysis."),
    Listing.OVERDUE: gettext_lazy("Nothing is overdue."),
    Listing.SIGNED: gettext_lazy("Nothing has been signed yet."),
}
SEVERITIES: dict[Severity, str | Promise] = {
    Severity.CRITICAL: pgettext_lazy("severity of an analysis", "Critical"),
    Severity.ABNORMAL: pgettext_lazy("severity of an analysis", "Abnormal"),
    Severity.OTHER: pgettext_lazy("severity of an analysis", "Nothing abnormal"),
}


@dataclass(frozen=True)
class Choice:
    """A link to a list, whole or narrowed, with the number of its rows."""

    name: str
    label: str | Promise
    url: str
    count: str
    current: bool


@dataclass(frozen=True)
class FilterRow:
    """One thing a list can be narrowed by."""

    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class WorkRow:
    """One analysis of the list; enough of the patient to tell two of one name apart."""

    id: str
    number: str
    url: str
    patient: str
    born: str
    mrn: str
    state: str
    abnormal: int | None
    criticals: int
    asked_at: datetime
    edition: int
    outdated: bool
    degraded: bool
    reasons: tuple[str, ...]
    """Why it is handed off to a person, each in a few words; empty where it is not."""
    was_critical: bool = False
    """Whether it raised a critical value, answered for or not."""
    due: str = ""
    due_at: datetime | None = None
    overdue: bool = False
    holder: str = ""
    """Who holds it, and until when or by whose word."""
    is_mine: bool = False
    is_anothers: bool = False
    note: str = ""
    noted_by: str = ""


@dataclass(frozen=True)
class Shown:
    """What the page of a list says beside its rows."""

    listing: str
    heading: str | Promise
    count: str
    order: str
    tabs: tuple[Choice, ...]
    overdue_tab: Choice
    filters: tuple[FilterRow, ...]
    is_narrowed: bool
    cleared_url: str
    empty: str | Promise
    hint: str
    before_url: str
    after_url: str
    first_url: str
    """Where the list begins, on any page but the first."""


def counted(number: int) -> str:
    """A count as printed: beyond the cap it says so."""
    return f"{COUNT_CAP:,}+" if number > COUNT_CAP else str(number)


def list_url(listing: Listing, filters: Filters = Filters(), **place: str) -> str:  # noqa: B008
    """Where a list is: its name, what narrows it, and the place it goes on from."""
    asked = {
        "show": listing.value,
        "severity": filters.severity.value if filters.severity else "",
        "due": "overdue" if filters.overdue else "",
        "holder": filters.holder,
        "patients": filters.patients,
        "handoff": "open" if filters.handed_off else "",
        **place,
    }
    return f"{reverse('review:worklist')}?{urlencode({k: v for k, v in asked.items() if v})}"


def shown(
    listing: Listing,
    filters: Filters,
    counts: Counts,
    page: Page,
    people: Mapping[str, User],
    *,
    is_first: bool,
    of_lists: Iterable[PatientList] = (),
    by_patients: Mapping[str, int] = MappingProxyType({}),
) -> Shown:
    """The tabs, filters, words and links around the rows of ``page``.

    A list of patients goes along from tab to tab: a ward is where somebody works.
    """
    tabs = {each: _tab(each, listing, counts, filters.patients) for each in Listing}
    return Shown(
        listing=listing.value,
        heading=HEADINGS[listing],
        count=_how_many(counts.of(listing, filters)),
        order=_order_of(listing),
        tabs=tuple(tab for each, tab in tabs.items() if each is not Listing.OVERDUE),
        overdue_tab=tabs[Listing.OVERDUE],
        filters=(
            *_filters(listing, filters, counts, people),
            *_of_whom(listing, filters, of_lists, by_patients),
        ),
        is_narrowed=bool(filters),
        cleared_url=list_url(listing),
        empty=gettext("No analysis of this list is like that.") if filters else EMPTY[listing],
        hint=_hint(listing, filters, counts),
        before_url=list_url(listing, filters, before=page.before.as_text()) if page.before else "",
        after_url=list_url(listing, filters, after=page.after.as_text()) if page.after else "",
        first_url="" if is_first else list_url(listing, filters),
    )


def _tab(each: Listing, current: Listing, counts: Counts, patients: str) -> Choice:
    url = list_url(each, Filters(patients=patients))
    return Choice(each.value, NAMES[each], url, counted(counts.of(each)), each is current)


def _of_whom(
    listing: Listing,
    filters: Filters,
    of_lists: Iterable[PatientList],
    by_patients: Mapping[str, int],
) -> tuple[FilterRow, ...]:
    """The lists of patients that have a row here, and the one that is chosen."""
    kept = [one for one in of_lists if by_patients.get(one.pk) or one.pk == filters.patients]
    if not kept:
        return ()

    def choice(name: str, label: str, pk: str) -> Choice:
        url = list_url(listing, replace(filters, patients=pk))
        return Choice(name, label, url, counted(by_patients.get(pk, 0)), pk == filters.patients)

    anybody = choice("any-patients", gettext("Any"), "")
    of_each = (choice(f"patients-{one.pk}", one.name, one.pk) for one in kept)
    return (FilterRow(gettext("Patients"), (anybody, *of_each)),)


def _how_many(number: int) -> str:
    said = ngettext("%(count)s analysis", "%(count)s analyses", number)
    return said % {"count": counted(number)}


def _order_of(listing: Listing) -> str:
    if listing is Listing.SIGNED:
        return gettext("newest analysis first")
    return gettext("unanswered criticals first, then by due time: longest overdue on top")


def _filters(
    listing: Listing, filters: Filters, counts: Counts, people: Mapping[str, User]
) -> tuple[FilterRow, ...]:
    if listing is Listing.SIGNED:
        return ()

    def choice(name: str, label: str | Promise, narrowed: Filters) -> Choice:
        number = counts.of(listing, narrowed)
        url = list_url(listing, narrowed)
        return Choice(name, label, url, counted(number), narrowed == filters)

    by_severity = (
        choice("any-severity", gettext("Any"), replace(filters, severity=None)),
        *(choice(each, word, replace(filters, severity=each)) for each, word in SEVERITIES.items()),
    )
    by_hand_off = (
        choice("any-handoff", gettext("Any"), replace(filters, handed_off=False)),
        choice("handed-off", gettext("Handed off"), replace(filters, handed_off=True)),
    )
    rows = [
        FilterRow(gettext("Results"), by_severity),
        FilterRow(gettext("Hand-offs"), by_hand_off),
    ]
    if listing is not Listing.OVERDUE:
        by_due = (
            choice("any-due", gettext("Any"), replace(filters, overdue=False)),
            choice("overdue", gettext("Overdue"), replace(filters, overdue=True)),
        )
        rows.append(FilterRow(gettext("Due"), by_due))
    if listing is Listing.OTHERS and people:
        by_holder = (
            choice("any-holder", gettext("Anybody"), replace(filters, holder="")),
            *(
                choice(f"holder-{pk}", who.get_full_name(), replace(filters, holder=pk))
                for pk, who in sorted(people.items(), key=lambda item: item[1].full_name)
            ),
        )
        rows.append(FilterRow(gettext("Held by"), by_holder))
    return tuple(rows)


def _hint(listing: Listing, filters: Filters, counts: Counts) -> str:
    """What to do where there is no row."""
    if filters:
        return ""
    waiting = counts.of(Listing.WAITING)
    if listing is not Listing.WAITING and waiting:
        said = ngettext("%(n)s waits for a reviewer.", "%(n)s wait for a reviewer.", waiting)
        return said % {"n": counted(waiting)}
    if listing is Listing.WAITING and counts.of(Listing.MINE):
        mine = counts.of(Listing.MINE)
        said = ngettext("%(n)s is in your hands.", "%(n)s are in your hands.", mine)
        return said % {"n": counted(mine)}
    return gettext("Open a patient to start an analysis.")


def work_rows(
    analyses: Iterable[Analysis],
    standings: Mapping[str, Standing],
    reasons: Mapping[str, Sequence[str]],
    viewer: User,
) -> list[WorkRow]:
    """Rows in the order given; ``reasons`` says why the handed-off ones are."""
    rows = []
    for analysis in analyses:
        row = WorkRow(
            id=analysis.pk,
            number=analysis.number,
            url=reverse("review:analysis-detail", args=[analysis.pk]),
            patient=patient_name(analysis.patient),
            born=born_text(analysis.patient),
            mrn=analysis.patient.mrn,
            state=analysis.state,
            abnormal=analysis.abnormal_count,
            criticals=getattr(analysis, "open_criticals", 0),
            asked_at=analysis.created_at,
            edition=analysis.edition,
            outdated=analysis.outdated,
            degraded=analysis.degraded,
            reasons=tuple(in_short(code) for code in reasons.get(analysis.pk, ())),
        )
        standing = standings.get(analysis.pk)
        rows.append(_standing_row(row, standing, viewer) if standing else row)
    return rows


def _standing_row(row: WorkRow, standing: Standing, viewer: User) -> WorkRow:
    note, by = note_of(standing)
    return replace(
        row,
        was_critical=standing.severity is Severity.CRITICAL,
        due=due_text(standing.due_at, standing.moment),
        due_at=standing.due_at,
        overdue=standing.overdue,
        holder=_held_by(standing, viewer),
        is_mine=standing.holder is not None and standing.holder.pk == viewer.pk,
        is_anothers=standing.holder is not None and standing.holder.pk != viewer.pk,
        note=note,
        noted_by=by,
    )


def _held_by(standing: Standing, viewer: User) -> str:
    holder = standing.holder
    if holder is None:
        return ""
    name = gettext("You") if holder.pk == viewer.pk else holder.get_full_name()
    if standing.until is None:
        return gettext("%(name)s, assigned") % {"name": name}
    until = clinical_date(standing.until, time=True)
    return gettext("%(name)s, until %(until)s") % {"name": name, "until": until}


def last_decided(decision: Decision | None, viewer: User) -> str:
    """When the last decision was made and by whom: that nothing waits is no fault of the page."""
    if decision is None:
        return ""
    said = {"when": clinical_date(decision.created_at, time=True)}
    if decision.by_id == viewer.pk:
        return gettext("The last finding was decided %(when)s by you.") % said
    name = decision.by.get_full_name()
    return gettext("The last finding was decided %(when)s by %(name)s.") % {**said, "name": name}


@dataclass(frozen=True)
class Taken:
    """What a colleague took over from this person lately."""

    id: str
    text: str
    url: str
    number: str


def taken_lines(moves: Iterable[Move]) -> list[Taken]:
    """One line for each, newest first."""
    return [
        Taken(
            id=move.pk,
            number=move.analysis.number,
            url=reverse("review:analysis-detail", args=[move.analysis_id]),
            text=gettext("%(name)s took it over from you, %(when)s.")
            % {
                "name": move.by.get_full_name(),
                "when": clinical_date(move.created_at, time=True),
            },
        )
        for move in moves
    ]
