"""A whole run in which a model finds in words what code looked for in vain."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
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
from medreview.llm.double.script import Turn
from medreview.runtime.replay import differences
from medreview.runtime.sandbox.runner import POOL
from tests.conftest import PASSWORD
from tests.doubles import honest
from tests.doubles.conversation import Asked, calls
from tests.factories.model_runs import imported, place_of, run_of
from tests.factories.retrieval import TRUE_CLAIMS, by_model, claim, left_over_case

pytestmark = pytest.mark.django_db

EVIDENCE = re.compile(r'"(/analyses/[^"]*/evidence/\?[^"]*)"')
FOREIGN = claim("condition:aki", "Condition/of-another-patient", "kidney")


@pytest.fixture(autouse=True, scope="module")
def _no_workers_left():
    yield
    POOL.end()


def a_reader(request: dict[str, Any]) -> Turn:
    """Reads once and claims what is there, and one thing that is not; else as honest as ever."""
    asked = Asked(request)
    if asked.skill != "retriever_code_mode":
        return honest.answer(request)
    if not asked.called:
        return calls(("execute_code", {"code": "left_over()"}))
    claims = [*TRUE_CLAIMS, FOREIGN]
    return calls(("submit_generation_ready_package", {"claims": claims}))


@pytest.fixture
def found(ada: User, llm_double: Callable[..., Any], settings: Any, starter: None) -> Analysis:
    settings.LLM_ENDPOINTS = (place_of(llm_double(answer=a_reader)),)
    return run_of(imported(left_over_case(), ada.hospital), by=ada)


def test_the_run_finds_counts_and_is_replayed_the_same(found: Analysis):
    package = whole(found).package

    assert set(by_model(package)) == {"creatinine", "ckd", "spironolactone", "kcl", "iv_contam"}
    assert package.summary.dropped == {"no_such_entry": 1}
    report = found.outputs.get(stage="retriever").report
    assert (report["iterations"], report["tool_calls"], report["status"]) == (2, 2, "done")
    found.run.refresh_from_db()
    assert differences(found.run) == []


def test_whatever_shows_or_writes_the_finds_can_and_says_whose_they_are(
    found: Analysis, signed_in: Callable[[User], Client], ada: User
):
    # Given the pages of every finding.
    client = signed_in(ada)
    numbers = [each.number for each in findings_of(whole(found))]
    pages = [
        client.get(reverse(name, args=[found.pk, number])).content.decode()
        for number in numbers
        for name in ("review:finding", "review:biomarker")
    ]
    marks = sum(page.count('data-testid="by-model"') for page in pages)
    assert marks == len(TRUE_CLAIMS)

    # And the evidence of everything they name.
    links = {unescape(link) for page in pages for link in EVIDENCE.findall(page)}
    assert len(links) > len(TRUE_CLAIMS)
    assert {client.get(link).status_code for link in links} == {200}

    # When it is signed.
    for alert in queries.review_of(found).open_alerts():
        told: dict[str, Any] = {"told": "Dr Orlov", "told_at": now(), "read_back": "5.7"}
        signing.acknowledge(alert=alert, version=alert.version, by=ada, **told)
    for finding in queries.still_open(found):
        decisions.accept(analysis=found, finding=finding, version=0, confirmed=True, by=ada)
    found.refresh_from_db()
    signing.sign(analysis=found, version=found.version, password=PASSWORD, by=ada)
    found.refresh_from_db()

    # Then every form can be made.
    signed = signed_analysis(found, 1)
    text = plain_text(signed)
    assert "Chr. renal insuff. G4" in text
    assert "Chr. renal insuff. G4" in table_text(signed)
    assert bundle_of(signed, text=text)["entry"]
    assert client.get(reverse("review:print", args=[found.pk])).status_code == 200


def test_the_tool_arm_runs_where_a_hospital_chose_it(
    ada: User, llm_double: Callable[..., Any], settings: Any, starter: None
):
    ada.hospital.settings = {"models": {"retriever_arm": "tool_arm"}}
    ada.hospital.save()
    double = llm_double(answer=honest.answer)
    settings.LLM_ENDPOINTS = (place_of(double),)

    run_of(imported(left_over_case(), ada.hospital), by=ada)

    skills = {Asked(request).skill for request in double.playing.requests}
    assert "retriever_tool_arm" in skills
    assert "retriever_code_mode" not in skills
