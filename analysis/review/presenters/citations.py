"""The numbered sources of a finding: one number for each source, however many links it gives."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from analysis.pipeline.contracts import FoundItem, StaleItem, Statement, StatementKind
from analysis.pipeline.models import Analysis
from analysis.review.findings import Finding
from graphcurate.contracts import RelatedItem

RECORD = "record"
PREFIX, RELATION = "s", "r"
NAMES_SAID = 4

RESTATING = frozenset({StatementKind.CRITICAL, StatementKind.VALUE})
"""What the result's own card says too: it is numbered last, as it is read last."""


@dataclass(frozen=True)
class EvidenceLink:
    """A numbered mark in a text, and where it leads."""

    number: int
    id: str
    """What the address says: a number, never an id of the patient's own system."""
    ids: tuple[str, ...]
    """The relations and record entries it stands for."""
    url: str
    label: str


def evidence_url(analysis: Analysis, finding: Finding, evidence: str) -> str:
    """The drawer's address for one piece of evidence."""
    base = reverse("review:evidence", args=[analysis.pk, finding.number])
    return f"{base}?{urlencode({'ev': evidence})}"


def evidence_id(item: RelatedItem) -> str:
    """The id of a relation; a domain's default without one is known by kind and name."""
    return item.relation_id or f"{item.kind.value}:{item.key or item.name}"


def relations_of(finding: Finding) -> dict[str, RelatedItem]:
    """Every relation the graph asked this finding for, by its id."""
    items = finding.assessment.items() if finding.assessment else ()
    return {evidence_id(item): item for item in items}


def tokens_of(finding: Finding) -> dict[str, str]:
    """What an address says of each relation: its place, for its id names what was measured."""
    return {each: f"{RELATION}{place}" for place, each in enumerate(relations_of(finding), start=1)}


class Citations:
    """The sources of one finding's statements, numbered in the order of the text."""

    def __init__(self, analysis: Analysis, finding: Finding) -> None:
        self._relations = relations_of(finding)
        self._asked_by: dict[str, list[str]] = {}
        ends: tuple[FoundItem | StaleItem, ...] = (*finding.found(), *finding.stale())
        for entry in ends:
            self._asked_by.setdefault(entry.resource, []).append(evidence_id(entry.item))
        groups: dict[str, list[str]] = {}
        for statement in sorted(finding.statements, key=lambda said: said.kind in RESTATING):
            if statement.cut is None:
                for key, rested in self._grouped(statement):
                    groups.setdefault(key, []).append(rested)
        self._numbers = {key: number for number, key in enumerate(groups, start=1)}
        self.links = tuple(
            self._link(analysis, finding, key, tuple(dict.fromkeys(ids)))
            for key, ids in groups.items()
        )

    def of(self, statement: Statement) -> list[int]:
        """The numbers of what a statement rests on, each once."""
        keys = dict.fromkeys(key for key, _ in self._grouped(statement))
        return sorted(self._numbers[key] for key in keys)

    def _grouped(self, statement: Statement) -> Iterator[tuple[str, str]]:
        """An entry of the record stands with the relation that asked for it."""
        asked = set(statement.rests_on)
        for rested in statement.rests_on:
            relations = [each for each in self._asked_by.get(rested, ()) if each in asked]
            if rested in self._relations:
                yield _source_key(self._relations[rested], rested), rested
            elif not relations:
                yield RECORD, rested

    def _link(
        self, analysis: Analysis, finding: Finding, key: str, ids: tuple[str, ...]
    ) -> EvidenceLink:
        number = self._numbers[key]
        evidence = f"{PREFIX}{number}"
        return EvidenceLink(
            number=number,
            id=evidence,
            ids=ids,
            url=evidence_url(analysis, finding, evidence),
            label=gettext("Source %(n)d: %(name)s")
            % {"n": number, "name": self._name(key, ids, self._relations)},
        )

    @staticmethod
    def _name(key: str, ids: tuple[str, ...], relations: Mapping[str, RelatedItem]) -> str:
        if key == RECORD:
            return gettext("this patient’s record")
        items = [relations[each] for each in ids]
        names = ", ".join(item.name for item in items[:NAMES_SAID])
        if len(items) > NAMES_SAID:
            names = f"{names} …"
        source = items[0].source
        return f"{source.organisation or source.title} – {names}" if source else names


def _source_key(item: RelatedItem, rested: str) -> str:
    return f"source:{item.source.title}" if item.source else f"relation:{rested}"
