"""Whose a resource is, from its references alone.

A name never decides. A reference does, or an identifier that exactly one known patient has.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from medreview.fhir.shape import Taken

Identifier = tuple[str, str]
"""System and value; an identifier without a system has an empty one."""

_KEY_LENGTH = 500
_SUBJECT_NAMES = ("subject", "patient", "beneficiary", "individual", "for")
_PATIENT_PATH = re.compile(r"^(?P<base>.*?/)?Patient/(?P<id>[^/?#|\s]+)(?:/_history/[^/]+)?$")
_ANY_PATH = re.compile(r"(?:^|/)(?P<type>[A-Z][A-Za-z]+)/[^/]+(?:/_history/[^/]+)?$")
_CONDITIONAL = re.compile(r"Patient\?identifier=(?:(?P<system>[^|]*)\|)?(?P<value>[^&|]+)$")


@dataclass(frozen=True)
class Owner:
    """The patient a resource belongs to, or why it belongs to none."""

    patient_id: str | None = None
    """The FHIR id of the patient."""
    reason: str = ""
    """Empty where the resource simply is about nobody, such as a Medication."""
    awaits: str = ""
    """What the patient will be known by when it comes: an identifier ``system|value``."""


@dataclass
class People:
    """The patients one file can speak of: those inside it, and those already known."""

    by_url: dict[str, str] = field(default_factory=dict)
    by_identifier: dict[Identifier, set[str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)

    def add(self, patient_id: str, identifiers: Iterable[Identifier]) -> None:
        """Know a patient by its identifiers."""
        for identifier in identifiers:
            self.by_identifier.setdefault(identifier, set()).add(patient_id)

    def add_from_file(self, patient: Taken) -> None:
        """Know a patient of this file also by the address the file gives it."""
        self.add(patient.fhir_id, identifiers_of(patient.resource))
        if patient.full_url:
            self.by_url[patient.full_url] = patient.fhir_id
            found = _PATIENT_PATH.match(patient.full_url)
            if found and found["base"]:
                self.bases.setdefault(patient.fhir_id, set()).add(found["base"])


def owner_of(taken: Taken, people: People) -> Owner:
    """Whose this resource is."""
    if taken.type == "Patient":
        return Owner(taken.fhir_id)
    reference = _subject_of(taken.resource)
    if reference is None:
        return Owner()
    return _resolve(reference, taken.resource, people)


def identifiers_of(resource: Mapping[str, Any]) -> list[Identifier]:
    """The identifiers of a patient, as pairs of system and value."""
    stated = resource.get("identifier")
    items = stated if isinstance(stated, list) else [stated]
    return [pair for item in items if (pair := _identifier(item)) is not None]


def _identifier(item: Any) -> Identifier | None:
    if not isinstance(item, dict) or not isinstance(item.get("value"), str):
        return None
    system = item.get("system")
    return (system if isinstance(system, str) else "", item["value"])


def _subject_of(resource: Mapping[str, Any]) -> Mapping[str, Any] | None:
    for name in _SUBJECT_NAMES:
        stated = resource.get(name)
        if isinstance(stated, list):
            stated = stated[0] if len(stated) == 1 else None
        if isinstance(stated, dict):
            return stated
    return None


def _resolve(reference: Mapping[str, Any], resource: Mapping[str, Any], people: People) -> Owner:
    address = reference.get("reference")
    if not isinstance(address, str) or not address:
        return _by_identifier(reference.get("identifier"), people)
    if address.startswith("#"):
        return _contained(address[1:], resource, people)
    if address in people.by_url:
        return Owner(people.by_url[address])
    conditional = _CONDITIONAL.search(address)
    if conditional:
        stated = {"system": conditional["system"] or "", "value": conditional["value"]}
        return _by_identifier(stated, people)
    return _by_path(address, people)


def _by_path(address: str, people: People) -> Owner:
    found = _PATIENT_PATH.match(address)
    if not found:
        return Owner(reason=_not_a_patient(address))
    bases = people.bases.get(found["id"], set())
    if found["base"] and bases and found["base"] not in bases:
        return Owner(
            reason=_("its patient is Patient/%s of another server than the file's") % found["id"]
        )
    return Owner(found["id"])


def _not_a_patient(address: str) -> str:
    other = _ANY_PATH.search(address)
    if other and not address.startswith("urn:"):
        return _("it is about a %s, not about a patient") % other["type"]
    return _("its patient is named by an address that the file does not explain")


def _contained(name: str, resource: Mapping[str, Any], people: People) -> Owner:
    for inner in resource.get("contained") or []:
        if not isinstance(inner, dict) or inner.get("id") != name:
            continue
        if inner.get("resourceType") != "Patient":
            return Owner(reason=_not_a_patient(f"{inner.get('resourceType')}/x"))
        owners = set().union(
            *(people.by_identifier.get(pair, set()) for pair in identifiers_of(inner))
        )
        if len(owners) == 1:
            return Owner(owners.pop())
        return Owner(reason=_("its patient is contained in it and no known patient's"))
    return Owner(reason=_("its patient is named by an address that the file does not explain"))


def _by_identifier(stated: Any, people: People) -> Owner:
    pair = _identifier(stated)
    if pair is None:
        return Owner(reason=_("it names its patient by words only"))
    owners = people.by_identifier.get(pair, set())
    if len(owners) == 1:
        return Owner(next(iter(owners)))
    if owners:
        return Owner(reason=_("more than one patient has the identifier it names"))
    return Owner(
        reason=_("no known patient has the identifier it names"), awaits=identifier_key(pair)
    )


def identifier_key(identifier: Identifier) -> str:
    """An identifier in one text, as a resource waits for it."""
    return "|".join(identifier)[:_KEY_LENGTH]


def named_identifiers(resource: Mapping[str, Any]) -> set[Identifier]:
    """The identifiers by which a resource may name its patient instead of a reference."""
    subject = _subject_of(resource)
    if subject is None or resource.get("resourceType") == "Patient":
        return set()
    address = subject.get("reference")
    if not isinstance(address, str) or not address:
        pair = _identifier(subject.get("identifier"))
        return {pair} if pair else set()
    found = _CONDITIONAL.search(address)
    if found:
        return {(found["system"] or "", found["value"])}
    if address.startswith("#"):
        inside = [item for item in resource.get("contained") or [] if isinstance(item, dict)]
        return {pair for item in inside for pair in identifiers_of(item)}
    return set()
