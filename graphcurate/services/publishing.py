"""A planned release sent out: tables, frozen release and change sets in one step, or nothing."""

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from graphcurate import queries
from graphcurate.applying import entries_of
from graphcurate.entry_fields import EntryKind
from graphcurate.errors import AlreadyPublished, TablesDiffer
from graphcurate.lifecycle import ChangeSetState
from graphcurate.models import ChangeSet, PlannedRelease, Publication, Release
from graphcurate.queries import planned_releases, release_gates
from graphcurate.queries.planned_releases import Candidate
from graphcurate.releasing import policies as release_policies
from graphcurate.releasing.gates import GateReport
from graphcurate.releasing.states import PLAN, PlanState
from graphcurate.services import entries
from graphcurate.services.holding import decide_alone, hold_rivals, move, supersede_rivals
from graphcurate.services.releases import freeze
from graphcurate.vocabulary import EntryStatus, Origin
from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.collector import collector_paused
from medreview.common.errors import gettext_noop

_DIFFER = gettext_noop("Not published: the tables do not hold what was appraised. Tell an admin.")


@collector_paused()
@transaction.atomic
def publish(*, planned: PlannedRelease, typed: str, content_hash: str, by: User) -> Release:
    """Send a planned release out: tables, frozen release and change sets in one step, or nothing.

    Every gate is asked again, for exactly the content that goes out. What went out already is not
    sent twice: ``AlreadyPublished`` says by whom.
    """
    # One at a time: what the gates were asked of is what is current when the release is frozen.
    decide_alone()
    standing = _locked(planned)
    _check_not_out(standing)
    PLAN.check(standing.state, PlanState.PUBLISHED)
    release_policies.check_typed(typed, standing.number)
    sets = list(standing.change_sets.select_for_update(of=("self",)).order_by("number"))
    hold_rivals(sets)  # before the trail is written, whose chain others wait for with theirs held
    candidate = planned_releases.candidate_of(standing)
    release_policies.check_content(latest=candidate.content_hash, seen=content_hash)
    reports = release_gates.gates_of(standing, candidate, publisher=by.pk)
    release_policies.check_gates(reports)
    release_policies.check_not_own_override(reports, by.pk)
    entries.replace(before=candidate.before, after=candidate.content, status=EntryStatus.RELEASED)
    _check_tables(candidate)
    release = freeze(
        name=standing.number,
        origin=Origin.CURATED,
        notes=standing.notes,
        code_systems=standing.code_systems,
        by=by,
        content=candidate.content,
    )
    _close(sets, release)
    _keep(standing, candidate, reports, release, by)
    # What waits must not undo what is out: a step that breaks is logged, and no more.
    transaction.on_commit(lambda: follow(release.pk), robust=True)
    return release


def follow(release_id: str) -> None:
    """Tell all who wait for a new release."""
    for step in settings.AFTER_RELEASE:
        import_string(step)(release_id)


def _locked(planned: PlannedRelease) -> PlannedRelease:
    rows = PlannedRelease.objects.select_for_update(of=("self",))
    return rows.select_related("restores", "planned_by").get(pk=planned.pk)


def _check_not_out(planned: PlannedRelease) -> None:
    sent = Publication.objects.select_related("by").filter(planned=planned).first()
    if sent is not None:
        raise AlreadyPublished(
            gettext_noop(
                "%(name)s published release %(number)s already. Nothing was published twice."
            ),
            name=sent.by.full_name,
            number=planned.number,
        )


def _check_tables(candidate: Candidate) -> None:
    """Everything that was written is read back; the rest is counted."""
    touched, wanted = candidate.touched, candidate.content
    written = queries.content(touched)
    for kind in EntryKind:
        as_read, meant = entries_of(written, kind), entries_of(wanted, kind)
        if any(as_read.get(key) != meant.get(key) for key in touched[kind]):
            raise TablesDiffer(_DIFFER)
    if queries.counts() != {kind: len(entries_of(wanted, kind)) for kind in EntryKind}:
        raise TablesDiffer(_DIFFER)


def _close(sets: list[ChangeSet], release: Release) -> None:
    for change_set in sets:
        change_set.release = release
        move(change_set, ChangeSetState.PUBLISHED)
    # After all of them: a rival among them would be sent back to review in the middle.
    for change_set in sets:
        supersede_rivals(change_set)


def _keep(
    planned: PlannedRelease,
    candidate: Candidate,
    reports: tuple[GateReport, ...],
    release: Release,
    by: User,
) -> None:
    """How it went out, for ever."""
    planned.state = PlanState.PUBLISHED
    planned.version += 1
    planned.save(update_fields=["state", "version"])
    Publication.objects.create(
        release=release,
        planned=planned,
        base=candidate.base,
        candidate_hash=candidate.content_hash,
        gates=[report.as_json() for report in reports],
        tallies=[tally.as_json() for tally in candidate.tallies],
        by=by,
    )
    audit.record(
        EventType.RELEASE_PUBLISHED,
        thing=planned,
        by=by,
        counts={
            "sets": planned.change_sets.count(),
            "overridden": sum(report.override is not None for report in reports),
        },
        detail={"release": release.name, "content": candidate.content_hash},
    )
