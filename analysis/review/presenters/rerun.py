"""A re-run beside the analysis it asks again: what came out differently, kept and offered."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, pgettext

from analysis.pipeline.models import Analysis
from analysis.review.before import Before, origin_of
from analysis.review.comparison import Causes, Difference, Fate, FindingDifference, What
from analysis.review.findings import Finding
from analysis.review.models import Comment, Decision
from analysis.review.presenters.rail import finding_url
from analysis.review.presenters.since import ChangeRow, Link, change_row, link_to
from analysis.review.queries import Review
from analysis.review.vocabulary import DecisionKind
from medreview.common.display import clinical_date, value_text
from medreview.common.word_diff import WordDiff, word_diff


@dataclass(frozen=True)
class DifferenceRow:
    """One thing that came out differently, old and new."""

    label: str
    before: str
    after: str
    diff: WordDiff | None = None
    """Of a text: its words, struck out and written in."""


@dataclass(frozen=True)
class ComparedRow:
    """One finding that came out differently."""

    name: str
    fate: str
    fate_word: str
    url: str
    differences: tuple[DifferenceRow, ...]
    because: str
    decided: str
    """What had been decided on it, and that this does not hold any more."""


@dataclass(frozen=True)
class OfferedRow:
    """A finding that a reviewer had added to the earlier analysis."""

    title: str
    text: str
    by: str
    id: str


@dataclass(frozen=True)
class Rerun:
    """What the pages of a re-run say of the analysis it asks again."""

    of: Link
    summary: str
    rows: tuple[ComparedRow, ...]
    same: str
    carried: str
    record: tuple[ChangeRow, ...]
    newer: tuple[str, ...]
    releases: str
    offered: tuple[OfferedRow, ...]
    changes_url: str
    keep_url: str
    """Where one of the offered is taken over."""


def rerun_of(analysis: Analysis, before: Before, review: Review) -> Rerun:
    """The comparison of a re-run, as its pages show it."""
    comparison = before.comparison
    kept = sum(1 for row in _standing(review) if row.carried_from_id)
    total = len(comparison.findings) + comparison.same
    return Rerun(
        of=link_to(before.analysis),
        summary=_summary(len(comparison.findings), total),
        rows=tuple(_row(analysis, one, before) for one in comparison.findings),
        same=ngettext(
            "%(n)d finding came out the same, word for word.",
            "%(n)d findings came out the same, word for word.",
            comparison.same,
        )
        % {"n": comparison.same},
        carried=ngettext("%(n)d decision carried over", "%(n)d decisions carried over", kept)
        % {"n": kept},
        record=tuple(map(change_row, comparison.record.used)),
        newer=tuple(f"{item.name} {value_text(item.text)}" for item in comparison.record.newer),
        releases=_releases(comparison.releases),
        offered=tuple(
            OfferedRow(
                title=added.title,
                text=added.text,
                by=added.by.get_full_name(),
                id=added.pk,
            )
            for added in before.offered
        ),
        changes_url=reverse("review:changes", args=[analysis.pk]),
        keep_url=reverse("review:keep-added", args=[analysis.pk]),
    )


def _standing(review: Review) -> list[Decision]:
    stand = (review.standing_on(finding) for finding in review.decisions)
    return [decision for decision in stand if decision is not None]


def _summary(different: int, total: int) -> str:
    if not different:
        return gettext("Nothing came out differently.")
    said = ngettext(
        "%(n)d of %(total)d finding came out differently.",
        "%(n)d of %(total)d findings came out differently.",
        total,
    )
    return said % {"n": different, "total": total}


def _releases(releases: tuple[str, str] | None) -> str:
    if releases is None:
        return ""
    said = gettext("The graph is another: %(before)s before, %(after)s now.")
    return said % {"before": releases[0], "after": releases[1]}


def _row(analysis: Analysis, one: FindingDifference, before: Before) -> ComparedRow:
    decision = before.decisions.get(one.before.key) if one.before else None
    return ComparedRow(
        name=one.name,
        fate=one.fate.value,
        fate_word=_fates()[one.fate],
        url=finding_url(analysis, one.after.number) if one.after else "",
        differences=tuple(difference_row(each) for each in one.differences),
        because=because(one.causes),
        decided=_decided(decision, before.analysis) if decision else "",
    )


def _fates() -> dict[Fate, str]:
    return {
        Fate.ADDED: pgettext("finding", "New"),
        Fate.GONE: pgettext("finding", "Gone"),
        Fate.CHANGED: pgettext("finding", "Changed"),
    }


def difference_row(difference: Difference) -> DifferenceRow:
    """One difference, old and new, in a reader's words."""
    what, before, after = difference.what, difference.before, difference.after
    if what in (What.TEXT, What.PATTERN):
        return DifferenceRow(what_words(what), "", "", word_diff(before, after))
    if what is What.COLLECTED:
        before, after = (clinical_date(text, time=True) if text else "" for text in (before, after))
    elif what is What.STILL_TRUE:
        before, after = (_actuality(text) for text in (before, after))
    elif what is What.RELATED:
        before, after = (_end(text) if text else "" for text in (before, after))
    elif what is What.VALUE:
        before, after = value_text(before), value_text(after)
    label = difference.name or what_words(what)
    if what is What.RELATED and not before and not after:
        label = gettext("%(name)s, which was corrected") % {"name": difference.name}
    return DifferenceRow(label, before, after)


