import datetime as dt

import pytest
import time_machine

from analysis.pipeline.models import Analysis
from analysis.worklist import queries, services
from analysis.worklist.errors import Held, NoteMissing, NotHeld, StaleHolding, WrongReceiver
from analysis.worklist.models import Move
from medreview.accounts.errors import NotAllowed
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.accounts.services import change_hospital_settings, deactivate_user, revoke_role
from medreview.audit.models import AuditEvent
from medreview.common.clock import now
from medreview.common.errors import Invalid, WrongState
from tests.conftest import person
from tests.factories.worklist import make_waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def noor(north) -> User:
    """The other clinician of North."""
    return person("noor", "Noor Haddad", north, Role.CLINICIAN)


@pytest.fixture
def analysis(north) -> Analysis:
    return make_waiting(north)


def events() -> list[str]:
    found = AuditEvent.objects.filter(event__startswith="work.").order_by("created_at")
    return list(found.values_list("event", flat=True))


def queues(analysis: Analysis, *people: User) -> list[list[str]]:
    names = ("waiting", "mine", "others")
    return [
        [name for name in names if queries.queue(each, name).filter(pk=analysis.pk).exists()]
        for each in people
    ]


def test_who_claims_has_it_until_the_hospitals_claim_time_passes(analysis, ada, noor, north):
    settings = HospitalSettings(claim_minutes=45)
    change_hospital_settings(hospital=north, settings=settings, version=1)
    analysis.refresh_from_db()
    with time_machine.travel(now(), tick=False) as clock:
        services.claim(analysis=analysis, by=ada)

        clock.shift(dt.timedelta(minutes=44, seconds=59))
        assert queues(analysis, ada, noor) == [["mine"], ["others"]]
        clock.shift(dt.timedelta(seconds=1))
        assert queues(analysis, ada, noor) == [["waiting"], ["waiting"]]
        services.claim(analysis=analysis, by=noor)

    assert queries.holder_of(analysis) == noor
    assert [move.before for move in queries.moves_of(analysis)] == [None, None]
    assert events() == ["work.claimed", "work.claimed"]


def test_claiming_twice_is_one_move_and_a_longer_lease(analysis, ada):
    with time_machine.travel(now(), tick=False) as clock:
        first = services.claim(analysis=analysis, by=ada).until
        clock.shift(dt.timedelta(minutes=10))

        second = services.renew(analysis=analysis, by=ada).until

    assert first is not None
    assert second == first + dt.timedelta(minutes=10)
    assert Move.objects.count() == 1
    assert events() == ["work.claimed"]


def test_what_another_holds_is_refused_with_their_name_and_the_time(analysis, ada, noor):
    with time_machine.travel(dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC), tick=False):
        services.claim(analysis=analysis, by=ada)

        with pytest.raises(
            Held, match=r"^Ada Albrecht holds this analysis until 30-Nov-2026.09:30\."
        ):
            services.claim(analysis=analysis, by=noor)
        with pytest.raises(Held):
            services.assign(analysis=analysis, to=ada, by=noor)
        with pytest.raises(Held):
            services.hand_over(analysis=analysis, to=ada, note="Look.", by=noor)
        assert queries.holder_of(analysis) == ada


def test_an_assignment_outlives_every_lease(analysis, ada, noor):
    with time_machine.travel(now(), tick=False) as clock:
        services.assign(analysis=analysis, to=noor, note="Yours since Monday.", by=ada)

        clock.shift(dt.timedelta(days=30))
        assert queues(analysis, ada, noor) == [["others"], ["mine"]]
        services.renew(analysis=analysis, by=noor)
        clock.shift(dt.timedelta(days=30))

        assert queues(analysis, ada, noor) == [["others"], ["mine"]]
        with pytest.raises(Held, match="assigned to Noor Haddad"):
            services.claim(analysis=analysis, by=ada)


def test_who_hands_over_says_where_things_stand(analysis, ada, noor):
    services.claim(analysis=analysis, by=ada)

    with pytest.raises(NoteMissing):
        services.hand_over(analysis=analysis, to=noor, note="  ", by=ada)
    with pytest.raises(Invalid, match="longer"):
        services.hand_over(analysis=analysis, to=noor, note="x" * 1001, by=ada)
    services.hand_over(analysis=analysis, to=noor, note=" Potassium called in. ", by=ada)

    standing = queries.standing_of(analysis)
    assert standing.holder == noor
    assert standing.given.note == "Potassium called in."
    assert (standing.given.before, standing.given.by) == (ada, ada)
    assert events() == ["work.claimed", "work.handed_over"]


