"""The OpenAPI document is valid, says every operation, and takes its shapes from contracts."""

import re

import pytest
from drf_spectacular.validation import validate_schema
from pydantic.json_schema import model_json_schema

from medreview.api.documents import contracts_by_name
from medreview.api.openapi import REFERENCE, openapi_document
from medreview.fhir.import_receipt import ImportReceipt


def test_the_document_is_valid_openapi() -> None:
    document = openapi_document()

    validate_schema(document)
    assert document["openapi"].startswith("3.1")


def test_a_shape_is_the_contracts_own() -> None:
    schema = model_json_schema(ImportReceipt, ref_template=REFERENCE, mode="serialization")
    schema.pop("$defs")

    assert openapi_document()["components"]["schemas"]["ImportReceipt"] == schema


def enum_of(shape: str, *path: str) -> set[str]:
    schemas = openapi_document()["components"]["schemas"]
    found = schemas[shape]
    for step in path:
        found = found[step]
    return set(schemas[found["$ref"].rpartition("/")[2]]["enum"])


def test_shapes_that_share_a_name_are_told_apart() -> None:
    people = enum_of("Me", "properties", "roles", "items")
    columns = enum_of("ColumnMapping", "properties", "columns", "propertyNames")

    assert "clinician" in people
    assert "patient" in columns
    assert people.isdisjoint(columns)


def test_every_reference_leads_to_a_shape() -> None:
    document = openapi_document()

    named = set(re.findall(r"#/components/schemas/(\w+)", str(document)))

    assert named <= set(document["components"]["schemas"])


def test_every_operation_says_what_it_does_and_how_it_refuses() -> None:
    operations = [
        (path, method, said)
        for path, methods in openapi_document()["paths"].items()
        for method, said in methods.items()
    ]

    names = [said["operationId"] for _path, _method, said in operations]
    silent = [names for names, _m, said in operations if not said.get("summary")]
    assert len(names) == len(set(names))
    assert silent == []
    assert all({"401", "403", "422", "429"} <= set(said["responses"]) for *_, said in operations)
    assert [path for path, method, said in operations if not said.get("security")] == [
        "/api/v1/token/"
    ]


@pytest.mark.parametrize("name", sorted(contracts_by_name()))
def test_the_schema_of_every_contract_can_be_made(name: str) -> None:
    assert model_json_schema(contracts_by_name()[name], mode="serialization")["title"] == name
