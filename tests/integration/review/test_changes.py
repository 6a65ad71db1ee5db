"""What changed since is shown old and new, asked again in one click, and signed only knowingly."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline import jobs, since
from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.services import decisions, signing
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from tests.conftest import PASSWORD
from tests.factories.changes import correct, delete, with_value
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db

RESULT = "okafor-report-2-hemoglobin-f"
OLD, NEW = "<del>96\u00a0g/L</del>", "<ins>106\u00a0g/L</ins>"


@pytest.fixture
def analysis(ada: User) -> Analysis:
    """Outdated by a corrected haemoglobin, every finding accepted before."""
    made = make_review(by=ada)
    accept_all(made, by=ada)
    correct(made.patient, RESULT, with_value("106"))
    made.refresh_from_db()
    return made


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


def page(client: Client, name: str, analysis: Analysis, *more: object) -> str:
    response = client.get(reverse(f"review:{name}", args=[analysis.pk, *more]))
    assert response.status_code == 200
    return response.content.decode()


def number_of(analysis: Analysis) -> int:
    return queries.finding_keys(analysis).index(f"Observation/{RESULT}") + 1


def run_again(client: Client, analysis: Analysis) -> Analysis:
    response = client.post(reverse("review:rerun", args=[analysis.pk]))
    assert response.status_code == 302
    rerun = analysis.reruns.get()
    jobs.run_analysis(rerun.pk)
    rerun.refresh_from_db()
    assert rerun.state == "in_review", rerun.reason
    return rerun


def test_head_finding_results_page_and_paper_strike_the_old_value(
    client: Client, analysis: Analysis
) -> None:
    number = number_of(analysis)

    for html in (
        page(client, "finding", analysis, number),
        page(client, "changes", analysis),
        page(client, "biomarker", analysis, number),
        page(client, "print", analysis),
    ):
        assert OLD in html
        assert NEW in html
    assert "Outdated since" in page(client, "print", analysis)
    assert 'data-testid="finding-outdated"' in page(client, "finding", analysis, number)


def test_a_deleted_result_is_struck_with_the_reason(client: Client, analysis: Analysis) -> None:
    delete(analysis.patient, f"Observation/{RESULT}")

    html = page(client, "biomarker", analysis, number_of(analysis))

    assert "The source deleted it." in html
    assert '<del class="nowrap">96\u00a0g/L</del>' in html


def test_two_clicks_make_one_rerun(client: Client, analysis: Analysis) -> None:
    url = reverse("review:rerun", args=[analysis.pk])

    first, second = client.post(url), client.post(url)

    assert first["Location"] == second["Location"]
    assert analysis.reruns.count() == 1


def test_the_rerun_says_what_differs_what_was_kept_and_why_not(
    client: Client, analysis: Analysis, ada: User
) -> None:
    rerun = run_again(client, analysis)

    changes = page(client, "changes", rerun)
    changed = page(client, "finding", rerun, number_of(rerun))
    kept = queries.finding_keys(rerun).index("Observation/okafor-report-2-platelets") + 1
    carried = page(client, "finding", rerun, kept)

    assert "What came out differently" in changes
    assert OLD in changes
    assert "value and status corrected" in changes
    assert "Not carried over, because this changed: value" in changed
    assert f"Carried over from {analysis.number}, decided by {ada.get_full_name()}" in carried
    assert 'data-testid="replaced"' in page(client, "overview", analysis)


def test_a_carried_decision_is_printed_as_what_it_is(client: Client, analysis: Analysis) -> None:
    rerun = run_again(client, analysis)

    assert f"Carried over from {analysis.number}" in page(client, "print", rerun)


def test_a_finding_added_before_is_offered_and_kept_in_one_click(client: Client, ada: User) -> None:
    analysis = make_review(by=ada)
    added = decisions.add_finding(analysis=analysis, title="Diet", text="Ask about it.", by=ada)
    correct(analysis.patient, RESULT, with_value("106"))
    rerun = run_again(client, analysis)
    assert 'data-testid="offered"' in page(client, "changes", rerun)
    url = reverse("review:keep-added", args=[rerun.pk])

    nothing = client.post(url)
    kept = client.post(url, {"added": added.pk})

    assert (nothing.status_code, kept.status_code) == (422, 302)
    assert rerun.added_findings.get().title == "Diet"
    assert 'data-testid="offered"' not in page(client, "changes", rerun)


def test_an_outdated_report_is_signed_only_with_a_reason(
    client: Client, analysis: Analysis
) -> None:
    url = reverse("review:sign", args=[analysis.pk])
    asked = client.get(url).content.decode()
    said = {"version": analysis.version, "password": PASSWORD}

    unseen = client.post(url, said | {"despite": "It changes nothing."})
    silent = client.post(url, said | {"seen": "yes", "despite": " "})
    signed = client.post(url, said | {"seen": "yes", "despite": "It changes nothing."})

    assert 'data-testid="sign-outdated"' in asked
    assert (unseen.status_code, silent.status_code) == (409, 409)
    assert signed.status_code == 200
    analysis.refresh_from_db()
    assert analysis.state == "signed"
    assert analysis.signatures.get().despite == "It changes nothing."
    assert "Signed although the record had changed: It changes nothing." in page(
        client, "print", analysis
    )


def test_a_replaced_report_is_not_amended(client: Client, ada: User) -> None:
    analysis = make_review(by=ada)
    accept_all(analysis, by=ada)
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=ada)
    correct(analysis.patient, RESULT, with_value("106"))
    rerun = run_again(client, analysis)
    analysis.refresh_from_db()
    url = reverse("review:amend", args=[analysis.pk])

    refused = client.post(url, {"version": analysis.version, "text": "Late."})

    assert refused.status_code == 409
    assert rerun.number in refused.content.decode()
    assert since.newest_of(analysis) == rerun


def test_a_signed_edition_stays_as_it_was_signed(client: Client, ada: User) -> None:
    analysis = make_review(by=ada)
    accept_all(analysis, by=ada)
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=ada)
    correct(analysis.patient, RESULT, with_value("106"))

    html = page(client, "print-edition", analysis, 1)

    assert "not the ones that were signed" not in html
    assert "Outdated since" in html
    assert "96\u00a0g/L" in html


def test_an_unchanged_analysis_has_nothing_to_show_or_run_again(client: Client, ada: User) -> None:
    analysis = make_review(by=ada)

    html = page(client, "changes", analysis)
    refused = client.post(reverse("review:rerun", args=[analysis.pk]))

    assert "Nothing has changed in the record" in html
    assert refused.status_code == 409
    assert AuditEvent.objects.filter(event="analysis.read", thing_id=analysis.pk).count() == 1
