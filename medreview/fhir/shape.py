"""Whether one entry can be taken as a resource, and if not, why in a few words."""

import re
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from medreview.fhir import json_text
from medreview.fhir.entries import Entry
from medreview.fhir.errors import NotStrictJson
from medreview.fhir.resource_types import RESOURCE_TYPES

_SHOWN_TYPE = re.compile(r'"resourceType"\s*:\s*"([A-Za-z]{1,64})"')
_SHOWN_ID = re.compile(r'"id"\s*:\s*"([A-Za-z0-9\-._]{1,64})"')
_BAD_ID = re.compile(r"[\s/\\?#|\x00-\x1f\x7f]")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_MAX_ID = 128
_DERIVED_ID_LENGTH = 40

_OBJECT, _LIST, _TEXT = dict, list, str
_KIND_WORDS: dict[type, str] = {_OBJECT: "an object", _LIST: "a list", _TEXT: "a text"}

_SHAPES: dict[str, dict[str, tuple[type, ...]]] = {
    "Patient": {"name": (_LIST, _OBJECT), "birthDate": (_TEXT,), "gender": (_TEXT,),
                "identifier": (_LIST, _OBJECT)},
    "Observation": {"code": (_OBJECT,), "status": (_TEXT,), "valueQuantity": (_OBJECT,),
                    "valueCodeableConcept": (_OBJECT,), "valueRange": (_OBJECT,),
                    "valueRatio": (_OBJECT,), "valueString": (_TEXT,), "component": (_LIST,),
                    "referenceRange": (_LIST, _OBJECT), "effectiveDateTime": (_TEXT,),
                    "effectivePeriod": (_OBJECT,), "specimen": (_OBJECT,)},
    "Condition": {"code": (_OBJECT,), "clinicalStatus": (_OBJECT, _TEXT),
                  "verificationStatus": (_OBJECT, _TEXT), "onsetDateTime": (_TEXT,)},
    "MedicationStatement": {"status": (_TEXT,), "medicationCodeableConcept": (_OBJECT,),
                            "medicationReference": (_OBJECT,), "dosage": (_LIST, _OBJECT)},
    "MedicationRequest": {"status": (_TEXT,), "medicationCodeableConcept": (_OBJECT,),
                          "medicationReference": (_OBJECT,), "intent": (_TEXT,)},
    "Medication": {"code": (_OBJECT,)},
    "AllergyIntolerance": {"code": (_OBJECT,), "clinicalStatus": (_OBJECT, _TEXT),
                           "verificationStatus": (_OBJECT, _TEXT), "reaction": (_LIST,)},
    "Procedure": {"code": (_OBJECT,), "status": (_TEXT,)},
    "DiagnosticReport": {"code": (_OBJECT,), "status": (_TEXT,), "result": (_LIST,)},
    "Specimen": {"type": (_OBJECT,)},
    "Encounter": {"status": (_TEXT,)},
}  # fmt: skip
_EVERYWHERE: dict[str, tuple[type, ...]] = {
    "subject": (_OBJECT, _LIST),
    "patient": (_OBJECT, _LIST),
    "contained": (_LIST,),
    "meta": (_OBJECT,),
}


@dataclass(frozen=True)
class Taken:
    """An entry that is a resource we can keep."""

    where: str
    raw: str
    type: str
    fhir_id: str
    content_hash: str
    resource: dict[str, Any] = field(repr=False)
    full_url: str | None = None
    id_is_ours: bool = False
    as_received: str = ""
    """The text it was made from, where that was no FHIR."""

    @property
    def reference(self) -> str:
        """``Observation/x``."""
        return f"{self.type}/{self.fhir_id}"


@dataclass(frozen=True)
class Refused:
    """An entry we can't keep as a resource, with what can be seen of it from outside."""

    where: str
    raw: str
    reason: str
    type: str | None
    fhir_id: str | None
    owner: str | None = None
    """The FHIR id of the patient whose it is, empty for nobody's; None where only its text
    may tell."""


