"""Releases on their way: what each would publish, what was found of it, and who said what."""

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from graphcurate import applying
from graphcurate.applying import Applied, Change, Conflict
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind
from graphcurate.lifecycle import ChangeSetState, Verdict
from graphcurate.models import (
    Appraisal,
    ChangeSet,
    ConflictStatement,
    GateOverride,
    PlannedRelease,
    Publication,
    Release,
    ReviewDecision,
)
from graphcurate.queries import change_sets
from graphcurate.queries.releases import content_of_release, current_release
from graphcurate.releasing.diff import Tally, tallies
from graphcurate.releasing.gates import ApprovalStanding, Gate, Override, SetStanding
from graphcurate.releasing.loose_ends import LooseEnd, loose_ends
from graphcurate.releasing.numbers import next_free
from graphcurate.releasing.states import PlanState
from graphcurate.vocabulary import Origin
from medreview.common.clock import today
from medreview.common.errors import NotFound
from medreview.common.hashing import sha256_of_bytes

KEPT = 4
"""Candidates kept in memory by each process: a whole content is some megabytes."""
_candidates: "OrderedDict[tuple[str, ...], Candidate]" = OrderedDict()


@dataclass(frozen=True)
class Candidate:
    """The content a plan would publish now, over the release that is current."""

    base: Release
    before: GraphContent
    applied: Applied
    changes: tuple[Change, ...]
    conflicts: tuple[Conflict, ...]

    @property
    def content(self) -> GraphContent:
        """Everything the release would be made of."""
        return self.applied.content

    @cached_property
    def content_hash(self) -> str:
        """Sha-256 of the content: what every finding, signature and override is bound to."""
        return sha256_of_bytes(self.text.encode())

    @cached_property
    def text(self) -> str:
        """The content as canonical JSON: a release keeps it as it is."""
        return self.content.as_text()

    @cached_property
    def touched(self) -> dict[EntryKind, set[str]]:
        """Keys of the entries that come, change or go."""
        found: dict[EntryKind, set[str]] = {}
        for kind in EntryKind:
            old, new = (applying.entries_of(one, kind) for one in (self.before, self.content))
            found[kind] = {key for key in {**old, **new} if old.get(key) != new.get(key)}
        return found

    @cached_property
    def loose_ends(self) -> tuple[LooseEnd, ...]:
        """What the content names and does not hold."""
        return loose_ends(self.content)

    @property
    def is_broken(self) -> bool:
        """Whether no release can be built of it."""
        return bool(self.applied.unfit or self.loose_ends)

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """Totals and deltas by type."""
        return tallies(self.before, self.content)


def planned_release(pk: str) -> PlannedRelease:
    """A plan by its id, whatever became of it."""
    plan = _plans().filter(pk=pk).first()
    if plan is None:
        raise NotFound("There is no such planned release.")
    return plan


def plans_under_way() -> QuerySet[PlannedRelease]:
    """Plans that may still become releases, newest first."""
    return _plans().filter(state=PlanState.PLANNED).order_by("-created_at")


def publishable() -> QuerySet[ChangeSet]:
    """Approved change sets, oldest first."""
    return ChangeSet.objects.filter(state=ChangeSetState.APPROVED).order_by("number")


def publications() -> dict[str, Publication]:
    """How each published release went out, by the release's id."""
    found = Publication.objects.select_related("by", "base", "planned__restores")
    return {
        one.release_id: one for one in found.prefetch_related("planned__change_sets__opened_by")
    }


def publication_of(release: Release) -> Publication | None:
    """How one release went out; None for one that no curator published."""
    found = Publication.objects.select_related("by", "base", "planned__restores")
    return found.prefetch_related("planned__change_sets__opened_by").filter(release=release).first()


def was_approved(release: Release) -> bool:
    """Whether a second person approved its content: not the starter's, however it came back."""
    while release.origin != Origin.STARTER:
        sent = Publication.objects.select_related("planned__restores").filter(release=release)
        publication = sent.first()
        if publication is None or publication.planned.restores is None:
            return publication is not None
        release = publication.planned.restores
    return False


def rolled_back_in(release: Release) -> Release | None:
    """The release that went back behind this one; None where its content still counts."""
    sent, back = publications(), None
    standing: Release | None = current_release()
    while standing is not None and standing.pk != release.pk:
        if standing.created_at < release.created_at:
            return back
        publication = sent.get(standing.pk)
        if publication is None:
            return back
        if publication.planned.restores is not None:
            back, standing = standing, publication.planned.restores
        else:
            standing = publication.base
    return None


def candidate_of(plan: PlannedRelease) -> Candidate:
    """What the plan would publish if it went out now; made once for the same changes."""
    base = current_release()
    changes = _changes_of(plan)
    key = (base.pk, plan.restores_id or "", *(applying.content_hash_of(one) for one in changes))
    if key not in _candidates:
        _candidates[key] = _made(plan, base, changes)
        while len(_candidates) > KEPT:
            _candidates.popitem(last=False)
    return _candidates[key]


