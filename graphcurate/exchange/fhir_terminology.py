"""The codes of a release as FHIR R4 terminology: what other systems map results by. Pure.

A Bundle of CodeSystems (our biomarkers and things by key), a ValueSet for each biomarker (the LOINC
codes under which laboratories send it), and ConceptMaps from our keys to LOINC, ICD-10-CM, SNOMED
CT, ATC and RxNorm. Canonical addresses stay the same from release to release; the version is the
release.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from graphcurate.contracts import (
    Biomarker,
    Code,
    GraphContent,
    LoincCode,
    NamedThing,
    RelationKind,
)
from medreview.common.hashing import sha256_of

Resource = dict[str, Any]

LOINC = "http://loinc.org"
SYSTEMS = {
    "icd10": "http://hl7.org/fhir/sid/icd-10-cm",
    "snomed": "http://snomed.info/sct",
    "atc": "http://www.whocc.no/atc",
    "rxnorm": "http://www.nlm.nih.gov/research/umls/rxnorm",
    "hl7v2-0493": "http://terminology.hl7.org/CodeSystem/v2-0493",
}
"""Of the systems that conditions and medications are coded in, by our short names."""

_VERSIONS = {"icd10": "icd10cm"}
"""Where a release calls the version of a system otherwise."""

COPYRIGHT = (
    "This material contains content from LOINC (http://loinc.org). LOINC is copyright © Regenstrief"
    " Institute, Inc. and the Logical Observation Identifiers Names and Codes (LOINC) Committee and"
    " is available at no cost under the license at http://loinc.org/license. LOINC® is a registered"
    " United States trademark of Regenstrief Institute, Inc."
)
_LONGEST_KEY = 44
_LANGUAGES = {"en": "en", "ru": "ru", "zh": "zh-CN"}
_TITLES = {
    RelationKind.CONDITION: "conditions",
    RelationKind.MEDICATION: "medications",
    RelationKind.PREANALYTICAL: "preanalytical factors",
}


@dataclass(frozen=True)
class Edition:
    """Which release is written, and the address its canonical names begin with."""

    release: str
    made_at: dt.datetime
    curated: bool
    """False for starter content: drafts that no clinician has reviewed."""
    base: str
    """``https://medreview.hospital.example`` or ``urn:medreview``."""
    code_systems: dict[str, str]


def bundle(content: GraphContent, edition: Edition) -> Resource:
    """Everything in one Bundle of the type collection."""
    resources = list(_resources(content, edition))
    return {
        "resourceType": "Bundle",
        "type": "collection",
        "timestamp": edition.made_at.isoformat(),
        "entry": [{"fullUrl": one["url"], "resource": one} for one in resources],
    }


def _resources(content: GraphContent, edition: Edition) -> Iterator[Resource]:
    biomarkers = sorted(content.biomarkers, key=lambda entry: entry.key)
    names = {entry.key: entry.names for entry in biomarkers}
    yield _code_system(
        "biomarkers", {entry.key: entry.name for entry in biomarkers}, names, edition
    )
    for entry in biomarkers:
        if entry.loinc:
            yield value_set(entry, edition)
    yield loinc_map(biomarkers, edition)
    for kind, title in _TITLES.items():
        things = sorted((t for t in content.things if t.kind is kind), key=lambda thing: thing.key)
        if things:
            shown = {thing.key: thing.name for thing in things}
            names = {thing.key: _first_names(thing) for thing in things}
            yield _code_system(title, shown, names, edition)
            yield thing_map(title, things, edition)


def value_set(entry: Biomarker, edition: Edition) -> Resource:
    """The LOINC codes under which one biomarker is reported, the primary one first."""
    codes = sorted(entry.loinc, key=lambda code: (not code.primary, code.code))
    return {
        **_head("ValueSet", f"biomarker-{_id(entry.key)}", edition, reviewed=entry.reviewed),
        "name": "Biomarker" + "".join(word.title() for word in _words(entry.key)),
        "title": entry.name,
        "description": _described(entry),
        "copyright": COPYRIGHT,
        "compose": {
            "include": [
                {
                    "system": LOINC,
                    **_version("loinc", edition),
                    "concept": [
                        {"code": code.code} | ({"display": code.display} if code.display else {})
                        for code in codes
                    ],
                }
            ]
        },
    }


def loinc_map(biomarkers: Iterable[Biomarker], edition: Edition) -> Resource:
    """From our biomarkers to LOINC; what is no plain synonym says why in its comment."""
    elements = [
        {
            "code": entry.key,
            "display": entry.name,
            "target": [_loinc_target(code) for code in entry.loinc],
        }
        for entry in biomarkers
        if entry.loinc
    ]
    return {
        **_head("ConceptMap", "biomarkers-to-loinc", edition, reviewed=edition.curated),
        "name": "BiomarkersToLoinc",
        "title": "Biomarkers to LOINC",
        "copyright": COPYRIGHT,
        "group": [
            {
                "source": _url("CodeSystem", "biomarkers", edition),
                "sourceVersion": edition.release,
                "target": LOINC,
                **({"targetVersion": said} if (said := edition.code_systems.get("loinc")) else {}),
                "element": elements,
            }
        ],
    }


