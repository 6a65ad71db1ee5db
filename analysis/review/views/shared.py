"""What every view of one analysis reads first, and the page it answers with."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext
from django_htmx.http import trigger_client_event

from analysis.pipeline import services as pipeline
from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import AnalysisResult, analysis_for, latest_of, whole
from analysis.review import queries
from analysis.review.findings import Finding, findings_of
from analysis.review.models import AddedFinding, Decision
from analysis.review.presenters.banner import banner_of
from analysis.review.presenters.citations import relations_of
from analysis.review.presenters.evidence import Drawer
from analysis.review.presenters.handoff import HandoffLine, handoff_lines
from analysis.review.presenters.newer_release import newer_release_note
from analysis.review.presenters.overview import overview_of
from analysis.review.presenters.page import acknowledged, critical_lines, head_of
from analysis.review.presenters.passages import doubtful_among, keys_of
from analysis.review.presenters.rail import finding_url, rail_of
from analysis.review.presenters.result import finding_page
from analysis.review.presenters.since_page import since_part
from analysis.review.presenters.worklist_holding import HoldingLine, holding_line
from analysis.review.queries import Review
from analysis.review.services import drafts
from analysis.review.views.awaited import saw_end
from analysis.review.vocabulary import DraftKind
from analysis.worklist import queries as worklist
from graphcurate.library import queries as library
from medreview.accounts.access import can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.errors import NotFound
from medreview.runtime.handoffs import notes_of

PAGE = "analysis/review/result.html"
UPDATE = "analysis/review/_update.html"
FINDING = "analysis/review/_finding.html"
ADDED = "analysis/review/_added.html"
OVERVIEW = "analysis/review/_overview.html"


@dataclass(frozen=True)
class AddedPage:
    """A finding of the reviewer's own, shown like the others."""

    added: AddedFinding
    version: int
    history: tuple[Decision, ...]
    comments: tuple[Any, ...]


@dataclass(frozen=True)
class Opened:
    """One analysis as one person reads it; reading it is recorded."""

    user: User
    analysis: Analysis
    result: AnalysisResult
    findings: list[Finding]
    review: Review

    def finding(self, number: int) -> Finding:
        """A finding by the number it is shown under."""
        if not 1 <= number <= len(self.findings):
            raise NotFound(gettext("There is no such finding."))
        return self.findings[number - 1]

    def added(self, number: int) -> AddedFinding | None:
        """The reviewer's own finding shown under this number."""
        place = number - len(self.findings) - 1
        standing = self.review.standing_added()
        return standing[place] if 0 <= place < len(standing) else None

    def key_of(self, number: int) -> str:
        """What decisions on this number are filed under."""
        added = self.added(number)
        return added.pk if added else self.finding(number).key

    def open_keys(self) -> list[str]:
        """The findings that need a decision."""
        return self.review.open_among([finding.key for finding in self.findings])

    def open_numbers(self) -> list[int]:
        """The numbers of the findings without a decision."""
        open_keys = set(self.open_keys())
        return [each.number for each in self.findings if each.key in open_keys]

    def open_after(self, number: int) -> int:
        """The number of the next finding without a decision, from the top again at the end."""
        waiting = self.open_numbers()
        return next((each for each in waiting if each > number), waiting[0])

    def first_open(self) -> int | None:
        """The number of the first finding without a decision; else the first; else none."""
        numbers = [finding.number for finding in self.findings]
        return next(iter(self.open_numbers() or numbers), None)


def opened(request: HttpRequest, pk: str) -> Opened:
    """The analysis for this person, or NotFound; the read stands in the trail."""
    user = person(request)
    seen = _whole_of(pipeline.open_analysis(pk, by=user), user)
    saw_end(request, pk)
    return seen


def as_it_stands_now(seen: Opened) -> Opened:
    """The same analysis after a step of this request, whose one read is in the trail already."""
    return _whole_of(analysis_for(seen.user, seen.analysis.pk), seen.user)


def _whole_of(analysis: Analysis, user: User) -> Opened:
    result = whole(analysis)
    return Opened(user, analysis, result, findings_of(result), queries.review_of(analysis))


