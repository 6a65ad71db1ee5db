"""Cost and latency of a hospital: figures, tables, files; what nobody knows is never a zero."""

import csv
import datetime as dt
import io

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from medreview.accounts.hospital_settings import ModelBudget, ModelRules
from medreview.accounts.queries import settings_of
from medreview.accounts.roles import Role
from medreview.common.clock import now
from tests.factories.accounts import make_hospital, make_user
from tests.factories.model_calls import make_calls
from tests.factories.patients import make_patient
from tests.factories.pipeline import make_finished

pytestmark = pytest.mark.django_db
PAGE = "front:costs"


@pytest.fixture
def admin():
    return make_user(Role.ADMIN)


@pytest.fixture
def reader(admin):
    client = Client()
    client.force_login(admin)
    return client


def page(reader, **asked) -> str:
    answer = reader.get(reverse(PAGE), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def file(reader, table: str, **asked) -> list[dict[str, str]]:
    answer = reader.get(reverse("front:costs-csv", args=[table]), asked)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_without_runs_and_models_the_page_says_that_there_is_no_data(reader):
    said = page(reader)

    assert "No model was asked in these days: no data." in said
    assert "No stage has finished in these days." in said
    assert "<svg class=" not in said


def test_what_has_no_price_is_never_shown_as_zero(reader, admin):
    make_calls(admin.hospital, {"at": now(), "micros": None})

    said = page(reader)

    assert "no price" in said
    assert "0.0000 USD" not in said
    (row,) = file(reader, "models")
    assert row["money"] == ""
    assert "Tokens by stage and day" in said


def test_the_file_holds_the_very_rows_of_the_page(reader, admin):
    make_calls(
        admin.hospital,
        *({"at": now(), "ask": f"a{number}", "milliseconds": 100} for number in range(25)),
        {"at": now(), "ask": "b", "outcome": "GatewayDown", "micros": 0},
    )

    (row,) = file(reader, "models")

    assert row == {
        "model": "double",
        "provider": "other",
        "questions": "26",
        "failures": "1",
        "retries": "0",
        "tokens_in": "2600",
        "tokens_out": "520",
        "money": "0.025",
        "p50_ms": "100",
        "p95_ms": "100",
        "requests": "26",
    }
    said = page(reader)
    for shown in ("2,600", "0.0250 USD", "100 ms"):
        assert shown in said
    assert file(reader, "failures")[0]["requests"] == "1"


def test_percentiles_of_few_values_are_hidden_and_say_how_few(reader, admin):
    make_calls(admin.hospital, {"at": now()})

    assert "n = 1, too few" in page(reader)
    assert file(reader, "models")[0]["p50_ms"] == ""


def test_empty_days_are_rows_of_zeros_and_each_day_leads_to_its_runs(reader):
    rows = file(reader, "days", since="2026-03-01", until="2026-03-10")

    assert [row["day"] for row in rows] == [f"2026-03-{day:02}" for day in range(1, 11)]
    assert {row["runs"] for row in rows} == {"0"}
    assert {row["money"] for row in rows} == {""}
    said = page(reader, since="2026-03-01", until="2026-03-10")
    assert f"{reverse('front:run-list')}?since=2026-03-04&amp;until=2026-03-04" in said


def test_the_page_names_zone_prices_and_budget(reader, admin):
    said = page(reader)

    assert f"days of {admin.hospital.timezone}" in said
    assert "price list in USD, version" in said
    assert "Budget of the hospital for a day:" in said


def test_a_budget_of_its_own_is_the_one_the_page_names(reader, admin):
    budget = ModelBudget(hospital_day_tokens=12_345)
    rules = ModelRules(budget=budget)
    hospital = admin.hospital
    hospital.settings = settings_of(hospital).model_copy(update={"models": rules}).as_json()
    hospital.save()

    assert "12,345 tokens" in page(reader)


def test_runs_and_stages_are_shown_with_where_their_time_went(reader, admin):
    patient = make_patient(hospital=admin.hospital)
    analysis = make_finished(patient=patient, as_of=dt.datetime(2026, 3, 10, tzinfo=dt.UTC))

    assert analysis.run_id in page(reader)
    stages = file(reader, "stages")
    assert stages[0]["stage"] == "record"
    assert {row["tokens"] for row in stages} == {""}
    (slow,) = file(reader, "slowest")
    assert slow["run"] == analysis.run_id


def test_another_hospital_is_neither_counted_nor_named(reader):
    other = make_hospital(name="Elsewhere")
    make_calls(other, {"at": now(), "model": "their-own-model"})

    said = page(reader)

    assert "their-own-model" not in said
    assert file(reader, "models") == []


def test_more_data_asks_the_database_no_more(reader, admin):
    page(reader)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page(reader)
        return len(asked)

    make_finished(patient=make_patient(hospital=admin.hospital))
    make_calls(admin.hospital, {"at": now(), "run": "run_1"})
    few = queries()
    make_calls(
        admin.hospital,
        *({"at": now(), "run": f"run_{n}", "model": f"m{n}", "purpose": f"p{n}"} for n in range(9)),
    )
    for _again in range(3):
        make_finished(patient=make_patient(hospital=admin.hospital))

    assert queries() == few


@pytest.mark.parametrize(
    "asked", [{"since": "yesterday"}, {"model": "x"}, {"stage": "..", "release": "1"}]
)
def test_what_can_not_be_read_narrows_nothing(reader, admin, asked):
    make_calls(admin.hospital, {"at": now()})

    assert len(file(reader, "models", **asked)) == 1


def test_a_table_that_is_not_there_is_not_found(reader):
    assert reader.get(reverse("front:costs-csv", args=["secrets"])).status_code == 404


@pytest.mark.parametrize("role", [Role.CLINICIAN, Role.CURATOR])
def test_only_who_oversees_runs_sees_what_they_cost(role):
    client = Client()
    client.force_login(make_user(role))

    assert client.get(reverse(PAGE)).status_code == 403
