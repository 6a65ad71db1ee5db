"""The head of the review page: state, facts, what may be done and why not."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from analysis.pipeline.analysis_states import AnalysisState
from analysis.pipeline.contracts import DiagnosticPlan, PatientContext
from analysis.pipeline.models import Analysis, CriticalAlert
from analysis.pipeline.queries import AnalysisResult
from analysis.review import policies
from analysis.review.models import Signature
from analysis.review.presenters.model_reasons import stages_without_model
from analysis.review.presenters.values import range_text, speaks_of_past
from analysis.review.queries import Review
from medreview.common.display import clinical_date, limit_text, value_text


@dataclass(frozen=True)
class CriticalLine:
    """One critical value that stays on the page until somebody answers for it."""

    id: str
    text: str
    doubt: str
    url: str
    before: str = ""
    """Who answered for the same result in an earlier analysis; it has to be answered for anew."""


@dataclass(frozen=True)
class Acknowledged:
    """Who answered for a critical value, whom they told, and what was read back."""

    text: str
    told: str
    told_at: datetime | None
    read_back: str
    by: str
    at: object


@dataclass(frozen=True)
class SignedLine:
    """A signature with the page of what was signed, or a reason to open the report again."""

    at: datetime
    text: str
    print_url: str = ""
    print_label: str = ""


@dataclass(frozen=True)
class Head:
    """Title line of an analysis and what can be done with it."""

    title: str
    state: str
    edition: int
    facts: tuple[str, ...]
    release: str
    starter: bool
    run_id: str
    can_decide: bool
    can_sign: bool
    why_not_sign: str
    can_amend: bool
    sign_url: str
    amend_url: str
    print_url: str
    add_url: str
    outdated: bool
    """The record changed after it was read; it can be analysed again."""
    request_url: str
    past_day: str
    """The day it speaks of, where that is not the day it was made on."""
    notes: tuple[str, ...]
    without_model: tuple[str, ...]
    """A line for each stage in which a model was asked in vain: which, and why."""
    signed: tuple[SignedLine, ...]
    """Who answers for which version, and why it was opened again."""
    signed_edition: int
    """The newest version that may leave the house; 0 while nobody has signed one."""


def rests_on_unreviewed(origin: str, plan: DiagnosticPlan | None) -> bool:
    """Whether something that was asked by was never clinically reviewed.

    A release of our own curators still holds what nobody accepted: it is the links that tell.
    """
    if origin == "starter" or plan is None:
        return origin == "starter"
    return not all(item.reviewed for one in plan.assessments for item in one.items())


def head_of(
    analysis: Analysis, result: AnalysisResult, review: Review, open_keys: list[str]
) -> Head:
    """The head; whether signing works is decided again by the server when it is tried."""
    criticals = review.open_alerts()
    can_sign = policies.can_sign(
        state=analysis.state, open_findings=open_keys, open_criticals=len(criticals)
    )
    return Head(
        title=gettext("Analysis %(number)s") % {"number": analysis.number},
        state=analysis.state,
        edition=analysis.edition,
        facts=facts_of(analysis),
        release=str(getattr(analysis.release, "name", analysis.release)),
        starter=rests_on_unreviewed(getattr(analysis.release, "origin", "starter"), result.plan),
        run_id=analysis.run_id,
        can_decide=policies.can_decide(analysis.state),
        can_sign=can_sign,
        why_not_sign=why_not_sign(analysis, open_keys, criticals),
        can_amend=analysis.state == AnalysisState.SIGNED,
        sign_url=reverse("review:sign", args=[analysis.pk]),
        amend_url=reverse("review:amend", args=[analysis.pk]),
        print_url=reverse("review:print", args=[analysis.pk]),
        add_url=reverse("review:add", args=[analysis.pk]),
        outdated=analysis.outdated,
        request_url=reverse("review:request", args=[analysis.patient_id]),
        past_day=clinical_date(analysis.as_of) if speaks_of_past(analysis) else "",
        notes=notes_of(analysis, result),
        without_model=tuple(stages_without_model(result.stages)),
        signed=signed_lines(analysis, review),
        signed_edition=max((each.edition for each in review.signatures), default=0),
    )


def signed_lines(analysis: Analysis, review: Review) -> tuple[SignedLine, ...]:
    """Every signature and every reason to open the report again, in the order they came."""
    signatures = [_signature_line(analysis, signature) for signature in review.signatures]
    reasons = [
        SignedLine(
            amendment.created_at,
            gettext("Opened again for version %(n)d by %(name)s: %(reason)s")
            % {
                "n": amendment.edition,
                "name": amendment.by.get_full_name(),
                "reason": amendment.reason,
            },
        )
        for amendment in review.amendments
    ]
    return tuple(sorted([*signatures, *reasons], key=lambda line: line.at))


def _signature_line(analysis: Analysis, signature: Signature) -> SignedLine:
    said = gettext("Version %(n)d signed by %(name)s, %(when)s") % {
        "n": signature.edition,
        "name": signature.by.get_full_name(),
        "when": clinical_date(signature.created_at, time=True),
    }
    if signature.despite:
        said = gettext("%(said)s, although the record had changed: %(why)s") % {
            "said": said,
            "why": signature.despite,
        }
    return SignedLine(
        signature.created_at,
        said,
        print_url=reverse("review:print-edition", args=[analysis.pk, signature.edition]),
        print_label=gettext("Version %(n)d as it was signed") % {"n": signature.edition},
    )


def facts_of(analysis: Analysis) -> tuple[str, ...]:
    """Three to five facts: what was read, when, by whom it was asked for."""
    scope = gettext("One report") if analysis.report else gettext("Whole record")
    if analysis.all_results:
        scope = gettext("Whole record, history included")
    facts = [scope, gettext("As of %(date)s") % {"date": clinical_date(analysis.as_of, time=True)}]
    if analysis.finished_at:
        drafted = clinical_date(analysis.finished_at, time=True)
        facts.append(gettext("Drafted %(date)s") % {"date": drafted})
    return tuple(facts)


def why_not_sign(analysis: Analysis, open_keys: list[str], criticals: list[CriticalAlert]) -> str:
    """What stands between this report and a signature, in words."""
    if not policies.can_decide(analysis.state):
        return ""
    reasons = []
    if open_keys:
        reasons.append(
            ngettext(
                "%(n)d result needs a decision", "%(n)d results need a decision", len(open_keys)
            )
            % {"n": len(open_keys)}
        )
    if criticals:
        reasons.append(
            ngettext(
                "%(n)d critical not acknowledged",
                "%(n)d criticals not acknowledged",
                len(criticals),
            )
            % {"n": len(criticals)}
        )
    return " · ".join(reasons)


def notes_of(analysis: Analysis, result: AnalysisResult) -> tuple[str, ...]:
    """What the reader must know before reading on."""
    notes, context = [], result.context
    incomplete = context is not None and not context.receipt.complete
    said_elsewhere = incomplete or stages_without_model(result.stages)
    if analysis.degraded and not said_elsewhere:
        notes.append(gettext("A stage of this analysis did with less than it should have had."))
    if context is not None and not context.receipt.complete:
        why = "; ".join(context.receipt.why_incomplete)
        notes.append(gettext("The record was not read completely: %(why)s") % {"why": why})
    return tuple(notes)


def critical_lines(
    analysis: Analysis, context: PatientContext | None, review: Review
) -> list[CriticalLine]:
    """Criticals nobody has acknowledged, each with value, range and date."""
    labs = {lab.id: lab for lab in context.abnormal} if context else {}
    lines = []
    for alert in review.open_alerts():
        lab = labs.get(alert.result)
        reference = range_text(lab.range) if lab else ""
        limits = [gettext("critical %(limit)s") % {"limit": limit_text(alert.limit)}]
        if reference:
            limits.insert(0, gettext("reference %(range)s") % {"range": reference})
        when = clinical_date(alert.effective_text, time=True)
        text = gettext("Critical: %(name)s %(value)s (%(limits)s), %(when)s. Not acknowledged.") % {
            "name": alert.name,
            "value": value_text(alert.value_text),
            "limits": ", ".join(limits),
            "when": when,
        }
        url = reverse("review:acknowledge", args=[analysis.pk, alert.pk])
        before = _answered_before(review.answered_before.get(alert.pk))
        lines.append(CriticalLine(alert.pk, text, alert.doubt, url, before))
    return lines


def _answered_before(alert: CriticalAlert | None) -> str:
    if alert is None or alert.acknowledged_by is None:
        return ""
    answer = getattr(alert, "acknowledgement", None)
    return gettext(
        "Answered for in %(number)s: %(told)s was told and read back “%(back)s”. %(by)s, %(when)s. "
        "This analysis needs an answer of its own."
    ) % {
        "number": alert.analysis.number,
        "told": answer.told if answer else gettext("somebody"),
        "back": alert.read_back,
        "by": alert.acknowledged_by.get_full_name(),
        "when": clinical_date(alert.acknowledged_at, time=True),
    }


def _answered_text(alert: CriticalAlert) -> str:
    """The value, and in which analysis it was answered for, where it was not in this one."""
    text = f"{alert.name} {value_text(alert.value_text)}"
    if alert.answered_in is None:
        return text
    said = gettext("%(value)s, answered for in %(number)s")
    return said % {"value": text, "number": alert.answered_in.analysis.number}


def acknowledged(review: Review) -> list[Acknowledged]:
    """Criticals somebody has answered for."""
    rows = []
    for alert in review.alerts:
        answer = getattr(alert.answered_in or alert, "acknowledgement", None)
        if alert.acknowledged_by is None:
            continue
        rows.append(
            Acknowledged(
                text=_answered_text(alert),
                told=answer.told if answer else "",
                told_at=answer.told_at if answer else None,
                read_back=alert.read_back,
                by=alert.acknowledged_by.get_full_name(),
                at=alert.acknowledged_at,
            )
        )
    return rows
