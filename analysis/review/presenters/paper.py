"""The sheet of paper: what the print page shows, and what the PDF file is made of."""

from typing import Any

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.pipeline.since import changes_since
from analysis.review.findings import Finding
from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.overview import overview_of
from analysis.review.presenters.page import acknowledged, critical_lines, head_of
from analysis.review.presenters.report import printed
from analysis.review.presenters.since_page import head_since
from analysis.review.queries import Review
from medreview.common.clock import now

SHEET = "analysis/review/print.html"


def sheet_of(
    analysis: Analysis,
    findings: list[Finding],
    result: AnalysisResult,
    review: Review,
    edition: int,
) -> dict[str, Any]:
    """Everything the sheet's template prints of one edition, with the decisions given."""
    context = result.context
    open_keys = review.open_among([finding.key for finding in findings])
    return {
        "analysis": analysis,
        "banner": banner_of(analysis.patient, context=context),
        "head": head_of(analysis, result, review, open_keys),
        "criticals": critical_lines(analysis, context, review),
        "acknowledged": acknowledged(review),
        "overview": overview_of(result, analysis),
        "report": printed(analysis, findings, result, review, edition),
        "edition": edition,
        "since": head_since(analysis, changes_since(analysis)),
        "printed_at": now(),
    }
