"""Evidence: the numbered sources of a finding, and what the drawer shows of one of them."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, pgettext

from analysis.pipeline.contracts import FoundItem, MissingItem, StaleItem
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding
from analysis.review.presenters.values import range_text, shown
from graphcurate.contracts import Quote, RelatedItem, Source
from medreview.common.display import age_text, clinical_date
from medreview.fhir.record import (
    AllergyRecord,
    ConditionRecord,
    LabRecord,
    MedicationRecord,
    PatientRecord,
    ProcedureRecord,
)

EFFECTS = {
    "raises": gettext_lazy("raises"),
    "lowers": gettext_lazy("lowers"),
    "both": gettext_lazy("raises or lowers"),
    "confounds": gettext_lazy("confounds"),
    "explains": gettext_lazy("explains"),
    "contextualises": gettext_lazy("puts into context"),
}


@dataclass(frozen=True)
class EvidenceLink:
    """A numbered mark in a text, and where it leads."""

    number: int
    id: str
    url: str
    label: str


@dataclass(frozen=True)
class Entry:
    """A record entry a sentence rests on: what it says, word for word."""

    id: str
    version: int
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Drawer:
    """One piece of evidence: a relation of the graph, or an entry of the record."""

    id: str
    subject: str
    effect: str = ""
    target: str = ""
    rationale: str = ""
    quotes: tuple[Quote, ...] = ()
    source: Source | None = None
    more_sources: tuple[str, ...] = ()
    level: str = ""
    release: str = ""
    starter: bool = False
    reviewed: bool = False
    tier: str | None = None
    entry: Entry | None = None
    problem_url: str = ""


def evidence_url(analysis: Analysis, finding: Finding, evidence: str) -> str:
    """The drawer's address for one piece of evidence."""
    base = reverse("review:evidence", args=[analysis.pk, finding.number])
    return f"{base}?ev={_quoted(evidence)}"


def _quoted(text: str) -> str:
    return text.replace("%", "%25").replace("#", "%23").replace("&", "%26").replace("+", "%2B")


def sources_of(
    analysis: Analysis, finding: Finding, *, names: dict[str, str]
) -> list[EvidenceLink]:
    """Every id the finding's statements rest on, numbered in the order of the text.

    Relations of the graph and entries of the record are numbered alike: each opens what the
    sentence rests on.
    """
    numbered: dict[str, int] = {}
    for statement in finding.statements:
        if statement.cut is None:
            for rested in statement.rests_on:
                numbered.setdefault(rested, len(numbered) + 1)
    return [
        EvidenceLink(
            number=number,
            id=rested,
            url=evidence_url(analysis, finding, rested),
            label=gettext("Source %(n)d: %(name)s")
            % {"n": number, "name": names.get(rested, gettext("record entry"))},
        )
        for rested, number in numbered.items()
    ]


def names_of(finding: Finding, record: PatientRecord | None) -> dict[str, str]:
    """What each id a sentence may rest on is called."""
    names = {finding.result.id: finding.name}
    if finding.assessment:
        for item in finding.assessment.items():
            if item.relation_id:
                names[item.relation_id] = item.name
    for entry in _held(finding):
        names.setdefault(entry.resource, entry.name)
    if record:
        for lab in record.labs:
            names.setdefault(lab.id, lab.name)
    return names


def drawer_of(
    analysis: Analysis, finding: Finding, result: AnalysisResult, evidence: str
) -> Drawer | None:
    """What the drawer shows of one id; None where this finding does not know it."""
    item = _relation(finding, evidence)
    if item is not None:
        return _relation_drawer(analysis, finding, item, evidence)
    entry = entry_of(evidence, finding, result.record)
    if entry is None:
        return None
    return Drawer(id=evidence, subject=finding.name, entry=entry)


def _relation(finding: Finding, evidence: str) -> RelatedItem | None:
    items = finding.assessment.items() if finding.assessment else ()
    return next((item for item in items if evidence_id(item) == evidence), None)


def evidence_id(item: RelatedItem) -> str:
    """The id of a relation; a domain's default without one is known by kind and name."""
    return item.relation_id or f"{item.kind.value}:{item.key or item.name}"


