"""Whatever happens in whatever order, an open analysis is in exactly one queue of everybody."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.pipeline import jobs
from analysis.pipeline import services as pipeline
from analysis.pipeline.analysis_states import AT_WORK, DECIDABLE
from analysis.pipeline.models import Analysis
from analysis.review import queries as reviews
from analysis.review.services import decisions, signing
from analysis.review.standing import standing
from analysis.worklist import queries, services
from analysis.worklist.errors import Held
from analysis.worklist.queues import Listing, Queue, queue_of
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from medreview.accounts.services import (
    deactivate_user,
    grant_role,
    reactivate_user,
    revoke_role,
)
from medreview.common.clock import now
from medreview.common.errors import MedReviewError, Unavailable
from tests.conftest import PASSWORD, person
from tests.factories.patients import make_patient
from tests.factories.pipeline import Alarms, Plans, Reads, make_analysis, small_plan
from tests.factories.review import accept_all

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

NAMES = ("ada", "noor", "tess")
LEASE = dt.timedelta(minutes=30)
START = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


@dataclass
class Hand:
    """Who should hold an analysis, as a reader of the rules would note it on paper."""

    holder: str = ""
    until: dt.datetime | None = None


@dataclass
class Ward:
    """Two analyses, three colleagues, what should be true of them, and all that can happen."""

    analyses: list[Analysis]
    clock: Any
    hands: list[Hand] = field(default_factory=lambda: [Hand(), Hand()])
    may: set[str] = field(default_factory=lambda: set(NAMES))
    active: set[str] = field(default_factory=lambda: set(NAMES))

    def works(self, name: str) -> bool:
        return name in self.may & self.active

    def analysis(self, place: int) -> Analysis:
        return Analysis.objects.select_related("hospital").get(pk=self.analyses[place].pk)

    def is_open(self, place: int) -> bool:
        return Analysis.objects.filter(pk=self.analyses[place].pk, state__in=DECIDABLE).exists()

    def holder(self, place: int) -> str:
        hand = self.hands[place]
        lapsed = hand.until is not None and hand.until <= now()
        stands = self.is_open(place) and self.works(hand.holder) and not lapsed
        return hand.holder if stands else ""

    def is_free_for(self, name: str, place: int) -> bool:
        return self.is_open(place) and self.works(name) and self.holder(place) in {"", name}

    def take(self, place: int, name: str) -> None:
        hand = self.hands[place]
        if self.holder(place) != name:
            self.hands[place] = Hand(name, now() + LEASE)
        elif hand.until is not None:
            hand.until = now() + LEASE

    # What people do

    def claim(self, place: int, name: str, other: str) -> None:
        allowed = self.is_free_for(name, place)
        if attempt(services.claim, allowed, analysis=self.analysis(place), by=user(name)):
            self.take(place, name)

    def decide(self, place: int, name: str, other: str) -> None:
        if self.is_open(place) and attempt(
            decide, self.is_free_for(name, place), analysis=self.analysis(place), by=user(name)
        ):
            self.take(place, name)

    def release(self, place: int, name: str, other: str) -> None:
        mine = self.is_open(place) and self.holder(place) == name
        analysis = self.analysis(place)
        if attempt(services.release_claim, mine, analysis=analysis, by=user(name)):
            self.hands[place] = Hand()

    def assign(self, place: int, name: str, other: str) -> None:
        allowed = self.is_free_for(name, place) and name != other and self.works(other)
        given = {"analysis": self.analysis(place), "to": user(other), "by": user(name)}
        if attempt(services.assign, allowed, **given):
            self.hands[place] = Hand(other)

    def hand_over(self, place: int, name: str, other: str) -> None:
        begun = self.is_open(place) and self.holder(place) == name
        allowed = begun and name != other and self.works(other)
        given = {"analysis": self.analysis(place), "to": user(other), "by": user(name)}
        if attempt(services.hand_over, allowed, note="Look.", **given):
            self.hands[place] = Hand(other)

    def take_over(self, place: int, name: str, other: str) -> None:
        analysis = self.analysis(place)
        seen = getattr(getattr(analysis, "holding", None), "moves", 0)
        allowed = self.is_open(place) and self.works(name)
        if attempt(services.take_over, allowed, analysis=analysis, version=seen, by=user(name)):
            self.take(place, name)

    def sign(self, place: int, name: str, other: str) -> None:
        allowed = self.is_free_for(name, place)
        if not (self.is_open(place) and self.works(name)):
            return
        if attempt(sign, allowed, analysis=self.analysis(place), by=user(name)):
            self.hands[place] = Hand()

    def amend(self, place: int, name: str, other: str) -> None:
        analysis = self.analysis(place)
        if analysis.state == "signed" and self.works(name):
            signing.amend(
                analysis=analysis, version=analysis.version, reason="More.", by=user(name)
            )
            self.hands[place] = Hand(name, now() + LEASE)

    # What happens to them

    def wait(self, place: int, name: str, other: str) -> None:
        self.clock.shift(dt.timedelta(minutes=17))

    def outdate(self, place: int, name: str, other: str) -> None:
        Analysis.objects.filter(pk=self.analyses[place].pk).update(outdated=True)

    def rerun(self, place: int, name: str, other: str) -> None:
        """Whoever held what is replaced holds its re-run, on the same terms."""
        if self.is_open(place):
            hand = self.hands[place] if self.holder(place) else Hand()
            asked = Analysis.objects.filter(pk=self.analyses[place].pk)
            asked.update(request_key="of another record")
            again = pipeline.rerun(analysis=asked.get(), by=None, wake=False)
            jobs.run_analysis(again.pk, small_plan())
            assert asked.get().state == "replaced"
            self.analyses[place], self.hands[place] = again, hand

    def run(self, place: int, name: str, other: str) -> None:
        if self.analysis(place).state in AT_WORK:
            jobs.run_analysis(self.analyses[place].pk, small_plan())

    def fail(self, place: int, name: str, other: str) -> None:
        if self.analysis(place).state in AT_WORK:
            broken = small_plan(Reads(), Alarms(), Plans(broken_by=Unavailable("Gone.")))
            jobs.run_analysis(self.analyses[place].pk, broken)

    def cancel(self, place: int, name: str, other: str) -> None:
        if self.analysis(place).state in AT_WORK:
            pipeline.cancel(analysis=self.analysis(place), by=None)

    def retry(self, place: int, name: str, other: str) -> None:
        if self.analysis(place).state == "failed":
            pipeline.retry(analysis=self.analysis(place), by=None, wake=False)

    def deactivate(self, place: int, name: str, other: str) -> None:
        deactivate_user(user=user(name))
        self.active.discard(name)

    def reactivate(self, place: int, name: str, other: str) -> None:
        reactivate_user(user=user(name))
        self.active.add(name)

    def revoke(self, place: int, name: str, other: str) -> None:
        revoke_role(user=user(name), role=Role.CLINICIAN)
        self.may.discard(name)

    def grant(self, place: int, name: str, other: str) -> None:
        grant_role(user=user(name), role=Role.CLINICIAN)
        self.may.add(name)


OFTEN = [Ward.claim, Ward.decide, Ward.hand_over, Ward.take_over, Ward.sign, Ward.amend, Ward.wait]
SELDOM = [
    *(Ward.release, Ward.assign, Ward.outdate, Ward.rerun),
    *(Ward.run, Ward.fail, Ward.cancel, Ward.retry),
    *(Ward.deactivate, Ward.reactivate, Ward.revoke, Ward.grant),
]
MOVES = st.tuples(
    st.sampled_from([*OFTEN, *OFTEN, *SELDOM]),
    st.integers(0, 1),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
)


def user(name: str) -> User:
    return User.objects.get(username=name)


def attempt(step: Callable[..., object], allowed: bool, **given: Any) -> bool:
    """Whether it was done: exactly when the rules on paper allow it."""
    try:
        with transaction.atomic():
            step(**given)
    except MedReviewError:
        done = False
    else:
        done = True
    assert done == allowed
    return done


def decide(*, analysis: Analysis, by: User) -> None:
    key = reviews.finding_keys(analysis)[0]
    made = reviews.decisions_on(analysis, key)
    step = decisions.accept if standing(made) is None else decisions.undo
    step(analysis=analysis, finding=key, version=len(made), by=by)


def sign(*, analysis: Analysis, by: User) -> None:
    accept_all(analysis, by=by)
    signing.sign(
        analysis=analysis,
        version=analysis.version,
        password=PASSWORD,
        despite="Seen, and it bears on nothing here.",
        by=by,
    )


def check_queues(ward: Ward, viewer: User) -> None:
    """For who looks: each analysis in its one queue, and every count a list's length."""
    analyses = [ward.analysis(place) for place in range(len(ward.analyses))]
    holders = [ward.holder(place) for place in range(len(ward.analyses))]
    standing = {
        row.pk: row for row in queries.placed(Analysis.objects.all(), viewer.hospital, now())
    }
    # The ids alone: to write out every column of a row takes longer than to find it.
    lists = {each: ids(queries.queue(viewer, each)) for each in Listing}
    counts = queries.counts(viewer)

    assert {each: counts.of(each) for each in Listing} == {
        each: len(found) for each, found in lists.items()
    }
    assert lists[Listing.OVERDUE] == {pk for pk, row in standing.items() if row.due_at <= now()}
    assert lists[Listing.SIGNED] == {one.pk for one in analyses if one.state == "signed"}
    assert standing.keys() == {one.pk for one in analyses if one.state in DECIDABLE}
    for analysis, holder in zip(analyses, holders, strict=True):
        if analysis.pk in standing:
            assert standing[analysis.pk].holder_now == (user(holder).pk if holder else None)
        name = viewer.username
        expected = queue_of(state=analysis.state, holder=holder or None, viewer=name)
        found = [queue for queue in Queue if analysis.pk in lists[Listing(queue.value)]]
        assert found == ([expected] if expected else [])


