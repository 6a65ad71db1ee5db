"""The patient as a whole: patterns, follow-up, what is in range, and what can't be told."""

from collections.abc import Iterator, Mapping
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
from analysis.pipeline.corrected import earlier_values
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult
from analysis.pipeline.sides import Side, side_of
from analysis.review.presenters.values import age_for, range_text, shown
from medreview.common.display import clinical_date, limit_span
from medreview.fhir.record import LabRecord, TypeReceipt


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
    abnormal: bool


@dataclass(frozen=True)
class UndecidableRow:
    """A result nobody can judge, with what was measured and what was printed beside it."""

    name: str
    value: str
    reference: str
    collected: str
    why: str


@dataclass(frozen=True)
class CorrectedRow:
    """A current result that replaces what was first reported."""

    name: str
    value: str
    earlier: tuple[str, ...]
    notes: tuple[str, ...]
    collected: str


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
    stale_in_range: tuple[StaleRow, ...]
    """Too old as well, and in range when they were measured."""
    corrected: tuple[CorrectedRow, ...]
    undecidable: tuple[UndecidableRow, ...]
    unmapped: tuple[Unmapped, ...]
    receipt: tuple[ReceiptRow, ...]
    complete: bool
    why_incomplete: tuple[str, ...]
    cannot_tell: tuple[str, ...]
    notice: str


def overview_of(result: AnalysisResult, analysis: Analysis) -> Overview:
    """The summary of one analysis; an empty result is said with its reason."""
    context = result.context
    if context is None:
        return _nothing_read()
    package = result.package
    labs = {lab.id: lab for lab in result.record.labs} if result.record else {}
    stale = [stale_row(lab, age_for(lab.age_days, analysis)) for lab in context.stale]
    taken = result.plan.taken_by_model() if result.plan else {}
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
        stale=tuple(row for row in stale if row.abnormal),
        stale_in_range=tuple(row for row in stale if not row.abnormal),
        corrected=tuple(_corrected(context, labs)),
        undecidable=tuple(_undecidable(item, labs.get(item.id)) for item in context.undecidable),
        unmapped=tuple(item for item in context.unmapped if item.id not in taken),
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


def _undecidable(item: Undecidable, lab: LabRecord | None) -> UndecidableRow:
    return UndecidableRow(
        name=item.name,
        value=shown(lab.value).text if lab else "",
        reference="; ".join(filter(None, map(range_text, lab.ranges))) if lab else "",
        collected=clinical_date(lab.effective, time=True) if lab else "",
        why=item.why,
    )


def _corrected(context: PatientContext, labs: Mapping[str, LabRecord]) -> Iterator[CorrectedRow]:
    """Also those in range: what was first reported may have been acted on."""
    past = {old.id for old in context.stale} | {old.id for old in context.superseded}
    names = {lab.id: lab.standard_name or lab.name for lab in context.abnormal}
    for lab in labs.values():
        values = earlier_values(lab)
        if values and lab.id not in past:
            yield CorrectedRow(
                name=names.get(lab.id, lab.name),
                value=shown(lab.value).text,
                earlier=tuple(shown(before).text for before in values),
                notes=lab.notes,
                collected=clinical_date(lab.effective, time=True),
            )


def stale_row(lab: StaleResult, age: str) -> StaleRow:
    """A result too old to speak of the day, and how it stood."""
    return StaleRow(
        name=lab.standard_name or lab.name,
        flag=lab.interpretation,
        flag_is_ours=lab.interpretation_derived,
        value=shown(lab.value).text,
        reference=range_text(lab.range),
        date=clinical_date(lab.effective),
        age=age,
        limit=limit_span(lab.limit_days),
        was_critical=lab.was_critical,
        abnormal=lab.was_critical or side_of(lab) is not Side.NORMAL,
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
        stale_in_range=(),
        corrected=(),
        undecidable=(),
        unmapped=(),
        receipt=(),
        complete=False,
        why_incomplete=(),
        cannot_tell=(),
        notice="",
    )
