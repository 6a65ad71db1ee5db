"""What one can ask an analysis to look at, and what it would find to assess."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext

from analysis.pipeline.queries import AnalysisResult
from analysis.review.findings import Finding, findings_of
from analysis.review.presenters.overview import StaleRow, only_old, stale_row, verdict_of
from analysis.review.presenters.values import range_text, shown
from medreview.common.display import age_text, clinical_date
from medreview.fhir.record import ReportRecord

ROWS_SHOWN = 30
FEWEST_RUNS = 3


@dataclass(frozen=True)
class AbnormalRow:
    """One result that would be assessed."""

    name: str
    value: str
    flag: str | None
    derived: bool
    critical: bool
    reference: str
    collected: str


@dataclass(frozen=True)
class Preview:
    """What an analysis asked for now would assess."""

    rows: tuple[AbnormalRow, ...]
    more: int
    verdict: str
    tone: str
    why_not: tuple[str, ...]
    stale: int
    undecidable: int
    old_criticals: tuple[StaleRow, ...]
    """Critical when they were measured, and too old to speak of the day."""
    last_day: str
    """The day of the last results, offered where all are too old."""
    last_on: str


def report_choices(reports: Sequence[ReportRecord]) -> list[tuple[str, str]]:
    """The patient's reports that list results, newest first, by day and name."""
    with_results = [report for report in reports if report.results]
    newest_first = sorted(with_results, key=_moment, reverse=True)
    return [
        (report.id, f"{clinical_date(report.effective or report.issued)} · {report.name}")
        for report in newest_first
    ]


def preview_of(result: AnalysisResult) -> Preview | None:
    """The abnormal results in the order a reviewer will meet them; None where it broke."""
    context = result.context
    if context is None:
        return None
    tone, verdict = verdict_of(context)
    findings = findings_of(result)
    too_old = only_old(context)
    return Preview(
        rows=tuple(_row(finding) for finding in findings[:ROWS_SHOWN]),
        more=max(0, len(findings) - ROWS_SHOWN),
        verdict=verdict,
        tone=tone,
        why_not=context.why_not_nothing_abnormal if not context.abnormal else (),
        stale=len(context.stale),
        undecidable=len(context.undecidable),
        old_criticals=tuple(
            stale_row(lab, age_text(lab.age_days)) for lab in context.stale if lab.was_critical
        ),
        last_day=(context.last_result_on or "")[:10] if too_old else "",
        last_on=clinical_date(context.last_result_on) if too_old else "",
    )


def _row(finding: Finding) -> AbnormalRow:
    lab = finding.result
    return AbnormalRow(
        name=finding.name,
        value=shown(lab.value).text,
        flag=finding.flag,
        derived=lab.interpretation_derived,
        critical=finding.critical is not None,
        reference=range_text(lab.range),
        collected=clinical_date(lab.effective),
    )


def usual_time(seconds: Sequence[Decimal]) -> str:
    """``usually 0.4 to 0.9 s``, half of the last runs and nearly all; shortest first."""
    if len(seconds) < FEWEST_RUNS:
        return gettext("Takes about a second")
    half = seconds[(len(seconds) - 1) // 2]
    nearly_all = seconds[min(len(seconds) - 1, int(len(seconds) * 0.95))]
    return gettext("Usually %(half)s to %(most)s s, by the last %(n)d runs") % {
        "half": half,
        "most": nearly_all,
        "n": len(seconds),
    }


def _moment(report: ReportRecord) -> str:
    moment = report.effective or report.issued
    return moment.text if moment else ""
