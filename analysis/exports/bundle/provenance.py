"""The Provenance: who signed, who decided, what made the draft, and from which release. Pure."""

from analysis.exports.bundle.references import Entries, Resource, fhir_id, instant, own_identifier
from analysis.exports.contracts import SignedAnalysis
from analysis.exports.words import release_words

PARTICIPANT = "http://terminology.hl7.org/CodeSystem/provenance-participant-type"
COMPLETION = "http://terminology.hl7.org/CodeSystem/v3-DocumentCompletion"


def provenance_of(signed: SignedAnalysis, entries: Entries) -> Resource:
    """Of the report and of every critical value in it."""
    seal = signed.signature
    issues = [entries.to("DetectedIssue", fhir_id(each.id)) for each in signed.criticals]
    provenance: Resource = {
        "resourceType": "Provenance",
        "id": fhir_id(f"{signed.id}-e{signed.edition}-p"),
        "target": [entries.to("DiagnosticReport", entries.report), *issues],
        "occurredDateTime": instant(seal.at),
        "recorded": instant(seal.at),
        "activity": {"coding": [_coding(COMPLETION, "LA", "legally authenticated")]},
        "agent": _agents(signed, entries),
        "entity": _entities(signed),
    }
    reasons = [
        {"text": each.reason} for each in signed.amendments if each.edition == signed.edition
    ]
    return provenance | ({"reason": reasons} if reasons else {})


def _agents(signed: SignedAnalysis, entries: Entries) -> list[Resource]:
    house = {"type": "Organization", "display": signed.hospital}
    authors = {each.by.id: each.by for each in signed.decisions if each.standing}
    signer = signed.signature.by
    people = [("legal", "Legal Authenticator", signer)]
    people += [("author", "Author", person) for person in authors.values()]
    return [
        {
            "type": _role(code, display),
            "who": entries.to_person(person),
            "onBehalfOf": house,
        }
        for code, display, person in people
    ] + [
        {
            "type": _role("assembler", "Assembler"),
            "who": {"type": "Device", "display": f"medreview, run {signed.run}"},
        }
    ]


def _entities(signed: SignedAnalysis) -> list[Resource]:
    seal = signed.signature
    release = {
        "identifier": own_identifier("graph-release", signed.graph.name),
        "display": f"Graph release {release_words(signed)}, sha-256 {signed.graph.sha256}",
    }
    decisions = {
        "identifier": own_identifier("signed-decisions-sha256", seal.content_sha256),
        "display": "The decisions that were signed, by their sha-256",
    }
    entities = [{"role": "source", "what": release}, {"role": "source", "what": decisions}]
    if signed.edition > 1:
        before = own_identifier("report", f"{signed.number}-e{signed.edition - 1}")
        revised = {"identifier": before, "display": f"Version {signed.edition - 1}"}
        entities.append({"role": "revision", "what": revised})
    return entities


def _role(code: str, display: str) -> Resource:
    return {"coding": [_coding(PARTICIPANT, code, display)]}


def _coding(system: str, code: str, display: str) -> Resource:
    return {"system": system, "code": code, "display": display}
