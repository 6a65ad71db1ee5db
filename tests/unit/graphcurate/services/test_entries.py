"""Entries are written whole and read back as they were."""

from decimal import Decimal

import pytest

from graphcurate import queries
from graphcurate.contracts import (
    Biomarker,
    Code,
    Conversion,
    CriticalLimit,
    Domain,
    Effect,
    Evidence,
    GraphContent,
    Interval,
    LoincCode,
    LoincRule,
    NamedThing,
    RelationEntry,
    RelationKind,
    Source,
)
from graphcurate.models import Biomarker as Entered
from graphcurate.models import EvidenceItem, Relation
from graphcurate.services import entries, releases
from graphcurate.vocabulary import EntryStatus, Origin
from medreview.audit.models import AuditEvent

pytestmark = pytest.mark.django_db

BOOK = Source(key="own_book", title="A book", organisation="A house", year=2026, version="2nd")
TRYPTASE = Biomarker(
    key="tryptase",
    name="Tryptase",
    names={"en": "Tryptase", "ru": "Триптаза"},
    synonyms={"en": ("Mast cell tryptase",), "ru": (), "zh": ()},
    loinc=(LoincCode(code="21582-2", primary=True, display="Tryptase", verified=True),),
    domain="allergy",
    kind="quantity",
    specimen="Serum",
    units=("ug/L", "ng/mL"),
    conversions=(Conversion(from_unit="ug/L", to_unit="ng/mL", factor=Decimal("1.00")),),
    intervals=(Interval(unit="ug/L", high=Decimal("11.40")),),
    criticals=(CriticalLimit(unit="ug/L", high=Decimal(200), source=BOOK),),
    validity_days=30,
    validity_reason="It falls within a day.",
)
ALLERGY = Domain(
    key="allergy",
    names={"en": "Allergy"},
    scope="Mast cells",
    rule=LoincRule(order=99, name_pattern="tryptase", classes=("CHEM",)),
)
NO_RULE = Domain(key="other", names={"en": "Other"}, scope="All else")
SHOCK = NamedThing(
    key="anaphylaxis",
    kind=RelationKind.CONDITION,
    name="Anaphylaxis",
    names={"en": ("Anaphylaxis", "Anaphylactic shock")},
    codes=(Code(system="icd10", code="T78.2", match="prefix"),),
)
RAISES = RelationEntry(
    id="rel:tryptase:condition:anaphylaxis",
    biomarker="tryptase",
    kind=RelationKind.CONDITION,
    target="anaphylaxis",
    effect=Effect.RAISES,
    when_direction="H",
    rationale="Mast cells release it.",
    evidence=(
        Evidence(id="evi_1", source="own_book", level="textbook", agent_type="curator", rank=1),
    ),
)
DEFAULT = RelationEntry(
    id="dom:allergy:parameter:tryptase",
    domain="allergy",
    kind=RelationKind.PARAMETER,
    target="tryptase",
    effect=Effect.CONTEXTUALISES,
    rationale="Ask for it.",
    evidence=(
        Evidence(id="evi_2", source="own_book", level="domain_default", agent_type="curator"),
    ),
)
CONTENT = GraphContent(
    biomarkers=(TRYPTASE,),
    domains=(ALLERGY, NO_RULE),
    things=(SHOCK,),
    relations=(RAISES, DEFAULT),
    sources=(BOOK,),
)


@pytest.fixture
def stored():
    entries.store(content=CONTENT, status=EntryStatus.ACCEPTED)


@pytest.mark.usefixtures("stored")
def test_entries_read_back_as_they_were_written():
    read = queries.content()

    for part in ("biomarkers", "domains", "things", "relations", "sources"):
        assert set(_lines(getattr(CONTENT, part))) <= set(_lines(getattr(read, part)))


@pytest.mark.usefixtures("stored")
def test_evidence_says_who_asserted_it():
    (item,) = EvidenceItem.objects.filter(relation__key=RAISES.id)

    assert (item.level, item.agent_type, item.knowledge_level) == (
        "textbook",
        "curator",
        "knowledge_assertion",
    )
    assert Relation.objects.get(key=RAISES.id).status == EntryStatus.ACCEPTED


@pytest.mark.usefixtures("stored")
def test_a_new_release_holds_what_the_tables_hold_and_becomes_the_current_one():
    release = releases.freeze(name="site-1", origin=Origin.CURATED, notes="Tryptase added.")

    whole = queries.snapshot_of(release)
    assert queries.current_release() == release
    assert whole.biomarkers["tryptase"].relations[0].source == BOOK
    assert whole.domains["allergy"].relations[0].name == "Tryptase"
    assert whole.biomarkers["tryptase"].intervals[0].high.as_tuple() == Decimal("11.40").as_tuple()
    assert AuditEvent.objects.filter(thing_id=release.id, event="graph.released").exists()


def _lines(listed):
    return [entry.as_text() for entry in listed]


def test_a_graph_of_bare_entries_is_written_without_their_parts():
    bare = Biomarker(
        key="bare",
        name="Bare",
        names={"en": "Bare"},
        synonyms={},
        loinc=(),
        domain="other",
        kind="quantity",
        criticals=(CriticalLimit(unit="ug/L", high=Decimal(9)),),
    )

    entries.store(
        content=GraphContent(
            biomarkers=(bare,), domains=(NO_RULE,), things=(), relations=(), sources=()
        ),
        status=EntryStatus.ACCEPTED,
    )

    kept = Entered.objects.get(key="bare")
    assert [limit.source for limit in kept.criticals.all()] == [None]
    assert not kept.conversions.exists()
