"""Why an analysis was handed off and how that ended, as its page says it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from analysis.pipeline.models import Analysis
from analysis.worklist.reasons import ENDED, in_full, in_short
from medreview.common.display import clinical_date
from medreview.runtime.handoff_states import HandoffState
from medreview.runtime.models import Handoff


@dataclass(frozen=True)
class HandoffLine:
    """One hand-off: its reasons in sentences, and who resolved it with which words."""

    id: str
    is_open: bool
    reasons: tuple[tuple[str, str], ...]
    """Each in a few words, and in a sentence that says what to do."""
    ended: str
    note: str
    version: int
    url: str


def handoff_lines(
    analysis: Analysis, handoffs: Sequence[Handoff], notes: Mapping[str, str]
) -> tuple[HandoffLine, ...]:
    """The hand-offs of one analysis, in the order given."""
    return tuple(
        HandoffLine(
            id=each.pk,
            is_open=each.state == HandoffState.OPEN,
            reasons=tuple((in_short(code), in_full(code)) for code in each.reasons),
            ended=_ended(each),
            note=notes.get(each.pk, ""),
            version=each.version,
            url=reverse("review:handoff", args=[analysis.pk, each.pk]),
        )
        for each in handoffs
    )


def _ended(handoff: Handoff) -> str:
    if handoff.resolved_at is None:
        return ""
    by = handoff.resolved_by
    return str(ENDED[handoff.ended_by]) % {
        "name": by.get_full_name() if by else "",
        "when": clinical_date(handoff.resolved_at, time=True),
    }
