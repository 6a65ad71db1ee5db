"""Invented patients in any number, each another one and always the same. Pure.

Results with codes, with names alone and with names nobody knows; diseases and medicines of the
graph, with and without their codes; values in range, out of it and far out of it.
"""

import datetime as dt
import random
from collections.abc import Iterator
from typing import Any

from analysis.evaluation.cases import Case
from graphcurate.contracts import Biomarker, NamedThing, Snapshot

AS_OF = dt.date(2026, 11, 30)
OLDEST = 500
"""Days: beyond the validity of most results, so that some are too old."""
UNKNOWN = ("Kallium", "Ferritn", "Zonulin", "Creatinin (Jaffé)", "Index M", "Hb HemoCue", "血钾样")
NOTES = ("Sample slightly haemolysed", "Repeat advised", "Patient fasting", "nüchtern?")

Json = dict[str, Any]


def invented(count: int, snapshot: Snapshot) -> list[Case]:
    """So many patients; the same ones at each call of the same release."""
    return [_patient(number, snapshot) for number in range(1, count + 1)]


def _patient(number: int, snapshot: Snapshot) -> Case:
    chance = random.Random(f"invented-{number}")  # noqa: S311 - nothing is kept secret by it
    tests = chance.sample(sorted(snapshot.biomarkers), k=chance.randint(4, 14))
    labs = [_lab(place, snapshot.biomarkers[key], chance) for place, key in enumerate(tests)]
    labs += [
        _unknown(f"u{place}", name, chance)
        for place, name in enumerate(chance.sample(UNKNOWN, k=chance.randint(0, 4)))
    ]
    case_id = f"invented-{number}"
    sent = {
        "id": case_id,
        "patient": {"age": chance.randint(2, 91), "sex": chance.choice(("female", "male"))},
        "labs": labs,
        "conditions": list(_things("c", snapshot.conditions, "icd10", chance)),
        "medications": list(_things("m", snapshot.medications, "atc", chance)),
    }
    as_of = dt.datetime.combine(AS_OF, dt.time.max, dt.UTC)
    return Case(case_id, "An invented patient", as_of, sent)


def _lab(place: int, entry: Biomarker, chance: random.Random) -> Json:
    low, high = sorted((chance.uniform(1, 50), chance.uniform(51, 200)))
    value = chance.choice((low * 0.5, (low + high) / 2, high * 1.3, high * 6))
    coded = bool(entry.loinc) and chance.random() < 0.7
    return {
        "id": f"l{place}",
        "loinc": chance.choice(entry.loinc).code if coded else None,
        "name": entry.name,
        "value": round(value, 1),
        "unit": entry.units[0] if entry.units else None,
        "ref_low": round(low, 1),
        "ref_high": round(high, 1),
        "flag": _flag(value, low, high),
        "date": _day(chance),
        "note": chance.choice((None, None, *NOTES)),
    }


def _unknown(lab_id: str, name: str, chance: random.Random) -> Json:
    return {
        "id": lab_id,
        "name": name,
        "value": round(chance.uniform(5, 90), 1),
        "unit": chance.choice(("mmol/L", "ng/mL", None)),
        "flag": chance.choice(("H", "L")),
        "date": _day(chance),
    }


def _things(
    prefix: str, known: dict[str, NamedThing], system: str, chance: random.Random
) -> Iterator[Json]:
    """Things of the graph, some by their code, some by their name alone."""
    for place, key in enumerate(chance.sample(sorted(known), k=min(4, len(known)))):
        thing = known[key]
        codes = [one.code for one in thing.codes if one.system == system]
        coded = {system: codes[0]} if codes and chance.random() < 0.6 else {}
        yield {
            "id": f"{prefix}{place}",
            "name": thing.name,
            "clinical": "active",
            "verification": chance.choice(("confirmed", "confirmed", "refuted")),
            "status": chance.choice(("active", "active", "stopped")),
            **coded,
        }


def _flag(value: float, low: float, high: float) -> str | None:
    if low <= value <= high:
        return "N"
    return "L" if value < low else "H"


def _day(chance: random.Random) -> str:
    return (AS_OF - dt.timedelta(days=chance.randint(0, OLDEST))).isoformat()
