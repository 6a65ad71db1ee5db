"""In which order the starter content is read: what could harm first, then what is met most. Pure.

A biomarker is followed by its relations, so that a reader stays with one thing. Those with critical
limits come first: an error there calls somebody to a bed, or fails to. Among equals the most
asked for in this installation's runs goes first; where no run has asked yet, the order below.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from graphcurate.contracts import Biomarker, Domain, GraphContent, RelationEntry, RelationKind
from graphcurate.entry_fields import EntryKind, key_of, kind_of
from graphcurate.gaps.coverage import Place

SET_SIZE = 25
"""Items of one set: about half an hour of reading, and a second reader's as much."""

COMMON = (
    "sodium", "potassium", "creatinine", "urea", "egfr", "chloride", "co2_total", "glucose",
    "hemoglobin", "hematocrit", "wbc", "platelets", "rbc", "mcv", "mch", "mchc", "rdw_cv",
    "neutrophils_abs", "lymphocytes_abs", "monocytes_abs", "eosinophils_abs", "basophils_abs",
    "alt", "ast", "alp", "ggt", "bilirubin_total", "albumin", "protein_total", "ldh",
    "calcium", "phosphate", "magnesium", "crp", "hba1c", "cholesterol", "hdl", "ldl",
    "triglycerides", "tsh", "ft4", "ferritin", "iron", "tsat",
    "vitamin_b12", "folate", "vitamin_d", "inr", "aptt", "d_dimer", "fibrinogen", "uric_acid",
    "ck", "hs_troponin_i", "hs_troponin_t", "bnp", "nt_probnp", "lipase", "amylase", "lactate",
    "psa", "esr", "procalcitonin",
)  # fmt: skip
"""How often tests are asked for, by the panels they travel in, the most ordered panel first.

Basic metabolic panel, blood count, liver panel, bone minerals, inflammation, diabetes, lipids,
thyroid, iron and vitamins, coagulation, then the single tests of emergencies. It is our own order
of panels, made without counting anybody's laboratory; an installation's own runs go before it.
"""

_RANK = {key: place for place, key in enumerate(COMMON)}
_KINDS = {kind: place for place, kind in enumerate(RelationKind)}


@dataclass(frozen=True)
class Progress:
    """Where the items of one domain stand."""

    domain: str
    unread: int
    first: int
    """One person accepted them; a second one has not yet."""
    both: int
    """Two people accepted them."""

    @property
    def total(self) -> int:
        return self.unread + self.first + self.both


def order(content: GraphContent, demand: Mapping[str, int]) -> tuple[Place, ...]:
    """Everything nobody accepted yet, in the order it is read."""
    own, defaults = _by_subject(content.relations)
    queue: list[Place] = []
    for entry in sorted(content.biomarkers, key=lambda one: _urgency(one, demand)):
        queue += _group(entry, own[entry.key])
    asked = _demand_of_domains(content, demand)
    for domain in sorted(content.domains, key=lambda one: (-asked[one.key], one.key)):
        queue += _group(domain, defaults[domain.key])
    cited = _times_cited(content.relations)
    things = sorted(content.things, key=lambda one: (-cited[key_of(one)], key_of(one)))
    queue += [(EntryKind.THING, key_of(one)) for one in things if not one.reviewed]
    return tuple(queue)


def progress(
    content: GraphContent, first: AbstractSet[Place], both: AbstractSet[Place]
) -> tuple[Progress, ...]:
    """By domain: unread, accepted by a first reader, by two. Things without a domain come last."""
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for domain, place, is_reviewed in _items(content):
        state = 2 if is_reviewed or place in both else 1 if place in first else 0
        counted[domain][state] += 1
    return tuple(Progress(domain, *numbers) for domain, numbers in sorted(counted.items()))


def after(queue: Iterable[Place], here: Place | None, taken: AbstractSet[Place]) -> Place | None:
    """The next item to read behind this one, else the first one left."""
    first, is_behind = None, here is None
    for place in queue:
        is_left = place not in taken and place != here
        if is_left and is_behind:
            return place
        if is_left and first is None:
            first = place
        is_behind = is_behind or place == here
    return first


def before(queue: Iterable[Place], here: Place, taken: AbstractSet[Place]) -> Place | None:
    """The last item left to read before this one."""
    found = None
    for place in queue:
        if place == here:
            return found
        if place not in taken:
            found = place
    return None


def _urgency(entry: Biomarker, demand: Mapping[str, int]) -> tuple[object, ...]:
    rank = _RANK.get(entry.key, len(COMMON))
    return not entry.criticals, -demand.get(entry.key, 0), rank, entry.key


def _by_subject(
    relations: Iterable[RelationEntry],
) -> tuple[Mapping[str, list[RelationEntry]], Mapping[str, list[RelationEntry]]]:
    own: dict[str, list[RelationEntry]] = defaultdict(list)
    defaults: dict[str, list[RelationEntry]] = defaultdict(list)
    for relation in relations:
        if relation.biomarker:
            own[relation.biomarker].append(relation)
        else:
            defaults[relation.domain or ""].append(relation)
    return own, defaults


def _group(entry: Biomarker | Domain, relations: list[RelationEntry]) -> Iterator[Place]:
    if not entry.reviewed:
        yield kind_of(entry), entry.key
    for relation in sorted(relations, key=lambda one: (_KINDS[one.kind], one.id)):
        if not relation.reviewed:
            yield EntryKind.RELATION, relation.id


def _demand_of_domains(content: GraphContent, demand: Mapping[str, int]) -> Mapping[str, int]:
    asked: dict[str, int] = defaultdict(int)
    for entry in content.biomarkers:
        asked[entry.domain] += demand.get(entry.key, 0)
    return asked


def _times_cited(relations: Iterable[RelationEntry]) -> Mapping[str, int]:
    cited: dict[str, int] = defaultdict(int)
    for relation in relations:
        cited[f"{relation.kind.value}:{relation.target}"] += 1
    return cited


def _items(content: GraphContent) -> Iterator[tuple[str, Place, bool]]:
    """Every item with the domain it is counted in, and whether it was accepted."""
    domains = {entry.key: entry.domain for entry in content.biomarkers}
    for entry in content.biomarkers:
        yield entry.domain, (EntryKind.BIOMARKER, entry.key), entry.reviewed
    for domain in content.domains:
        yield domain.key, (EntryKind.DOMAIN, domain.key), domain.reviewed
    for relation in content.relations:
        of = domains.get(relation.biomarker or "", relation.domain or "")
        yield of, (EntryKind.RELATION, relation.id), relation.reviewed
    for thing in content.things:
        yield "", (EntryKind.THING, key_of(thing)), thing.reviewed
