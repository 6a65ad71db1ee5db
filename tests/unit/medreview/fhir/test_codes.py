import pytest

from medreview.fhir.codes import (
    codes_of,
    is_loinc,
    loinc_of,
    name_from,
    name_of,
    read_all_codings,
    read_codings,
    system_name,
)


@pytest.mark.parametrize(
    ("system", "name"),
    [
        ("http://loinc.org", "loinc"),
        ("https://loinc.org/", "loinc"),
        ("urn:oid:2.16.840.1.113883.6.1", "loinc"),
        ("http://snomed.info/sct/32506021000036107", "snomed"),
        ("http://hl7.org/fhir/sid/icd-10-cm", "icd10"),
        ("http://hl7.org/fhir/sid/icd-10", "icd10"),
        ("urn:oid:2.16.840.1.113883.6.90", "icd10"),
        ("http://www.whocc.no/atc", "atc"),
        ("http://terminology.hl7.org/CodeSystem/v2-0078", "interpretation"),
        ("http://hospital.example/codes", None),
        ("http://hl7.org/fhir/sid/icd-9-cm", None),
        (None, None),
    ],
)
def test_a_code_system_has_one_short_name_for_all_its_addresses(system, name):
    assert system_name(system) == name


def test_a_name_is_the_text_else_the_best_display_else_a_code():
    local = {"system": "urn:x", "code": "GLU", "display": "GLU local"}
    loinc = {"system": "http://loinc.org", "code": "2345-7", "display": "Glucose"}

    assert name_of({"text": " Sugar ", "coding": [loinc]}) == "Sugar"
    assert name_of({"coding": [local, loinc]}) == "Glucose"
    assert name_of({"coding": [{"code": "GLU"}]}) == "GLU"
    assert name_of("plain") == "plain"
    assert name_of({}) is None
    assert name_from(()) is None


def test_every_coding_is_kept_and_an_empty_one_says_nothing():
    codings = read_codings({"coding": [{"code": "a"}, {}, {"display": "b"}, "odd"]})

    assert [(one.code, one.display) for one in codings] == [("a", None), (None, "b")]
    assert read_codings({"system": "urn:x", "code": "bare"})[0].code == "bare"
    assert read_codings("odd") == ()
    assert len(read_all_codings([{"coding": [{"code": "a"}]}, {"coding": [{"code": "b"}]}])) == 2


@pytest.mark.parametrize("code", ["2345-7", "718-7", "2823-3", "4548-4", "33762-6"])
def test_a_loinc_code_proves_itself_by_its_check_digit(code):
    wrong = f"{code[:-1]}{(int(code[-1]) + 1) % 10}"

    assert is_loinc(code)
    assert not is_loinc(wrong)
    assert not is_loinc(code.replace("-", ""))


def test_only_well_formed_loinc_codes_are_loinc_codes():
    codings = read_codings(
        {"coding": [{"system": "http://loinc.org", "code": code} for code in ("718-7", "718-8")]}
    )

    assert loinc_of(codings) == ("718-7",)
    assert codes_of(codings, "loinc") == ("718-7", "718-8")
    assert codes_of(codings, "snomed") == ()
