"""What the graph's own pages and gates are told of an impact, without knowing of analyses."""

from django.urls import reverse

from analysis.impact import queries, services
from analysis.impact.models import ImpactRun
from graphcurate.contracts import GraphContent
from graphcurate.models import Release
from graphcurate.ports import ImpactState, ImpactSummary
from graphcurate.queries.change_sets import change_set as set_of
from medreview.accounts.models import User


class ForCurators:
    """Answers ``graphcurate.ports.Impact``."""

    def ask(
        self,
        candidate_hash: str,
        content: GraphContent,
        by: User,
        change_set: str | None = None,
    ) -> None:
        """Have it computed what this content would change; asked twice it is computed once."""
        services.ask(
            candidate_hash=candidate_hash,
            content=content,
            by=by,
            change_set=set_of(change_set) if change_set else None,
        )

    def summary(self, candidate_hash: str, base: Release | None = None) -> ImpactSummary:
        """How far it is, beside ``base``; beside the current release where none is named."""
        return summary_of(queries.latest(candidate_hash, base))


def summary_of(run: ImpactRun | None) -> ImpactSummary:
    """One impact in the words of the port."""
    if run is None:
        return ImpactSummary(state=ImpactState.NONE)
    # Only in the end it is known how many can differ; until then all there are are counted.
    is_done = run.state == ImpactState.DONE
    return ImpactSummary(
        state=ImpactState(run.state),
        total=run.recomputed if is_done else run.total,
        done=run.recomputed if is_done else run.done,
        differing=run.differing,
        url=reverse("impact:run", args=[run.pk]),
    )


FOR_CURATORS = ForCurators()
