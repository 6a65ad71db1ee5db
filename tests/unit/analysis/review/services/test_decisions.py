"""Decisions are added, never changed; each names the version it saw and is audited."""

import pytest
from django.db import DatabaseError, transaction

from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.errors import StaleDecision
from analysis.review.models import Decision
from analysis.review.services import decisions
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid, NotFound, WrongState
from medreview.common.models import AppendOnlyError
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada)


@pytest.fixture
def finding(analysis: Analysis) -> str:
    return queries.finding_keys(analysis)[0]


def test_accepting_is_a_row_with_a_line_in_the_trail(
    ada: User, analysis: Analysis, finding: str
) -> None:
    decision = decisions.accept(analysis=analysis, finding=finding, version=0, by=ada)

    assert (decision.kind, decision.number) == ("accepted", 1)
    assert AuditEvent.objects.filter(event="finding.decided", thing_id=decision.pk).count() == 1
    assert finding not in queries.still_open(analysis)


def test_a_write_that_saw_an_older_version_changes_nothing(
    ada: User, analysis: Analysis, finding: str
) -> None:
    decisions.accept(analysis=analysis, finding=finding, version=0, by=ada)

    with pytest.raises(StaleDecision):
        decisions.edit(analysis=analysis, finding=finding, version=0, text="Mine.", by=ada)

    assert [row.kind for row in queries.decisions_on(analysis, finding)] == ["accepted"]


def test_undo_adds_an_event_and_removes_none(ada: User, analysis: Analysis, finding: str) -> None:
    decisions.accept(analysis=analysis, finding=finding, version=0, by=ada)
    decisions.edit(analysis=analysis, finding=finding, version=1, text="Mine.", by=ada)

    decisions.undo(analysis=analysis, finding=finding, version=2, by=ada)

    made = queries.decisions_on(analysis, finding)
    assert [row.kind for row in made] == ["accepted", "edited", "undone"]
    standing = queries.review_of(analysis).standing_on(finding)
    assert standing is not None
    assert standing.kind == "accepted"
    assert AuditEvent.objects.filter(event="finding.undone").count() == 1


def test_there_is_nothing_to_undo_on_an_open_finding(
    ada: User, analysis: Analysis, finding: str
) -> None:
    with pytest.raises(WrongState):
        decisions.undo(analysis=analysis, finding=finding, version=0, by=ada)


def test_a_rejection_without_a_reason_is_refused(
    ada: User, analysis: Analysis, finding: str
) -> None:
    with pytest.raises(Invalid):
        decisions.reject(analysis=analysis, finding=finding, version=0, reason="", by=ada)

    assert not Decision.objects.exists()


def test_a_finding_that_the_analysis_does_not_have_is_not_found(
    ada: User, analysis: Analysis
) -> None:
    with pytest.raises(NotFound):
        decisions.accept(analysis=analysis, finding="Observation/other", version=0, by=ada)


def test_a_reviewers_own_finding_stands_until_it_is_taken_back(
    ada: User, analysis: Analysis
) -> None:
    added = decisions.add_finding(analysis=analysis, title="Weight loss", text="6 kg.", by=ada)

    assert queries.review_of(analysis).standing_added() == [added]

    decisions.undo(analysis=analysis, finding=added.pk, version=1, by=ada)

    assert queries.review_of(analysis).standing_added() == []


def test_every_decision_makes_an_older_signing_dialog_stale(
    ada: User, analysis: Analysis, finding: str
) -> None:
    before = analysis.version

    decisions.accept(analysis=analysis, finding=finding, version=0, by=ada)

    analysis.refresh_from_db()
    assert analysis.version == before + 1


def test_a_decision_is_never_changed_even_by_the_database(
    ada: User, analysis: Analysis, finding: str
) -> None:
    decision = decisions.accept(analysis=analysis, finding=finding, version=0, by=ada)

    with pytest.raises(AppendOnlyError):
        decision.delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        Decision.objects.filter(pk=decision.pk)._raw_delete("default")


def test_nothing_is_decided_on_a_signed_report(ada: User, analysis: Analysis, finding: str) -> None:
    accept_all(analysis, by=ada)
    Analysis.objects.filter(pk=analysis.pk).update(state="signed")
    analysis.refresh_from_db()

    with pytest.raises(WrongState):
        decisions.undo(analysis=analysis, finding=finding, version=1, by=ada)
