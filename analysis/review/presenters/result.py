"""One finding as the reviewer reads it: the value, its meaning, and what was said of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from analysis.pipeline.contracts import (
    ActualityState,
    Critical,
    EvidenceTier,
    FoundItem,
    NamedBy,
    Pattern,
    StaleItem,
)
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding, change_of, unit_of
from analysis.review.models import Comment, Decision
from analysis.review.presenters.citations import EvidenceLink, evidence_id
from analysis.review.presenters.interpretation import Interpretation, Sentence, interpretation_of
from analysis.review.presenters.related import Related, related_of
from analysis.review.presenters.values import (
    Shown,
    age_for,
    band_of,
    points_of,
    range_owner,
    range_text,
    rounded,
    shown,
)
from analysis.review.queries import Review
from analysis.review.standing import standing
from medreview.common.display import clinical_date, flag_of, limit_span, limit_text
from medreview.common.svg import Point, Series, Trend, thin, trend
from medreview.fhir.record import SpecimenRecord

POINTS_DRAWN = 32
POINTS_SAID = 12
UNDECIDABLE = "undecidable"
CONDITION_CODES = frozenset(
    ("AUT", "CFU", "CLOT", "CON", "COOL", "FROZ", "HEM", "LIVE", "ROOM", "SNR")
)
"""HL7 table 0493."""
PLACES_KEPT, CHANGE_DIGITS = 3, 3


@dataclass(frozen=True)
class Card:
    """The result itself."""

    name: str
    recorded_name: str
    flag: str | None
    flag_derived: bool
    our_check: str
    critical: str
    doubt: str
    tier: str | None
    named_by_model: bool
    """A model said which test or domain it is, and nobody has confirmed that."""
    domain: str
    value: Shown
    change: str
    reference: str
    reference_owner: str
    collected: str
    collected_age: str
    specimen: str
    previous: str
    actuality: str
    corrected: tuple[str, ...]
    picture: SafeString
    picture_title: str
    notes: tuple[str, ...]
    biomarker_url: str


@dataclass(frozen=True)
class PatternBox:
    """What a finding belongs to together with others, with the numbers of what it rests on."""

    name: str
    sentence: Sentence


@dataclass(frozen=True)
class FindingPage:
    """Everything the main part of the page shows of one finding."""

    finding: Finding
    card: Card
    interpretation: Interpretation
    related: Related
    decision: Decision | None
    version: int
    history: tuple[Decision, ...]
    comments: tuple[Comment, ...]
    needs_confirmation: bool
    follow_up: tuple[str, ...]
    patterns: tuple[PatternBox, ...]
    """What this finding belongs to together with others."""


def finding_page(
    analysis: Analysis, finding: Finding, result: AnalysisResult, review: Review
) -> FindingPage:
    """One finding with its tables, decisions and comments."""
    decisions = review.decisions.get(finding.key, [])
    decision = standing(decisions)
    tier = finding.assessment.evidence_tier if finding.assessment else None
    asked = result.package.follow_up_tests if result.package else ()
    interpretation = interpretation_of(analysis, finding, result, decision)
    return FindingPage(
        finding=finding,
        card=card_of(analysis, finding),
        interpretation=interpretation,
        related=related_of(analysis, finding),
        decision=decision,
        version=decisions[-1].number if decisions else 0,
        history=tuple(decisions),
        comments=tuple(review.comments.get(finding.key, [])),
        needs_confirmation=tier == EvidenceTier.MODEL_KNOWLEDGE,
        patterns=tuple(
            _pattern_box(pattern, finding, interpretation.sources)
            for pattern in (result.package.cross_domain_patterns if result.package else ())
            if finding.key in pattern.members
        ),
        follow_up=tuple(
            f"{test.name}: {test.why}" for test in asked if finding.key in test.asked_by
        ),
    )


def _pattern_box(pattern: Pattern, finding: Finding, sources: Sequence[EvidenceLink]) -> PatternBox:
    """A pattern rests on its members, and on the relations by which this finding asked for them."""
    held: tuple[FoundItem | StaleItem, ...] = (*finding.found(), *finding.stale())
    rests = {evidence_id(entry.item) for entry in held if entry.resource in pattern.members}
    rests.update(pattern.members)
    links = [link for link in sources if rests.intersection(link.ids)]
    said: list[tuple[str, EvidenceLink | None]] = [(f"{pattern.text} ", None)]
    return PatternBox(pattern.name, Sentence((*said, *(("", link) for link in links))))


def card_of(analysis: Analysis, finding: Finding) -> Card:
    """The result card."""
    lab, assessment = finding.result, finding.assessment
    band = band_of(lab)
    points = thin(points_of(lab, finding.history, band), POINTS_DRAWN)
    unit = shown(lab.value).unit or lab.value.unit or ""
    title = f"{finding.name}, {unit}" if unit else finding.name
    picture = Trend(
        title=title,
        series=[Series(points)],
        first_date=clinical_date(points[0].at) if points else "",
        last_date=clinical_date(points[-1].at) if points else "",
        band=band,
        summary=summary_of(points),
    )
    return Card(
        name=finding.name,
        recorded_name=lab.name if lab.name != finding.name else "",
        flag=finding.flag,
        flag_derived=lab.interpretation_derived,
        our_check=our_check(finding),
        critical=_limit(finding.critical),
        doubt=(finding.critical.doubt if finding.critical else lab.doubt) or "",
        tier=assessment.evidence_tier.value if assessment else None,
        named_by_model=assessment is not None and assessment.named_by is NamedBy.MODEL,
        domain=(assessment.clinical_domain or "") if assessment else "",
        value=shown(lab.value),
        change=change_text(finding),
        reference=range_text(lab.range) or gettext("No reference range supplied"),
        reference_owner=range_owner(lab.range),
        collected=clinical_date(lab.effective, time=True),
        collected_age=collected_age(finding, analysis),
        specimen=specimen_text(lab.specimen),
        previous=previous_text(finding),
        actuality=actuality_text(finding),
        corrected=tuple(
            f"{shown(earlier.value).text} · {clinical_date(earlier.received_at, time=True)}"
            for earlier in lab.earlier
        ),
        # Built from numbers and escaped texts only.
        picture=mark_safe(trend(picture)) if len(points) > 1 else SafeString(""),  # noqa: S308
        picture_title=title,
        notes=lab.notes,
        biomarker_url=_biomarker_url(analysis, finding),
    )


def _limit(critical: Critical | None) -> str:
    """The limit; in the value's own unit too, and said to be converted, where that is another."""
    if critical is None:
        return ""
    said = limit_text(critical.limit)
    if not critical.limit_converted:
        return said
    converted = {"limit": said, "here": critical.limit_converted}
    return gettext("%(limit)s (%(here)s, converted)") % converted


