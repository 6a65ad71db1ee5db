import pytest

from medreview.fhir.shelf import Item, Shelf
from medreview.fhir.subjects import NOBODY, why_not_theirs
from tests.factories.reading import observation, read

SHELF = Shelf([{"resourceType": "Patient", "id": "p1"}])


def why(resource, *, is_theirs=False):
    item = Item("Observation/o", "Observation", resource, 1, is_theirs=is_theirs)
    return why_not_theirs(item, "Patient/p1", SHELF)


@pytest.mark.parametrize(
    "subject",
    [
        {"reference": "Patient/p2"},
        {"reference": "Group/p1"},
        {"reference": "Device/p1"},
        {"display": "somebody"},
        {"identifier": {"value": "p1"}},
    ],
)
def test_another_subjects_resource_is_never_the_patients(subject):
    assert why({"subject": subject})
    assert read(observation(subject=subject)).labs == ()


def test_a_resource_that_names_nobody_is_nobodys_unless_it_was_stored_as_theirs():
    assert why({}) == NOBODY
    assert why({}, is_theirs=True) is None
    assert why({"patient": {"reference": "http://x/Patient/p1"}}) is None


def test_a_contained_patient_is_the_patient_by_its_id():
    inner = {"contained": [{"resourceType": "Patient", "id": "p1"}]}

    assert why({"subject": {"reference": "#p1"}, **inner}) is None
    assert why({"subject": {"reference": "#p2"}, **inner})


def test_what_is_measured_on_a_fetus_or_donor_is_not_the_patients():
    focus = {"focus": [{"reference": "Patient/fetus"}]}

    assert "else than the patient" in why({"subject": {"reference": "Patient/p1"}, **focus})
    assert why(focus, is_theirs=True)
    assert why({"focus": [{"reference": "Patient/p1"}]}, is_theirs=True) is None
