import pytest

from medreview.fhir.entries import Entry
from medreview.fhir.json_text import dumps
from medreview.fhir.shape import Refused, Taken, look_at
from tests.factories.fhir import an_observation


def _look(resource):
    return look_at(Entry("entry 4", resource if isinstance(resource, str) else dumps(resource)))


def test_a_resource_is_taken_with_its_text_as_received():
    raw = '{ "resourceType":"Observation", "id":"o1", "valueQuantity":{"value":1.50} }'

    taken = _look(raw)

    assert isinstance(taken, Taken)
    assert taken.raw == raw
    assert taken.where == "entry 4 (Observation/o1)"
    assert taken.resource["valueQuantity"]["value"].text == "1.50"


def test_a_resource_without_an_id_gets_one_from_its_content():
    one, same = _look(an_observation(None)), _look(an_observation(None))
    other = _look(an_observation(None, status="amended"))

    assert one.fhir_id == same.fhir_id
    assert one.fhir_id != other.fhir_id
    assert one.where == "entry 4 (Observation)"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"resourceType": "Foo"}, "“Foo” is no FHIR resource type"),
        ({"resourceType": 5}, "it says no resourceType"),
        ({"resourceType": None}, "it says no resourceType"),
        ({"id": 5}, "its id can't be used"),
        ({"id": "a b"}, "its id can't be used"),
        ({"id": "../a"}, "its id can't be used"),
        ({"id": "x" * 129}, "its id can't be used"),
        ({"id": "\u202eabc"}, "its id can't be used"),
        ({"id": "a\u200bb"}, "its id can't be used"),
        ({"valueQuantity": "5"}, "its “valueQuantity” is not an object"),
        ({"component": {}}, "its “component” is not a list"),
        ({"subject": "Patient/p1"}, "its “subject” is not an object or a list"),
    ],
)
def test_what_can_not_be_a_resource_is_refused_with_its_reason(changed, reason):
    refused = _look({**an_observation(), **changed})

    assert isinstance(refused, Refused)
    assert refused.reason.startswith(reason)


@pytest.mark.parametrize(
    "changed",
    [
        {"category": {"coding": [{"code": "laboratory"}]}},
        {"status": "preliminary", "unheardOf": True},
        {"effectiveDateTime": "01.10"},
        {"referenceRange": {"text": "3.5-5.1"}},
    ],
)
def test_older_spellings_and_odd_content_are_taken(changed):
    assert isinstance(_look({**an_observation(), **changed}), Taken)


def test_what_no_text_can_hold_is_kept_as_its_escape():
    refused = _look('{"resourceType": "Observation", "id": "o1", "note": "\udcff\x00"}')

    assert isinstance(refused, Refused)
    assert refused.raw.endswith('"note": "\\udcff\\u0000"}')
    assert (refused.type, refused.fhir_id) == ("Observation", "o1")
