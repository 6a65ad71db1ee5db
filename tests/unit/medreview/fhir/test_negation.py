import pytest

from medreview.fhir.codes import read_codings
from medreview.fhir.negation import Nothing, denies


@pytest.mark.parametrize(
    ("kind", "name", "nothing"),
    [
        ("AllergyIntolerance", "No known allergies", Nothing.ALL),
        ("AllergyIntolerance", "NKA", Nothing.ALL),
        ("AllergyIntolerance", "Аллергии не выявлено", Nothing.ALL),
        ("AllergyIntolerance", "否认过敏史", Nothing.ALL),
        ("AllergyIntolerance", "nkda", Nothing.MEDICINES),
        ("AllergyIntolerance", "No known drug allergy (situation)", Nothing.MEDICINES),
        ("AllergyIntolerance", "否认药物过敏史", Nothing.MEDICINES),
        ("AllergyIntolerance", "No known latex allergy (situation)", Nothing.PART),
        ("AllergyIntolerance", "Penicillin", None),
        ("AllergyIntolerance", "NKA tablets", None),
        ("Condition", "No known problems", Nothing.ALL),
        ("Condition", "Gout", None),
        ("MedicationStatement", "No current medications", Nothing.ALL),
        ("MedicationRequest", "Warfarin", None),
        ("MedicationRequest", None, None),
    ],
)
def test_an_entry_that_says_there_is_nothing_is_told_from_one_that_names_a_thing(
    kind, name, nothing
):
    assert denies(kind, name, ()) is nothing


@pytest.mark.parametrize(
    ("code", "nothing"),
    [
        ("716186003", Nothing.ALL),
        ("409137002", Nothing.MEDICINES),
        ("429625007", Nothing.PART),
        ("no-known-allergies", Nothing.ALL),
        ("no-allergy-info", Nothing.NOT_ASKED),
    ],
)
def test_a_code_says_it_in_any_language(code, nothing):
    assert denies("AllergyIntolerance", "?", read_codings({"coding": [{"code": code}]})) is nothing
