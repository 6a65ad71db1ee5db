"""What a model had a part in is marked wherever a clinician meets it, on screen, paper and file."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from analysis.exports.bundle.bundle import bundle_of
from analysis.exports.plain import plain_text
from analysis.exports.queries import signed_analysis
from analysis.exports.table import table_text
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.review import queries
from analysis.review.findings import findings_of
from analysis.review.services import decisions, signing
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.llm.double.script import Mode
from tests.conftest import PASSWORD
from tests.doubles.spoiled import spoiled
from tests.factories.model_runs import imported, model_case, place_of, run_of

pytestmark = pytest.mark.django_db

UNTRACED = "untraced, a model's general knowledge"


@pytest.fixture
def helped(ada: User, honest_model: object) -> Analysis:
    """An analysis in which an honest model matched names and worded sentences."""
    return run_of(imported(model_case(), ada.hospital), by=ada)


def pages(client: Client, analysis: Analysis) -> dict[str, str]:
    """The page of each finding, by the name it is shown under."""
    found = findings_of(whole(analysis))
    return {each.name: opened(client, analysis, each.number) for each in found}


def opened(client: Client, analysis: Analysis, number: int) -> str:
    answer: HttpResponse = client.get(reverse("review:finding", args=[analysis.pk, number]))
    return answer.content.decode()


def accept_and_sign(analysis: Analysis, by: User) -> None:
    for alert in queries.review_of(analysis).open_alerts():
        told: dict[str, Any] = {"told": "Dr Orlov", "told_at": now(), "read_back": "6.8"}
        signing.acknowledge(alert=alert, version=alert.version, by=by, **told)
    for finding in queries.still_open(analysis):
        decisions.accept(analysis=analysis, finding=finding, version=0, confirmed=True, by=by)
    analysis.refresh_from_db()
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=by)
    analysis.refresh_from_db()


def test_the_finding_says_who_matched_its_name_and_whose_words_it_is_in(
    helped: Analysis, signed_in: Callable[[User], Client], ada: User
) -> None:
    result = whole(helped)
    shown = pages(signed_in(ada), helped)
    named = {one.parameter_name for one in result.plan.assessments if one.named_by == "model"}

    assert named
    marked = {name for name, page in shown.items() if 'data-testid="named-by-model"' in page}
    assert len(marked) == len(named)
    assert any('data-testid="worded-by" data-state="model"' in page for page in shown.values())
    assert any("By the rules:" in page for page in shown.values())


def test_what_nobody_can_trace_is_said_to_be_so_at_the_item_itself(
    helped: Analysis, signed_in: Callable[[User], Client], ada: User
) -> None:
    shown = pages(signed_in(ada), helped)
    items = [
        (package.parameter_name, item)
        for package in whole(helped).package.per_parameter
        for item in package.from_planner.items()
        if item.untraced
    ]

    assert items
    assert sum(page.count('data-testid="untraced"') for page in shown.values()) == len(items)


def test_what_a_model_asked_is_never_said_to_be_the_graphs_and_stands_open(
    helped: Analysis, signed_in: Callable[[User], Client], ada: User
) -> None:
    shown = pages(signed_in(ada), helped)
    paper = signed_in(ada).get(reverse("review:print", args=[helped.pk])).content.decode()

    assert "a model asked, the record does not have it" in shown["Zonulin"]
    assert "the graph asked" not in shown["Zonulin"]
    assert "condition or medicine not recorded" not in shown["Zonulin"]
    assert "Coeliac disease (untraced, a model’s knowledge)" in " ".join(paper.split())
    assert "No source: a model’s general knowledge, untraced" in paper
    assert "Graph relation without a named source" not in paper


def test_a_name_a_model_matched_is_not_said_to_lack_an_entry(
    helped: Analysis, signed_in: Callable[[User], Client], ada: User
) -> None:
    client = signed_in(ada)
    kallium = pages(client, helped)["Kallium"]
    overview = client.get(reverse("review:overview", args=[helped.pk])).content.decode()
    accept_and_sign(helped, ada)
    text = " ".join(plain_text(signed_analysis(helped, 1)).split())

    unconfirmed = "Whether a model is right about what Kallium measures: nobody has confirmed it."
    assert unconfirmed in kallium
    assert "the graph has no entry for this" not in kallium
    assert "1 result has no entry in the graph" in overview
    assert unconfirmed in text
    assert "No entry in the graph: Zonulin" in text


def test_paper_and_files_say_it_too(
    helped: Analysis, signed_in: Callable[[User], Client], ada: User
) -> None:
    accept_and_sign(helped, ada)
    signed = signed_analysis(helped, 1)

    paper = signed_in(ada).get(reverse("review:print", args=[helped.pk])).content.decode()
    text = " ".join(plain_text(signed).split())
    rows = list(csv.DictReader(io.StringIO(table_text(signed).removeprefix("\ufeff"))))
    bundle = json.dumps(bundle_of(signed, text=text))

    for said in (text, bundle):
        assert "Partly worded by a model" in said
        assert "confirmed by nobody" in said
    assert "partly worded by a model" in paper
    assert "name matched by a model, confirmed by nobody" in paper
    assert UNTRACED in text.casefold()
    assert UNTRACED in {row["by_model"] for row in rows if row["row"] in {"found", "missing"}}


def test_a_model_that_fails_is_said_to_have_failed_and_the_rules_result_to_stand(
    ada: User,
    signed_in: Callable[[User], Client],
    llm_double: Callable[..., Any],
    settings: Any,
    starter: None,
) -> None:
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=spoiled(Mode.PROSE))),)
    failed = run_of(imported(model_case(), ada.hospital), by=ada)
    client = signed_in(ada)

    page, listed = opened(client, failed, 1), client.get("/reviews/").content.decode()
    assert 'id="run-again"' in page
    again = client.post(reverse("review:rerun", args=[failed.pk]))
    accept_and_sign(failed, ada)
    signed = signed_analysis(failed, 1)

    assert failed.degraded
    assert again.status_code == 302
    assert page.count("What the rules made stands.") == 1
    assert page.count("was refused repeatedly.") > len(signed.without_model) > 1
    assert 'data-testid="degraded"' in listed
    assert 'data-state="fallback"' in page
    assert signed.without_model
    assert "WITHOUT THE MODEL: " in plain_text(signed)


def test_without_a_model_no_page_and_no_file_speaks_of_one(
    ada: User, signed_in: Callable[[User], Client], starter: None
) -> None:
    plain = run_of(imported(model_case(), ada.hospital), by=ada)

    shown = "".join(pages(signed_in(ada), plain).values())
    accept_and_sign(plain, ada)
    rows = csv.DictReader(io.StringIO(table_text(signed_analysis(plain, 1))))

    assert "by-model" not in shown
    assert 'data-testid="untraced"' not in shown
    assert "Drafted by rules, no model" in shown
    assert {row["by_model"] for row in rows} == {""}
