"""A small graph, and a file gone through over it."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from graphcurate.applying import apply
from graphcurate.contracts import (
    Biomarker,
    Code,
    CriticalLimit,
    Domain,
    Evidence,
    GraphContent,
    LoincCode,
    NamedThing,
    RelationEntry,
    Source,
)
from graphcurate.exchange import name_table, relation_table
from graphcurate.exchange.cells import read_table
from graphcurate.exchange.document import document_text
from graphcurate.exchange.document_rows import DocumentRows
from graphcurate.exchange.name_rows import NameRows
from graphcurate.exchange.planning import ImportPlan, Planner
from graphcurate.exchange.relation_rows import RelationRows

KDIGO = Source(key="KDIGO", title="KDIGO 2024", organisation="KDIGO", year=2024)
HARRISON = Source(key="HARRISON", title="Harrison", organisation="McGraw-Hill")


def small_graph() -> GraphContent:
    """Potassium and creatinine, a condition, and two relations with their sources."""
    potassium = Biomarker(
        key="potassium",
        name="Potassium",
        names={"en": "Potassium", "ru": "Калий"},
        synonyms={"en": ("K", "K+"), "ru": (), "zh": ("钾",)},
        loinc=(LoincCode(code="2823-3", primary=True, verified=True),),
        domain="renal",
        kind="quantity",
        units=("mmol/L",),
        criticals=(CriticalLimit(unit="mmol/L", low="2.50", high="6.0", source=KDIGO),),
        validity_days=30,
    )
    creatinine = Biomarker(
        key="creatinine",
        name="Creatinine",
        names={"en": "Creatinine"},
        synonyms={"en": ("Crea",), "ru": (), "zh": ()},
        loinc=(LoincCode(code="2160-0", primary=True),),
        domain="renal",
        kind="quantity",
        units=("mg/dL",),
    )
    ckd = NamedThing(
        key="ckd",
        kind="condition",
        name="Chronic kidney disease",
        names={"en": ("Chronic kidney disease",)},
        codes=(Code(system="icd10", code="N18", match="prefix"),),
    )
    return GraphContent(
        biomarkers=(creatinine, potassium),
        domains=(Domain(key="renal", names={"en": "Renal"}, scope="Kidneys."),),
        things=(ckd,),
        relations=(
            RelationEntry(
                id="potassium:condition:ckd",
                biomarker="potassium",
                kind="condition",
                target="ckd",
                effect="raises",
                rationale="Kidneys excrete less potassium.",
                evidence=(
                    Evidence(id="KDIGO", source="KDIGO", level="guideline", agent_type="starter"),
                    Evidence(
                        id="HARRISON",
                        source="HARRISON",
                        rank=1,
                        level="textbook",
                        agent_type="starter",
                        locator="p. 12",
                    ),
                ),
            ),
            RelationEntry(
                id="potassium:parameter:creatinine",
                biomarker="potassium",
                kind="parameter",
                target="creatinine",
                effect="explains",
                rationale="Kidney function bears on potassium.",
            ),
        ),
        sources=(HARRISON, KDIGO),
    )


def planned(rows: Any, graph: GraphContent) -> ImportPlan:
    """What these rows would do."""
    planner = Planner(graph)
    for row in rows:
        planner.take(row)
    return planner.finish()


def as_document(graph: GraphContent) -> dict[str, Any]:
    """The file that an export of this graph is, read."""
    found: dict[str, Any] = json.loads("".join(document_text(graph, {"release": "test"})))
    return found


def plan_document(said: Any, graph: GraphContent) -> ImportPlan:
    """What an exchange file would do."""
    return planned(DocumentRows(said, {entry.key: entry for entry in graph.sources}), graph)


def plan_relations(text: str, graph: GraphContent) -> ImportPlan:
    """What a table of relations would do."""
    table = read_table(io.BytesIO(text.encode()), relation_table.COLUMNS, ("relation",))
    return planned(RelationRows(table.rows), graph)


def plan_names(text: str, graph: GraphContent) -> ImportPlan:
    """What a table of names would do."""
    table = read_table(io.BytesIO(text.encode()), name_table.COLUMNS, ("kind", "key"))
    return planned(NameRows(table.rows), graph)


def after(plan: ImportPlan, graph: GraphContent) -> GraphContent:
    """The graph with what a plan changes."""
    applied = apply(graph, plan.changes)
    assert applied.unfit == {}
    return applied.content


@pytest.fixture
def outcomes() -> Callable[[ImportPlan], list[str]]:
    """What became of each row."""
    return lambda plan: [row.outcome.value for row in plan.rows]
