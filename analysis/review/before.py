"""What was found and said in the analysis that a re-run asks again."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult, whole
from analysis.pipeline.record_changes import record_changes
from analysis.pipeline.since import asked_before, asked_day
from analysis.review.comparison import Comparison, FindingDifference, Side, compared
from analysis.review.findings import Finding, findings_of
from analysis.review.models import AddedFinding, Comment, Decision
from analysis.review.standing import by_finding, standing
from medreview.fhir.queries import deleted_references


@dataclass(frozen=True)
class Before:
    """The earlier analysis beside its re-run, and what people had said on it."""

    analysis: Analysis
    comparison: Comparison
    decisions: dict[str, Decision]
    """Of each finding of the earlier analysis, the decision that stands."""
    comments: dict[str, tuple[Comment, ...]]
    offered: tuple[AddedFinding, ...]
    """Findings that reviewers had added and nobody has taken over yet."""

    def difference(self, finding: Finding) -> FindingDifference | None:
        """How one finding of the re-run came out differently; None where it did not."""
        for one in self.comparison.findings:
            if one.after is not None and one.after.key == finding.key:
                return one
        return None

    def decision_on(self, finding: Finding) -> Decision | None:
        """What had been decided on the finding this one is compared with."""
        difference = self.difference(finding)
        if difference is None:
            return self.decisions.get(finding.key)
        return self.decisions.get(difference.before.key) if difference.before else None


def before_of(
    analysis: Analysis, result: AnalysisResult, findings: Sequence[Finding]
) -> Before | None:
    """The analysis this one asks again; None where it asks nothing again."""
    earlier = analysis.rerun_of
    if earlier is None:
        return None
    old = whole(earlier)
    return Before(
        analysis=earlier,
        comparison=_compared(earlier, old, analysis, result, list(findings)),
        decisions=standing_decisions(earlier),
        comments=_comments(analysis),
        offered=tuple(offered_to(analysis)),
    )


def standing_decisions(analysis: Analysis) -> dict[str, Decision]:
    """The decision that stands on each finding, by its key."""
    made = analysis.decisions.select_related("by", "carried_from").order_by("number")
    stand = {key: standing(each) for key, each in by_finding(made).items()}
    return {key: decision for key, decision in stand.items() if decision is not None}


def offered_to(analysis: Analysis) -> list[AddedFinding]:
    """Findings reviewers added to the earlier analysis, which no longer stand by themselves."""
    earlier = analysis.rerun_of
    if earlier is None:
        return []
    stand = standing_decisions(earlier)
    here = standing_decisions(analysis)
    taken = {
        added.taken_from_id
        for added in analysis.added_findings.exclude(taken_from=None)
        if added.pk in here
    }
    return [
        added
        for added in earlier.added_findings.select_related("by")
        if added.pk in stand and added.pk not in taken
    ]


def origin_of(decision: Decision) -> Decision:
    """The decision a person made, however often it was carried over since."""
    origin = decision
    while origin.carried_from is not None:
        origin = origin.carried_from
    return origin


def _comments(analysis: Analysis) -> dict[str, tuple[Comment, ...]]:
    found: dict[str, list[Comment]] = {}
    earlier = asked_before(analysis)
    rows = Comment.objects.filter(analysis__in=earlier).select_related("by", "analysis")
    for comment in rows.order_by("created_at", "id"):
        found.setdefault(comment.finding, []).append(comment)
    return {key: tuple(comments) for key, comments in found.items()}


def _compared(
    earlier: Analysis,
    old: AnalysisResult,
    analysis: Analysis,
    result: AnalysisResult,
    findings: list[Finding],
) -> Comparison:
    if old.record is None or result.record is None:
        raise ValueError("an analysis is compared with its re-run once both have read a record")
    record = record_changes(
        old.record,
        result.record,
        as_of=analysis.as_of,
        of_the_past=asked_day(analysis) is not None,
        deleted=deleted_references(analysis.patient),
    )
    return compared(
        Side(old, findings_of(old), earlier.release.name),
        Side(result, findings, analysis.release.name),
        record,
    )