def person(request: HttpRequest) -> User:
    """Who asks. The guard of the view made sure that somebody is signed in."""
    if not isinstance(request.user, User):
        raise NotFound(gettext("Nobody is signed in."))
    return request.user


def page_context(seen: Opened, number: int | None, drawer: Drawer | None = None) -> dict[str, Any]:
    """Everything the review page shows at one finding, or at the overview."""
    analysis, context = seen.analysis, seen.result.context
    patient_url = _patient_url(analysis)
    shown: dict[str, Any] = {
        "analysis": analysis,
        "banner": banner_of(analysis.patient, context=context, url=patient_url),
        "head": head_of(analysis, seen.result, seen.review, seen.open_keys()),
        "criticals": critical_lines(analysis, context, seen.review),
        "acknowledged": acknowledged(seen.review),
        "rail": rail_of(analysis, seen.findings, seen.review, number),
        "newer": _newer(analysis),
        "newer_release": newer_release_note(analysis),
        **since_part(analysis, seen.result, seen.findings, seen.review, number),
        "run_url": _run_url(seen),
        "drawer": drawer,
        "normal_count": len(context.normal_names) if context else 0,
        "undecidable_count": len(context.undecidable) if context else 0,
        "stale_count": len(context.stale) if context else 0,
        "may_decide": can(seen.user, Permission.ANALYSIS_DECIDE),
        "may_sign": can(seen.user, Permission.ANALYSIS_SIGN),
        "may_acknowledge": can(seen.user, Permission.CRITICAL_ACKNOWLEDGE),
        "may_request": can(seen.user, Permission.ANALYSIS_REQUEST),
    }
    shown["handoffs"] = _handoffs_of(analysis)
    shown |= _hands_part(seen, number)
    return shown | (_overview_part(seen) if number is None else _finding_part(seen, number))


def holding_of(analysis: Analysis, user: User) -> HoldingLine | None:
    """In whose hands the analysis is; None where nobody decides on it now."""
    return _line_of(analysis, user, queries.others_present(analysis, user))


def _line_of(analysis: Analysis, user: User, present: list[str]) -> HoldingLine | None:
    standing = worklist.standing_of(analysis)
    return holding_line(analysis, standing, worklist.moves_of(analysis), user, present)


def _handoffs_of(analysis: Analysis) -> tuple[HandoffLine, ...]:
    found = worklist.handoffs_of(analysis)
    return handoff_lines(analysis, found, notes_of(analysis.run, found))


def _hands_part(seen: Opened, number: int | None) -> dict[str, Any]:
    """Whose the analysis is, who else has it open, and what is to be decided next."""
    present = queries.others_present(seen.analysis, seen.user)
    holding = _line_of(seen.analysis, seen.user, present)
    # The line of the holder says already whether they have it open.
    others = [name for name in present if holding is None or name != holding.holder]
    following = _next_here(seen, number) if holding and not holding.is_anothers else None
    elsewhere = f"{reverse('review:next-undecided')}?after={seen.analysis.pk}"
    return {
        "holding": holding,
        "others": others,
        "next_here": following is not None,
        "next_url": finding_url(seen.analysis, following) if following else elsewhere,
    }


def _next_here(seen: Opened, number: int | None) -> int | None:
    """The next finding of this analysis without a decision, the one shown left out."""
    waiting = seen.open_numbers()
    return seen.open_after(number or 0) if waiting and waiting != [number] else None


def _overview_part(seen: Opened) -> dict[str, Any]:
    return {
        "main_template": OVERVIEW,
        "title": f"{gettext('Whole picture')} – {seen.analysis.number}",
        "overview": overview_of(seen.result, seen.analysis),
        "request_url": reverse("review:request", args=[seen.analysis.patient_id]),
        "page_url": reverse("review:overview", args=[seen.analysis.pk]),
    }


def _finding_part(seen: Opened, number: int) -> dict[str, Any]:
    key = seen.key_of(number)
    common = {
        "urls": urls_of(seen.analysis, number),
        "page_url": finding_url(seen.analysis, number),
        "drafts": {
            "comment": queries.draft_of(seen.analysis, key, DraftKind.COMMENT, seen.user),
        },
    }
    added = seen.added(number)
    if added is not None:
        history = tuple(seen.review.decisions.get(key, ()))
        page = AddedPage(
            added=added,
            version=history[-1].number,
            history=history,
            comments=tuple(seen.review.comments.get(key, ())),
        )
        return common | {"main_template": ADDED, "title": added.title, "page": page}
    finding = seen.finding(number)
    return common | {
        "main_template": FINDING,
        "title": f"{finding.name} – {seen.analysis.number}",
        "page": finding_page(seen.analysis, finding, seen.result, seen.review),
        "doubtful": doubtful_in(finding),
    }


