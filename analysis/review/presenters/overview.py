"""The patient as a whole: patterns, follow-up, what is in range, and what can't be told."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from analysis.pipeline.contracts import (
    FollowUpTest,
    PatientContext,
    Pattern,
    StaleResult,
    Undecidable,
    Unmapped,
)
from analysis.pipeline.queries import AnalysisResult
from analysis.review.presenters.values import range_text, shown
from medreview.common.display import age_text, clinical_date, span_text
from medreview.fhir.record import TypeReceipt


@dataclass(frozen=True)
class StaleRow:
    """A result too old to speak of today."""

    name: str
    flag: str | None
    flag_is_ours: bool
    value: str
    reference: str
    date: str
    age: str
    limit: str
    was_critical: bool


@dataclass(frozen=True)
class ReceiptRow:
    """What became of every resource of one type."""

    type: str
    received: int
    used: int
    excluded: int
    not_used: int
    quarantined: int
    server_total: int | None
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Overview:
    """What the page as a whole says and can't say."""

    verdict: str
    verdict_tone: str
    why_not: tuple[str, ...]
    too_old: bool
    last_result_on: str
    last_result_day: str
    patterns: tuple[Pattern, ...]
    follow_up: tuple[FollowUpTest, ...]
    normal_names: tuple[str, ...]
    stale: tuple[StaleRow, ...]
    undecidable: tuple[Undecidable, ...]
    unmapped: tuple[Unmapped, ...]
    receipt: tuple[ReceiptRow, ...]
    complete: bool
    why_incomplete: tuple[str, ...]
    cannot_tell: tuple[str, ...]
    notice: str


def overview_of(result: AnalysisResult) -> Overview:
    """The summary of one analysis; an empty result is said with its reason."""
    context = result.context
    if context is None:
        return _nothing_read()
    package = result.package
    tone, verdict = verdict_of(context)
    return Overview(
        verdict=verdict,
        verdict_tone=tone,
        why_not=context.why_not_nothing_abnormal if not context.abnormal else (),
        too_old=only_old(context),
        last_result_on=clinical_date(context.last_result_on),
        last_result_day=(context.last_result_on or "")[:10],
        patterns=package.cross_domain_patterns if package else (),
        follow_up=package.follow_up_tests if package else (),
        normal_names=context.normal_names,
        stale=tuple(_stale_row(lab) for lab in context.stale),
        undecidable=context.undecidable,
        unmapped=context.unmapped,
        receipt=tuple(_receipt_row(name, each) for name, each in context.receipt.types.items()),
        complete=context.receipt.complete,
        why_incomplete=context.receipt.why_incomplete,
        cannot_tell=result.cannot_tell,
        notice=result.doctor_report.notice if result.doctor_report else "",
    )


def verdict_of(context: PatientContext) -> tuple[str, str]:
    """Whether anything is abnormal, and the only words in which nothing may be said to be."""
    if context.abnormal:
        count = len(context.abnormal)
        text = ngettext("%(n)d abnormal result", "%(n)d abnormal results", count) % {"n": count}
        return "waits", text
    if context.nothing_abnormal:
        return "good", gettext("Nothing abnormal in a complete record.")
    if only_old(context):
        return "waits", gettext("All results are too old to speak of this day.")
    return "bad", gettext("No abnormal result was found, but the record can't be called normal.")


def only_old(context: PatientContext) -> bool:
    """Whether there are results, and every one of them is too old for the day asked about."""
    return bool(context.stale) and not context.abnormal and not context.normal_names


def _stale_row(lab: StaleResult) -> StaleRow:
    return StaleRow(
        name=lab.standard_name or lab.name,
        flag=lab.interpretation,
        flag_is_ours=lab.interpretation_derived,
        value=shown(lab.value).text,
        reference=range_text(lab.range),
        date=clinical_date(lab.effective),
        age=age_text(lab.age_days),
        limit=span_text(lab.limit_days),
        was_critical=lab.was_critical,
    )


def _receipt_row(name: str, each: TypeReceipt) -> ReceiptRow:
    counted: dict[str, int] = {}
    for left in (*each.excluded, *each.not_used):
        counted[left.reason] = counted.get(left.reason, 0) + 1
    reasons = [f"{reason} ({count})" for reason, count in counted.items()]
    reasons += [f"{bad.where}: {bad.reason}" for bad in each.quarantined]
    return ReceiptRow(
        type=name,
        received=each.received,
        used=each.used,
        excluded=len(each.excluded),
        not_used=len(each.not_used),
        quarantined=len(each.quarantined),
        server_total=each.server_total,
        reasons=tuple(reasons),
    )


def _nothing_read() -> Overview:
    return Overview(
        verdict=gettext("The record has not been read."),
        verdict_tone="bad",
        why_not=(),
        too_old=False,
        last_result_on="",
        last_result_day="",
        patterns=(),
        follow_up=(),
        normal_names=(),
        stale=(),
        undecidable=(),
        unmapped=(),
        receipt=(),
        complete=False,
        why_incomplete=(),
        cannot_tell=(),
        notice="",
    )
