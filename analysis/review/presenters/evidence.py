"""What the evidence drawer shows: links of the graph, and the entries of the record they found."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, pgettext

from analysis.pipeline.contracts import FoundItem, StaleItem
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding
from analysis.review.presenters.citations import Citations, evidence_id, relations_of, tokens_of
from analysis.review.presenters.passages import Passage, key_of, passage_of
from analysis.review.presenters.values import range_text, shown
from graphcurate.contracts import Quote, RelatedItem, Source
from graphcurate.library.queries import HeldQuote, QuoteKey
from medreview.common.display import age_text, clinical_date, value_text
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
class Entry:
    """A record entry a sentence rests on: what it says, word for word."""

    id: str
    version: int
    rows: tuple[tuple[str, str], ...]
    source_url: str = ""
    """Where it stands as it was received; empty where that is nowhere."""

    @property
    def resource(self) -> tuple[str, int]:
        """The resource it is of, without a part's name, and the version read."""
        return self.id.partition("#")[0], self.version


@dataclass(frozen=True)
class Part:
    """One piece of evidence: a link of the graph, an entry of the record, or both."""

    id: str
    subject: str
    effect: str = ""
    target: str = ""
    rationale: str = ""
    quotes: tuple[Quote, ...] = ()
    passages: tuple[Passage, ...] = ()
    """The same quotes, as the library finds them."""
    more_sources: tuple[str, ...] = ()
    level: str = ""
    reviewed: bool = False
    asserted: str = ""
    """Who says that the two belong together."""
    entry: Entry | None = None

    @property
    def is_link(self) -> bool:
        """Whether the graph says it, and not the record alone."""
        return bool(self.target)


@dataclass(frozen=True)
class Drawer:
    """What one number or one row opens: its parts, and the source they share."""

    id: str
    parts: tuple[Part, ...]
    shows: tuple[str, ...]
    """The rows of the page it belongs to."""
    number: int | None = None
    source: Source | None = None
    release: str = ""
    starter: bool = False
    tier: str | None = None
    problem_url: str = ""
    biomarker: str | None = None
    """The test whose own links these are; None for defaults of its domain."""
    uses: int = 0
    """How many analyses asked about that test lately, of whichever patient: a count, no more."""

    @property
    def links(self) -> tuple[Part, ...]:
        """The parts that the graph says: a problem is reported with one of them."""
        return tuple(part for part in self.parts if part.is_link)

    @property
    def has_quotes(self) -> bool:
        """Whether any of its parts carries a passage of the source."""
        return any(part.quotes for part in self.parts)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """What the library says of those of its quotes that no longer stand as they did."""
        said = [one for part in self.parts for one in part.passages if not one.is_current]
        return tuple(dict.fromkeys(one.sentence for one in said))


def drawer_of(
    analysis: Analysis, finding: Finding, result: AnalysisResult, evidence: str
) -> Drawer | None:
    """What the drawer shows of a number or an id; None where this finding does not know it."""
    link = next((each for each in Citations(analysis, finding).links if each.id == evidence), None)
    by_place = {token: each for each, token in tokens_of(finding).items()}
    ids = link.ids if link else (by_place.get(evidence, evidence),)
    relations = relations_of(finding)
    parts = [
        _link_part(finding, result, relations[each], each)
        if each in relations
        else _record_part(finding, result, each)
        for each in ids
    ]
    known = tuple(part for part in parts if part is not None)
    if not known:
        return None
    items = [relations[each] for each in ids if each in relations]
    return Drawer(
        id=evidence,
        parts=known,
        shows=ids,
        number=link.number if link else None,
        source=items[0].source if items else None,
        release=str(analysis.release),
        starter=any(item.agent_type == "starter" or not item.reviewed for item in items),
        tier=finding.assessment.evidence_tier.value if finding.assessment and items else None,
        biomarker=finding.assessment.graph_biomarker_key if finding.assessment and items else None,
        problem_url=reverse("review:problem", args=[analysis.pk, finding.number]) if items else "",
    )


def with_sources(drawer: Drawer, patient: str, rows: Mapping[tuple[str, int], str]) -> Drawer:
    """The drawer, each entry with the address of what was received; rows by version."""

    def linked(part: Part) -> Part:
        row = rows.get(part.entry.resource) if part.entry else None
        if part.entry is None or row is None:
            return part
        url = reverse("front:patient-source", args=[patient, row])
        return replace(part, entry=replace(part.entry, source_url=url))

    return replace(drawer, parts=tuple(linked(part) for part in drawer.parts))


def with_passages(
    drawer: Drawer,
    sources: Mapping[str, Source],
    held: Mapping[QuoteKey, HeldQuote],
    names: Mapping[str, str],
) -> Drawer:
    """The drawer, each quote with what the library says of it."""
    parts = tuple(
        replace(
            part, passages=tuple(passage_of(quote, sources, held, names) for quote in part.quotes)
        )
        for part in drawer.parts
    )
    return replace(drawer, parts=parts)


def checkers_in(drawer: Drawer) -> list[str]:
    """The logins of those who checked its quotes."""
    return [quote.checked_by or "" for part in drawer.parts for quote in part.quotes]


def quotes_in(drawer: Drawer) -> list[QuoteKey]:
    """The quotes its parts carry."""
    return [key_of(quote) for part in drawer.parts for quote in part.quotes]


def resources_in(drawer: Drawer) -> list[tuple[str, int]]:
    """The versions of resources that its entries are of."""
    return [part.entry.resource for part in drawer.parts if part.entry is not None]


def _link_part(finding: Finding, result: AnalysisResult, item: RelatedItem, evidence: str) -> Part:
    held = next((each for each in _held(finding) if evidence_id(each.item) == evidence), None)
    return Part(
        id=evidence,
        subject=finding.name,
        effect=str(EFFECTS[item.effect.value]),
        target=item.name,
        rationale=item.rationale,
        quotes=item.quotes,
        more_sources=tuple(item.more_sources),
        level=level_text(item.knowledge_level),
        reviewed=item.reviewed,
        asserted=asserted_by(item.agent_type),
        entry=entry_of(held.resource, finding, result.record) if held else None,
    )


def _record_part(finding: Finding, result: AnalysisResult, evidence: str) -> Part | None:
    entry = entry_of(evidence, finding, result.record)
    return Part(id=evidence, subject=finding.name, entry=entry) if entry else None


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
        "model_knowledge": pgettext("evidence level", "Model knowledge, no source"),
    }
    return levels.get(level, level)


def asserted_by(agent: str) -> str:
    """Who put a relation into the graph."""
    agents = {
        "curator": gettext("Entered by a curator of this site"),
        "starter": gettext("Ships with the product"),
        "model": gettext("Proposed by a language model"),
    }
    return agents.get(agent, agent)


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
        # Word for word: here the unit is spelt as it was sent.
        (gettext("Value"), value_text(lab.value.text) or shown(lab.value).text),
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