def doubtful_in(finding: Finding) -> frozenset[str]:
    """The relations of a finding of which a quote no longer stands as it did."""
    relations = relations_of(finding)
    states = library.quote_states(keys_of(relations.values()))
    return doubtful_among(relations, states)


def urls_of(analysis: Analysis, number: int) -> dict[str, str]:
    """Where the forms of one finding go."""
    names = ("accept", "edit", "reject", "undo", "comment", "draft")
    return {name: reverse(f"review:{name}", args=[analysis.pk, number]) for name in names}


def whole_page(
    request: HttpRequest, seen: Opened, number: int | None, drawer: Drawer | None = None
) -> HttpResponse:
    """The page for a browser, or for htmx the parts that a step changes."""
    drafts.note_presence(analysis=seen.analysis, by=seen.user)
    context = page_context(seen, number, drawer)
    if not getattr(request, "htmx", False):
        response = render(request, PAGE, context)
        response["Vary"] = "HX-Request"
        return response
    rail = context["rail"]
    here = next((item for item in rail.items if item.current), None)
    said = f"{here.number} / {rail.total}: {here.name}, {here.value}" if here else context["title"]
    response = render(request, UPDATE, context | {"said": said, "moved": True})
    response["Vary"] = "HX-Request"
    trigger_client_event(response, "closeDialog")
    trigger_client_event(response, "scrollToTop", after="settle")
    return trigger_client_event(response, "focusOn", {"value": "#finding-title"}, after="settle")


def changed_page(
    request: HttpRequest,
    seen: Opened,
    number: int,
    *,
    said: str,
    undo: bool = True,
    focus: str | None = None,
    decided: bool = False,
) -> HttpResponse:
    """The page after something was decided: what changed, said aloud, with an undo at hand.

    Who wishes it is shown the next open finding, where there is one.
    """
    seen = as_it_stands_now(seen)
    goes_on = decided and seen.user.opens_next and bool(seen.open_keys())
    shown = seen.open_after(number) if goes_on else number
    extra = {
        "said": said,
        "toast": said,
        "moved": goes_on,
        "undo_url": urls_of(seen.analysis, number)["undo"] if undo else "",
        "undo_version": seen.review.version_of(seen.key_of(number)) if undo else 0,
    }
    response = render(request, UPDATE, page_context(seen, shown) | extra)
    trigger_client_event(response, "closeDialog")
    if goes_on:
        response["HX-Push-Url"] = finding_url(seen.analysis, shown)
        trigger_client_event(response, "scrollToTop", after="settle")
        focus = "#finding-title"
    else:
        response["HX-Replace-Url"] = finding_url(seen.analysis, number)
    if focus:
        trigger_client_event(response, "focusOn", {"value": focus}, after="settle")
    return response


def dialog(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """A dialog, wherever the form that asked for it pointed."""
    response = render(request, f"analysis/review/{template}", context, status=status)
    response["HX-Retarget"] = "#dialog-place"
    response["HX-Reswap"] = "innerHTML"
    return response


def _newer(analysis: Analysis) -> dict[str, str] | None:
    latest = latest_of(analysis.patient)
    if latest is None or latest.pk == analysis.pk:
        return None
    return {"number": latest.number, "url": reverse("review:analysis-detail", args=[latest.pk])}


def _patient_url(analysis: Analysis) -> str:
    return _url_or_nothing("front:patient", analysis.patient_id)


def _run_url(seen: Opened) -> str:
    if not can(seen.user, Permission.RUN_READ):
        return ""
    return _url_or_nothing("front:run-detail", seen.analysis.run_id)


def _url_or_nothing(name: str, pk: str) -> str:
    try:
        return reverse(name, args=[pk])
    except NoReverseMatch:
        return ""
