"""A re-run keeps a decision exactly where the finding it was made on is the very same."""

import pytest

from analysis.pipeline import jobs
from analysis.pipeline import services as pipeline
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.review import queries
from analysis.review.before import before_of, offered_to, origin_of, standing_decisions
from analysis.review.content import content_hash
from analysis.review.findings import findings_of
from analysis.review.models import Decision
from analysis.review.services import carrying, decisions, notes, signing
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.errors import NotFound
from tests.conftest import PASSWORD
from tests.factories.changes import arrives, correct, delete, with_value
from tests.factories.fhir import an_observation
from tests.factories.review import accept_all, make_review

pytestmark = pytest.mark.django_db

CHANGED = "Observation/okafor-report-2-hemoglobin-f"
UNTOUCHED = "Observation/okafor-report-2-platelets"


@pytest.fixture
def analysis(ada: User) -> Analysis:
    return make_review(by=ada)


def run_again(analysis: Analysis, by: User) -> Analysis:
    analysis.refresh_from_db()
    rerun = pipeline.rerun(analysis=analysis, by=by, wake=False)
    jobs.run_analysis(rerun.pk)
    rerun.refresh_from_db()
    assert rerun.state == "in_review", rerun.reason
    return rerun


def corrected(analysis: Analysis) -> None:
    correct(analysis.patient, CHANGED.removeprefix("Observation/"), with_value("106"))


def hashes(analysis: Analysis) -> dict[str, str]:
    result = whole(analysis)
    return {one.key: content_hash(one, result) for one in findings_of(result)}


def test_carried_is_exactly_what_has_an_equal_hash(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)
    corrected(analysis)

    rerun = run_again(analysis, ada)

    before, after = hashes(analysis), hashes(rerun)
    equal = {key for key in after if before.get(key) == after[key]}
    carried = {decision.finding for decision in rerun.decisions.all()}
    assert carried == equal
    assert UNTOUCHED in carried
    assert CHANGED not in carried
    assert queries.still_open(rerun) == [
        key for key in queries.finding_keys(rerun) if key not in equal
    ]


@pytest.mark.parametrize("kind", ["accepted", "edited", "rejected"])
def test_every_kind_of_decision_is_carried_with_its_words(
    ada: User, analysis: Analysis, kind: str
) -> None:
    if kind == "accepted":
        made = decisions.accept(analysis=analysis, finding=UNTOUCHED, version=0, by=ada)
    elif kind == "edited":
        made = decisions.edit(
            analysis=analysis, finding=UNTOUCHED, version=0, text="Reactive.", by=ada
        )
    else:
        made = decisions.reject(
            analysis=analysis,
            finding=UNTOUCHED,
            version=0,
            reason="not_relevant",
            comment="Known.",
            by=ada,
        )
    corrected(analysis)

    carried = run_again(analysis, ada).decisions.get()

    assert (carried.kind, carried.text, carried.reason, carried.comment) == (
        made.kind,
        made.text,
        made.reason,
        made.comment,
    )
    assert (carried.carried_from, carried.by, carried.number) == (made, ada, 1)
    event = AuditEvent.objects.get(event="finding.carried")
    assert (event.actor, event.thing_id) == ("", carried.pk)


def test_an_open_or_undone_finding_carries_nothing(ada: User, analysis: Analysis) -> None:
    decisions.accept(analysis=analysis, finding=UNTOUCHED, version=0, by=ada)
    decisions.undo(analysis=analysis, finding=UNTOUCHED, version=1, by=ada)
    corrected(analysis)

    assert not run_again(analysis, ada).decisions.exists()


def test_a_finding_whose_result_is_gone_carries_nothing(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)
    delete(analysis.patient, CHANGED)

    rerun = run_again(analysis, ada)

    assert CHANGED not in queries.finding_keys(rerun)
    assert not rerun.decisions.filter(finding=CHANGED).exists()


def test_a_new_version_that_says_the_same_is_looked_at_again(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)
    name = UNTOUCHED.removeprefix("Observation/")
    correct(analysis.patient, name, lambda content: content.update(meta={"versionId": "2"}))

    rerun = run_again(analysis, ada)

    assert not rerun.decisions.filter(finding=UNTOUCHED).exists()


def test_newer_data_that_touches_nothing_leaves_every_decision(
    ada: User, analysis: Analysis
) -> None:
    accept_all(analysis, by=ada)
    arrives(
        analysis.patient,
        an_observation(
            "x1", of="Patient/okafor", code={"text": "Something nobody knows"}, category=None
        ),
    )

    rerun = run_again(analysis, ada)

    assert queries.still_open(rerun) == []