def test_only_what_one_holds_is_handed_over_or_given_back(analysis, ada, noor):
    with pytest.raises(NotHeld):
        services.hand_over(analysis=analysis, to=noor, note="Look.", by=ada)
    with pytest.raises(NotHeld):
        services.release_claim(analysis=analysis, by=ada)
    services.assign(analysis=analysis, to=noor, by=ada)
    with pytest.raises(NotHeld):
        services.release_claim(analysis=analysis, by=ada)

    services.release_claim(analysis=analysis, by=noor)

    assert queues(analysis, ada, noor) == [["waiting"], ["waiting"]]
    assert events() == ["work.assigned", "work.released"]


def test_work_goes_to_a_colleague_who_may_decide(analysis, ada, kim, oleg, noor, root):
    deactivate_user(user=noor, by=root)

    for receiver in (ada, kim, oleg, noor):
        with pytest.raises(WrongReceiver):
            services.assign(analysis=analysis, to=receiver, by=ada)
    with pytest.raises(NotAllowed):
        services.claim(analysis=analysis, by=kim)
    with pytest.raises(NotAllowed):
        services.assign(analysis=analysis, to=ada, by=kim)
    with pytest.raises(NotAllowed):
        services.take_over(analysis=analysis, version=0, by=kim)

    assert list(queries.colleagues(ada)) == []
    assert Move.objects.count() == 0


def test_taking_over_is_recorded_and_told_to_the_one_before(analysis, ada, noor):
    services.claim(analysis=analysis, by=ada)

    services.take_over(analysis=analysis, version=1, by=noor)

    assert queries.holder_of(analysis) == noor
    assert [(move.by, move.before) for move in queries.taken_from(ada)] == [(noor, ada)]
    assert queries.taken_from(noor) == []
    event = AuditEvent.objects.get(event="work.taken_over")
    assert event.detail == {"analysis": analysis.pk, "from": ada.pk, "to": noor.pk}
    assert (event.actor, event.patient) == (noor.pk, analysis.patient_id)


def test_a_take_over_names_the_move_it_saw(analysis, ada, noor, north):
    third = person("tess", "Tess Third", north, Role.CLINICIAN)
    services.claim(analysis=analysis, by=ada)
    services.take_over(analysis=analysis, version=1, by=noor)

    with pytest.raises(StaleHolding):
        services.take_over(analysis=analysis, version=1, by=third)

    assert queries.holder_of(analysis) == noor


def test_taking_over_what_lapsed_meanwhile_is_a_claim(analysis, ada, noor):
    with time_machine.travel(now(), tick=False) as clock:
        services.claim(analysis=analysis, by=ada)
        clock.shift(dt.timedelta(hours=1))

        services.take_over(analysis=analysis, version=1, by=noor)

    assert events() == ["work.claimed", "work.claimed"]
    assert queries.taken_from(ada) == []


def test_what_a_deactivated_person_held_waits_again_at_once(analysis, ada, noor, root):
    services.assign(analysis=analysis, to=noor, by=ada)

    deactivate_user(user=noor, by=root)

    assert queues(analysis, ada) == [["waiting"]]
    services.claim(analysis=analysis, by=ada)
    assert queues(analysis, ada) == [["mine"]]


def test_what_somebody_without_the_role_held_waits_again_at_once(analysis, ada, noor, root):
    services.assign(analysis=analysis, to=noor, by=ada)

    revoke_role(user=noor, role=Role.CLINICIAN, by=root)

    assert queues(analysis, ada) == [["waiting"]]


def test_nobody_holds_what_is_not_open(analysis, ada, noor):
    services.claim(analysis=analysis, by=ada)
    Analysis.objects.filter(pk=analysis.pk).update(state="signed")

    for move in (
        lambda: services.claim(analysis=analysis, by=ada),
        lambda: services.release_claim(analysis=analysis, by=ada),
        lambda: services.assign(analysis=analysis, to=noor, by=ada),
        lambda: services.take_over(analysis=analysis, version=1, by=noor),
    ):
        with pytest.raises(WrongState, match="not open for decisions"):
            move()

    assert queries.holder_of(analysis) is None
    assert queries.due_at(analysis) is None


