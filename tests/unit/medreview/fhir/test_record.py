from medreview.fhir.record import PersonRecord, words_of_person
from tests.factories.reading import observation, only, read


def test_a_result_knows_its_resource_and_whether_its_source_calls_it_laboratory():
    vital = observation(category=[{"coding": [{"code": "vital-signs"}]}], valueQuantity=None)
    parts = read(vital | {"component": [{"code": {"text": "Systolic"}, "valueInteger": 120}]}).labs

    assert only(read(observation())).said_to_be_laboratory()
    assert not parts[0].said_to_be_laboratory()
    assert (parts[0].id, parts[0].resource) == ("Observation/o1#component/0", "Observation/o1")


def test_what_names_a_person_are_their_names_and_numbers():
    person = PersonRecord(
        id="Patient/p",
        version=1,
        family="Hargreaves",
        given="Eleanor",
        identifiers=(("MRN", "77"),),
    )

    assert words_of_person(person) == ("Hargreaves", "Eleanor", "77")
