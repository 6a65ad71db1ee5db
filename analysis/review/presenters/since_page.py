"""Everything a page of one analysis says about what happened since, gathered once."""

from typing import Any

from analysis.pipeline import since
from analysis.pipeline.contracts import RecordChanges
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.review.before import before_of
from analysis.review.findings import Finding
from analysis.review.presenters.rerun import finding_before, rerun_of
from analysis.review.presenters.since import ChangeRow, Since, newer_rows, rows_for, since_of
from analysis.review.queries import Review


def since_part(
    analysis: Analysis,
    result: AnalysisResult,
    findings: list[Finding],
    review: Review,
    number: int | None,
) -> dict[str, Any]:
    """The lines of the head, and what concerns the finding that is open."""
    changes = since.changes_since(analysis)
    before = before_of(analysis, result, findings)
    finding = findings[number - 1] if number and number <= len(findings) else None
    return {
        "since": head_since(analysis, changes),
        "newer_rows": newer_rows(changes.newer),
        "rerun": rerun_of(analysis, before, review) if before else None,
        "finding_since": _of_finding(finding, changes) if analysis.outdated else [],
        "finding_before": (
            finding_before(analysis, finding, before, review) if before and finding else None
        ),
    }


def head_since(analysis: Analysis, changes: RecordChanges, *, every: bool = False) -> Since:
    """The lines above a page; ``every`` change rather than the first few."""
    return since_of(
        analysis,
        changes,
        rerun=since.rerun_of(analysis),
        newest=since.newest_of(analysis),
        lacks_model=analysis.degraded and since.lacks_model(analysis),
        every=every,
    )


def _of_finding(finding: Finding | None, changes: RecordChanges) -> list[ChangeRow]:
    return rows_for(finding, changes) if finding else []
