"""What a candidate of the graph changes in stored analyses."""

from decimal import Decimal

from analysis.impact.models import ImpactDifference, ImpactRun
from analysis.impact.services import ask
from analysis.pipeline.models import Analysis
from graphcurate import snapshot
from graphcurate.contracts import GraphContent
from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet, Release
from graphcurate.ports import candidate_hash
from graphcurate.queries import content_of_release, current_release
from graphcurate.services import change_sets
from medreview.accounts.models import User
from medreview.common.hashing import sha256_of_bytes

LINK = "rel:potassium:condition:ckd"
"""A link that the analysis of the demo's Eleanor Hargreaves asks for and finds."""


def without(*relations: str) -> GraphContent:
    """The current release without these links."""
    whole = content_of_release(current_release())
    kept = tuple(one for one in whole.relations if one.id not in relations)
    return whole.model_copy(update={"relations": kept})


def potassium_critical_from(limit: str) -> GraphContent:
    """The current release with another upper critical limit of potassium."""
    whole = content_of_release(current_release())
    entries = []
    for one in whole.biomarkers:
        if one.key == "potassium":
            lines = [each.model_copy(update={"high": Decimal(limit)}) for each in one.criticals]
            one = one.model_copy(update={"criticals": tuple(lines)})
        entries.append(one)
    return whole.model_copy(update={"biomarkers": tuple(entries)})


def make_impact(content: GraphContent | None = None, *, by: User | None = None) -> ImpactRun:
    """The impact of a content, by default of the release without ``LINK``, worked out."""
    content = content or without(LINK)
    run = ask(candidate_hash=candidate_hash(content), content=content, by=by)
    run.refresh_from_db()
    return run


def make_change_set(*, by: User) -> ChangeSet:
    """A change set that takes ``LINK`` out."""
    made = change_sets.open_set(title="Potassium without CKD", by=by)
    change_sets.remove_entry(
        change_set=made, kind=EntryKind.RELATION, key=LINK, reason="Only a test", by=by
    )
    made.refresh_from_db()
    return made


def make_next_release(content: GraphContent, name: str = "2026.12") -> Release:
    """A release of this content, as if it had been published just now."""
    text = snapshot.build(content, release=name, origin="curated").as_text()
    return Release.objects.create(
        name=name,
        origin="curated",
        snapshot=text,
        content=content.as_text(),
        content_hash=sha256_of_bytes(text.encode()),
    )


def row_of(analysis: Analysis) -> ImpactDifference:
    """The newest row that says how an analysis differs."""
    return ImpactDifference.objects.filter(analysis=analysis).latest("created_at")