def _relation_drawer(
    analysis: Analysis, finding: Finding, item: RelatedItem, evidence: str
) -> Drawer:
    return Drawer(
        id=evidence,
        subject=finding.name,
        effect=str(EFFECTS[item.effect.value]),
        target=item.name,
        rationale=item.rationale,
        quotes=item.quotes,
        source=item.source,
        more_sources=tuple(item.more_sources),
        level=level_text(item.knowledge_level),
        release=str(analysis.release),
        starter=item.agent_type == "starter" or not item.reviewed,
        reviewed=item.reviewed,
        tier=finding.assessment.evidence_tier.value if finding.assessment else None,
        problem_url=reverse("review:problem", args=[analysis.pk, finding.number]),
    )


def level_text(level: str) -> str:
    """What kind of knowledge a relation is."""
    levels = {
        "guideline": pgettext("evidence level", "Guideline"),
        "review": pgettext("evidence level", "Review"),
        "study": pgettext("evidence level", "Study"),
        "label": pgettext("evidence level", "Product label"),
        "textbook": pgettext("evidence level", "Textbook"),
        "expert": pgettext("evidence level", "Expert opinion"),
        "domain_default": pgettext("evidence level", "Default of the domain"),
    }
    return levels.get(level, level)


def entry_of(evidence: str, finding: Finding, record: PatientRecord | None) -> Entry | None:
    """The record entry with this id, as the analysis read it."""
    if record is None:
        return _found_entry(evidence, finding)
    for lab in record.labs:
        if lab.id == evidence:
            return _lab_entry(lab)
    others: list[ConditionRecord | MedicationRecord | AllergyRecord | ProcedureRecord] = [
        *record.conditions,
        *record.medications,
        *record.allergies,
        *record.procedures,
    ]
    for other in others:
        if other.id == evidence:
            return Entry(other.id, other.version, _plain_rows(other))
    return _found_entry(evidence, finding)


def _lab_entry(lab: LabRecord) -> Entry:
    rows = [
        (gettext("Name"), lab.name),
        (gettext("Value"), shown(lab.value).text),
        (gettext("Flag of the source"), lab.source_flag or gettext("None given")),
        (gettext("Reference printed"), "; ".join(range_text(each) for each in lab.ranges)),
        (gettext("Collected"), clinical_date(lab.effective, time=True)),
        (gettext("Status"), lab.status),
        (gettext("Laboratory"), lab.performer or ""),
        (gettext("Method"), lab.method or ""),
        (gettext("Notes"), "; ".join(lab.notes)),
        (gettext("Same result by another route"), ", ".join(lab.duplicates)),
    ]
    return Entry(lab.id, lab.version, tuple(row for row in rows if row[1]))


def _plain_rows(entry: object) -> tuple[tuple[str, str], ...]:
    fields = {
        "name": gettext("Name"),
        "clinical_status": gettext("Clinical status"),
        "verification_status": gettext("Verification"),
        "status": gettext("Status"),
        "dosage": gettext("Dosage"),
    }
    dates = {
        "onset": gettext("Onset"),
        "started": gettext("Started"),
        "ended": gettext("Ended"),
        "abatement": gettext("Ended"),
        "performed": gettext("Performed"),
        "recorded": gettext("Recorded"),
    }
    rows = [(label, getattr(entry, name, None)) for name, label in fields.items()]
    rows += [
        (label, clinical_date(moment))
        for name, label in dates.items()
        if (moment := getattr(entry, name, None)) is not None
    ]
    return tuple((label, str(value)) for label, value in rows if value)


def _held(finding: Finding) -> list[FoundItem | StaleItem]:
    return [*finding.found(), *finding.stale()]


def _found_entry(evidence: str, finding: Finding) -> Entry | None:
    for entry in _held(finding):
        if entry.resource == evidence:
            rows = [
                (gettext("Name"), entry.name),
                (gettext("Value"), shown(entry.value).text if entry.value else ""),
                (gettext("Date"), f"{clinical_date(entry.date)} · {age_text(entry.age_days)}"),
            ]
            return Entry(entry.resource, entry.version, tuple(row for row in rows if row[1]))
    return None


Related = FoundItem | MissingItem | StaleItem
