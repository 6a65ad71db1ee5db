"""Releases, plans and gates as rows and words to look at."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from graphcurate.models import PlannedRelease, Publication, Release, ReviewDecision
from graphcurate.presenters.entry_names import Names, address_of
from graphcurate.releasing.diff import Tally
from graphcurate.releasing.gates import Gate, GateReason, GateReport, GateState
from graphcurate.releasing.policies import CODE_SYSTEMS

Words = str | Promise

GATES: dict[Gate, Words] = {
    Gate.APPROVED: gettext_lazy("Approved by a second person"),
    Gate.FITS: gettext_lazy("Fits the current release"),
    Gate.QUOTES: gettext_lazy("Every quote verified"),
    Gate.CHECKS: gettext_lazy("Checks of the whole content"),
    Gate.VIGNETTES: gettext_lazy("Vignettes"),
    Gate.IMPACT: gettext_lazy("Impact on past analyses"),
}
STATES: dict[GateState, tuple[Words, str, str]] = {
    GateState.PASSED: (pgettext_lazy("gate", "Passed"), "good", "circle-check"),
    GateState.FAILED: (pgettext_lazy("gate", "Failed"), "bad", "circle-x"),
    GateState.WAITING: (pgettext_lazy("gate", "Not known yet"), "busy", "clock"),
    GateState.OVERRIDDEN: (pgettext_lazy("gate", "Let pass by an admin"), "waits", "shield-alert"),
}
"""The word of a state, its tone and its icon."""

TYPES: dict[str, Words] = {
    "biomarker": gettext_lazy("Biomarkers"),
    "relation.parameter": gettext_lazy("Links to parameters"),
    "relation.condition": gettext_lazy("Links to conditions"),
    "relation.medication": gettext_lazy("Links to medications"),
    "relation.preanalytical": gettext_lazy("Links to preanalytical factors"),
    "domain": gettext_lazy("Domains"),
    "condition": gettext_lazy("Conditions"),
    "medication": gettext_lazy("Medications"),
    "preanalytical": gettext_lazy("Preanalytical factors"),
    "source": gettext_lazy("Sources"),
}


FAILS = "Fails: "
"""What a line of a vignette begins with that is no longer met."""


@dataclass(frozen=True)
class TallyRow:
    """One type of entry in a table of totals."""

    name: Words
    before: int
    after: int
    added: int
    changed: int
    removed: int


@dataclass(frozen=True)
class ReasonRow:
    """One reason of a gate: what it is about, where that is put right, and the sentence."""

    text: str
    about: str = ""
    url: str = ""
    leads: bool = False
    """The sentence says all, and what is beside it only leads on."""


@dataclass(frozen=True)
class Places:
    """Where what a gate speaks of is found."""

    names: Names
    vignettes_url: str = ""
    impact_url: str = ""


def tally_rows(tallies: Iterable[Tally]) -> list[TallyRow]:
    """Totals and deltas by type, types of which there is nothing left out."""
    return [
        TallyRow(TYPES[one.type], one.before, one.after, one.added, one.changed, one.removed)
        for one in tallies
        if one.before or one.after
    ]


def deltas(tallies: Iterable[Tally]) -> dict[str, int]:
    """How many entries came, changed and went, of all types together."""
    listed = list(tallies)
    return {
        "added": sum(one.added for one in listed),
        "changed": sum(one.changed for one in listed),
        "removed": sum(one.removed for one in listed),
    }


def gate_rows(reports: Iterable[GateReport], places: Places) -> list[dict[str, Any]]:
    """The gates as they are listed, each reason with the way to what it is about."""
    return [_gate_row(report, places) for report in reports]


def _gate_row(report: GateReport, places: Places) -> dict[str, Any]:
    word, tone, icon = STATES[report.state]
    return {
        "gate": report.gate.value,
        "name": GATES[report.gate],
        "state": report.state.value,
        "word": word,
        "tone": tone,
        "icon": icon,
        "reasons": [_reason_row(reason, places) for reason in report.reasons],
        "more": max(report.count - len(report.reasons), 0) if report.reasons else 0,
        "override": report.override,
        "can_be_overridden": report.can_be_overridden,
    }


def _reason_row(reason: GateReason, places: Places) -> ReasonRow:
    text = said(reason)
    match reason.about:
        case ("set", pk):
            where = reverse("graphcurate:change-detail", args=[pk])
            return ReasonRow(text, _("Open it"), where, leads=True)
        case ("entry", kind, key):
            entry = places.names.entry(kind, key)
            return ReasonRow(text, places.names.of(kind, key), address_of(entry, kind, key))
        case ("vignettes",):
            return ReasonRow(text, _("Before and after"), places.vignettes_url, leads=True)
        case ("impact",):
            return ReasonRow(text, _("List them"), places.impact_url, leads=True)
    return ReasonRow(text)


def said(reason: GateReason) -> str:
    """The sentence of a reason in the reader's language."""
    sentence = _(reason.sentence)
    return sentence % reason.values if reason.values else sentence


