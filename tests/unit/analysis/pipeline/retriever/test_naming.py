"""Codes and names are compared without what does not tell things apart."""

import pytest

from analysis.pipeline.retriever.naming import ingredients_of, label_of, plain_name, prefixes_of
from medreview.fhir.record import Coding


@pytest.mark.parametrize(
    ("product", "substance"),
    [
        ("lisinopril 10 mg oral tablet", "lisinopril"),
        ("24 hr metformin hydrochloride 500 mg extended release oral tablet", "metformin"),
        ("hydrochlorothiazide 25 mg", "hydrochlorothiazide"),
        ("losartan potassium 50 mg oral tablet", "losartan"),
        ("ibuprofen tablet", "ibuprofen"),
    ],
)
def test_a_product_leads_to_its_substance(product: str, substance: str) -> None:
    assert substance in set(ingredients_of(product))


def test_each_substance_of_a_combination_is_named() -> None:
    found = set(ingredients_of("amlodipine 5 mg / valsartan 160 mg oral tablet"))

    assert {"amlodipine", "valsartan"} <= found


def test_a_semantic_tag_is_no_part_of_a_name() -> None:
    assert plain_name("Essential hypertension (disorder)") == "essential hypertension"


def test_dots_and_case_of_icd_codes_do_not_matter() -> None:
    icd = Coding(system="http://hl7.org/fhir/sid/icd-10-cm", code="n18.4")

    assert label_of("CKD", [icd]).codes == {("icd10", "N184")}


def test_a_code_that_is_no_class_belongs_to_itself_alone() -> None:
    assert list(prefixes_of("snomed", "38341003")) == ["38341003"]
    assert list(prefixes_of("atc", "C09")) == ["C", "C0", "C09"]
