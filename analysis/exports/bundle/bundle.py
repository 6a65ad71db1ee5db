"""The signed analysis as a FHIR R4 Bundle. Pure.

A *collection*: a package of what we say, which asks a receiver to write nothing. The record's own
resources are not in it and nothing is contained; they are referred to by their own ids in the
system they came from, so that no second copy of a measured value goes about.
"""

import base64
from collections.abc import Iterator
from typing import Any

from analysis.exports.bundle.issues import issue_of
from analysis.exports.bundle.provenance import provenance_of
from analysis.exports.bundle.references import Entries, Resource, fhir_id, instant, own_identifier
from analysis.exports.bundle.report import report_of
from analysis.exports.contracts import Person, SignedAnalysis
from medreview.common.hashing import canonical_json

NBSP = "\u00a0"


def bundle_text(signed: SignedAnalysis, *, text: str) -> str:
    """The Bundle as canonical JSON; ``text`` is the report for people, carried along."""
    # HL7's own JSON schema, read as JavaScript reads it, takes no other white space in a string.
    return canonical_json(bundle_of(signed, text=text)).replace(NBSP, " ")


def bundle_of(signed: SignedAnalysis, *, text: str) -> Resource:
    """The report, a practitioner for everybody who spoke, an issue for each critical value, and
    the provenance that names who signed and which graph release was read."""
    entries = Entries(signed)
    attached = {
        "contentType": "text/plain; charset=utf-8",
        "language": "en",
        "data": base64.b64encode(text.encode()).decode(),
        "title": f"{signed.number}-e{signed.edition}.txt",
        "creation": instant(signed.signature.at),
    }
    resources = [
        report_of(signed, entries, attached),
        *(issue_of(signed, each, entries) for each in signed.criticals),
        provenance_of(signed, entries),
        *(_practitioner(person) for person in people_of(signed)),
    ]
    return {
        "resourceType": "Bundle",
        "identifier": own_identifier("export", f"{signed.number}-e{signed.edition}"),
        "type": "collection",
        "timestamp": instant(signed.signature.at),
        "entry": [{"fullUrl": entries.url_of(each), "resource": each} for each in resources],
    }


def people_of(signed: SignedAnalysis) -> list[Person]:
    """Everybody the Bundle names: who signed, who decided what stands, who answered."""
    return list({person.id: person for person in _named(signed)}.values())


def _named(signed: SignedAnalysis) -> Iterator[Person]:
    yield signed.signature.by
    yield from (each.by for each in signed.decisions if each.standing)
    yield from (each.acknowledgement.by for each in signed.criticals if each.acknowledgement)


def _practitioner(person: Person) -> dict[str, Any]:
    name = {"text": person.full_name()}
    return {
        "resourceType": "Practitioner",
        "id": fhir_id(person.id),
        "identifier": [own_identifier("user", person.id)],
        "name": [name | ({"prefix": [person.title]} if person.title else {})],
    }