def thing_map(title: str, things: list[NamedThing], edition: Edition) -> Resource:
    """From our conditions, medications or factors to the systems they are coded in."""
    systems = sorted({code.system for thing in things for code in thing.codes})
    reviewed = edition.curated and all(thing.reviewed for thing in things)
    return {
        **_head("ConceptMap", f"{_slug(title)}-to-codes", edition, reviewed=reviewed),
        "name": f"{title.title().replace(' ', '')}ToCodes",
        "title": f"{title.capitalize()} to their codes",
        "group": [
            {
                "source": _url("CodeSystem", _slug(title), edition),
                "sourceVersion": edition.release,
                "target": SYSTEMS.get(system, f"urn:medreview:codes:{system}"),
                **(
                    {"targetVersion": said}
                    if (said := edition.code_systems.get(_VERSIONS.get(system, system)))
                    else {}
                ),
                "element": [
                    {
                        "code": thing.key,
                        "display": thing.name,
                        "target": [_target(code) for code in found],
                    }
                    for thing in things
                    if (found := [code for code in thing.codes if code.system == system])
                ],
            }
            for system in systems
        ],
    }


def _code_system(
    title: str, shown: dict[str, str], names: dict[str, dict[str, str]], edition: Edition
) -> Resource:
    concepts = [_concept(key, name, names[key]) for key, name in shown.items()]
    return {
        **_head("CodeSystem", _slug(title), edition, reviewed=edition.curated),
        "name": title.title().replace(" ", ""),
        "title": f"{title.capitalize()} of the graph",
        "caseSensitive": True,
        "content": "complete",
        "count": len(concepts),
        "concept": concepts,
    }


def _concept(key: str, shown: str, names: dict[str, str]) -> Resource:
    others = [
        {"language": _LANGUAGES.get(language, language), "value": name}
        for language, name in sorted(names.items())
        if name != shown
    ]
    return {"code": key, "display": shown, **({"designation": others} if others else {})}


def _first_names(thing: NamedThing) -> dict[str, str]:
    return {language: names[0] for language, names in thing.names.items() if names}


def _loinc_target(code: LoincCode) -> Resource:
    said = {"code": code.code} | ({"display": code.display} if code.display else {})
    comments = [] if code.verified else ["Not seen in a public source beside this name."]
    if code.primary:
        return said | {"equivalence": "equal"} | _comment(comments)
    if not code.default_limits:
        # The specimen, the unit's property or the method moves the figures: no synonym.
        comments.insert(0, "The same analyte, but the default limits are not made for this code.")
        return said | {"equivalence": "relatedto"} | _comment(comments)
    comments.insert(0, "One of the codes the analyte is reported under: method or specimen stated.")
    return said | {"equivalence": "narrower"} | _comment(comments)


def _target(code: Code) -> Resource:
    said = {"code": code.code} | ({"display": code.display} if code.display else {})
    if code.match == "prefix":
        comment = "The class code stands for every code that begins with it."
        return said | {"equivalence": "equivalent", "comment": comment}
    return said | {"equivalence": "equivalent"}


def _comment(sentences: list[str]) -> Resource:
    return {"comment": " ".join(sentences)} if sentences else {}


def _head(kind: str, own: str, edition: Edition, *, reviewed: bool) -> Resource:
    return {
        "resourceType": kind,
        "id": own,
        "url": _url(kind, own, edition),
        "version": edition.release,
        # What nobody has reviewed is a draft, and not for the care of patients.
        "status": "active" if reviewed else "draft",
        "experimental": not reviewed,
        "date": edition.made_at.isoformat(),
    }


def _described(entry: Biomarker) -> str:
    parts = [f"LOINC codes under which {entry.name} is reported."]
    if entry.comparability_note:
        parts.append(entry.comparability_note)
    if not entry.reviewed:
        parts.append("Not clinically reviewed.")
    return " ".join(parts)


def _version(system: str, edition: Edition) -> dict[str, str]:
    said = edition.code_systems.get(system)
    return {"version": said} if said else {}


def _url(kind: str, own: str, edition: Edition) -> str:
    if edition.base.startswith("urn:"):
        return f"{edition.base}:{kind}:{own}"
    return f"{edition.base.rstrip('/')}/fhir/{kind}/{own}"


def _id(key: str) -> str:
    """A key as FHIR lets an id be: letters, digits, dashes and dots, 64 at most with its prefix."""
    plain = key.replace("_", "-")
    # A short hash keeps long keys, and keys with a dash of their own, apart.
    if len(plain) <= _LONGEST_KEY and "-" not in key:
        return plain
    return f"{plain[:_LONGEST_KEY]}.{sha256_of(key)[:8]}"


def _slug(title: str) -> str:
    return title.replace(" ", "-")


def _words(key: str) -> list[str]:
    return [word for word in key.replace("-", "_").split("_") if word]
