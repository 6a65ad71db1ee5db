"""How the resources of the Bundle point at each other and at the record they speak of. Pure."""

import datetime as dt
import uuid
from typing import Any

from analysis.exports.contracts import Person, SignedAnalysis

Resource = dict[str, Any]

OURS = "urn:medreview:"
SPACE = uuid.uuid5(uuid.NAMESPACE_URL, OURS)


def fhir_id(ours: str) -> str:
    """One of our ids in the letters FHIR allows."""
    return ours.replace("_", "-")[:64]


def instant(moment: dt.datetime) -> str:
    """One of our own moments as FHIR writes it."""
    return moment.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")


def own_identifier(kind: str, value: str) -> Resource:
    """A name we gave, and which kind of name it is."""
    return {"system": f"{OURS}{kind}", "value": value}


class Entries:
    """Where each resource of the Bundle stands: the same for the same edition, every time."""

    def __init__(self, signed: SignedAnalysis) -> None:
        self._edition = f"{signed.id}/{signed.edition}"
        self.report = fhir_id(f"{signed.id}-e{signed.edition}")

    def url_of(self, resource: Resource) -> str:
        """The entry's full address."""
        return self._url(resource["resourceType"], resource["id"])

    def to(self, kind: str, key: str) -> Resource:
        """A reference to a resource of this Bundle."""
        return {"reference": self._url(kind, key), "type": kind}

    def to_person(self, person: Person) -> Resource:
        """A reference to somebody of this Bundle, by name."""
        return self.to("Practitioner", fhir_id(person.id)) | {"display": person.full_name()}

    def _url(self, kind: str, key: str) -> str:
        return uuid.uuid5(SPACE, f"{self._edition}/{kind}/{key}").urn


def in_record(resource: str, display: str) -> Resource:
    """A reference into the record that was read, by the id its own system gave.

    ``Observation/x#component/0`` is a part of ``Observation/x``: the display says which.
    """
    own = resource.partition("#")[0]
    return {"reference": own, "type": own.partition("/")[0], "display": display}


def patient_of(signed: SignedAnalysis) -> Resource:
    """The patient, by the record's own id and number."""
    reference = in_record(signed.patient.resource, signed.patient.name)
    mrn = next((each for each in signed.patient.identifiers if each.label == "MRN"), None)
    if mrn is None:
        return reference
    return reference | {"identifier": {"type": {"text": mrn.label}, "value": mrn.value}}
