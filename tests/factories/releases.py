"""Planned releases: of an approved change set, appraised, with an impact that is known."""

from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind
from graphcurate.models import Appraisal, ChangeSet, PlannedRelease, Release
from graphcurate.ports import ImpactState, ImpactSummary
from graphcurate.queries import planned_releases
from graphcurate.services import change_sets, planning, publishing
from graphcurate.services.appraising import run_appraisal
from medreview.accounts.models import User
from tests.factories.curation import decided, make_set, sent, set_field

LINK = "rel:potassium:condition:ckd"


class KnownImpact:
    """Every content changes two of seven analyses, and nobody has to wait for that."""

    def ask(
        self, candidate_hash: str, content: GraphContent, by: User, change_set: str | None = None
    ) -> None:
        """It is known already."""

    def summary(self, candidate_hash: str, base: Release | None = None) -> ImpactSummary:
        """Known for any content."""
        return ImpactSummary(
            state=ImpactState.DONE, total=7, done=7, differing=2, url="/graph/impact/imp_1/"
        )


KNOWN_IMPACT = KnownImpact()
PORT = "tests.factories.releases.KNOWN_IMPACT"


def approved(
    by: User, second: User, *, field: str = "comparability_note", new: object = "Read with care."
) -> ChangeSet:
    """A change of potassium that a second person approved."""
    made = make_set(by)
    set_field(made, field, new, by=by)
    decided(sent(made, by), second)
    made.refresh_from_db()
    return made


def approved_removal(by: User, second: User, key: str = LINK) -> ChangeSet:
    """A link that shall go, which vignettes rest on; a second person approved."""
    made = make_set(by, title="Without chronic kidney disease")
    change_sets.remove_entry(
        change_set=made, kind=EntryKind.RELATION, key=key, reason="Only a test.", by=by
    )
    decided(sent(made, by), second)
    made.refresh_from_db()
    return made


def make_plan(
    *sets: ChangeSet, by: User, number: str = "2026.12-1", appraised: bool = True
) -> PlannedRelease:
    """A plan of these sets, by default appraised."""
    made = planning.plan(
        number=number, change_sets=list(sets), notes="Potassium.", code_systems={}, by=by
    )
    if appraised:
        appraise(made)
    return made


def appraise(plan: PlannedRelease) -> Appraisal:
    """What a worker finds of it."""
    candidate = planned_releases.candidate_of(plan)
    found = planned_releases.appraisal_of(candidate)
    assert found is not None
    run_appraisal(found.pk)
    found.refresh_from_db()
    return found


def content_hash(plan: PlannedRelease) -> str:
    """The content the plan's page shows."""
    return planned_releases.candidate_of(plan).content_hash


def published(plan: PlannedRelease, *, by: User) -> Release:
    """The plan sent out."""
    return publishing.publish(
        planned=plan, typed=plan.number, content_hash=content_hash(plan), by=by
    )
