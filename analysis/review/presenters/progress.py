"""How an analysis is getting on, step by step, for a page that is polled."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from analysis.pipeline.analysis_states import AT_WORK, AnalysisState
from analysis.pipeline.contracts import StageReport, StageStatus
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import Progress
from analysis.review.presenters.model_reasons import model_reason
from analysis.review.presenters.steps import STEPS


@dataclass(frozen=True)
class Step:
    """One stage as a line of the page."""

    name: str
    words: str
    state: str
    """``done``, ``running``, ``waiting``, ``failed`` or ``degraded``."""
    icon: str
    took: str
    error: str


@dataclass(frozen=True)
class Seen:
    """The whole progress page."""

    steps: tuple[Step, ...]
    done: int
    elapsed: str
    at_work: bool
    failed: bool
    cancelled: bool
    signal: str
    at: int
    """The number of the step at work or stopped, from 1; 0 before the first."""
    said: str
    """What a screen reader hears when another step begins."""


@dataclass(frozen=True)
class EndedLine:
    """What a page says of an analysis that has ended elsewhere; nothing of the patient."""

    id: str
    text: str
    url: str
    failed: bool


ICONS = {
    "done": "circle-check",
    "degraded": "triangle-alert",
    "failed": "circle-x",
    "running": "loader-circle",
    "waiting": "circle-dashed",
    "skipped": "minus",
}


def progress_of(progress: Progress) -> Seen:
    """Steps in order: done with their times, the one at work, and those to come."""
    reports = {report.name: report for report in progress.done}
    steps = tuple(_step(name, reports.get(name), progress) for name in progress.names)
    done = sum(step.state in {"done", "degraded", "skipped"} for step in steps)
    return Seen(
        steps=steps,
        done=done,
        elapsed=gettext("%(seconds)s s") % {"seconds": progress.elapsed},
        at_work=progress.state in AT_WORK,
        failed=progress.state == AnalysisState.FAILED,
        cancelled=progress.state == AnalysisState.CANCELLED,
        signal=_signal(progress),
        at=_at(steps),
        said=_said(steps),
    )


def _step(name: str, report: StageReport | None, progress: Progress) -> Step:
    words = str(STEPS.get(name, name))
    if report is None:
        state = "running" if name == progress.current else "waiting"
        return Step(name, words, state, ICONS[state], "", "")
    state = report.status.value
    took = "" if state == StageStatus.FAILED else f"{report.seconds:.2f} s"
    error = report.error or ""
    why = model_reason(error) if report.lacks_model else error
    return Step(name, words, state, ICONS[state], took, why)


def _signal(progress: Progress) -> str:
    if progress.no_signal and progress.silent_for is not None:
        seconds = int(progress.silent_for)
        return ngettext("No signal for %(n)d second", "No signal for %(n)d seconds", seconds) % {
            "n": seconds
        }
    if progress.waiting_long:
        return gettext("Waiting for a worker. Nothing is lost; it starts as soon as one is free.")
    return ""


def _at(steps: tuple[Step, ...]) -> int:
    going = (place for place, step in enumerate(steps, 1) if step.state in {"running", "failed"})
    return next(going, 0)


def _said(steps: tuple[Step, ...]) -> str:
    at = _at(steps)
    if not at:
        return ""
    said = gettext("Step %(n)d of %(total)d: %(what)s")
    return said % {"n": at, "total": len(steps), "what": steps[at - 1].words}


def ended_lines(ended: Iterable[Analysis]) -> list[EndedLine]:
    """One line for each analysis somebody waited for: done, or stopped."""
    return [_ended_line(analysis) for analysis in ended]


def _ended_line(analysis: Analysis) -> EndedLine:
    failed = analysis.state == AnalysisState.FAILED
    said = {
        AnalysisState.FAILED: gettext("Analysis %(number)s stopped before its end."),
        AnalysisState.CANCELLED: gettext("Analysis %(number)s was cancelled."),
    }.get(AnalysisState(analysis.state), gettext("Analysis %(number)s is done."))
    return EndedLine(
        id=analysis.pk,
        text=said % {"number": analysis.number},
        url=reverse("review:analysis-detail", args=[analysis.pk]),
        failed=failed,
    )
