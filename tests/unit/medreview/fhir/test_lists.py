from tests.factories.reading import allergy, order, read, statement


def test_a_general_denial_falls_with_any_allergy_and_one_of_medicines_with_a_medicines():
    general, of_drugs = allergy("NKA", id="n"), allergy("NKDA", id="n")
    nuts = allergy("Peanut", category=["food"])

    assert [one.name for one in read(general, nuts).allergies] == ["Peanut"]
    assert len(read(of_drugs, nuts).allergies) == 2
    assert len(read(of_drugs, allergy(category=["medication"])).allergies) == 1
    assert read(general).allergies_state == "none_known"
    assert read(general, nuts).allergies_state == "known"


def test_a_partial_denial_leaves_the_list_open():
    record = read(allergy("No known latex allergy"))

    assert record.allergies[0].none_known
    assert record.allergies_state == "not_recorded"


def test_an_older_active_entry_falls_to_a_later_stop_of_the_same_medicine():
    stop = order("stopped", id="m2", authoredOn="2024-05-01")

    assert read(statement(dateAsserted="2020"), stop).medications == ()
    assert len(read(statement(dateAsserted="2025"), stop).medications) == 1
    assert (
        len(read(statement(dateAsserted="2020"), stop | {"status": "completed"}).medications) == 1
    )


def test_the_same_medicine_is_known_by_code_too():
    coded = {"medicationCodeableConcept": {"coding": [{"system": "urn:x", "code": "1"}]}}
    stop = order("stopped", id="m2", authoredOn="2024-05-01", **coded)

    assert read(statement(dateAsserted="2020", **coded), stop).medications == ()
    assert len(read(statement(dateAsserted="2020"), stop).medications) == 1
