import datetime as dt
import itertools
import random

import pytest
import time_machine

from analysis.pipeline.models import Analysis, CriticalAlert
from analysis.worklist import pages, queries, services
from analysis.worklist.queues import Filters, Listing, Severity
from medreview.accounts.hospital_settings import DueTimes, HospitalSettings
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.accounts.services import change_hospital_settings
from medreview.common.clock import now
from tests.conftest import person
from tests.factories.worklist import make_waiting

pytestmark = pytest.mark.django_db

HOUR = dt.timedelta(hours=1)


@pytest.fixture
def noor(north) -> User:
    """The other clinician of North."""
    return person("noor", "Noor Haddad", north, Role.CLINICIAN)


def listed(user: User, listing: Listing, filters: Filters | None = None, **place) -> list[str]:
    rows = queries.queue(user, listing, filters or Filters())
    newest = listing is Listing.SIGNED
    return [row.pk for row in pages.page(rows, newest_first=newest, **place).rows]


def all_pages(user: User, *, size: int) -> list[str]:
    rows, after = [], None
    while True:
        page = pages.page(queries.queue(user, Listing.WAITING), after=after, size=size)
        rows += [row.pk for row in page.rows]
        if page.after is None:
            return rows
        after = page.after


def test_it_is_due_by_what_it_holds_and_what_the_hospital_says(north):
    due = DueTimes(critical=30, abnormal=120, other=600)
    change_hospital_settings(hospital=north, settings=HospitalSettings(due=due), version=1)
    north.refresh_from_db()
    ready = now()
    kinds = [
        make_waiting(north, ready_at=ready, criticals=1),
        make_waiting(north, ready_at=ready),
        make_waiting(north, ready_at=ready, abnormal=0),
    ]

    standings = [queries.standing_of(each) for each in kinds]

    assert [each.severity for each in standings] == list(Severity)
    assert [(each.due_at - ready).total_seconds() / 60 for each in standings] == [30, 120, 600]


def test_an_answered_critical_still_makes_it_a_critical_one(north, ada):
    analysis = make_waiting(north, criticals=1)

    CriticalAlert.objects.update(state="acknowledged", acknowledged_by=ada, acknowledged_at=now())

    assert queries.standing_of(analysis).severity is Severity.CRITICAL


def test_unanswered_criticals_lead_and_then_what_is_due_first(north, ada):
    long_late = make_waiting(north, ready_at=now() - 50 * HOUR)
    late = make_waiting(north, ready_at=now() - 30 * HOUR)
    critical = make_waiting(north, ready_at=now(), criticals=2)
    nothing = make_waiting(north, ready_at=now() - HOUR, abnormal=0)
    soon = make_waiting(north, ready_at=now() - HOUR)

    order = [each.pk for each in (critical, long_late, late, soon, nothing)]

    assert listed(ada, Listing.WAITING) == order
    assert listed(ada, Listing.OVERDUE) == order[1:3]


def test_another_hospitals_work_is_in_no_list(north, south, ada, oleg, kim):
    make_waiting(south)

    assert all(listed(ada, listing) == [] for listing in Listing)
    assert all(queries.counts(ada).of(listing) == 0 for listing in Listing)
    assert len(listed(oleg, Listing.WAITING)) == 1
    assert listed(kim, Listing.WAITING) == []


def test_every_count_is_the_number_of_rows_however_the_list_is_narrowed(north, ada, noor):
    ages = (HOUR, 30 * HOUR, 80 * HOUR)
    holds = ({"criticals": 1}, {"abnormal": 2}, {"abnormal": 0})
    hands = (None, ada, noor)
    for age, kind, hand in itertools.product(ages, holds, hands):
        analysis = make_waiting(north, ready_at=now() - age, **kind)
        if hand:
            services.claim(analysis=analysis, by=hand)
    make_waiting(north)
    Analysis.objects.filter(pk=analysis.pk).update(state="signed")

    counts = queries.counts(ada)

    compared = 0
    for listing, severity, overdue, holder in itertools.product(
        Listing, [None, *Severity], [False, True], ["", ada.pk, noor.pk]
    ):
        filters = Filters(severity, overdue, holder)
        if listing is Listing.SIGNED and filters:
            continue
        assert counts.of(listing, filters) == len(listed(ada, listing, filters)), (listing, filters)
        compared += 1
    assert compared == 97
    assert counts.holders() == {noor.pk}
    assert queries.waiting_count(ada) == counts.of(Listing.WAITING) == 10


