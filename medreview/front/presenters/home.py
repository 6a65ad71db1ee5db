"""What waits for a person: one tile for each list that has their name on it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.pipeline import queries as pipeline
from analysis.review import queries as reviews
from analysis.worklist import queries as worklist
from analysis.worklist.queues import Listing
from graphcurate import queries as graph
from graphcurate.queries import flags
from graphcurate.queries import review as change_sets
from graphcurate.queries.coverage import gaps_waiting
from graphcurate.queries.review import Listing as ChangeList
from medreview.accounts.access import can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import examination
from medreview.audit import queries as trail
from medreview.audit.queries import TrailFilter
from medreview.common.clock import now
from medreview.common.display import since_text
from medreview.common.keyset import capped_count
from medreview.front.filters import ALERTS, alerts_since, start_of
from medreview.runtime import queries as runs
from medreview.runtime.queries import RunFilter
from medreview.runtime.run_states import RunState
from medreview.server.health import State
from medreview.server.queries import health

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Tile:
    """A count, and the list that has as many rows."""

    name: str
    title: str | Promise
    url: str = ""
    count: int = 0
    detail: str = ""
    alarms: bool = False
    """Whether somebody should look at it before anything else."""
    failed: bool = False
    """Whether it could not be counted just now; the other tiles stay."""


@dataclass(frozen=True)
class Counter:
    """How one tile comes to be, and who has it."""

    name: str
    title: str | Promise
    permission: Permission
    count: Callable[[User], "Counted"]


@dataclass(frozen=True)
class Counted:
    """What a tile says beside its title."""

    count: int
    url: str
    detail: str = ""
    alarms: bool = False


def tiles_for(user: User) -> list[Tile]:
    """The tiles of this person, in the order of urgency."""
    return [_tile(counter, user) for counter in COUNTERS if can(user, counter.permission)]


def _tile(counter: Counter, user: User) -> Tile:
    try:
        with transaction.atomic():
            found = counter.count(user)
    except Exception as problem:
        # Whatever it is, the other tiles are still true. Its text may hold patient data.
        log.error("tile %s failed: %s", counter.name, type(problem).__name__)
        return Tile(counter.name, counter.title, failed=True)
    return Tile(counter.name, counter.title, found.url, found.count, found.detail, found.alarms)


def _criticals(user: User) -> Counted:
    count = pipeline.open_alerts(user).count()
    return Counted(count, reverse("front:criticals"), alarms=count > 0)


def _reviews(user: User) -> Counted:
    waiting = worklist.queue(user, Listing.WAITING)
    oldest = waiting.order_by("created_at").first()
    detail = ""
    if oldest is not None:
        detail = _("oldest: %(ago)s") % {"ago": since_text(oldest.created_at, now())}
    return Counted(capped_count(waiting), _list(Listing.WAITING), detail)


def _mine(user: User) -> Counted:
    return Counted(capped_count(worklist.queue(user, Listing.MINE)), _list(Listing.MINE))


def _overdue(user: User) -> Counted:
    count = capped_count(worklist.queue(user, Listing.OVERDUE))
    return Counted(count, _list(Listing.OVERDUE), alarms=count > 0)


def _list(listing: Listing) -> str:
    return f"{reverse('review:worklist')}?show={listing.value}"


def _drafts(user: User) -> Counted:
    return Counted(reviews.drafts_by(user).count(), reverse("front:drafts"))


def _gaps(user: User) -> Counted:
    name = graph.current_release().name
    detail = _("current release: %(name)s") % {"name": name}
    return Counted(gaps_waiting(), reverse("graphcurate:gap-list"), detail)


def _changes(user: User) -> Counted:
    return Counted(change_sets.waiting_count(user), _changes_list(ChangeList.WAITING))


def _my_changes(user: User) -> Counted:
    count = change_sets.listing(user, ChangeList.MINE).count()
    return Counted(count, _changes_list(ChangeList.MINE))


def _changes_list(listing: ChangeList) -> str:
    return f"{reverse('graphcurate:change-list')}?show={listing.value}"


def _mentions(user: User) -> Counted:
    url = f"{reverse('graphcurate:mention-list')}?show=new"
    return Counted(change_sets.unseen_mentions(user).count(), url)


def _flags(user: User) -> Counted:
    return Counted(flags.tasks(user).count(), reverse("graphcurate:flag-list"))


def _answers(user: User) -> Counted:
    url = f"{reverse('graphcurate:flag-mine')}?show=new"
    return Counted(flags.unheard(user).count(), url)


def _failed_runs(user: User) -> Counted:
    count = runs.count_of_runs(user, RunFilter(state=RunState.FAILED))
    url = f"{reverse('front:run-list')}?state={RunState.FAILED}"
    return Counted(count, url, alarms=count > 0)


def _alerts(user: User) -> Counted:
    since = alerts_since()
    wanted = TrailFilter(alerts=True, since=start_of(since))
    count = capped_count(trail.search(user.hospital_id, wanted))
    url = f"{reverse('front:trail')}?outcome={ALERTS}&since={since}"
    return Counted(count, url, _("denied attempts and lock-outs of 7 days"), alarms=count > 0)


def _weeks(user: User) -> Counted:
    count = len(examination.weeks_open(user.hospital))
    return Counted(count, f"{reverse('front:weeks')}?show=open")


def _health(user: User) -> Counted:
    ill = [check for check in health() if check.state in {State.DEGRADED, State.DOWN}]
    detail = ", ".join(check.name for check in ill) or _("nothing is degraded or down")
    alarms = any(not check.is_up for check in ill)
    return Counted(len(ill), reverse("front:health"), detail, alarms=alarms)


COUNTERS = (
    Counter(
        "criticals",
        gettext_lazy("Critical values to acknowledge"),
        Permission.CRITICAL_ACKNOWLEDGE,
        _criticals,
    ),
    Counter("overdue", gettext_lazy("Reviews overdue"), Permission.ANALYSIS_DECIDE, _overdue),
    Counter("reviews", gettext_lazy("Reviews waiting"), Permission.ANALYSIS_DECIDE, _reviews),
    Counter("mine", gettext_lazy("Reviews in my hands"), Permission.ANALYSIS_DECIDE, _mine),
    Counter("drafts", gettext_lazy("My drafts"), Permission.ANALYSIS_DECIDE, _drafts),
    Counter(
        "changes", gettext_lazy("Change sets waiting for me"), Permission.GRAPH_ACCEPT, _changes
    ),
    Counter("my-changes", gettext_lazy("My change sets"), Permission.GRAPH_CURATE, _my_changes),
    Counter("mentions", gettext_lazy("Mentions of me"), Permission.GRAPH_FLAG, _mentions),
    Counter("flags", gettext_lazy("Reports of readers"), Permission.GRAPH_CURATE, _flags),
    Counter("answers", gettext_lazy("Answers to my reports"), Permission.GRAPH_FLAG, _answers),
    Counter("gaps", gettext_lazy("Coverage gaps"), Permission.GRAPH_CURATE, _gaps),
    Counter("failed-runs", gettext_lazy("Failed runs"), Permission.RUN_OVERSEE, _failed_runs),
    Counter("alerts", gettext_lazy("Access alerts"), Permission.TRAIL_READ, _alerts),
    Counter("weeks", gettext_lazy("Weeks to examine"), Permission.TRAIL_EXAMINE, _weeks),
    Counter("health", gettext_lazy("Parts that are not well"), Permission.HEALTH_READ, _health),
)
