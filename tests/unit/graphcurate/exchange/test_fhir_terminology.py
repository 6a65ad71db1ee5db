"""The codes of a release as FHIR: another reader takes them, and no mapping claims too much."""

import datetime as dt
from functools import cache

import pytest
from fhir.resources.R4B.bundle import Bundle
from fhir.resources.R4B.codesystem import CodeSystem
from fhir.resources.R4B.conceptmap import ConceptMap
from fhir.resources.R4B.valueset import ValueSet

from graphcurate.exchange.fhir_terminology import Edition, bundle
from graphcurate.exchange.read import read
from graphcurate.exchange.starter import STARTER, STARTER_FOLDER

MADE = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
SITE = "https://review.test"
READERS = {"CodeSystem": CodeSystem, "ConceptMap": ConceptMap, "ValueSet": ValueSet}


def edition(base=SITE, **instead):
    said = {"curated": False, "code_systems": {"loinc": "2.80"}} | instead
    return Edition(release=STARTER, made_at=MADE, base=base, **said)


@cache
def resources():
    found = bundle(read(STARTER_FOLDER), edition())["entry"]
    return {entry["resource"]["url"]: entry["resource"] for entry in found}


def of_kind(kind):
    return [one for one in resources().values() if one["resourceType"] == kind]


def potassium():
    return resources()[f"{SITE}/fhir/ValueSet/biomarker-potassium"]


def elements(own):
    groups = resources()[f"{SITE}/fhir/ConceptMap/{own}"]["group"]
    return {one["code"]: one["target"] for group in groups for one in group["element"]}


def test_an_independent_reader_takes_every_resource():
    for one in resources().values():
        READERS[one["resourceType"]].model_validate(one)


def test_the_bundle_is_one_and_names_each_resource_by_its_own_address():
    made = bundle(read(STARTER_FOLDER), edition())

    Bundle.model_validate(made)
    assert all(entry["fullUrl"] == entry["resource"]["url"] for entry in made["entry"])
    assert len(resources()) == len(made["entry"])


def test_every_biomarker_with_a_code_has_a_value_set_of_its_own():
    content = read(STARTER_FOLDER)

    sets = of_kind("ValueSet")

    assert len({one["id"] for one in sets}) == len([e for e in content.biomarkers if e.loinc])


def test_a_value_set_lists_the_primary_code_first_and_the_version_they_are_from():
    include = potassium()["compose"]["include"][0]

    assert include["system"] == "http://loinc.org"
    assert include["version"] == "2.80"
    assert include["concept"][0]["code"] == "2823-3"


def test_only_a_primary_code_is_equal_and_every_other_says_why_not():
    for targets in elements("biomarkers-to-loinc").values():
        primary, *others = sorted(targets, key=lambda one: one["equivalence"] != "equal")
        assert primary["equivalence"] == "equal"
        assert all(one["equivalence"] in {"narrower", "relatedto"} for one in others)
        assert all(one["comment"] for one in others)


def test_a_code_that_the_default_limits_are_not_made_for_is_only_related():
    ph = {one["code"]: one for one in elements("biomarkers-to-loinc")["ph_arterial"]}

    assert ph["2746-6"]["equivalence"] == "relatedto"


def test_a_class_code_says_that_it_stands_for_its_members():
    ckd = elements("conditions-to-codes")["ckd"]

    assert any("begins with" in one.get("comment", "") for one in ckd)


def test_starter_content_is_a_draft_and_never_active():
    assert {(one["status"], one["experimental"]) for one in resources().values()} == {
        ("draft", True)
    }


def test_reviewed_content_of_a_curated_release_is_active():
    content = read(STARTER_FOLDER)
    accepted = content.biomarkers[0].model_copy(update={"reviewed": True})
    only = content.model_copy(update={"biomarkers": (accepted,), "things": (), "relations": ()})

    made = bundle(only, edition(curated=True))

    assert {entry["resource"]["status"] for entry in made["entry"]} == {"active"}


def test_the_canonical_address_stays_the_same_from_release_to_release():
    other = edition().__class__(**(vars(edition()) | {"release": "2027.1"}))

    later = bundle(read(STARTER_FOLDER), other)["entry"]

    assert {entry["fullUrl"] for entry in later} == set(resources())
    assert {entry["resource"]["version"] for entry in later} == {"2027.1"}


@pytest.mark.parametrize("base", ["urn:medreview", "https://a.example/"])
def test_an_address_begins_with_what_the_site_is_called(base):
    found = bundle(read(STARTER_FOLDER), edition(base))["entry"]

    assert all(entry["fullUrl"].startswith(base) for entry in found)
    assert not any("//fhir" in entry["fullUrl"] for entry in found)