def summary_of(points: list[Point]) -> str:
    """What a picture of many points says aloud; empty where each point can be said."""
    if len(points) <= POINTS_SAID:
        return ""
    latest = "; ".join(point.said for point in points[-3:])
    return gettext("%(n)d results since %(first)s. Latest: %(latest)s") % {
        "n": len(points),
        "first": clinical_date(points[0].at),
        "latest": latest,
    }


def _biomarker_url(analysis: Analysis, finding: Finding) -> str:
    return reverse("review:biomarker", args=[analysis.pk, finding.number])


def our_check(finding: Finding) -> str:
    """What our own check says where it differs from the source's flag, with the reason."""
    lab = finding.result
    if lab.flag_conflict:
        return lab.flag_conflict
    derived = lab.derived_flag
    if derived is None or lab.interpretation_derived or derived.flag != UNDECIDABLE:
        # Without a conflict both point the same way: how strongly is the source's to say.
        return ""
    return gettext("our check: %(flag)s, %(why)s") % {
        "flag": str(flag_of(derived.flag).words).lower(),
        "why": derived.why[:1].lower() + derived.why[1:],
    }


def change_text(finding: Finding) -> str:
    """``+24 (+20%) in 104 days``; empty without two dated numbers in one unit."""
    change = change_of(finding)
    if change is None:
        return ""
    amount = _signed(change.difference).replace("-", "−")
    if change.percent is not None:
        amount = f"{amount} ({change.percent:+f}%)".replace("-", "−")
    days = ngettext("in %(n)d day", "in %(n)d days", change.days) % {"n": change.days}
    return f"{amount} {days}"


def _signed(difference: Decimal) -> str:
    """With its sign; a long tail of digits is arithmetic's, not the laboratory's."""
    exponent = difference.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -PLACES_KEPT:
        return f"{'+' if difference > 0 else ''}{rounded(difference, CHANGE_DIGITS)}"
    return f"{difference:+f}"


def previous_text(finding: Finding) -> str:
    """The result before this one and its day, whatever its unit."""
    if not finding.history:
        return gettext("None in the record")
    last = finding.history[-1]
    text = shown(last.value)
    value = text.number if unit_of(last) == unit_of(finding.result) else text.text
    return gettext("%(value)s on %(date)s") % {
        "value": value,
        "date": clinical_date(last.effective),
    }


def collected_age(finding: Finding, analysis: Analysis) -> str:
    """How old the result was for this analysis."""
    return age_for(finding.actuality.age_days, analysis) if finding.actuality else ""


def specimen_text(specimen: SpecimenRecord | None) -> str:
    """What was sampled and in which state."""
    if specimen is None:
        return ""
    fasting = {True: gettext("fasting"), False: gettext("not fasting"), None: ""}
    # A table's code beside its own word says nothing more.
    words = [said for said in specimen.conditions if said not in CONDITION_CODES]
    conditions = words or specimen.conditions
    parts = [specimen.type or "", fasting[specimen.fasting], *conditions]
    return ", ".join(part for part in parts if part)


def actuality_text(finding: Finding) -> str:
    """Why a value may no longer be true of the patient; empty while it is current."""
    actuality = finding.actuality
    if actuality is None or actuality.state == ActualityState.CURRENT:
        return ""
    limit = ""
    if actuality.limit_days is not None:
        limit = " · " + gettext("limit %(span)s") % {"span": limit_span(actuality.limit_days)}
    return f"{actuality.why}{limit}"
