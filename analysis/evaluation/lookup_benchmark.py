"""How long one lookup takes in a graph in memory, beside the starter and a work of known size."""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from analysis.evaluation.large_graph import RELATIONS, graph_of
from graphcurate import names, snapshot
from graphcurate.contracts import Biomarker, Domain, LookupAnswer, LookupHow
from graphcurate.lookup import Lookup
from medreview.common.collector import collector_paused

Question = dict[str, Any]

_TWENTIETHS = 20
SMALL = 2_000
"""Relations of the graph that the large one is compared with: about the starter's."""


@dataclass(frozen=True)
class LookupFigures:
    """What the benchmark measured. Every question is asked once: no answer is remembered."""

    biomarkers: int
    relations: int
    questions: dict[str, int]
    """How many questions there were, by how they were answered."""
    index_seconds: float
    """Building the indexes of a release, once in each process."""
    p50: float
    p95: float
    p95_by_answer: dict[str, float]
    p95_small: float
    """The same in a graph of a tenth of the size."""
    parse_seconds: float
    """Parsing the same questions as JSON, for each of them: the work of known size."""

    def as_json(self) -> dict[str, object]:
        """The figures with their ratios, for people and for comparison between machines."""
        return {
            "biomarkers": self.biomarkers,
            "relations": self.relations,
            "questions": self.questions,
            "index_seconds": round(self.index_seconds, 3),
            "p50_ms": _ms(self.p50),
            "p95_ms": _ms(self.p95),
            "p95_ms_by_answer": {how: _ms(took) for how, took in self.p95_by_answer.items()},
            "p95_to_small_graph": round(self.p95 / self.p95_small, 2),
            "p95_to_parse": round(self.p95 / self.parse_seconds, 1),
        }


def lookups_in_a_large_graph(relations: int = RELATIONS) -> LookupFigures:
    """Ask a graph of so many relations for every code and name it has, and for some it lacks."""
    small = _asked(Lookup(_snapshot(min(SMALL, relations))))
    whole = _snapshot(relations)
    began = time.perf_counter()
    lookup = Lookup(whole)
    index_seconds = time.perf_counter() - began
    took = _asked(lookup)
    questions = [question for each in questions_of(lookup) for question in each]
    text = json.dumps(questions)
    began = time.perf_counter()
    json.loads(text)
    parse_seconds = (time.perf_counter() - began) / len(questions)
    every = [seconds for listed in took.values() for seconds in listed]
    return LookupFigures(
        biomarkers=len(whole.biomarkers),
        relations=_relations_of([*whole.biomarkers.values(), *whole.domains.values()]),
        questions={how: len(listed) for how, listed in sorted(took.items())},
        index_seconds=index_seconds,
        p50=sorted(every)[len(every) // 2],
        p95=_p95(every),
        p95_by_answer={how: _p95(listed) for how, listed in sorted(took.items())},
        p95_small=_p95([seconds for listed in small.values() for seconds in listed]),
        parse_seconds=parse_seconds,
    )


def questions_of(lookup: Lookup) -> Iterator[list[Question]]:
    """What is asked of each biomarker: its codes, its names, names like them, and what isn't there.

    The names are as reports write them: with a specimen, with the short form in brackets.
    """
    for entry in lookup.snapshot.biomarkers.values():
        synonyms = [name for listed in entry.synonyms.values() for name in listed[:2]]
        yield [
            *({"codes": [code.code]} for code in entry.loinc),
            {"codes": [f"{entry.key}-0"], "display": f"{entry.name} [Mass/volume] in Serum"},
            *({"name": name} for name in dict.fromkeys((*entry.names.values(), *synonyms))),
            {"name": f"{entry.name}, serum", "unit": entry.units[0] if entry.units else None},
            {"name": f"Zyx {entry.name} ({synonyms[0] if synonyms else 'zyx'})"},
            {"name": f"zyx {entry.key}", "specimen": entry.specimen},
        ]


def _snapshot(relations: int) -> Any:
    return snapshot.build(graph_of(relations), release="measured", origin="starter")


@collector_paused()
def _asked(lookup: Lookup) -> dict[str, list[float]]:
    """The seconds of each question, by how it was answered."""
    # Names taken apart before are remembered; a laboratory's name may be one never seen.
    names.parts_of.cache_clear()
    took: dict[str, list[float]] = {how.value: [] for how in LookupHow}
    for asked in questions_of(lookup):
        for question in asked:
            began = time.perf_counter()
            answer = lookup.find(**question)
            _related(lookup, answer)
            took[answer.how.value].append(time.perf_counter() - began)
    return {how: listed for how, listed in took.items() if listed}


def _related(lookup: Lookup, answer: LookupAnswer) -> object:
    """What a run reads next: what medicine says to look at beside the result."""
    if answer.biomarker:
        return lookup.snapshot.biomarkers[answer.biomarker].relations
    return lookup.snapshot.domains[answer.domain].relations if answer.domain else ()


def _relations_of(entries: Iterable[Biomarker | Domain]) -> int:
    return sum(len(entry.relations) for entry in entries)


def _p95(seconds: list[float]) -> float:
    """The time that nineteen of twenty questions stay within."""
    if len(seconds) < 2:
        return seconds[0]
    return quantiles(seconds, n=_TWENTIETHS, method="inclusive")[-1]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 4)
