import datetime as dt

import pytest

from medreview.fhir.shelf import Sent, Shelf, contained_in, display_of, local_reference

AT = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    "reference",
    ["Patient/p1", "http://x.example/fhir/Patient/p1", "Patient/p1/_history/3", "urn:uuid:p1"],
)
def test_a_resource_is_found_by_every_reference_that_can_mean_it(reference):
    shelf = Shelf([{"resourceType": "Patient", "id": "p1"}])

    assert shelf.find(reference).key == "Patient/p1"


def test_an_entrys_own_address_and_what_is_contained_are_found():
    sent = Sent(content={"resourceType": "Patient", "id": "p1"}, full_url="urn:uuid:abc")
    holder = {"contained": [{"resourceType": "Specimen", "id": "s"}, "odd"]}
    shelf = Shelf([sent])

    assert shelf.find("urn:uuid:abc").key == "Patient/p1"
    assert shelf.find("#s", holder).kind == "Specimen"
    assert shelf.find("#t", holder) is None
    assert shelf.find(None) is None
    assert shelf.find("Patient/other") is None
    assert len(contained_in(holder)) == 1
    assert contained_in(holder, "Patient") == []


def test_a_resource_without_id_is_named_by_its_place():
    shelf = Shelf([{"resourceType": "Patient"}, {}, "odd"])

    assert [item.key for item in shelf] == [
        "Patient/unnamed-1", "unknown/unnamed-2", "unknown/unnamed-3",
    ]  # fmt: skip


def version(number: int, value: int) -> Sent:
    content = {"resourceType": "Observation", "id": "o", "valueInteger": value}
    return Sent(content=content, version=number, received_at=AT)


@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_of_two_versions_the_higher_is_current_and_the_other_is_kept(order):
    shelf = Shelf([version(number, number * 10) for number in order])

    (item,) = shelf
    assert item.content["valueInteger"] == 30
    assert [(one.version, one.content["valueInteger"]) for one in item.earlier] == [(2, 20)]
    assert len(shelf.older) == 1


def test_two_equal_copies_are_no_earlier_version():
    shelf = Shelf([version(2, 1), version(2, 1)])

    assert next(iter(shelf)).earlier == ()
    assert len(shelf.older) == 1


def test_a_reference_names_what_it_means():
    assert display_of({"display": "Dr No"}) == "Dr No"
    assert display_of({"identifier": {"value": "77"}}) == "77"
    assert local_reference("urn:oid:1.2") == "urn:oid:1.2"
    assert local_reference("http://x/fhir/Specimen/s?x=1") == "Specimen/s"
