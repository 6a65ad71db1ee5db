"""What a prompt may say of a record before anything was read: its form and its counts. Pure.

Never a value: no result, no name of a test or disease, no date, no code.
"""

import datetime as dt
from collections import Counter

from analysis.pipeline.retriever.code_mode.items import KINDS, Item
from analysis.pipeline.retriever.code_mode.record_api import MOST_AT_ONCE, RecordApi
from medreview.fhir.codes import system_name
from medreview.fhir.record import PatientRecord
from medreview.runtime.sandbox.dialect import DIALECT

FORM = f"""\
Each entry is a dictionary; what the source did not send is left out.
Every kind: id, kind, name, codes [{{system, code, display}}], date (as sent), precision (year,
month, day, minute, second, unknown), earliest_day and latest_day (of a year or month), dated_by
(issued or recorded, where the date it was written stands in for the date it was so).
lab: value (as sent, unit included), number (digits as sent, as text, of a plain number), else
value_kind (interval, range, ratio, text, code, boolean, absent), low, high, absent_because; unit,
ucum (where it differs), flag, ranges, status, categories, report, specimen, specimen_state,
specimen_notes, notes.
condition: clinical_status, verification_status, ended. medication: status, dosage, ended.
allergy: clinical_status, verification_status, criticality, reactions, none_known.
procedure: status. report: status, categories, results (ids). encounter: status, ended.

Functions:
left_over(kind=None): a list, latest first, of the entries that code could not tell, and of
results in question with notes in free text.
find_by_name(text, kind=None): a list, latest first; each word of the text must begin a word of
the name.
find_by_code(code, system=None, kind=None): a list, latest first; system is loinc, snomed, icd10,
atc, rxnorm or an address.
latest(items), first(items): one entry or None; not_surely lists ids whose dates are too vague
to tell.
between(items, start, end): those that may lie within; start and end as 2026-11-30, 2026-11,
2026, or None.
extremes(items): {{lowest, highest, not_compared}}; results of one unit only.
mean(numbers), median(numbers), stdev(numbers): digits as text will do.
An answer has at most {MOST_AT_ONCE} entries. Kinds: {", ".join(KINDS)}.
"""

_NAMED_SYSTEMS = frozenset({"loinc", "snomed", "icd10", "atc", "rxnorm"})


def described(record: PatientRecord, api: RecordApi, as_of: dt.datetime) -> str:
    """The form of the entries, how many there are, and how the snippets are to be written."""
    lines = [f"The moment of the analysis: {as_of.isoformat()}.", FORM, "Entries by kind:"]
    items = list(api.items.values())
    lines += [_counts(kind, [one for one in items if one.kind == kind]) for kind in KINDS]
    lines.append(
        "The record was read completely."
        if record.receipt.complete
        else "The record was not read completely: what is not found may exist all the same."
    )
    return "\n".join([*lines, "", DIALECT])


def _counts(kind: str, items: list[Item]) -> str:
    systems = Counter(system for item in items for system in _systems(item))
    precisions = Counter(item.at.precision.value if item.at else "none" for item in items)
    said = [f"- {kind}: {len(items)}"]
    if items:
        said += [f"coded by {_listed(systems)}", f"precision of dates {_listed(precisions)}"]
    if kind == "lab" and items:
        said.append(f"plain numbers {sum(item.number is not None for item in items)}")
    return "; ".join(said)


def _systems(item: Item) -> set[str]:
    """Systems we know by name; an address of a hospital's own would name the hospital."""
    known = {system_name(one.system) or "other" for one in item.codings}
    return {one if one in _NAMED_SYSTEMS else "other" for one in known} or {"no code"}


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
