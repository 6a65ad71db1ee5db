"""A DetectedIssue for each critical value, with who was told and what they read back. Pure."""

from analysis.exports.bundle.references import (
    Entries,
    Resource,
    fhir_id,
    in_record,
    instant,
    own_identifier,
    patient_of,
)
from analysis.exports.contracts import Acknowledgement, SignedAnalysis, SignedCritical

WITHDRAWN = "withdrawn"


def issue_of(signed: SignedAnalysis, each: SignedCritical, entries: Entries) -> Resource:
    """The value is named for the reader and referred to for the machine."""
    critical = each.critical
    value = f" {critical.value.text}" if critical.value else ""
    doubt = f" Doubt: {critical.doubt}" if critical.doubt else ""
    named = f"{critical.name}{value}"
    issue: Resource = {
        "resourceType": "DetectedIssue",
        "id": fhir_id(each.id),
        "identifier": [own_identifier("critical", each.id)],
        "status": "cancelled" if each.state == WITHDRAWN else "final",
        "code": {"text": "Critical laboratory result"},
        "severity": "high",
        "patient": patient_of(signed),
        "identifiedDateTime": instant(each.raised_at),
        "implicated": [in_record(critical.result, named)],
        "detail": f"{named}: {critical.limit} ({critical.population}; {critical.source}).{doubt}",
    }
    answer = each.acknowledgement
    return issue | ({"mitigation": [_mitigation(answer, entries)]} if answer else {})


def _mitigation(answer: Acknowledgement, entries: Entries) -> Resource:
    when = answer.told_at or answer.at
    return {
        "action": {"text": f"{answer.told} was told and read back: {answer.read_back}"},
        "date": instant(when),
        "author": entries.to_person(answer.by),
    }
