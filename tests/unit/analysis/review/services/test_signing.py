"""A signature answers for everything that was decided, and only for that."""

import datetime as dt
from typing import Any

import pytest

from analysis.pipeline.errors import StaleVersion
from analysis.pipeline.models import Analysis, CriticalAlert
from analysis.pipeline.queries import open_alerts
from analysis.review import queries
from analysis.review.errors import NotReadyToSign, WrongPassword
from analysis.review.models import CriticalAcknowledgement, Signature
from analysis.review.services import decisions, signing
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import Invalid, Unavailable, WrongState
from tests.conftest import PASSWORD
from tests.factories.patients import make_patient
from tests.factories.pipeline import Alarms, Plans, Reads, make_finished, small_plan
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


def sign(analysis: Analysis, by: User, password: str = PASSWORD) -> Signature:
    analysis.refresh_from_db()
    return signing.sign(analysis=analysis, version=analysis.version, password=password, by=by)


def answer(alert: CriticalAlert, *, by: User, **said: Any) -> CriticalAcknowledgement:
    words = {"told": "Dr Orlov", "told_at": now(), "read_back": "Potassium 6.8"}
    version = alert.version
    return signing.acknowledge(alert=alert, version=version, by=by, **(words | said))


def test_a_decided_and_acknowledged_report_is_signed(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)

    signature = sign(analysis, ada)

    analysis.refresh_from_db()
    assert analysis.state == "signed"
    assert (signature.edition, signature.accepted, signature.criticals) == (1, 9, 1)
    assert AuditEvent.objects.filter(event="review.signed").count() == 1


def test_one_open_finding_is_enough_to_refuse(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)
    first = queries.finding_keys(analysis)[0]
    decisions.undo(analysis=analysis, finding=first, version=1, by=ada)

    with pytest.raises(NotReadyToSign):
        sign(analysis, ada)

    assert not Signature.objects.exists()


def test_an_unacknowledged_critical_is_enough_to_refuse(ada: User, analysis: Analysis) -> None:
    for finding in queries.still_open(analysis):
        decisions.accept(analysis=analysis, finding=finding, version=0, by=ada)

    with pytest.raises(NotReadyToSign):
        sign(analysis, ada)


def test_a_wrong_password_signs_nothing(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)

    with pytest.raises(WrongPassword):
        sign(analysis, ada, password="guess")

    assert not Signature.objects.exists()


def test_what_changed_after_the_dialog_was_opened_is_not_signed_unseen(
    ada: User, analysis: Analysis
) -> None:
    accept_all(analysis, by=ada)
    seen = analysis.version
    first = queries.finding_keys(analysis)[0]
    decisions.reject(analysis=analysis, finding=first, version=1, reason="unsafe", by=ada)

    with pytest.raises(StaleVersion):
        signing.sign(analysis=analysis, version=seen, password=PASSWORD, by=ada)


def test_an_acknowledgement_needs_words_and_is_given_once(ada: User, analysis: Analysis) -> None:
    alert = queries.review_of(analysis).open_alerts()[0]

    with pytest.raises(Invalid):
        answer(alert, by=ada, told="")
    given = answer(alert, by=ada)
    with pytest.raises(WrongState):
        answer(alert, by=ada, told="Dr Li")

    assert given.told == "Dr Orlov"
    assert AuditEvent.objects.filter(event="critical.acknowledged").count() == 1


def test_nobody_was_told_before_the_value_was_raised(ada: User, analysis: Analysis) -> None:
    alert = analysis.alerts.get()
    day_before = alert.created_at - dt.timedelta(days=1)

    with pytest.raises(Invalid):
        answer(alert, by=ada, told_at=day_before)

    alert.refresh_from_db()
    assert alert.state == "raised"


def test_one_answer_is_to_the_measured_value_and_closes_every_alert_on_it(ada: User) -> None:
    first = make_finished(patient=make_patient(hospital=ada.hospital), by=ada)
    second = make_finished(patient=first.patient, by=ada, all_results=True)
    assert [alert.analysis for alert in open_alerts(ada)] == [first]

    answer(second.alerts.get(), by=ada, told_at=first.alerts.get().created_at)

    assert not open_alerts(ada).exists()
    answers = CriticalAcknowledgement.objects.order_by("alert__created_at")
    assert [(row.alert.analysis, row.told) for row in answers] == [
        (first, "Dr Orlov"),
        (second, "Dr Orlov"),
    ]
    assert AuditEvent.objects.filter(event="critical.acknowledged").count() == 2


def test_a_corrected_value_is_another_value_and_waits_for_an_answer_of_its_own(ada: User) -> None:
    first = make_finished(patient=make_patient(hospital=ada.hospital), by=ada)
    second = make_finished(patient=first.patient, by=ada, all_results=True)
    CriticalAlert.objects.filter(analysis=second).update(value_text="7.4 mmol/L")

    answer(first.alerts.get(), by=ada)

    assert [alert.analysis for alert in open_alerts(ada)] == [second]


def test_an_alert_raised_after_the_answer_needs_an_answer_of_its_own(ada: User) -> None:
    first = make_finished(patient=make_patient(hospital=ada.hospital), by=ada)
    answer(first.alerts.get(), by=ada)

    second = make_finished(patient=first.patient, by=ada, all_results=True)

    assert [alert.analysis for alert in open_alerts(ada)] == [second]
    assert queries.review_of(second).answered_before.keys() == {second.alerts.get().pk}


def test_a_critical_of_a_failed_analysis_waits_like_any_other(ada: User) -> None:
    analysis = make_finished(
        patient=make_patient(hospital=ada.hospital),
        by=ada,
        plan=small_plan(Reads(), Alarms(), Plans(broken_by=Unavailable("Gone."))),
    )
    assert analysis.state == "failed"

    waiting = list(open_alerts(ada))
    answer(waiting[0], by=ada)

    assert not open_alerts(ada).exists()


def test_an_amended_report_keeps_its_first_signature_and_gets_a_second(
    ada: User, analysis: Analysis
) -> None:
    accept_all(analysis, by=ada)
    first = sign(analysis, ada)
    analysis.refresh_from_db()

    signing.amend(analysis=analysis, version=analysis.version, reason="Wrong unit.", by=ada)
    key = queries.finding_keys(analysis)[0]
    analysis.refresh_from_db()
    decisions.edit(analysis=analysis, finding=key, version=1, text="Repeat today.", by=ada)
    second = sign(analysis, ada)

    assert [row.edition for row in analysis.signatures.all()] == [1, 2]
    assert first.content_hash != second.content_hash
    assert analysis.amendments.get().reason == "Wrong unit."