def code_system_rows(versions: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each code system with the version that is recorded; none is said in words."""
    return [(name, versions.get(key, "")) for key, name in CODE_SYSTEMS.items()]


def release_rows(
    releases: Iterable[Release], publications: Mapping[str, Publication], current: Release
) -> list[dict[str, Any]]:
    """The history, newest first."""
    return [_release_row(one, publications.get(one.pk), current) for one in releases]


def _release_row(
    release: Release, publication: Publication | None, current: Release
) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": release.name,
        "url": reverse("graphcurate:release-detail", args=[release.name]),
        "at": release.created_at,
        "is_current": release.pk == current.pk,
        "is_starter": release.origin == "starter",
        "hash": release.content_hash,
    }
    if publication is None:
        return row
    planned = publication.planned
    return row | {
        "by": publication.by.full_name,
        "sets": [one.label for one in planned.change_sets.all()],
        "restores": planned.restores.name if planned.restores else "",
        "deltas": deltas(Tally.model_validate(one) for one in publication.tallies),
        "diff_url": diff_url(publication.base.name, release.name),
    }


def plan_rows(plans: Iterable[PlannedRelease]) -> list[dict[str, Any]]:
    """The releases on their way."""
    return [
        {
            "number": plan.number,
            "url": reverse("graphcurate:plan", args=[plan.pk]),
            "by": plan.planned_by.full_name,
            "at": plan.created_at,
            "sets": [one.label for one in plan.change_sets.all()],
            "restores": plan.restores.name if plan.restores else "",
        }
        for plan in plans
    ]


def diff_url(before: str, after: str) -> str:
    """Where the difference between two releases is shown."""
    return reverse("graphcurate:release-diff", args=[before, after])


def set_rows(
    plan: PlannedRelease, approvals: Mapping[str, list[ReviewDecision]]
) -> list[dict[str, Any]]:
    """The change sets of a plan, each with who wrote it and who approved it when."""
    return [
        {
            "label": one.label,
            "title": one.title,
            "url": reverse("graphcurate:change-detail", args=[one.pk]),
            "author": one.opened_by.full_name,
            "approvals": [
                {"name": said.by.full_name, "at": said.created_at, "clinician": said.as_clinician}
                for said in approvals.get(one.pk, ())[-1:]
            ],
        }
        for one in sorted(plan.change_sets.all(), key=lambda one: one.number)
    ]


def vignette_rows(kept: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The vignettes that change, those that change alike together: only lines that do."""
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Mapping[str, Any]]] = {}
    for one in kept:
        gone = tuple(line for line in one["before"] if line not in one["after"])
        come = tuple(line for line in one["after"] if line not in one["before"])
        alike.setdefault((gone, come), []).append(one)
    return [
        {
            "gone": gone,
            "come": come,
            "fails": _fails(come),
            "cases": [(one["id"], one["title"]) for one in cases],
        }
        for (gone, come), cases in sorted(alike.items(), key=lambda pair: not _fails(pair[0][1]))
    ]


def _fails(come: Iterable[str]) -> bool:
    return any(line.startswith(FAILS) for line in come)
