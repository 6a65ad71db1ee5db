"""The list of findings beside the open one: what was decided, what is still open."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from analysis.pipeline.models import Analysis
from analysis.review.findings import Finding
from analysis.review.models import Decision
from analysis.review.presenters.values import band_of, points_of, shown
from analysis.review.queries import Review
from analysis.review.vocabulary import DecisionKind
from medreview.common.svg import sparkline, thin

SPARK_POINTS = 24


@dataclass(frozen=True)
class Mark:
    """What was decided, as an icon, a tone and a word."""

    icon: str
    tone: str
    word: str


@dataclass(frozen=True)
class RailItem:
    """One finding in the list."""

    number: int
    name: str
    flag: str | None
    value: str
    mark: Mark
    decided: bool
    spark: SafeString
    url: str
    current: bool = False
    added: bool = False
    critical: bool = False
    """Critical by the limits, whatever flag the source gave."""


@dataclass(frozen=True)
class Rail:
    """The whole list, and where the reader stands in it."""

    items: tuple[RailItem, ...]
    decided: int
    previous_url: str
    next_url: str
    overview_url: str
    overview_current: bool
    position: int | None

    @property
    def total(self) -> int:
        return len(self.items)


def mark_of(decision: Decision | None) -> Mark:
    """How a finding stands, told by shape and word, not by colour alone."""
    marks = {
        DecisionKind.ACCEPTED: Mark("check", "done", pgettext("decision", "Accepted")),
        DecisionKind.EDITED: Mark("pencil", "ed", pgettext("decision", "Edited and accepted")),
        DecisionKind.REJECTED: Mark("x", "rej", pgettext("decision", "Rejected")),
        DecisionKind.ADDED: Mark("plus", "ed", pgettext("decision", "Added by the reviewer")),
    }
    todo = Mark("circle-dashed", "todo", pgettext("decision", "Not reviewed"))
    return todo if decision is None else marks.get(DecisionKind(decision.kind), todo)


def rail_of(
    analysis: Analysis, findings: list[Finding], review: Review, current: int | None
) -> Rail:
    """The list with the open finding marked; ``current`` is None on the overview."""
    items = [_item(analysis, finding, review, current) for finding in findings]
    items += [
        RailItem(
            number=len(findings) + place,
            name=added.title,
            flag=None,
            value=gettext("added by %(name)s") % {"name": added.by.get_full_name()},
            mark=mark_of(review.standing_on(added.pk)),
            decided=True,
            spark=SafeString(""),
            url=finding_url(analysis, len(findings) + place),
            current=current == len(findings) + place,
            added=True,
        )
        for place, added in enumerate(review.standing_added(), start=1)
    ]
    urls = [item.url for item in items]
    place = (current or 0) - 1
    return Rail(
        items=tuple(items),
        decided=sum(item.decided for item in items),
        previous_url=urls[place - 1] if current and place > 0 else "",
        next_url=urls[place + 1] if place + 1 < len(urls) else "",
        overview_url=reverse("review:overview", args=[analysis.pk]),
        overview_current=current is None,
        position=current,
    )


def finding_url(analysis: Analysis, number: int) -> str:
    """Where one finding is reviewed."""
    return reverse("review:finding", args=[analysis.pk, number])


def _item(analysis: Analysis, finding: Finding, review: Review, current: int | None) -> RailItem:
    lab = finding.result
    band = band_of(lab)
    points = thin(points_of(lab, finding.history, band), SPARK_POINTS)
    decision = review.standing_on(finding.key)
    return RailItem(
        number=finding.number,
        name=finding.name,
        flag=finding.flag,
        critical=finding.critical is not None,
        value=shown(lab.value).text,
        mark=mark_of(decision),
        decided=decision is not None,
        # Built from numbers and escaped texts only.
        spark=mark_safe(sparkline(points, band) if len(points) > 1 else ""),  # noqa: S308
        url=finding_url(analysis, finding.number),
        current=current == finding.number,
    )
