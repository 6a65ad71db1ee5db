"""What one can ask an analysis to look at."""

from collections.abc import Sequence

from medreview.common.display import clinical_date
from medreview.fhir.record import ReportRecord


def report_choices(reports: Sequence[ReportRecord]) -> list[tuple[str, str]]:
    """The patient's reports that list results, newest first, by day and name."""
    with_results = [report for report in reports if report.results]
    newest_first = sorted(with_results, key=_moment, reverse=True)
    return [
        (report.id, f"{clinical_date(report.effective or report.issued)} · {report.name}")
        for report in newest_first
    ]


def _moment(report: ReportRecord) -> str:
    moment = report.effective or report.issued
    return moment.text if moment else ""
