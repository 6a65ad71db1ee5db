"""The graph as programs read it: entries, relations, releases, their files and differences."""

import json
from collections.abc import Callable

import pytest

from graphcurate.applying import Change, apply
from graphcurate.entry_fields import EntryKind
from graphcurate.exchange.forms import Form
from graphcurate.models import Release
from graphcurate.queries import all_releases, current_release, head
from medreview.accounts.models import User
from medreview.common.hashing import canonical_json
from tests.integration.api.conftest import Program, read
from tests.integration.api.test_lists import walked

pytestmark = pytest.mark.django_db

Of = Callable[..., Program]
STARTER = "starter-2026.11"


@pytest.fixture
def asks(ada: User, program: Of) -> Program:
    return program(ada)


def relation_asked(asks: Program, question: str) -> list[dict]:
    return [row for page in walked(asks, f"graph/relations/?limit=200&{question}") for row in page]


def test_relations_are_paged_without_a_gap_or_a_repetition(asks: Program) -> None:
    ids = [row["id"] for row in relation_asked(asks, "")]

    assert ids == sorted(entry.id for entry in head().relations)


@pytest.mark.parametrize(
    ("question", "is_meant"),
    [
        ("biomarker=potassium", lambda entry: entry.biomarker == "potassium"),
        ("domain=renal", lambda entry: entry.domain == "renal"),
        ("kind=medication", lambda entry: entry.kind == "medication"),
        ("target=ckd", lambda entry: entry.target == "ckd"),
        ("source=ACG_HH19", lambda entry: "ACG_HH19" in entry.sources),
        ("reviewed=true", lambda entry: entry.reviewed),
        (
            "biomarker=potassium&kind=condition&reviewed=false",
            lambda entry: entry.biomarker == "potassium" and entry.kind == "condition",
        ),
    ],
)
def test_relations_are_narrowed_by_what_they_are_of(asks, question, is_meant) -> None:
    found = {row["id"] for row in relation_asked(asks, question)}

    assert found == {entry.id for entry in head().relations if is_meant(entry)}


def test_a_relation_is_read_with_its_evidence(asks: Program) -> None:
    relation = next(entry for entry in head().relations if entry.biomarker == "potassium")

    assert read(asks.get(f"graph/relations/{relation.id}/")) == relation.as_json()


def test_things_and_sources_are_listed_searched_and_read(asks: Program) -> None:
    things = [row for page in walked(asks, "graph/things/?limit=200") for row in page]
    found = read(asks.get("graph/things/?kind=condition&q=N18"))["items"]
    source = read(asks.get("graph/sources/?q=kdigo&limit=1"))["items"][0]

    assert len(things) == len(head().things)
    assert "ckd" in {thing["key"] for thing in found}
    assert {thing["kind"] for thing in found} == {"condition"}
    assert read(asks.get(f"graph/sources/{source['key']}/")) == source
    assert read(asks.get("graph/things/condition/ckd/"))["key"] == "ckd"


def test_sources_are_narrowed_by_what_is_known_of_them(asks: Program) -> None:
    verified = read(asks.get("graph/sources/?verified=true&limit=200"))["items"]
    outdated = read(asks.get("graph/sources/?outdated=true"))["items"]

    assert all(source["identifier_verified"] for source in verified)
    assert outdated == []


@pytest.mark.parametrize(
    "path",
    [
        "graph/relations/nothing/",
        "graph/things/condition/nothing/",
        "graph/things/parameter/potassium/",
        "graph/sources/nothing/",
        "graph/releases/nothing/",
        f"graph/releases/{STARTER}/files/pdf/",
        f"graph/releases/{STARTER}/to/nothing/",
    ],
)
def test_what_is_not_there_is_not_found(asks: Program, path: str) -> None:
    assert asks.get(path).status_code == 404


def test_a_release_that_is_none_is_told_by_the_name_of_the_parameter(asks: Program) -> None:
    answer = asks.get("graph/relations/?release=nothing")

    assert answer.status_code == 422
    assert [error["pointer"] for error in read(answer)["errors"]] == ["release"]


def test_a_release_says_what_it_holds_and_where_its_files_are(asks: Program) -> None:
    said = read(asks.get(f"graph/releases/{STARTER}/"))

    assert said["is_current"] is True
    assert said["entries"]["biomarker"] == len(head().biomarkers)
    assert set(said["files"]) == set(Form)
    assert all(asks.get(address).status_code == 200 for address in said["files"].values())


def test_a_release_comes_as_the_file_it_is(asks: Program) -> None:
    answer = asks.get(f"graph/releases/{STARTER}/files/json/")

    said = json.loads(b"".join(answer.streaming_content))
    assert said["format"] == "medreview-graph"
    assert len(said["relations"]) == len(head().relations)


def test_the_difference_of_two_releases_is_told_entry_by_entry(asks: Program) -> None:
    later = released_with(
        Change(kind=EntryKind.BIOMARKER, key="potassium", field="validity_days", old=None, new=9)
    )

    said = read(asks.get(f"graph/releases/{STARTER}/to/{later.name}/"))

    [entry] = said["items"]
    assert (entry["kind"], entry["key"], entry["turn"]) == ("biomarker", "potassium", "changed")
    assert [(field["field"], field["new"]) for field in entry["fields"]] == [("validity_days", 9)]
    changed = {tally["type"]: tally["changed"] for tally in said["tallies"]}
    assert (changed["biomarker"], changed["source"]) == (1, 0)


def test_an_older_release_is_still_read_by_its_name(asks: Program) -> None:
    first = current_release()
    gone = head().relations[0]
    released_with(Change(kind=EntryKind.RELATION, key=gone.id, field="exists", old=True, new=False))

    def ids(release: str) -> set[str]:
        return {row["id"] for row in relation_asked(asks, f"release={release}")}

    assert ids(first.name) - ids("") == {gone.id}


def released_with(change: Change) -> Release:
    """The current release with one change, as a release of its own."""
    first = all_releases().get(name=STARTER)
    content = apply(head(), [change]).content
    return Release.objects.create(
        name="2027.1",
        origin="curated",
        snapshot=first.snapshot,
        content_hash=content.content_hash(),
        content=canonical_json(content.as_json()),
    )
