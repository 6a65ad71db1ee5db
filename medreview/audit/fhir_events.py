"""An event of the trail as a FHIR R4 AuditEvent, after IHE's Basic Audit Log Patterns.

People, patients and things stand in it by our own ids: whoever receives it learns no name.
"""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from medreview.audit.event_types import EventType
from medreview.audit.kinds import Look, Outcome, look_of, outcome_of
from medreview.audit.models import AuditEvent

Json = dict[str, Any]

DICOM = "http://dicom.nema.org/resources/ontology/DCM"
ENTITY_TYPE = "http://terminology.hl7.org/CodeSystem/audit-entity-type"
OBJECT_ROLE = "http://terminology.hl7.org/CodeSystem/object-role"
SOURCE_TYPE = "http://terminology.hl7.org/CodeSystem/security-source-type"
BALP_ENTITY = "https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType"
OURS = "urn:medreview"

OUTCOMES = {Outcome.DONE: "0", Outcome.REFUSED: "4", Outcome.FAILED: "8"}
OUTCOME_WORDS = {Outcome.REFUSED: "refused", Outcome.FAILED: "failed"}

TYPES = {
    "session": ("110114", "User Authentication"),
    "factor": ("110114", "User Authentication"),
    "user": ("110113", "Security Alert"),
    "role": ("110113", "Security Alert"),
    "access": ("110113", "Security Alert"),
    "invitation": ("110113", "Security Alert"),
    "hospital": ("110113", "Security Alert"),
    "team": ("110113", "Security Alert"),
    "webhook": ("110113", "Security Alert"),
    "token": ("110114", "User Authentication"),
    "trail": ("110101", "Audit Log Used"),
    "examination": ("110101", "Audit Log Used"),
    "import": ("110107", "Import"),
    "record": ("110107", "Import"),
    "run": ("110100", "Application Activity"),
}
"""DICOM's word for what an event is about, by the first half of its name."""

PATIENT_RECORD = ("110110", "Patient Record")
APPLICATION = ("110100", "Application Activity")
EXPORT = ("110106", "Export")
LOG_IN, LOG_OUT = ("110122", "Login"), ("110123", "Logout")

SUBTYPES = {
    EventType.SIGNED_IN.value: LOG_IN,
    EventType.SIGN_IN_FAILED.value: LOG_IN,
    EventType.SIGN_IN_LOCKED.value: LOG_IN,
    EventType.SIGNED_OUT.value: LOG_OUT,
}

CREATES = frozenset(
    {
        "created",
        "registered",
        "opened",
        "imported",
        "made",
        "requested",
        "granted",
        "added",
        "raised",
    }
)
DELETES = frozenset({"revoked", "key_destroyed", "deleted"})
READS = frozenset(
    {"read", "listed", "payload_read", "record_read", "printed", "exported", "refused"}
)
EXECUTES = frozenset({"session", "access", "message", "token.first_used", "token.refused"})
"""Things, and events of other things, in which something is done and no data read or changed."""


def audit_event(event: AuditEvent) -> Json:
    """The event as JSON that a FHIR server takes."""
    outcome = outcome_of(event.event)
    said: Json = {
        "resourceType": "AuditEvent",
        "id": resource_id(event),
        "type": _type(event),
        "subtype": _subtypes(event.event),
        "action": action_of(event.event),
        "recorded": _instant(event.created_at),
        "outcome": OUTCOMES[outcome],
        "agent": [_agent(event)],
        "source": _source(event),
        "entity": list(_entities(event)),
    }
    if outcome in OUTCOME_WORDS:
        said["outcomeDesc"] = OUTCOME_WORDS[outcome]
    return said


def resource_id(event: AuditEvent) -> str:
    """Our id in the letters FHIR allows."""
    return event.id.replace("_", "-")


def action_of(event: str) -> str:
    """Create, read, update, delete or execute, by the second half of an event's name."""
    thing, _, verb = event.partition(".")
    if EXECUTES & {thing, event}:
        return "E"
    if verb in READS:
        return "R"
    if verb in CREATES:
        return "C"
    return "D" if verb in DELETES else "U"


def _type(event: AuditEvent) -> Json:
    if look_of(event.event) is Look.EXPORTED:
        return _coding(DICOM, *EXPORT)
    known = TYPES.get(event.event.partition(".")[0])
    if event.patient and (look_of(event.event) or known is None):
        return _coding(DICOM, *PATIENT_RECORD)
    return _coding(DICOM, *(known or APPLICATION))


def _subtypes(event: str) -> list[Json]:
    ours: Json = {"system": f"{OURS}:event", "code": event}
    return [_coding(DICOM, *SUBTYPES[event]), ours] if event in SUBTYPES else [ours]


def _agent(event: AuditEvent) -> Json:
    agent: Json = {
        "type": {"coding": [_coding(DICOM, "110153", "Source Role ID")]},
        "who": _reference("user" if event.actor else "system", event.actor or "medreview"),
        "requestor": True,
    }
    if event.address:
        agent["network"] = {"address": event.address, "type": "2"}
    return agent


def _source(event: AuditEvent) -> Json:
    return {
        "site": event.chain,
        "observer": _reference("system", "medreview"),
        "type": [_coding(SOURCE_TYPE, "4", "Application Server")],
    }


def _entities(event: AuditEvent) -> Iterator[Json]:
    if event.patient:
        yield {
            "what": _reference("patient", event.patient),
            "type": _coding(ENTITY_TYPE, "1", "Person"),
            "role": _coding(OBJECT_ROLE, "1", "Patient"),
        }
    if event.request:
        yield {
            "what": _reference("request", event.request),
            "type": {"system": BALP_ENTITY, "code": "XrequestId"},
        }
    thing: Json = {
        "what": _reference(event.thing_kind.lower(), event.thing_id),
        "type": _coding(ENTITY_TYPE, "2", "System Object"),
        "role": _coding(OBJECT_ROLE, "4", "Domain Resource"),
    }
    details = {**event.counts, **event.detail}
    if details:
        thing["detail"] = [_detail(name, value) for name, value in details.items() if value != ""]
    yield thing if thing.get("detail", True) else _without(thing, "detail")
    yield {
        "what": _reference("chain", f"{event.chain}/{event.seq}"),
        "type": _coding(ENTITY_TYPE, "2", "System Object"),
        "role": _coding(OBJECT_ROLE, "13", "Security Resource"),
        "detail": [_detail("previous", event.previous_hash), _detail("hash", event.hash)],
    }


def _without(said: Json, name: str) -> Json:
    return {key: value for key, value in said.items() if key != name}


def _detail(name: str, value: Any) -> Json:
    return {"type": name, "valueString": str(value)}


def _reference(kind: str, value: str) -> Json:
    return {"identifier": {"system": f"{OURS}:{kind}", "value": value}}


def _coding(system: str, code: str, display: str) -> Json:
    return {"system": system, "code": code, "display": display}


def _instant(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
