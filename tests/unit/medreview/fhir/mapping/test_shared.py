from medreview.fhir.mapping.shared import references_to_shared


def test_a_medicine_and_a_specimen_are_found_in_either_spelling():
    assert references_to_shared({"medication": {"reference": {"reference": "M/1"}}}) == ["M/1"]
    assert references_to_shared(
        {"medicationReference": {"reference": "M/2"}, "specimen": {"reference": "S/1"}}
    ) == ["M/2", "S/1"]
    assert references_to_shared({"specimen": {"display": "Urine"}}) == []