def ids(analyses: QuerySet[Analysis]) -> set[str]:
    return set(analyses.values_list("pk", flat=True))


@pytest.fixture
def hospital(north: Hospital) -> Hospital:
    """Three colleagues, and one who only looks."""
    for name in (*NAMES, "guest"):
        person(name, name.title(), north, Role.CLINICIAN)
    # Somebody has to stay who manages people.
    person("root", "Root", north, Role.ADMIN)
    return north


@pytest.fixture
def analyses(hospital: Hospital) -> list[Analysis]:
    """One that waits for a reviewer, and one still on its way."""
    with time_machine.travel(START, tick=False):
        made = [make_analysis(patient=make_patient(hospital=hospital)) for _ in range(2)]
        jobs.run_analysis(made[0].pk, small_plan())
    return made


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(moves=st.lists(MOVES, min_size=5, max_size=16))
def test_an_analysis_is_always_in_exactly_one_queue(
    analyses: list[Analysis], moves: list[Any]
) -> None:
    # Each example begins with the same two, and leaves nothing behind.
    with time_machine.travel(START, tick=False) as clock, transaction.atomic():
        ward = Ward(list(analyses), clock)

        for move, place, name, other in moves:
            move(ward, place, name, other)
            # Who did it, if they may look at the worklist still; else somebody who did nothing.
            check_queues(ward, user(name if ward.works(name) else "guest"))
        check_queues(ward, user("guest"))
        transaction.set_rollback(True)


