from medreview.fhir.identity import differences, is_alike, is_somebody_else
from medreview.patients.models import Patient
from medreview.patients.services import Person


def _known(**changed) -> Patient:
    said = {"fhir_id": "p1", "family": "Ivanova", "birth_date": "1958-03-14", "mrn": "7"}
    return Patient(**{**said, **changed})


def _sent(**changed) -> Person:
    said = {"fhir_id": "p1", "family": "Ivanova", "given": "", "birth_date": "1958-03-14"}
    return Person(**{**said, "sex": "", "mrn": "7", **changed})


def test_a_new_name_alone_is_the_same_person():
    assert not is_somebody_else(_known(), _sent(family="Petrova", mrn=""))


def test_another_name_and_another_birth_date_are_another_person():
    assert is_somebody_else(_known(), _sent(family="Petrova", birth_date="1990-01-01", mrn="8"))


def test_the_same_record_number_speaks_for_the_same_person():
    assert not is_somebody_else(_known(), _sent(family="Petrova", birth_date="1990-01-01"))


def test_what_one_side_does_not_say_is_no_difference():
    found = differences(_known(given="Maria"), _sent(mrn="", birth_date=""))

    assert found == ()


def test_spelling_in_capitals_is_no_difference():
    assert differences(_known(family="IVANOVA"), _sent()) == ()


def test_a_person_under_another_id_is_only_ever_a_question():
    same_birth = _sent(fhir_id="p2", mrn="")
    same_number = _sent(fhir_id="p2", family="Petrova", birth_date="1990-01-01")
    same_name_only = _sent(fhir_id="p2", birth_date="1990-01-01", mrn="")

    assert is_alike(_known(), same_birth)
    assert is_alike(_known(), same_number)
    assert not is_alike(_known(), same_name_only)
    assert not is_alike(_known(), _sent())