def test_what_held_for_one_edition_says_nothing_of_the_next(analysis, ada, noor):
    services.assign(analysis=analysis, to=noor, by=ada)
    Analysis.objects.filter(pk=analysis.pk).update(state="amended", edition=2)
    analysis.refresh_from_db()

    assert queues(analysis, ada, noor) == [["waiting"], ["waiting"]]
    services.claim(analysis=analysis, by=ada)

    assert queues(analysis, ada, noor) == [["mine"], ["others"]]


def test_who_opens_a_signed_one_again_has_it_and_it_is_due_anew(analysis, ada, noor):
    with time_machine.travel(now(), tick=False) as clock:
        services.claim(analysis=analysis, by=ada)
        services.end(analysis=analysis, by=ada)
        clock.shift(dt.timedelta(days=3))
        Analysis.objects.filter(pk=analysis.pk).update(state="amended", edition=2)
        analysis.refresh_from_db()

        services.reopen(analysis=analysis, by=noor)

        assert queries.holder_of(analysis) == noor
        assert queries.due_at(analysis) == now() + dt.timedelta(days=1)
    assert events() == ["work.claimed", "work.ended", "work.claimed"]


def test_signing_what_another_holds_is_refused(analysis, ada, noor):
    services.claim(analysis=analysis, by=ada)

    with pytest.raises(Held):
        services.end(analysis=analysis, by=noor)

    services.end(analysis=analysis, by=ada)
    services.end(analysis=analysis, by=ada)
    assert events() == ["work.claimed", "work.ended"]


@pytest.fixture
def rerun(analysis: Analysis, north: Hospital) -> Analysis:
    """Asks again what ``analysis`` asked, and is not in its place yet."""
    again = make_waiting(north)
    Analysis.objects.filter(pk=again.pk).update(rerun_of=analysis)
    return Analysis.objects.get(pk=again.pk)


def take_its_place(rerun: Analysis) -> None:
    Analysis.objects.filter(pk=rerun.rerun_of_id).update(state="replaced")
    services.follow(Analysis.objects.get(pk=rerun.pk))


def test_what_was_handed_over_stays_with_its_receiver_when_a_rerun_takes_its_place(
    analysis, rerun, ada, noor
):
    services.claim(analysis=analysis, by=ada)
    services.hand_over(analysis=analysis, to=noor, note="Call the ward.", by=ada)

    take_its_place(rerun)

    given = queries.standing_of(rerun).given
    assert queries.holder_of(rerun) == noor
    assert (given.kind, given.note, given.by) == ("followed", "Call the ward.", ada)
    followed = AuditEvent.objects.get(event="work.followed")
    assert followed.actor == ""


def test_a_claim_on_a_rerun_lapses_when_it_would_have_and_a_lapsed_one_is_not_revived(
    analysis, rerun, ada
):
    with time_machine.travel(now(), tick=False) as clock:
        until = services.claim(analysis=analysis, by=ada).until
        take_its_place(rerun)
        assert queries.standing_of(rerun).until == until

        clock.shift(dt.timedelta(minutes=30))
        later = make_waiting(analysis.hospital)
        Analysis.objects.filter(pk=later.pk).update(rerun_of=rerun)
        take_its_place(Analysis.objects.get(pk=later.pk))

    assert queries.holder_of(later) is None


def test_a_rerun_of_what_nobody_held_or_what_was_signed_waits_for_anybody(analysis, rerun, ada):
    take_its_place(rerun)
    assert queries.holder_of(rerun) is None

    services.claim(analysis=rerun, by=ada)
    again = make_waiting(analysis.hospital)
    Analysis.objects.filter(pk=again.pk).update(rerun_of=rerun)
    services.end(analysis=rerun, by=ada)
    Analysis.objects.filter(pk=rerun.pk).update(state="signed")
    services.follow(Analysis.objects.get(pk=again.pk))

    assert queries.holder_of(again) is None