def test_a_rerun_stays_with_whom_the_earlier_analysis_was_assigned_to(
    analyses: list[Analysis],
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        ward = Ward(analyses, clock)
        ward.assign(0, "noor", "ada")

        ward.rerun(0, "", "")

        assert queries.holder_of(ward.analysis(0)) == user("ada")
        check_queues(ward, user("guest"))


def test_what_another_holds_is_decided_by_nobody_else(hospital: Hospital) -> None:
    analysis = make_analysis(patient=make_patient(hospital=hospital))
    jobs.run_analysis(analysis.pk, small_plan())
    analysis.refresh_from_db()
    ada, noor = user("ada"), user("noor")
    decide(analysis=analysis, by=ada)
    key = reviews.finding_keys(analysis)[0]

    for step in (
        lambda: decisions.undo(analysis=analysis, finding=key, version=1, by=noor),
        lambda: decisions.add_finding(analysis=analysis, title="T", text="T", by=noor),
        lambda: decisions.reject(
            analysis=analysis, finding=key, version=1, reason="unsafe", by=noor
        ),
        lambda: decisions.edit(analysis=analysis, finding=key, version=1, text="T", by=noor),
    ):
        with pytest.raises(Held, match="Ada"):
            step()

    assert [row.by for row in reviews.decisions_on(analysis, key)] == [ada]
