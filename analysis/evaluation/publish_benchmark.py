"""How long publishing a release of a large graph takes, from the typed number to the commit."""

import json
import time
from dataclasses import dataclass

from django.db import transaction

from analysis.evaluation.large_graph import RELATIONS, graph_of
from analysis.impact import computing
from analysis.impact import queries as impacts
from graphcurate import queries
from graphcurate.applying import content_of, entries_of
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind
from graphcurate.lifecycle import ChangeSetState, Verdict
from graphcurate.models import PlannedRelease
from graphcurate.queries import planned_releases
from graphcurate.queries.change_sets import content_hash as content_hash_of
from graphcurate.services import change_sets, decisions, planning, publishing, releases
from graphcurate.services.appraising import run_appraisal
from graphcurate.services.entries import replace
from graphcurate.vocabulary import EntryStatus, Origin
from medreview.accounts.models import Hospital, RoleGrant, User
from medreview.accounts.roles import Role
from medreview.common.collector import collector_paused

CHANGED = 100
"""Links whose rationale the release changes: some weeks of a curator's work."""


@dataclass(frozen=True)
class PublishFigures:
    """What the benchmark measured, in seconds."""

    relations: int
    changed: int
    prepare_seconds: float
    """Making the content and its hash: once for a page, before anybody publishes."""
    publish_seconds: float
    """Every gate asked again, the tables written and read back, the release frozen."""
    parse_seconds: float
    """Parsing the same content as JSON: the work of known size."""

    def as_json(self) -> dict[str, object]:
        """The figures with their ratio, for people and for comparison between machines."""
        return {
            "relations": self.relations,
            "changed": self.changed,
            "prepare_seconds": round(self.prepare_seconds, 3),
            "publish_seconds": round(self.publish_seconds, 3),
            "publish_to_parse": round(self.publish_seconds / self.parse_seconds, 1),
        }


def publishing_a_large_graph(relations: int = RELATIONS) -> PublishFigures:
    """Publish a release over a graph of so many relations; nothing is kept."""
    with transaction.atomic():
        figures = _measured(relations)
        transaction.set_rollback(True)
    return figures


def _measured(relations: int) -> PublishFigures:
    large = _current(relations)
    planned, publisher = _planned(large)
    began = time.perf_counter()
    candidate = planned_releases.candidate_of(planned)
    content_hash = candidate.content_hash
    prepared = time.perf_counter()
    _worked_out(candidate)
    started = time.perf_counter()
    publishing.publish(
        planned=planned, typed=planned.number, content_hash=content_hash, by=publisher
    )
    ended = time.perf_counter()
    json.loads(candidate.text)
    return PublishFigures(
        relations=len(large.relations),
        changed=CHANGED,
        prepare_seconds=prepared - began,
        publish_seconds=ended - started,
        parse_seconds=time.perf_counter() - ended,
    )


@collector_paused()
def _current(relations: int) -> GraphContent:
    """A release of the large graph, as if it had been published before."""
    whole = graph_of(relations)
    large = content_of({kind: entries_of(whole, kind) for kind in EntryKind})
    replace(before=queries.head(), after=large, status=EntryStatus.RELEASED)
    releases.freeze(name="measured", origin=Origin.CURATED, notes="", content=large)
    return large


def _planned(large: GraphContent) -> tuple[PlannedRelease, User]:
    """A plan of some changed links, written by one curator and approved by another."""
    hospital = Hospital.objects.create(name="Benchmark", slug="benchmark-of-publishing")
    author, second = (_curator(name, hospital) for name in ("benchmark-a", "benchmark-b"))
    decisions.state_interests(interests="", by=second)
    drafted = change_sets.open_set(title="Benchmark", by=author)
    edits = [
        change_sets.Edit(
            kind=EntryKind.RELATION,
            key=one.id,
            field="rationale",
            new=f"Measured: {one.rationale}"[:280],
            seen=one.rationale,
        )
        for one in large.relations[:CHANGED]
    ]
    change_sets.save_edits(change_set=drafted, edits=edits, by=author)
    # Copies of one link are twins, which nobody would be let to send.
    drafted.refresh_from_db()
    drafted.state = ChangeSetState.IN_REVIEW
    drafted.save()
    decisions.decide(
        change_set=drafted,
        verdict=Verdict.APPROVE,
        content_hash=content_hash_of(drafted),
        comment="",
        by=second,
    )
    planned = planning.plan(
        number="9999.12-1", change_sets=[drafted], notes="", code_systems={}, by=author
    )
    return planned, author


def _curator(name: str, hospital: Hospital) -> User:
    user = User.objects.create(username=name, full_name=name, hospital=hospital)
    RoleGrant.objects.create(user=user, role=Role.CURATOR)
    return user


def _worked_out(candidate: planned_releases.Candidate) -> None:
    """What workers find out before anybody publishes."""
    found = planned_releases.appraisal_of(candidate)
    run = impacts.latest(candidate.content_hash, candidate.base)
    if found is not None:
        run_appraisal(found.pk)
    while run is not None and run.at_work:
        claimed = computing.claim(run.pk)
        if claimed is not None:
            computing.work_on(claimed)
        run.refresh_from_db()
