"""What the record knows a patient by: everything that must not reach a language model.

All versions count, also those that were corrected: a note may still use an earlier name. So do
the people beside the patient, whether they stand in the Patient itself or as RelatedPerson.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from analysis.pipeline.errors import PersonUnreadable
from medreview.fhir import queries
from medreview.llm.redaction.contracts import Identifiers
from medreview.patients.models import Patient

_NAME_PARTS = ("text", "family", "given")
_NAMED_BY_DISPLAY = frozenset(
    {"generalPractitioner", "managingOrganization", "careProvider", "organization", "other"}
)

Kinds = dict[str, list[Any]]


def identifiers_of(patient: Patient) -> Identifiers:
    """Everything known of this patient, from the row and from every version of their record.

    One version that can't be read is a PersonUnreadable: half of a name list is none.
    """
    found: Kinds = {name: [] for name in Identifiers.model_fields}
    found["names"] += [patient.family, patient.given, patient.name_text]
    found["birth_dates"].append(patient.birth_date)
    found["numbers"] += [patient.mrn, *_numbered([patient.fhir_id])]
    for fhir_id, raw in queries.who_they_are(patient):
        found["numbers"] += _numbered([fhir_id])
        _collect(_read(raw), found)
    return Identifiers.model_validate({name: _distinct(said) for name, said in found.items()})


def _read(raw: str) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise PersonUnreadable("A version of the patient's own entry can't be read.") from None


def _collect(value: Any, found: Kinds) -> None:
    """Walk through everything a resource says, whatever element or extension it stands in."""
    waiting = [("", value)]
    while waiting:
        key, part = waiting.pop()
        if isinstance(part, list):
            waiting += [(key, inner) for inner in part]
        elif isinstance(part, Mapping):
            _take(key, part, found)
            waiting += part.items()
        elif isinstance(part, str) and key == "birthDate":
            found["birth_dates"].append(part[:10])


def _take(key: str, part: Mapping[str, Any], found: Kinds) -> None:
    """What one element says of a person."""
    low = key.removeprefix("value").casefold()
    if low in ("name", "humanname"):
        found["names"] += _texts(part.get(name) for name in _NAME_PARTS)
    elif low == "identifier":
        found["numbers"] += _texts([part.get("value")])
    elif low in ("telecom", "contactpoint"):
        kind = "emails" if part.get("system") == "email" else "phones"
        found[kind] += _texts([part.get("value")])
    elif low == "address":
        found["addresses"] += _texts([part.get("line"), part.get("text")])
        found["places"] += _places(part)
    elif key in _NAMED_BY_DISPLAY:
        found["names"] += _texts([part.get("display")])
    elif "url" in part:
        _take_extension(str(part["url"]).casefold(), part, found)


def _take_extension(url: str, part: Mapping[str, Any], found: Kinds) -> None:
    if "maiden" in url or "name" in url:
        found["names"] += _texts([part.get("valueString")])
    elif "birthtime" in url or "birthdate" in url:
        dates = _texts([part.get("valueDate"), part.get("valueDateTime")])
        found["birth_dates"] += [one[:10] for one in dates]


def _places(address: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    city, postal = (next(iter(_texts([address.get(name)])), "") for name in ("city", "postalCode"))
    if city or postal:
        yield city, postal
    yield from ((district, "") for district in _texts([address.get("district")]))


def _texts(values: Iterable[Any]) -> list[str]:
    """The words among these; lists are opened."""
    flat = chain.from_iterable(one if isinstance(one, list) else [one] for one in values)
    return [one for one in flat if isinstance(one, str) and one.strip()]


def _numbered(ids: Iterable[str]) -> list[str]:
    """An id that may be a number of a record: a mere word such as ``example`` is none."""
    return [one for one in ids if any(sign.isdigit() for sign in one)]


def _distinct(values: Iterable[Any]) -> list[Any]:
    return [one for one in dict.fromkeys(values) if one]
