"""Lists go on behind their last row: patients, imports, analyses, runs, biomarkers."""

from collections.abc import Callable
from typing import Any

import pytest

from medreview.accounts.models import Hospital, User
from medreview.audit.models import AuditEvent
from tests.factories.patients import make_patient
from tests.integration.api.conftest import Program, World, read

pytestmark = pytest.mark.django_db

Of = Callable[..., Program]


def walked(asks: Program, path: str) -> list[list[Any]]:
    """Every page of a list, by its own ``next``."""
    pages, address = [], path
    while address:
        page = read(asks.get(address))
        pages.append(page["items"])
        address = page["next"]
    return pages


@pytest.fixture
def many(north: Hospital, south: Hospital) -> None:
    for number in range(7):
        make_patient(hospital=north, family=f"Family{number % 3}", fhir_id=f"n{number}")
    make_patient(hospital=south, family="Family0", fhir_id="s1")


def test_patients_are_paged_by_name_without_a_gap_or_a_repetition(
    ada: User, many: None, program: Of
) -> None:
    pages = walked(program(ada), "patients/?limit=3")

    rows = [row for page in pages for row in page]
    assert [len(page) for page in pages] == [3, 3, 1]
    assert len({row["id"] for row in rows}) == 7
    assert [row["family"] for row in rows] == sorted(row["family"] for row in rows)


def test_a_new_row_shifts_nothing(ada: User, north: Hospital, many: None, program: Of) -> None:
    asks = program(ada)
    first = read(asks.get("patients/?limit=3"))

    make_patient(hospital=north, family="Aaron", fhir_id="new")

    second = read(asks.get(first["next"]))
    assert not {row["id"] for row in first["items"]} & {row["id"] for row in second["items"]}
    assert len(second["items"]) == 3


def test_a_search_is_posted_and_goes_on_by_its_cursor(ada: User, many: None, program: Of) -> None:
    asks = program(ada)

    first = read(asks.post("patients/search/", {"q": "family0", "limit": 2}))
    rest = read(asks.post("patients/search/", {"q": "family0", "cursor": first["cursor"]}))

    assert first["next"] is None
    assert (first["total"], len(first["items"]), len(rest["items"])) == (3, 2, 1)
    assert rest["cursor"] is None
    counted = AuditEvent.objects.filter(event="patient.listed").order_by("seq")
    assert [event.counts["patients"] for event in counted] == [2, 1]
    assert "family0" not in str(list(counted.values()))


@pytest.mark.parametrize("cursor", ["nonsense", "cGF0X25vbmU", "%25", "J29yIDE9MSctLQ"])
def test_a_cursor_that_leads_nowhere_is_refused(
    ada: User, many: None, program: Of, cursor: str
) -> None:
    answer = program(ada).get(f"patients/?cursor={cursor}")

    assert answer.status_code in {200, 422}
    assert answer.status_code == 422 or read(answer)["items"]


def test_a_link_stays_at_its_origin_and_keeps_what_narrows(
    ada: User, many: None, program: Of
) -> None:
    page = read(program(ada).get("patients/?limit=2&show=never", Host="localhost"))

    assert page["next"].startswith("/api/v1/patients/?limit=2&show=never&cursor=")


def test_results_of_a_record_are_paged_with_their_receipt(world: World, program: Of) -> None:
    asks, pk = program(world.insider), world.analysis.patient_id

    pages = walked(asks, f"patients/{pk}/results/?limit=5")

    rows = [row for page in pages for row in page]
    whole = read(asks.get(f"patients/{pk}/record/"))
    assert len({row["id"] for row in rows}) == len(rows) == len(whole["labs"])
    assert read(asks.get(f"patients/{pk}/results/?limit=1"))["receipt"] == whole["receipt"]


def test_digits_stay_as_sent(world: World, program: Of) -> None:
    asks, pk = program(world.insider), world.analysis.patient_id

    rows = read(asks.get(f"patients/{pk}/results/?limit=200"))["items"]

    numbers = [row["value"]["number"] for row in rows if row["value"]["number"] is not None]
    assert numbers
    assert all(isinstance(number, str) for number in numbers)


@pytest.mark.parametrize("path", ["imports/", "agent-runs/", "graph/releases/", "tokens/"])
def test_other_lists_are_newest_first_and_whole(world: World, program: Of, path: str) -> None:
    asks = program(world.insider)

    one_by_one = [row for page in walked(asks, f"{path}?limit=1") for row in page]

    assert one_by_one == read(asks.get(path))["items"]
    assert one_by_one


def test_biomarkers_are_paged_by_key(world: World, program: Of) -> None:
    asks = program(world.insider)

    keys = [row["key"] for page in walked(asks, "graph/biomarkers/?limit=200") for row in page]

    assert len(keys) > 200
    assert keys == sorted(set(keys))