def test_a_carried_decision_is_taken_back_like_any_other(ada: User, analysis: Analysis) -> None:
    decisions.accept(analysis=analysis, finding=UNTOUCHED, version=0, by=ada)
    corrected(analysis)
    rerun = run_again(analysis, ada)

    decisions.undo(analysis=rerun, finding=UNTOUCHED, version=1, by=ada)

    assert UNTOUCHED in queries.still_open(rerun)
    assert standing_decisions(analysis)[UNTOUCHED].kind == "accepted"


def test_a_decision_carried_twice_names_the_one_a_person_made(
    ada: User, analysis: Analysis
) -> None:
    made = decisions.accept(analysis=analysis, finding=UNTOUCHED, version=0, by=ada)
    corrected(analysis)
    second = run_again(analysis, ada)
    correct(analysis.patient, CHANGED.removeprefix("Observation/"), with_value("107"))

    third = run_again(second, ada)

    assert origin_of(third.decisions.get()) == made


def test_a_signed_analysis_keeps_its_decisions_and_its_signature(
    ada: User, analysis: Analysis
) -> None:
    accept_all(analysis, by=ada)
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=ada)
    signed = Decision.objects.filter(analysis=analysis).count()
    corrected(analysis)

    rerun = run_again(analysis, ada)

    analysis.refresh_from_db()
    signature = analysis.signatures.get()
    keys = queries.finding_keys(analysis)
    assert Decision.objects.filter(analysis=analysis).count() == signed
    assert queries.review_of(analysis).content_hash(keys) == signature.content_hash
    assert rerun.decisions.exists()


def test_a_second_run_of_the_same_step_carries_nothing_twice(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)
    corrected(analysis)
    rerun = run_again(analysis, ada)

    assert carrying.carry_over(rerun) == []


def test_what_is_no_rerun_carries_nothing(analysis: Analysis) -> None:
    assert carrying.carry_over(analysis) == []
    assert offered_to(analysis) == []
    result = whole(analysis)
    assert before_of(analysis, result, findings_of(result)) is None


def test_an_added_finding_is_offered_and_taken_over_once(ada: User, analysis: Analysis) -> None:
    added = decisions.add_finding(analysis=analysis, title="Diet", text="Ask.", by=ada)
    corrected(analysis)
    rerun = run_again(analysis, ada)
    assert offered_to(rerun) == [added]

    first = carrying.keep_added(analysis=rerun, added=added.pk, by=ada)
    second = carrying.keep_added(analysis=rerun, added=added.pk, by=ada)

    assert first == second
    assert (first.title, first.text, first.taken_from) == ("Diet", "Ask.", added)
    assert offered_to(rerun) == []
    with pytest.raises(NotFound):
        carrying.keep_added(analysis=analysis, added=added.pk, by=ada)


def test_one_taken_over_and_taken_back_is_offered_again(ada: User, analysis: Analysis) -> None:
    added = decisions.add_finding(analysis=analysis, title="Diet", text="Ask.", by=ada)
    corrected(analysis)
    rerun = run_again(analysis, ada)
    taken = carrying.keep_added(analysis=rerun, added=added.pk, by=ada)

    decisions.undo(analysis=rerun, finding=taken.pk, version=1, by=ada)

    assert offered_to(rerun) == [added]


def test_comments_stay_readable_on_the_same_finding(ada: User, analysis: Analysis) -> None:
    notes.comment(analysis=analysis, finding=UNTOUCHED, text="Seen before.", by=ada)
    corrected(analysis)
    rerun = run_again(analysis, ada)
    result = whole(rerun)

    before = before_of(rerun, result, findings_of(result))

    assert before is not None
    assert [comment.text for comment in before.comments[UNTOUCHED]] == ["Seen before."]


def test_the_comparison_names_the_resource_that_is_the_cause(ada: User, analysis: Analysis) -> None:
    accept_all(analysis, by=ada)
    corrected(analysis)
    rerun = run_again(analysis, ada)
    result = whole(rerun)

    before = before_of(rerun, result, findings_of(result))

    assert before is not None
    (changed,) = [
        one for one in before.comparison.findings if one.after and one.after.key == CHANGED
    ]
    assert [cause.id for cause in changed.causes.changed] == [CHANGED]
    assert before.comparison.same == rerun.decisions.count()


def test_no_difference_is_put_down_to_time_while_a_resource_explains_it(
    ada: User, analysis: Analysis
) -> None:
    corrected(analysis)
    rerun = run_again(analysis, ada)
    result = whole(rerun)

    before = before_of(rerun, result, findings_of(result))

    assert before is not None
    for one in before.comparison.findings:
        assert [cause.id for cause in one.causes.changed] == [CHANGED], one.name
        assert not one.causes.time
