"""The schema a provider is sent says no more than every provider understands, and nothing false."""

import json
from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field

from medreview.llm.schema import NotPortable, portable_schema


class Direction(StrEnum):
    UP = "up"
    DOWN = "down"


class Item(BaseModel):
    """One thing that was found."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=20, pattern=r"^[a-z]+$")
    direction: Direction
    value: Decimal | None = None
    sure: Annotated[float, Field(ge=0, le=1)] = 0.5


class Number(BaseModel):
    kind: Literal["number"]
    amount: int


class Words(BaseModel):
    kind: Literal["words"]
    text: str | None = None


class Findings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Literal[1] = 1
    const: str = "a field may be called like a keyword"
    items: list[Item] = Field(max_length=4)
    parts: list[Annotated[Number | Words, Field(discriminator="kind")]] = []
    span: tuple[int, str] | None = None
    first: Item | None = Field(default=None, description="The first of them.")
    notes: dict[str, str] = {}


class Endless(BaseModel):
    children: list["Endless"] = []


class Nullable(BaseModel):
    text: str | None


def schemas_in(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for child in schema.get("properties", {}).values():
        yield from schemas_in(child)
    for child in schema.get("anyOf", []):
        yield from schemas_in(child)
    if "items" in schema:
        yield from schemas_in(schema["items"])


def test_only_words_that_every_provider_knows_are_used():
    schema = portable_schema(Findings)

    used = {word for one in schemas_in(schema) for word in one}

    assert used <= {
        "type", "description", "enum", "properties", "required", "items", "anyOf",
        "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength",
    }  # fmt: skip
    assert "$ref" not in json.dumps(schema)
    assert {"type": "null"} not in list(schemas_in(schema))


def test_what_may_be_null_may_be_absent_instead():
    schema = portable_schema(Findings)

    assert schema["required"] == ["items"]
    assert schema["properties"]["first"]["type"] == "object"
    assert schema["properties"]["first"]["description"] == "The first of them."


def test_one_allowed_value_is_an_enum_of_one():
    schema = portable_schema(Findings)

    assert schema["properties"]["version"]["enum"] == [1]


def test_fields_named_like_keywords_are_kept():
    schema = portable_schema(Findings)

    assert "const" in schema["properties"]
    assert "title" in schema["properties"]["items"]["items"]["properties"]


@pytest.mark.parametrize("model", [Endless, Nullable])
def test_what_can_not_be_said_to_every_provider_is_refused_where_it_is_written(model):
    with pytest.raises(NotPortable):
        portable_schema(model)


items = st.builds(
    Item,
    title=st.from_regex(r"\A[a-z]{1,20}\Z"),
    value=st.none() | st.decimals(allow_nan=False, allow_infinity=False, places=3),
    sure=st.floats(0, 1),
)
parts = st.builds(Number, kind=st.just("number")) | st.builds(Words, kind=st.just("words"))
findings = st.builds(
    Findings,
    version=st.just(1),
    items=st.lists(items, max_size=4),
    parts=st.lists(parts, max_size=3),
    span=st.none() | st.tuples(st.integers(), st.text(max_size=9)),
    first=st.none() | items,
)


@given(findings)
def test_every_valid_object_fits_the_schema_that_was_sent(found: Findings):
    said = json.loads(found.model_dump_json(exclude_none=True))

    problems = list(Draft202012Validator(portable_schema(Findings)).iter_errors(said))

    assert problems == []
    assert Findings.model_validate(said) == found
