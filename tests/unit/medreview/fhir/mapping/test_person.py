from tests.factories.reading import read


def person_of(**fields):
    return read({"resourceType": "Patient", "id": "p1"} | fields).person


def test_the_official_name_goes_before_an_old_one():
    person = person_of(
        name=[
            {"use": "old", "family": "Maiden"},
            {"use": "official", "family": "Sidorova", "given": ["Anna", "P."], "prefix": ["Dr"]},
        ],
        gender="female",
        birthDate="1980-02",
    )

    assert (person.prefix, person.given, person.family) == ("Dr", "Anna P.", "Sidorova")
    assert (person.sex, person.birth_date.text) == ("female", "1980-02")


def test_a_name_in_one_piece_and_a_number_of_the_hospital_are_kept():
    person = person_of(
        name={"text": "王小明"},
        identifier=[{"type": {"coding": [{"code": "MR"}]}, "value": "77"}, {"value": "9"}, {}],
    )

    assert person.text == "王小明"
    assert person.identifiers == (("MRN", "77"), ("Id", "9"))


def test_death_is_told_with_or_without_its_date():
    assert person_of(deceasedDateTime="2024-01-01").died.text == "2024-01-01"
    assert person_of(deceasedDateTime="2024-01-01").deceased is True
    assert person_of(deceasedBoolean=False).deceased is False
    assert person_of().deceased is None


def test_without_a_patient_resource_only_the_reference_is_known():
    person = read().person

    assert (person.id, person.family, person.birth_date) == ("Patient/p1", None, None)
