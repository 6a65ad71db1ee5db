"""What the gate hands off is on the worklist, is resolved by a person, and ends with its result."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline import services as pipeline
from analysis.pipeline.jobs import run_analysis
from analysis.pipeline.models import Analysis, GateDecision
from analysis.review.services import signing
from analysis.worklist import handoffs, queries, services
from analysis.worklist.errors import Held
from analysis.worklist.queues import Filters, Listing
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.audit.models import AuditEvent
from medreview.common.errors import Denied, Invalid, WrongState
from medreview.runtime.handoffs import notes_of
from medreview.runtime.models import Handoff, RunEvent
from medreview.runtime.replay import differences
from tests.conftest import PASSWORD, person
from tests.factories.changes import correct, with_value
from tests.factories.handoffs import make_handoff
from tests.factories.pipeline import make_finished
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db

NOTE = "Rang the laboratory: Mrs Okafor’s tube was haemolysed."


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada)


@pytest.fixture
def noor(ada: User) -> User:
    return person("noor", "Noor Haddad", ada.hospital, Role.CLINICIAN)


def answer(handoff: Handoff, analysis: Analysis, by: User, **said: object) -> Handoff:
    given = {"note": NOTE, "version": handoff.version, **said}
    return handoffs.answer(analysis=analysis, handoff=handoff.pk, by=by, **given)  # type: ignore[arg-type]


def test_an_ordinary_result_is_decided_and_not_handed_off(analysis: Analysis) -> None:
    verdict = GateDecision.objects.get(run=analysis.run).verdict

    assert verdict["hand_off"] == []
    assert verdict["facts"]["abnormal"] == analysis.abnormal_count
    assert not analysis.run.handoffs.exists()
    event = RunEvent.objects.get(run=analysis.run, kind="gate.decided")
    assert (event.header["outcome"], event.payload) == ("in_review", None)


def test_a_result_whose_patient_has_neither_age_nor_sex_is_handed_off_by_the_gate(
    north: object,
) -> None:
    made = make_finished()

    [handoff] = made.run.handoffs.all()

    assert (handoff.cause, handoff.reasons) == ("result_gate", ["key_fields_missing"])
    kinds = list(made.run.events.values_list("kind", flat=True))
    assert kinds[-3:] == ["gate.decided", "handoff.opened", "review.awaited"]
    assert differences(made.run) == []
    assert AuditEvent.objects.filter(event="handoff.opened", thing_id=handoff.pk).count() == 1


def test_resolving_takes_a_note_that_only_the_patients_key_opens(
    analysis: Analysis, ada: User
) -> None:
    handoff = make_handoff(analysis)

    done = answer(handoff, analysis, ada)

    assert (done.state, done.ended_by, done.resolved_by) == ("resolved", "answered", ada)
    assert b"Okafor" not in bytes(done.note or b"")
    assert notes_of(analysis.run, [done]) == {done.pk: NOTE}
    trail = AuditEvent.objects.get(event="handoff.resolved")
    assert (trail.actor, trail.detail["outcome"]) == (ada.pk, "answered")
    analysis.run.refresh_from_db()
    assert differences(analysis.run) == []
    standing = queries.standing_of(analysis)
    assert standing is not None
    assert standing.holder == ada


def test_it_is_resolved_once_and_never_without_a_word(
    analysis: Analysis, ada: User, noor: User
) -> None:
    handoff = make_handoff(analysis)

    for empty in ("", "  \n", "x" * 1001):
        with pytest.raises(Invalid):
            answer(handoff, analysis, ada, note=empty)
    answer(handoff, analysis, ada)
    with pytest.raises(WrongState):
        answer(handoff, analysis, ada)

    assert RunEvent.objects.filter(run=analysis.run, kind="handoff.resolved").count() == 1


def test_who_holds_the_analysis_has_its_hand_off_too(
    analysis: Analysis, ada: User, noor: User
) -> None:
    handoff = make_handoff(analysis)
    services.claim(analysis=analysis, by=noor)

    with pytest.raises(Held):
        answer(handoff, analysis, ada)
    assert answer(handoff, analysis, noor).resolved_by == noor


def test_who_may_not_decide_resolves_nothing(analysis: Analysis, ada: User) -> None:
    handoff = make_handoff(analysis)
    auditor = person("nell", "Nell Audit", ada.hospital, Role.AUDITOR)

    with pytest.raises(Denied):
        answer(handoff, analysis, auditor)


def test_a_signature_resolves_what_is_open(analysis: Analysis, ada: User) -> None:
    handoff = make_handoff(analysis)
    accept_all(analysis, by=ada)

    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=ada)

    handoff.refresh_from_db()
    assert (handoff.ended_by, handoff.resolved_by) == ("signed", ada)


def test_a_rerun_ends_it_and_nobody_is_said_to_have(analysis: Analysis, ada: User) -> None:
    handoff = make_handoff(analysis)

    correct(analysis.patient, "okafor-report-2-hemoglobin-f", with_value("106"))
    run_analysis(pipeline.rerun(analysis=analysis, by=ada, wake=False).pk)

    handoff.refresh_from_db()
    assert (handoff.ended_by, handoff.resolved_by) == ("replaced", None)

    run_analysis(analysis.pk)


def test_the_list_narrows_to_what_is_handed_off_and_counts_it(
    signed_in: Callable[[User], Client], ada: User, analysis: Analysis
) -> None:
    other = make_review(by=ada, key="hargreaves")
    make_handoff(analysis, "critical_in_doubt", "incomplete_read")
    only = Filters(handed_off=True)

    page = signed_in(ada).get("/reviews/?handoff=open").content.decode()

    assert queries.counts(ada).of(Listing.WAITING, only) == 1
    assert f'id="row-{analysis.pk}"' in page
    assert f'id="row-{other.pk}"' not in page
    assert "Critical in doubt; Incomplete read" in page
    assert re.search(r'id="filter-handed-off"[^>]*data-count="1"', page)


def test_the_page_says_the_reasons_and_takes_the_note(
    signed_in: Callable[[User], Client], ada: User, analysis: Analysis
) -> None:
    client, handoff = signed_in(ada), make_handoff(analysis)
    place = reverse("review:overview", args=[analysis.pk])
    url = reverse("review:handoff", args=[analysis.pk, handoff.pk])
    htmx = {"HX-Request": "true"}

    before = client.get(place).content.decode()
    refused = client.post(url, {"note": " ", "version": 1}, headers=htmx)
    taken = client.post(url, {"note": NOTE, "version": 1}, headers=htmx)
    late = client.post(url, {"note": NOTE, "version": 1}, headers=htmx)
    after = client.get(place).content.decode()

    assert "more than an ordinary review is needed" in before
    assert "Ask the laboratory" in before
    assert (refused.status_code, taken.status_code, late.status_code) == (422, 200, 409)
    assert "HX-Redirect" in taken.headers
    assert "Resolved by Ada" in after
    assert "haemolysed" in after