def appraisal_of(candidate: Candidate) -> Appraisal | None:
    """What a worker found of exactly this content over this release, or is finding."""
    return Appraisal.objects.filter(
        candidate_hash=candidate.content_hash, base=candidate.base
    ).first()


def last_appraisal(plan: PlannedRelease) -> Appraisal | None:
    """What was found of the plan's content as it is, or as it went out."""
    if plan.state == PlanState.PUBLISHED:
        sent = plan.publication
        return Appraisal.objects.filter(
            candidate_hash=sent.candidate_hash, base=sent.base_id
        ).first()
    return appraisal_of(candidate_of(plan))


def signed_by(found: Appraisal) -> list[tuple[str, str]]:
    """Who signed that the vignettes change so: ids and names."""
    return [(one.by.pk, one.by.full_name) for one in found.signatures.select_related("by")]


def overrides_of(plan: PlannedRelease, content_hash: str) -> dict[Gate, Override]:
    """What an admin let pass of exactly this content, by gate."""
    found = GateOverride.objects.filter(planned=plan, candidate_hash=content_hash)
    return {
        Gate(one.gate): Override(
            by=one.by.pk, name=one.by.full_name, reason=one.reason, at=one.created_at
        )
        for one in found.select_related("by")
    }


def standings_of(plan: PlannedRelease) -> list[SetStanding]:
    """Each chosen change set as it is, beside its last approval."""
    return [_standing(one) for one in plan.change_sets.order_by("number")]


def approvals_in(plan: PlannedRelease) -> dict[str, list[ReviewDecision]]:
    """Who approved each set of a plan, oldest first, by the set's id."""
    found = ReviewDecision.objects.filter(
        change_set__in=plan.change_sets.all(), verdict=Verdict.APPROVE
    )
    approvals: dict[str, list[ReviewDecision]] = {}
    for one in found.select_related("by").order_by("created_at"):
        approvals.setdefault(one.change_set_id, []).append(one)
    return approvals


def last_code_systems() -> dict[str, str]:
    """The versions the last release was made with: where the next plan begins."""
    return dict(current_release().code_systems)


def is_taken(number: str, *, besides: PlannedRelease | None = None) -> bool:
    """Whether a release or another plan has this number."""
    plans = PlannedRelease.objects.exclude(state=PlanState.DISCARDED).filter(number=number)
    if besides is not None:
        plans = plans.exclude(pk=besides.pk)
    return plans.exists() or Release.objects.filter(name=number).exists()


def _plans() -> QuerySet[PlannedRelease]:
    return PlannedRelease.objects.select_related(
        "planned_by", "changed_by", "restores"
    ).prefetch_related("change_sets__opened_by")


def _changes_of(plan: PlannedRelease) -> list[tuple[Change, ...]]:
    return [change_sets.changes_of(one) for one in plan.change_sets.order_by("number")]


def _made(plan: PlannedRelease, base: Release, chosen: list[tuple[Change, ...]]) -> Candidate:
    before = content_of_release(base)
    if plan.restores is not None:
        content = content_of_release(plan.restores)
        changes = applying.changes_between(before, content)
        return Candidate(base, before, Applied(content, {}), changes, ())
    changes = tuple(change for one in chosen for change in one)
    return Candidate(
        base=base,
        before=before,
        applied=applying.apply(before, changes),
        changes=changes,
        conflicts=(*applying.conflicts(before, changes), *_rivals(changes)),
    )


def _rivals(changes: tuple[Change, ...]) -> list[Conflict]:
    """Changes of one field by which two of the chosen sets say different things."""
    first: dict[tuple[EntryKind, str, str], Change] = {}
    found = []
    for change in changes:
        other = first.setdefault((change.kind, change.key, change.field), change)
        if other.new != change.new:
            found.append(Conflict(change, other.new))
    return found


def _standing(change_set: ChangeSet) -> SetStanding:
    return SetStanding(
        id=change_set.pk,
        number=change_set.label,
        state=change_set.state,
        content_hash=change_sets.content_hash(change_set),
        contributors=change_sets.contributors(change_set),
        approval=_approval(change_sets.last_decision(change_set)),
    )


def _approval(decision: ReviewDecision | None) -> ApprovalStanding | None:
    if decision is None or decision.verdict != Verdict.APPROVE:
        return None
    stated = ConflictStatement.objects.filter(
        by=decision.by, created_at__lte=decision.created_at
    ).order_by("-created_at")
    return ApprovalStanding(
        by=decision.by.pk,
        name=decision.by.full_name,
        content_hash=decision.content_hash,
        at=decision.created_at,
        statement_at=stated.values_list("created_at", flat=True).first(),
    )


def next_number() -> str:
    """The first number of this month that neither a release nor a plan has."""
    plans = PlannedRelease.objects.exclude(state=PlanState.DISCARDED)
    taken = {
        *plans.values_list("number", flat=True),
        *Release.objects.values_list("name", flat=True),
    }
    return next_free(today(), taken)