@dataclass(frozen=True)
class Deletion:
    """An entry by which the source takes a resource back."""

    where: str
    type: str
    fhir_id: str
    at: str
    """When it did, as sent; empty where it does not say."""

    @property
    def key(self) -> tuple[str, str]:
        """Type and id of what is taken back."""
        return self.type, self.fhir_id


def look_at(entry: Entry) -> Taken | Refused | Deletion:
    """The resource of an entry, what it takes back, or why it can't be taken."""
    if entry.problem:
        return _refused(entry, entry.problem)
    if entry.deletes:
        return _taken_back(entry, entry.deletes)
    try:
        value = json_text.parse(entry.raw)
    except NotStrictJson as problem:
        return _refused(entry, str(problem))
    problem_words = _problem_of(value)
    if problem_words:
        return _refused(entry, problem_words)
    digest = json_text.content_hash(value)
    kind, given_id = value["resourceType"], value.get("id")
    return Taken(
        where=_place(entry.where, kind, given_id),
        raw=entry.raw,
        type=kind,
        fhir_id=given_id or f"content-{digest[:_DERIVED_ID_LENGTH]}",
        content_hash=digest,
        resource=value,
        full_url=entry.full_url,
        id_is_ours=given_id is None,
    )


def _taken_back(entry: Entry, reference: str) -> Refused | Deletion:
    kind, _slash, fhir_id = reference.partition("/")
    if kind not in RESOURCE_TYPES:
        return _refused(entry, _("“%s” is no FHIR resource type") % kind[:40])
    if kind == "Patient":
        # Everything of a person hangs on this one resource.
        return _refused(entry, _("a patient is not deleted on a file's word"))
    return Deletion(_place(entry.where, kind, fhir_id), kind, fhir_id, entry.at)


def _problem_of(value: Any) -> str | None:
    if not isinstance(value, dict):
        return _("it is no JSON object")
    kind = value.get("resourceType")
    if not isinstance(kind, str) or not kind:
        return _("it says no resourceType")
    if kind not in RESOURCE_TYPES:
        return _("“%s” is no FHIR resource type") % kind[:40]
    if "id" in value and not _is_usable_id(value["id"]):
        return _("its id can't be used: it is no short text without spaces and slashes")
    return _wrong_kind(value, {**_EVERYWHERE, **_SHAPES.get(kind, {})})


def _wrong_kind(value: dict[str, Any], shape: dict[str, tuple[type, ...]]) -> str | None:
    for name, kinds in shape.items():
        if name in value and not isinstance(value[name], kinds):
            return _("its “%(name)s” is not %(kind)s") % {
                "name": name,
                "kind": " or ".join(_KIND_WORDS[kind] for kind in kinds),
            }
    return None


def _is_usable_id(value: Any) -> bool:
    if not isinstance(value, str) or not 0 < len(value) <= _MAX_ID:
        return False
    # What can't be seen (a turned direction, a space of no width) makes two ids look like one.
    return value.isprintable() and not _BAD_ID.search(value)


def _refused(entry: Entry, reason: str) -> Refused:
    kind, name = _SHOWN_TYPE.search(entry.raw), _SHOWN_ID.search(entry.raw)
    shown_type = kind[1] if kind and kind[1] in RESOURCE_TYPES else None
    shown_id = name[1] if name else None
    return Refused(
        where=_place(entry.where, shown_type, shown_id),
        raw=storable(entry.raw),
        reason=reason,
        type=shown_type,
        fhir_id=shown_id,
    )


def _place(where: str, kind: str | None, fhir_id: str | None) -> str:
    if not kind:
        return where
    return f"{where} ({kind}/{fhir_id})" if fhir_id else f"{where} ({kind})"


def storable(raw: str) -> str:
    """The text with what no database text can hold written as its escape."""
    return _UNSTORABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", raw)
