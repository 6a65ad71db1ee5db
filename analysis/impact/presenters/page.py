"""The page of one impact: how far it is, what would change, and in which analyses."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from analysis.impact.contracts import Difference, DifferenceKind
from analysis.impact.models import ImpactRun
from analysis.impact.presenters.differences import (
    KIND_WORDS,
    DifferenceRow,
    Summed,
    row_of,
    summed,
)
from analysis.impact.queries import Listed
from medreview.common.display import clinical_date

MOST_SUMMED = 60
"""So many different differences are listed; the rest is told as a number."""

REASONS = {
    "attempts_spent": gettext_lazy("Three workers stopped at the same place without a word."),
}


@dataclass(frozen=True)
class Progress:
    """How far an impact is computed."""

    state: str
    total: int
    done: int
    rate: str
    left: str
    said: str
    failed: str


@dataclass(frozen=True)
class TallyLine:
    """One difference and in how many analyses it is found."""

    row: DifferenceRow
    count: int


@dataclass(frozen=True)
class AnalysisLine:
    """One analysis that would come out differently. Nothing on it names a patient."""

    number: str
    url: str
    """Empty for who may not open it."""
    hospital: str
    as_of: str
    differences: Summed | None
    """None where its patient's key was destroyed."""


@dataclass(frozen=True)
class Filter:
    """A kind of difference to narrow the list to."""

    label: str
    url: str
    current: bool


def title_of(run: ImpactRun) -> str:
    """What the impact is of."""
    if run.release is not None:
        return gettext("What release %(release)s changes") % {"release": run.release.name}
    if run.change_set is not None:
        return gettext("What %(set)s would change") % {"set": run.change_set.label}
    return gettext("What the planned release would change")


def progress_of(run: ImpactRun, seconds: float) -> Progress:
    """State, speed and the time that is left. ``seconds`` is how long it has worked."""
    rate = run.done / seconds if seconds > 0 else 0.0
    left = (run.total - run.done) / rate if rate else 0.0
    return Progress(
        state=run.state,
        total=run.total,
        done=run.done,
        rate=gettext("%(n)d a second") % {"n": round(rate)} if run.done else "",
        left=_left(left) if run.at_work and run.done else "",
        said=found_text(run),
        failed=_failed(run),
    )


def _left(seconds: float) -> str:
    if seconds < 60:
        return gettext("less than a minute left")
    minutes = round(seconds / 60)
    return ngettext("about %(n)d minute left", "about %(n)d minutes left", minutes) % {"n": minutes}


def _failed(run: ImpactRun) -> str:
    if run.state != "failed":
        return ""
    fault = gettext("An unexpected fault (%(kind)s) ended it.") % {"kind": run.reason}
    return str(REASONS.get(run.reason, fault))


def found_text(run: ImpactRun) -> str:
    """How many analyses come out differently, of how many."""
    if not run.total:
        return gettext("There is no analysis that it could change.")
    of = ngettext("%(n)d analysis", "%(n)d analyses", run.done) % {"n": run.done}
    said = ngettext(
        "%(n)d of %(of)s would come out differently.",
        "%(n)d of %(of)s would come out differently.",
        run.differing,
    )
    return said % {"n": run.differing, "of": of}


def notes_of(run: ImpactRun) -> list[str]:
    """What a reader must know of the number."""
    rest = run.done - run.recomputed - run.unread
    notes = []
    if run.recomputed:
        said = ngettext(
            "%(n)d rests on something that changes and was worked out anew with the record as it "
            "was read.",
            "%(n)d rest on something that changes and were worked out anew with the record as it "
            "was read.",
            run.recomputed,
        )
        notes.append(said % {"n": run.recomputed})
    if rest > 0:
        said = ngettext(
            "%(n)d rests on nothing that changes.", "%(n)d rest on nothing that changes.", rest
        )
        notes.append(said % {"n": rest})
    if run.unread:
        said = ngettext(
            "%(n)d can’t be read any more: the key of its patient was destroyed.",
            "%(n)d can’t be read any more: the keys of their patients were destroyed.",
            run.unread,
        )
        notes.append(said % {"n": run.unread})
    return notes


def facts_of(run: ImpactRun) -> list[str]:
    """What was compared with what, and until when."""
    if run.base is not None:
        beside = gettext("Beside release %(release)s") % {"release": run.base.name}
    else:
        beside = gettext("Beside the release each analysis was made with")
    until = gettext("Analyses finished until %(when)s")
    facts = [beside, until % {"when": clinical_date(run.upto, time=True)}]
    if run.asked_by is not None:
        facts.append(gettext("Asked for by %(name)s") % {"name": run.asked_by.get_full_name()})
    return facts


def tally_lines(run: ImpactRun, kind: str) -> tuple[list[TallyLine], int]:
    """Each difference with its number of analyses, and how many more there are."""
    lines = [
        (Difference.model_validate(said), int(count))
        for said, count in run.tally
        if not kind or said["kind"] == kind
    ]
    shown = [TallyLine(row_of(difference), count) for difference, count in lines[:MOST_SUMMED]]
    return shown, len(lines) - len(shown)


def analysis_lines(listed: Iterable[Listed], *, opens_in: str) -> list[AnalysisLine]:
    """The rows of the list; those of the hospital ``opens_in`` are links."""
    return [_analysis_line(one, opens_in) for one in listed]


def _analysis_line(one: Listed, opens_in: str) -> AnalysisLine:
    row = one.row
    own = bool(opens_in) and row.hospital_id == opens_in
    return AnalysisLine(
        number=row.analysis.number,
        url=reverse("review:analysis-detail", args=[row.analysis_id]) if own else "",
        hospital=row.hospital.name,
        as_of=clinical_date(row.analysis.as_of),
        differences=summed(one.differences) if one.differences is not None else None,
    )


def filters_of(run: ImpactRun, url: str, kind: str) -> list[Filter]:
    """The kinds that were found, to narrow to; none where there is one only."""
    found = [one for one in DifferenceKind if any(said["kind"] == one for said, _ in run.tally)]
    if len(found) < 2:
        return []
    every = Filter(gettext("All"), url, not kind)
    return [
        every,
        *(
            Filter(str(KIND_WORDS[one]), f"{url}?{urlencode({'kind': one.value})}", one == kind)
            for one in found
        ),
    ]
