"""Random changes of the graph that a curator could make, and records they may concern."""

import dataclasses
from collections.abc import Callable
from decimal import Decimal
from functools import cache

from hypothesis import strategies as st

from analysis.impact.outcome import Asked, Graph
from graphcurate import snapshot
from graphcurate.contracts import (
    Biomarker,
    Code,
    Conversion,
    CriticalLimit,
    Domain,
    Effect,
    GraphContent,
    LoincCode,
    NamedThing,
    RelationEntry,
)
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER_FOLDER
from tests.factories.stages import inputs_of, vignettes

Step = Callable[[GraphContent], GraphContent]

COMMON = (
    "potassium", "sodium", "creatinine", "egfr", "hemoglobin", "ferritin", "crp", "glucose",
    "hba1c", "alt", "alp", "bilirubin_total", "tsh", "free_t4", "calcium", "albumin", "ph_arterial",
    "d_dimer", "troponin_i", "inr", "wbc", "platelets", "triglycerides", "ldl_c",
)  # fmt: skip
"""Tests that the vignettes hold, so that a change has something to change."""

NAMES = ("Potassium", "Kalium", "Glucose", "Urea", "Hb", "ALT", "Калий", "血钾", "CRP", "pH")
CODES = ("2823-3", "6298-4", "2160-0", "718-7", "4548-4", "99999-9", "2276-4", "1988-5")
ICD = ("E11", "N18", "I10", "D50", "O24", "E11.9", "K70", "E05")
ATC = ("C09A", "C03", "A10", "B01", "N05", "C10AA", "H03")
UNITS = ("mmol/L", "mg/dL", "g/L", "%", "U/L", "ng/mL", "g/dL")


@cache
def content() -> GraphContent:
    """Everything the starter is made of."""
    return read(STARTER_FOLDER)


def graph_of(made: GraphContent) -> Graph:
    """One state of the graph, ready to be asked."""
    return Graph.of(snapshot.build(made, release="test", origin="curated"))


@cache
def starter_graph() -> Graph:
    """The starter, ready to be asked."""
    return graph_of(content())


@cache
def stored() -> tuple[Asked, ...]:
    """Every vignette as an analysis would have read it, the whole history asked for in some."""
    cases = [*vignettes("starter.jsonl"), *vignettes("own.jsonl")]
    contexts = [inputs_of(case, all_results=number % 3 == 0) for number, case in enumerate(cases)]
    return tuple(Asked(one.record, one.as_of, one.scope) for one in contexts)


def changed_content(steps: list[Step]) -> GraphContent:
    """The starter after these steps."""
    made = content()
    for step in steps:
        made = step(made)
    return made


@dataclasses.dataclass(frozen=True)
class On:
    """A change of one entry of a kind, named so that a failing example can be read."""

    field: str
    key: str
    change: Callable[..., object]

    def __call__(self, made: GraphContent) -> GraphContent:
        """The content with the entry changed; another entry's absence changes nothing."""
        entries = tuple(
            self.change(one) if _key(one) == self.key else one for one in getattr(made, self.field)
        )
        return made.model_copy(
            update={self.field: tuple(entry for entry in entries if entry is not None)}
        )


def _key(entry: object) -> str:
    return entry.id if isinstance(entry, RelationEntry) else entry.key  # type: ignore[attr-defined]


def _with(**said: object) -> Callable[..., object]:
    return lambda entry: entry.model_copy(update=said)


def keys() -> st.SearchStrategy[str]:
    """Keys of tests, mostly of those the vignettes hold."""
    every = sorted(one.key for one in content().biomarkers)
    return st.one_of(
        st.sampled_from([key for key in COMMON if key in every]), st.sampled_from(every)
    )