def test_pages_show_everything_once_in_one_order(north, ada):
    shuffled = random.Random(7)
    for _ in range(23):
        make_waiting(
            north,
            ready_at=now() - shuffled.choice([0, 1, 40]) * HOUR,
            criticals=shuffled.choice([0, 0, 1]),
        )
    whole = listed(ada, Listing.WAITING)

    assert len(whole) == 23
    assert all_pages(ada, size=5) == whole
    assert all_pages(ada, size=23) == whole


def test_one_comes_back_to_the_page_one_left(north, ada):
    for age in range(12):
        make_waiting(north, ready_at=now() - age * HOUR)
    rows = queries.queue(ada, Listing.WAITING)
    first = pages.page(rows, size=5)
    second = pages.page(rows, after=first.after, size=5)
    third = pages.page(rows, after=second.after, size=5)

    back = pages.page(rows, before=second.before, size=5)

    assert (first.before, third.after) == (None, None)
    assert [row.pk for row in back.rows] == [row.pk for row in first.rows]
    assert back.before is None
    assert back.after == first.after
    middle = pages.page(rows, before=third.before, size=5)
    assert [row.pk for row in middle.rows] == [row.pk for row in second.rows]
    assert middle.before == second.before


def test_what_comes_goes_and_grows_late_between_two_pages_moves_nothing(north, ada):
    with time_machine.travel(now(), tick=False) as clock:
        rest = [make_waiting(north, ready_at=now() - age * HOUR) for age in range(9, -1, -1)]
        first = pages.page(queries.queue(ada, Listing.WAITING), size=5)
        services.claim(analysis=first.rows[-1], by=ada)
        services.claim(analysis=rest[6], by=ada)
        make_waiting(north, ready_at=now() - 20 * HOUR)
        make_waiting(north, criticals=1)
        clock.shift(17 * HOUR)

        second = pages.page(queries.queue(ada, Listing.WAITING), after=first.after, size=9)

    # The claims have lapsed by then: both wait again, in their old places.
    assert [row.pk for row in first.rows] == [each.pk for each in rest[:5]]
    assert [row.pk for row in second.rows] == [each.pk for each in rest[5:]]


def test_signed_ones_stand_newest_first_and_page_both_ways(north, ada):
    made = [make_waiting(north).pk for _ in range(7)]
    Analysis.objects.update(state="signed")
    rows = queries.queue(ada, Listing.SIGNED)

    first = pages.page(rows, newest_first=True, size=3)
    second = pages.page(rows, newest_first=True, after=first.after, size=3)
    back = pages.page(rows, newest_first=True, before=second.before, size=3)

    assert [row.pk for row in (*first.rows, *second.rows)] == made[::-1][:6]
    assert [row.pk for row in back.rows] == [row.pk for row in first.rows]


def test_next_undecided_passes_everything_of_mine_and_nobodys_once(north, ada, noor):
    waiting = [make_waiting(north, ready_at=now() - age * HOUR) for age in (5, 4, 3, 2)]
    services.claim(analysis=waiting[1], by=ada)
    services.claim(analysis=waiting[2], by=noor)

    first = queries.next_undecided(ada)
    second = queries.next_undecided(ada, first)
    third = queries.next_undecided(ada, second)

    assert [first, second, third] == [waiting[0], waiting[1], waiting[3]]
    assert queries.next_undecided(ada, third) == waiting[0]


def test_after_what_is_signed_the_most_urgent_comes_next(north, ada):
    signed, last = make_waiting(north), make_waiting(north, ready_at=now() - HOUR)
    urgent = make_waiting(north, criticals=1)
    Analysis.objects.filter(pk=signed.pk).update(state="signed")
    signed.refresh_from_db()

    assert queries.next_undecided(ada, signed) == urgent
    assert queries.next_undecided(ada, urgent) == last


def test_the_only_one_left_has_nothing_after_it(north, ada):
    only = make_waiting(north)

    assert queries.next_undecided(ada, only) is None