def _actuality(state: str) -> str:
    return {
        "current": pgettext("actuality", "current"),
        "ageing": pgettext("actuality", "ageing"),
        "stale": pgettext("actuality", "too old"),
        "superseded": pgettext("actuality", "a newer result exists"),
        "overtaken": pgettext("actuality", "overtaken by an event"),
    }.get(state, "")


def _end(said: str) -> str:
    word, _, held = said.partition(": ")
    shown = {
        "found": pgettext("related", "found"),
        "missing": pgettext("related", "missing"),
        "stale": pgettext("related", "too old"),
    }[word]
    return f"{shown}: {value_text(held)}" if held else shown


def what_words(what: What) -> str:
    """What came out differently, as it is called on a page."""
    return {
        What.VALUE: pgettext("difference", "value"),
        What.FLAG: pgettext("difference", "flag"),
        What.RANGE: pgettext("difference", "reference range"),
        What.COLLECTED: pgettext("difference", "day of collection"),
        What.CRITICAL: pgettext("difference", "critical limit crossed"),
        What.STILL_TRUE: pgettext("difference", "whether it is still true"),
        What.RELATED: pgettext("difference", "related records"),
        What.ASKED: pgettext("difference", "what the graph asks beside it"),
        What.EARLIER: pgettext("difference", "earlier results"),
        What.TEXT: pgettext("difference", "interpretation"),
        What.PATTERN: pgettext("difference", "what it belongs to with other findings"),
        What.VERSION: pgettext("difference", "version of the result, which says the same"),
        What.OTHER: pgettext("difference", "what it rests on"),
    }[what]


def because(causes: Causes) -> str:
    """Because of which resource, of another release, or only of time."""
    if causes.release:
        return gettext("Another release of the graph.")
    if causes.time:
        return gettext("Time has passed: nothing it rests on was changed in the record.")
    parts = [_changed(change_row(one)) for one in causes.changed]
    parts += [gettext("newer: %(name)s") % {"name": one.name} for one in causes.newer]
    return "; ".join(parts)


def _changed(row: ChangeRow) -> str:
    if row.how == "withdrawn":
        return gettext("%(name)s no longer counts") % {"name": row.name}
    if row.how == "counts_now":
        return gettext("%(name)s counts now") % {"name": row.name}
    what = get_text_list([field.label for field in row.fields], gettext("and"))
    return gettext("%(name)s: %(what)s corrected") % {"name": row.name, "what": what}


@dataclass(frozen=True)
class FindingBefore:
    """What the page of one finding says of the analysis it was asked in before."""

    carried: str
    """Where its decision comes from, who made it and when."""
    not_carried: str
    """What had been decided, and why that does not hold any more."""
    row: ComparedRow | None
    of: Link
    comments: tuple[Comment, ...]


def finding_before(
    analysis: Analysis, finding: Finding, before: Before, review: Review
) -> FindingBefore:
    """One finding of a re-run beside its counterpart."""
    standing = review.standing_on(finding.key)
    difference = before.difference(finding)
    earlier = before.decision_on(finding)
    untouched = not review.decisions.get(finding.key)
    return FindingBefore(
        carried=carried_text(standing),
        not_carried=(
            _not_carried(earlier, before.analysis, difference)
            if earlier is not None and difference is not None and untouched
            else ""
        ),
        row=_row(analysis, difference, before) if difference else None,
        of=link_to(before.analysis),
        comments=before.comments.get(finding.key, ()),
    )


def carried_text(decision: Decision | None) -> str:
    """``Carried over from A-1042, decided by … on …``; empty of a decision made here."""
    if decision is None or decision.carried_from is None:
        return ""
    origin = origin_of(decision)
    return gettext("Carried over from %(number)s, decided by %(name)s on %(when)s") % {
        "number": origin.analysis.number,
        "name": origin.by.get_full_name(),
        "when": clinical_date(origin.created_at, time=True),
    }


def _not_carried(decision: Decision, earlier: Analysis, difference: FindingDifference) -> str:
    what = dict.fromkeys(what_words(each.what) for each in difference.differences)
    return gettext("%(decided)s Not carried over, because this changed: %(what)s.") % {
        "decided": _decided(decision, earlier),
        "what": ", ".join(what),
    }


def _decided(decision: Decision, earlier: Analysis) -> str:
    words = {
        DecisionKind.ACCEPTED: gettext("%(name)s accepted it in %(number)s."),
        DecisionKind.EDITED: gettext("%(name)s edited and accepted it in %(number)s."),
        DecisionKind.REJECTED: gettext("%(name)s rejected it in %(number)s."),
    }
    said = words.get(DecisionKind(decision.kind), "")
    return said % {"name": decision.by.get_full_name(), "number": earlier.number} if said else ""
