"""Asked again once, however often it is asked; done, a re-run takes the place of what was open."""

import datetime as dt

import pytest

from analysis.pipeline import jobs, services, since
from analysis.pipeline.models import Analysis
from analysis.review.services import signing
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import WrongState
from medreview.patients.models import Patient
from tests.conftest import PASSWORD
from tests.factories.changes import correct, delete, with_value
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada)


def outdated(analysis: Analysis) -> Analysis:
    correct(analysis.patient, "okafor-report-2-hemoglobin-f", with_value("106"))
    analysis.refresh_from_db()
    return analysis


def run_again(analysis: Analysis, by: User) -> Analysis:
    rerun = services.rerun(analysis=analysis, by=by, wake=False)
    jobs.run_analysis(rerun.pk)
    rerun.refresh_from_db()
    assert rerun.state == "in_review", rerun.reason
    return rerun


def sign(analysis: Analysis, by: User) -> None:
    accept_all(analysis, by=by)
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=by)


def test_two_clicks_ask_once_and_the_first_stays_until_the_rerun_is_done(
    ada: User, analysis: Analysis
) -> None:
    outdated(analysis)

    first = services.rerun(analysis=analysis, by=ada, wake=False)
    second = services.rerun(analysis=analysis, by=ada, wake=False)

    analysis.refresh_from_db()
    assert first.pk == second.pk
    assert analysis.state == "in_review"
    assert since.rerun_of(analysis) == first
    assert since.replaced_by(analysis) is None
    assert AuditEvent.objects.filter(event="analysis.rerun").count() == 1


def test_a_done_rerun_takes_the_place_of_an_open_analysis(ada: User, analysis: Analysis) -> None:
    outdated(analysis)

    rerun = run_again(analysis, ada)

    analysis.refresh_from_db()
    assert analysis.state == "replaced"
    assert since.replaced_by(analysis) == rerun
    assert rerun.scope_key == analysis.scope_key
    assert not rerun.outdated
    assert AuditEvent.objects.filter(event="analysis.replaced", thing_id=analysis.pk).count() == 1


def test_a_signed_analysis_stays_as_it_was_signed(ada: User, analysis: Analysis) -> None:
    sign(analysis, ada)
    outdated(analysis)

    rerun = run_again(analysis, ada)

    analysis.refresh_from_db()
    assert analysis.state == "signed"
    assert since.newest_of(analysis) == rerun


def test_a_chain_of_reruns_leads_from_the_first_to_the_last(ada: User, analysis: Analysis) -> None:
    second = run_again(outdated(analysis), ada)
    correct(analysis.patient, "okafor-report-2-hemoglobin-f", with_value("107"))

    third = run_again(second, ada)

    analysis.refresh_from_db()
    second.refresh_from_db()
    assert (analysis.state, second.state, third.state) == ("replaced", "replaced", "in_review")
    assert since.newest_of(analysis) == third
    assert since.asked_before(third) == [second, analysis]


def test_a_rerun_that_came_to_nothing_leaves_the_analysis_where_it_was(
    ada: User, analysis: Analysis
) -> None:
    outdated(analysis)
    rerun = services.rerun(analysis=analysis, by=ada, wake=False)

    services.cancel(analysis=rerun, by=ada)

    analysis.refresh_from_db()
    assert analysis.state == "in_review"
    assert since.rerun_of(analysis) is None
    assert services.rerun(analysis=analysis, by=ada, wake=False).pk != rerun.pk


def test_a_failed_rerun_is_not_retried_beside_another(ada: User, analysis: Analysis) -> None:
    outdated(analysis)
    failed = services.rerun(analysis=analysis, by=ada, wake=False)
    Analysis.objects.filter(pk=failed.pk).update(state="failed")
    services.rerun(analysis=analysis, by=ada, wake=False)
    failed.refresh_from_db()

    with pytest.raises(WrongState, match="asked again meanwhile"):
        services.retry(analysis=failed, by=ada, wake=False)


def test_without_any_change_there_is_nothing_to_ask_again(ada: User, analysis: Analysis) -> None:
    with pytest.raises(WrongState, match="Nothing has changed"):
        services.rerun(analysis=analysis, by=ada, wake=False)


def test_what_is_asked_the_usual_way_is_the_rerun_of_what_is_outdated(
    ada: User, analysis: Analysis
) -> None:
    outdated(analysis)

    asked = services.request_analysis(patient=analysis.patient, by=ada, wake=False)

    assert asked.rerun_of == analysis


def test_what_is_only_asked_anew_is_nobodys_rerun(ada: User, analysis: Analysis) -> None:
    asked = services.request_analysis(
        patient=analysis.patient, by=ada, all_results=True, wake=False
    )

    assert asked.rerun_of is None


def test_a_rerun_speaks_of_the_day_that_was_asked_about(ada: User, analysis: Analysis) -> None:
    day = now() - dt.timedelta(days=1)
    past = services.request_analysis(patient=analysis.patient, by=ada, as_of=day, wake=False)
    jobs.run_analysis(past.pk)
    past.refresh_from_db()
    correct(past.patient, "okafor-report-2-hemoglobin-f", with_value("106"))
    past.refresh_from_db()

    rerun = services.rerun(analysis=past, by=ada, wake=False)

    assert past.outdated
    assert rerun.as_of == past.as_of


def test_an_answered_critical_is_not_chased_again_for_the_very_same_value(ada: User) -> None:
    analysis = make_review(by=ada, key="hargreaves")
    accept_all(analysis, by=ada)
    answered = analysis.alerts.get()
    correct(analysis.patient, "hargreaves-report-2-creatinine-f", with_value("150"))
    analysis.refresh_from_db()

    rerun = run_again(analysis, ada)

    alert = rerun.alerts.get()
    assert (alert.state, alert.acknowledged_by, alert.answered_in) == (
        "acknowledged",
        ada,
        answered,
    )
    assert AuditEvent.objects.filter(event="critical.answer_kept").count() == 1


def test_a_corrected_critical_needs_an_answer_of_its_own(ada: User) -> None:
    analysis = make_review(by=ada, key="hargreaves")
    accept_all(analysis, by=ada)
    correct(analysis.patient, _critical_of(analysis.patient), with_value("7.1"))
    analysis.refresh_from_db()

    rerun = run_again(analysis, ada)

    assert [alert.state for alert in rerun.alerts.all()] == ["raised"]


def test_nobody_is_chased_for_a_critical_that_was_taken_back(ada: User) -> None:
    analysis = make_review(by=ada, key="hargreaves")
    delete(analysis.patient, f"Observation/{_critical_of(analysis.patient)}")
    analysis.refresh_from_db()

    rerun = run_again(analysis, ada)

    assert analysis.alerts.get().state == "withdrawn"
    assert not rerun.alerts.filter(state="raised").exists()
    assert AuditEvent.objects.filter(event="critical.withdrawn").count() == 1


def test_an_open_critical_that_still_stands_keeps_waiting(ada: User) -> None:
    analysis = make_review(by=ada, key="hargreaves")
    correct(analysis.patient, "hargreaves-report-2-creatinine-f", with_value("150"))
    analysis.refresh_from_db()

    rerun = run_again(analysis, ada)

    assert analysis.alerts.get().state == "raised"
    assert rerun.alerts.get().state == "raised"


def _critical_of(patient: Patient) -> str:
    alert = patient.alerts.first()
    assert alert is not None
    return alert.result.removeprefix("Observation/")
