"""The steps of a run as a tree with bars to scale, drawn by the server so that they print."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from medreview.front.presenters.runs import span
from medreview.runtime.outline import QUEUE, REVIEW, Outline, Step, StepState

WIDTH = 100
THINNEST = 0.6
"""A step of no time at all is still seen."""

FILLS = {
    StepState.OPEN: "#8796a8",
    StepState.DONE: "#1c5d99",
    StepState.CARRIED: "#8796a8",
    StepState.BROKE: "#a8071a",
    StepState.LEFT: "#dfa245",
}


@dataclass(frozen=True)
class StepBar:
    """One step: its name, how long it took, and where its bar lies between 0 and 100."""

    name: str
    seq: int
    url: str
    took: str
    took_ms: int
    state: StepState
    said: str
    """How it ended, where that is not the usual."""
    x: str
    width: str
    """Empty for a step that is not drawn to this scale."""
    fill: str
    asked: str
    """What models took in it; nothing: none was asked."""


@dataclass
class StepGroup:
    """The steps of one attempt, or a single step between attempts."""

    title: str
    bars: list[StepBar] = field(default_factory=list)


def step_groups(
    outline: Outline, url_of: Callable[[int], str], notes: Mapping[int, str]
) -> list[StepGroup]:
    """The tree: the queue, each attempt with its stages, the review.

    ``url_of`` says where the event with a number is shown; ``notes`` what models took in the
    step that it began.
    """
    groups: list[StepGroup] = []
    for step in sorted(outline.steps, key=lambda one: (one.attempt, one.first)):
        title = _group_title(step)
        if not groups or groups[-1].title != title:
            groups.append(StepGroup(title))
        groups[-1].bars.append(_bar(step, outline.work, url_of(step.first), notes))
    return sorted(groups, key=lambda group: group.bars[0].seq)


def scale_said(outline: Outline) -> str:
    """What the bars are to scale of, in words."""
    return _("Bars to scale: %(work)s of work. A review is not drawn to it.") % {
        "work": span(outline.work)
    }


def _group_title(step: Step) -> str:
    if step.name == QUEUE:
        return _("Queue")
    if step.name == REVIEW:
        return pgettext("a step", "Review")
    if step.attempt == 0:
        return _("From the failed run")
    return _("Attempt %(n)s") % {"n": step.attempt}


def _bar(step: Step, work: int, url: str, notes: Mapping[int, str]) -> StepBar:
    scale = WIDTH / work if work else 0
    drawn = step.name != REVIEW
    width = min(max(step.took * scale, THINNEST), WIDTH)
    start = min(step.began * scale, WIDTH - width)
    return StepBar(
        name=_name(step),
        seq=step.first,
        url=url,
        took=span(step.took),
        took_ms=step.took,
        state=step.state,
        said=_ended(step.state),
        # As text: a decimal comma of the reader's language would break the picture.
        x=f"{start:.2f}",
        width=f"{width:.2f}" if drawn else "",
        fill=FILLS[step.state],
        asked=notes.get(step.first, ""),
    )


def _name(step: Step) -> str:
    names = {QUEUE: _("waits for a worker"), REVIEW: _("waits for a person")}
    return names.get(step.name, step.name.replace("_", " "))


def _ended(state: StepState) -> str:
    return {
        StepState.OPEN: _("not ended"),
        StepState.CARRIED: _("used again"),
        StepState.BROKE: _("broke"),
        StepState.LEFT: _("left unfinished"),
    }.get(state, "")
