"""In whose hands one analysis is, as its page says it: who, until when, with which note."""

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from analysis.pipeline.models import Analysis
from analysis.worklist.holding_states import MoveKind
from analysis.worklist.models import Move
from analysis.worklist.presenters import due_text
from analysis.worklist.queries import Standing
from medreview.accounts.models import User
from medreview.common.display import clinical_date
from medreview.common.hashing import sha256_of


@dataclass(frozen=True)
class HoldingLine:
    """Who holds an analysis, what this person may do about it, and when it is due."""

    text: str
    holder: str
    """The holder's name; empty where nobody holds it."""
    due: str
    overdue: bool
    is_free: bool
    is_mine: bool
    is_anothers: bool
    note: str
    noted_by: str
    told: str
    """That a colleague took it over from this person."""
    moves: tuple[str, ...]
    """Every move so far, newest first."""
    version: int
    """What taking over must name: the newest move."""
    claim_url: str
    release_url: str
    give_url: str
    take_over_url: str
    url: str
    """Where this line is asked for again."""

    @property
    def mark(self) -> str:
        """Equal for a line that says the same: nothing is swapped for it."""
        said = [self.text, self.due, self.note, self.told, str(self.version)]
        return sha256_of(said)[:16]


def holding_line(
    analysis: Analysis,
    standing: Standing | None,
    moves: Collection[Move],
    viewer: User,
    present: Collection[str] = (),
) -> HoldingLine | None:
    """The line; None where nobody decides on the analysis now."""
    if standing is None:
        return None
    holder = standing.holder
    note, by = note_of(standing)
    urls = {
        f"{name}_url": reverse(f"review:{name.replace('_', '-')}", args=[analysis.pk])
        for name in ("claim", "release", "give", "take_over")
    }
    return HoldingLine(
        text=_text(standing, viewer, present),
        holder=holder.get_full_name() if holder else "",
        due=due_text(standing.due_at, standing.moment),
        overdue=standing.overdue,
        is_free=holder is None,
        is_mine=holder is not None and holder.pk == viewer.pk,
        is_anothers=holder is not None and holder.pk != viewer.pk,
        note=note,
        noted_by=by,
        told=_told(standing, viewer),
        moves=tuple(move_text(move) for move in moves),
        version=standing.moves,
        url=reverse("review:holding", args=[analysis.pk]),
        **urls,
    )


def note_of(standing: Standing) -> tuple[str, str]:
    """The note an analysis was given with, and whose it is; empty without one."""
    given = standing.given
    return (given.note, given.by.get_full_name()) if given and given.note else ("", "")


def _text(standing: Standing, viewer: User, present: Collection[str]) -> str:
    holder, given = standing.holder, standing.given
    if holder is None:
        return gettext("In nobody’s hands. Deciding makes it yours.")
    until = clinical_date(standing.until, time=True) if standing.until else ""
    if holder.pk == viewer.pk:
        if until:
            said = gettext("In your hands until %(until)s; every decision renews it.")
            return said % {"until": until}
        by = given.by.get_full_name() if given else ""
        return gettext("Assigned to you by %(name)s.") % {"name": by}
    name = holder.get_full_name()
    here = name in present
    if until:
        said = (
            gettext("In the hands of %(name)s until %(until)s, who has it open now.")
            if here
            else gettext("In the hands of %(name)s until %(until)s.")
        )
        return said % {"name": name, "until": until}
    said = (
        gettext("Assigned to %(name)s, who has it open now.")
        if here
        else gettext("Assigned to %(name)s.")
    )
    return said % {"name": name}


def _told(standing: Standing, viewer: User) -> str:
    given = standing.given
    if given is None or given.kind != MoveKind.TAKEN_OVER or given.before_id != viewer.pk:
        return ""
    return gettext("%(name)s took it over from you, %(when)s.") % {
        "name": given.by.get_full_name(),
        "when": clinical_date(given.created_at, time=True),
    }


def move_text(move: Move) -> str:
    """One move in a sentence."""
    names = {
        "by": move.by.get_full_name(),
        "to": move.to.get_full_name() if move.to else "",
        "before": move.before.get_full_name() if move.before else "",
        "when": clinical_date(move.created_at, time=True),
    }
    said = {
        MoveKind.CLAIMED: gettext("%(when)s: %(by)s took it up."),
        MoveKind.RELEASED: gettext("%(when)s: %(by)s gave it back."),
        MoveKind.ASSIGNED: gettext("%(when)s: %(by)s assigned it to %(to)s."),
        MoveKind.HANDED_OVER: gettext("%(when)s: %(by)s handed it over to %(to)s."),
        MoveKind.TAKEN_OVER: gettext("%(when)s: %(by)s took it over from %(before)s."),
        MoveKind.ENDED: gettext("%(when)s: %(by)s signed it."),
        MoveKind.FOLLOWED: gettext("%(when)s: it stayed with %(to)s, as its earlier analysis."),
    }[MoveKind(move.kind)] % names
    return f"{said} “{move.note}”" if move.note else said