@st.composite
def biomarker_changes(draw: st.DrawFn) -> Step:
    """Codes, names, units, limits, windows, domain or group of one test."""
    key = draw(keys())
    small = st.sampled_from([Decimal(n) for n in ("0.1", "1", "4", "6", "30", "150")])
    unit = draw(st.sampled_from(UNITS))
    name, code = draw(st.sampled_from(NAMES)), draw(st.sampled_from(CODES))
    low, high = sorted((draw(small), draw(small)))

    def units(entry: Biomarker) -> Biomarker:
        more = Conversion(from_unit=unit, to_unit=draw_to, factor=high)
        return entry.model_copy(
            update={"conversions": (*entry.conversions, more), "units": (*entry.units, unit)}
        )

    def bounds(entry: Biomarker) -> Biomarker:
        moved = (one.model_copy(update={"low": low, "high": high}) for one in entry.intervals)
        return entry.model_copy(update={"intervals": tuple(moved)})

    draw_to = draw(st.sampled_from(UNITS))
    domain = draw(st.sampled_from(sorted(one.key for one in content().domains)))
    change = draw(
        st.sampled_from(
            [
                _with(name=name),
                _with(validity_days=draw(st.sampled_from([1, 9, 11, 90, 2000, None]))),
                _with(domain=domain),
                _with(comparability_group=draw(st.sampled_from([None, "d-dimer", "group"]))),
                _with(criticals=()),
                _with(criticals=(CriticalLimit(unit=unit, low=low, high=high),)),
                _with(specimen=draw(st.sampled_from([None, "urine", "serum"]))),
                lambda one: one.model_copy(update={"synonyms": {"en": (name,)}}),
                lambda one: one.model_copy(
                    update={"loinc": (*one.loinc, LoincCode(code=code, primary=False))}
                ),
                lambda one: one.model_copy(update={"loinc": one.loinc[1:]}),
                units,
                bounds,
            ]
        )
    )
    return On("biomarkers", key, change)


@st.composite
def relation_changes(draw: st.DrawFn) -> Step:
    """Effect, direction or words of one relation; or it goes, or another comes."""
    key = draw(keys())
    own = [one.id for one in content().relations if one.biomarker == key]
    every = [one.id for one in content().relations]
    chosen = draw(st.sampled_from(own) if own else st.sampled_from(every))
    if draw(st.booleans()):
        pattern = next(one for one in content().relations if one.id == chosen)
        things = sorted(one.key for one in content().things if one.kind is pattern.kind)
        targets = things or [one.key for one in content().biomarkers if one.key in COMMON]
        new = pattern.model_copy(
            update={"id": "new-relation", "target": draw(st.sampled_from(targets))}
        )
        return lambda made: made.model_copy(update={"relations": (*made.relations, new)})
    change = draw(
        st.sampled_from(
            [
                _with(effect=draw(st.sampled_from(sorted(Effect)))),
                _with(when_direction=draw(st.sampled_from(["H", "L", None]))),
                _with(rationale="Another reason."),
                _with(reviewed=True),
                _with(evidence=()),
                _with(position=0),
                lambda _: None,
            ]
        )
    )
    return On("relations", chosen, change)


@st.composite
def thing_changes(draw: st.DrawFn) -> Step:
    """Names or codes of a condition, a medicine or a preanalytical factor."""
    thing: NamedThing = draw(st.sampled_from(content().things))
    system, codes = draw(st.sampled_from([("icd10", ICD), ("atc", ATC), ("hl7v2-0493", ("HEM",))]))
    code = Code(system=system, code=draw(st.sampled_from(codes)), match="prefix")
    name = draw(st.sampled_from(("Type 2 diabetes mellitus", "Spironolactone", "hemolyzed")))

    def replaced(made: GraphContent, **said: object) -> GraphContent:
        things = (
            one.model_copy(update=said) if (one.kind, one.key) == (thing.kind, thing.key) else one
            for one in made.things
        )
        return made.model_copy(update={"things": tuple(things)})

    return draw(
        st.sampled_from(
            [
                lambda made: replaced(made, codes=(*thing.codes, code)),
                lambda made: replaced(made, codes=()),
                lambda made: replaced(made, name=name),
                lambda made: replaced(made, names={"en": (name,)}),
            ]
        )
    )


@st.composite
def domain_changes(draw: st.DrawFn) -> Step:
    """Name, rule or defaults of one domain; or a test loses all it asks, so that they count."""
    domain: Domain = draw(st.sampled_from(content().domains))
    if draw(st.booleans()):
        key = draw(keys())
        return lambda made: made.model_copy(
            update={"relations": tuple(one for one in made.relations if one.biomarker != key)}
        )
    rule = domain.rule and domain.rule.model_copy(update={"name_pattern": "a"})
    said = draw(st.sampled_from([{"names": {"en": "Another"}}, {"rule": None}, {"rule": rule}]))
    return On("domains", domain.key, _with(**said))


def source_changes() -> st.SearchStrategy[Step]:
    """The title of a source."""
    known = sorted(one.key for one in content().sources)
    return st.sampled_from(known).map(lambda key: On("sources", key, _with(title="Another title")))


def changes() -> st.SearchStrategy[Step]:
    """Anything a curator can change."""
    return st.one_of(
        biomarker_changes(),
        biomarker_changes(),
        relation_changes(),
        thing_changes(),
        domain_changes(),
        source_changes(),
    )
