"""The review page shows every abnormal result once, with its evidence, and records the reading."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.pipeline.services import request_analysis
from analysis.review import queries
from analysis.review.services import decisions
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.display import clinical_date
from tests.factories.changes import correct, with_value
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


def page(client: Client, analysis: Analysis, number: int = 1) -> str:
    return client.get(reverse("review:finding", args=[analysis.pk, number])).content.decode()


def test_the_list_has_every_abnormal_result_once(client: Client, analysis: Analysis) -> None:
    context = whole(analysis).context
    assert context is not None

    html = page(client, analysis)

    assert html.count('data-testid="rail-item"') == len(context.abnormal) == 9


def test_the_critical_result_stands_first_and_its_strip_stays(
    client: Client, analysis: Analysis
) -> None:
    html = page(client, analysis)

    assert 'id="finding-title" class="title" tabindex="-1">Potassium<' in html
    assert "Critical: Potassium 6.8\u00a0mmol/L" in html
    assert "Not acknowledged." in html


def test_groups_stand_in_their_order_and_counts_equal_rows(
    client: Client, analysis: Analysis
) -> None:
    for number in range(1, 10):
        html = page(client, analysis, number)

        places = [html.index(f'id="group-{key}"') for key in ("found", "missing", "stale")]
        counted = re.findall(r'id="group-\w+".*?\((\d+)\)', html, re.DOTALL)
        related = html[places[0] : html.index("</table>", places[0])]
        assert places == sorted(places)
        assert related.count('data-testid="related-row"') == sum(map(int, counted))


def test_a_flag_in_a_related_row_that_the_source_did_not_send_is_called_ours(
    client: Client, analysis: Analysis
) -> None:
    package = whole(analysis).package
    assert package is not None

    ends = [end for one in package.per_parameter for end in (*one.found.observations, *one.stale)]
    ours = sum(end.interpretation_derived for end in ends)

    shown = 0
    for number in range(1, len(package.per_parameter) + 1):
        html = page(client, analysis, number)
        table = html[html.index('id="group-found"') :]
        shown += table[: table.index("</table>")].count(">our check<")

    assert shown == ours > 0


def test_reading_an_analysis_is_recorded(client: Client, analysis: Analysis, ada: User) -> None:
    before = AuditEvent.objects.filter(event="analysis.read", actor=ada.pk).count()

    page(client, analysis)

    after = AuditEvent.objects.filter(event="analysis.read", actor=ada.pk).count()
    assert after == before + 1


def test_a_deep_link_opens_the_evidence_and_records_that(
    client: Client, analysis: Analysis
) -> None:
    url = reverse("review:finding", args=[analysis.pk, 1])

    html = client.get(url, {"ev": "rel:potassium:medication:acei"}).content.decode()

    assert 'data-state="open"' in html
    assert "starter content, not clinically reviewed" in html
    assert "No quote." in html
    assert AuditEvent.objects.filter(event="evidence.read").count() == 1


def test_an_htmx_step_answers_with_parts_and_says_where_one_is(
    client: Client, analysis: Analysis
) -> None:
    url = reverse("review:finding", args=[analysis.pk, 2])

    response = client.get(url, headers={"HX-Request": "true"})

    html = response.content.decode()
    assert "<html" not in html
    assert '<div id="live" hx-swap-oob="innerHTML">2 / 9: ' in html
    assert "HX-Request" in response["Vary"]
    assert "#finding-title" in response["HX-Trigger-After-Settle"]


def test_names_from_records_are_never_markup(client: Client, analysis: Analysis) -> None:
    patient = analysis.patient
    patient.family = "<script>alert(1)</script>"
    patient.save()

    html = page(client, analysis)

    assert "<script>alert" not in html.lower()
    assert "&lt;script&gt;" in html.lower()


def test_the_overview_says_what_was_read_and_what_cannot_be_told(
    client: Client, analysis: Analysis
) -> None:
    html = client.get(reverse("review:overview", args=[analysis.pk])).content.decode()

    assert "What this page can’t tell" in html
    assert "Seen together:" in html
    assert "Complete" in html


def test_a_patient_with_old_results_only_is_offered_the_day_of_the_last_ones(
    client: Client, ada: User
) -> None:
    analysis = make_review(by=ada, key="pereira")

    html = client.get(reverse("review:analysis-detail", args=[analysis.pk])).content.decode()

    assert "too old" in html
    assert 'name="as_of"' in html


def test_nothing_abnormal_is_said_of_a_complete_read_only(client: Client, ada: User) -> None:
    analysis = make_review(by=ada, key="svensson")

    html = client.get(reverse("review:analysis-detail", args=[analysis.pk])).content.decode()

    assert "Nothing abnormal in a complete record." in html


def test_all_results_of_a_test_stand_newest_first(client: Client, analysis: Analysis) -> None:
    html = client.get(reverse("review:biomarker", args=[analysis.pk, 1])).content.decode()

    assert html.count('data-testid="result-row"') == 4
    assert html.index("6.8\u00a0mmol/L</b>") < html.index("5.3\u00a0mmol/L</b>")
    assert 'tabindex="0" role="img"' in html


def test_the_print_has_whose_it_is_every_finding_every_source_and_that_it_is_a_draft(
    client: Client, analysis: Analysis
) -> None:
    html = client.get(reverse("review:print", args=[analysis.pk])).content.decode()

    assert "Draft, not signed" in html
    assert "40011827" in html
    assert "14-Mar-1958" in html
    assert html.count('data-testid="printed-finding"') == 9
    assert "KDIGO 2024" in html
    assert analysis.run_id in html
    assert AuditEvent.objects.filter(event="report.printed").count() == 1


def test_a_record_that_changed_since_offers_to_be_analysed_again(
    client: Client, analysis: Analysis
) -> None:
    correct(analysis.patient, "hargreaves-report-4-potassium", with_value("5.9"))

    html = page(client, analysis)

    assert 'data-testid="outdated"' in html
    assert f'action="{reverse("review:rerun", args=[analysis.pk])}"' in html


def test_a_corrected_result_in_range_is_said_with_what_it_was(client: Client, ada: User) -> None:
    analysis = make_review(by=ada, key="whitcombe")

    html = client.get(reverse("review:overview", args=[analysis.pk])).content.decode()

    assert "Corrected since they were first reported" in html
    assert "6.9" in html.split("<del")[1].split("</del>")[0]


def test_a_critical_answered_for_before_says_so_and_waits_for_its_own_answer(
    client: Client, analysis: Analysis, ada: User
) -> None:
    accept_all(analysis, by=ada)
    again = request_analysis(patient=analysis.patient, by=ada, all_results=True, wake=False)
    run_analysis(again.pk)

    html = client.get(reverse("review:finding", args=[again.pk, 1])).content.decode()

    assert f"Answered for in {analysis.number}: Dr Orlov was told" in html
    assert "Not acknowledged." in html


def test_an_analysis_of_another_day_says_so_before_anything_else(
    client: Client, analysis: Analysis, ada: User
) -> None:
    day = (analysis.as_of - dt.timedelta(days=1)).replace(hour=12)
    past = request_analysis(patient=analysis.patient, by=ada, as_of=day, wake=False)
    run_analysis(past.pk)

    html = client.get(reverse("review:finding", args=[past.pk, 1])).content.decode()
    today = client.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()

    assert f"Speaks of {clinical_date(day)}, not of today." in html
    assert "not of today" not in today
    assert "that day" in html


def test_a_pattern_names_the_numbers_of_what_it_rests_on(
    client: Client, analysis: Analysis
) -> None:
    html = page(client, analysis)

    box = html.split('data-testid="pattern"')[1].split("</div>")[0]
    numbers = re.findall(r'class="cite".*?>(\d+)</a>', box)
    assert numbers
    assert numbers == sorted(numbers, key=int)
    assert len(numbers) == len(set(numbers))


def test_the_drawer_says_who_asserts_a_relation(client: Client, analysis: Analysis) -> None:
    url = reverse("review:evidence", args=[analysis.pk, 1])

    drawer = client.get(url, {"ev": "rel:potassium:medication:acei"}).content.decode()

    assert "Ships with the product · not clinically reviewed" in drawer
    assert "Graph release" in drawer


def test_a_rejected_finding_is_printed_with_its_reason_and_nothing_it_was_to_rest_on(
    client: Client, analysis: Analysis, ada: User
) -> None:
    key = queries.finding_keys(analysis)[0]
    decisions.reject(
        analysis=analysis, finding=key, version=0, reason="wrong_fact", comment="", by=ada
    )

    html = client.get(reverse("review:print", args=[analysis.pk])).content.decode()

    first = html.split('data-testid="printed-finding"')[1]
    assert "Wrong fact" in first
    assert "Found (" not in first
    assert "Missing (" not in first
    assert "Sources:" not in first
