"""A signature answers for everything that was decided, and only for that."""

import pytest

from analysis.pipeline.errors import StaleVersion
from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.errors import NotReadyToSign, WrongPassword
from analysis.review.models import Signature
from analysis.review.services import decisions, signing
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid, WrongState
from tests.conftest import PASSWORD
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada, key="hargreaves")


def sign(analysis: Analysis, by: User, password: str = PASSWORD) -> Signature:
    analysis.refresh_from_db()
    return signing.sign(analysis=analysis, version=analysis.version, password=password, by=by)


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
        signing.acknowledge(alert=alert, told="", read_back="6.8", version=alert.version, by=ada)
    given = signing.acknowledge(
        alert=alert, told="Dr Orlov", read_back="Potassium 6.8", version=alert.version, by=ada
    )
    with pytest.raises(WrongState):
        signing.acknowledge(
            alert=alert, told="Dr Li", read_back="Potassium 6.8", version=alert.version, by=ada
        )

    assert given.told == "Dr Orlov"
    assert AuditEvent.objects.filter(event="critical.acknowledged").count() == 1


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
