"""Accept, edit, reject, undo, comment, add; a stale write gets both texts back."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from analysis.review import queries
from analysis.review.errors import StaleDecision
from analysis.review.presenters.interpretation import interpretation_of
from analysis.review.presenters.rail import finding_url
from analysis.review.services import decisions, drafts, notes
from analysis.review.views.shared import (
    Opened,
    as_it_stands_now,
    changed_page,
    dialog,
    opened,
    page_context,
    person,
    urls_of,
)
from analysis.review.views.worklist_held import tells_who_holds
from analysis.review.vocabulary import DecisionKind, DraftKind, RejectionReason
from analysis.worklist import services as worklist
from medreview.accounts.access import can, requires
from medreview.accounts.permissions import Permission
from medreview.common.display import clinical_date, in_words
from medreview.common.errors import Invalid, WrongState
from medreview.common.versions import version_of
from medreview.common.word_diff import word_diff

BEGINS_TO_DECIDE = frozenset({DraftKind.EDIT, DraftKind.REJECT, DraftKind.ADD})


@dataclass(frozen=True)
class Mine:
    """What the slower of two reviewers had wanted to say."""

    kind: str
    url: str
    text: str = ""
    reason: str = ""
    comment: str = ""
    confirmed: str = ""


@require_POST
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def accept(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """The finding is right as drafted."""
    seen = opened(request, pk)
    finding = seen.finding(number)
    confirmed = request.POST.get("confirmed", "")
    try:
        decisions.accept(
            analysis=seen.analysis,
            finding=finding.key,
            version=version_of(request),
            tier=finding.assessment.evidence_tier if finding.assessment else None,
            confirmed=bool(confirmed),
            by=seen.user,
        )
    except StaleDecision:
        return _conflict(request, seen, number, Mine("accepted", request.path, confirmed=confirmed))
    said = gettext("%(name)s accepted") % {"name": finding.name}
    return _answer(request, seen, number, said=said, decided=True)


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def edit(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """The interpretation in the reviewer's own words."""
    seen = opened(request, pk)
    if request.method == "GET":
        return _edit_form(request, seen, number)
    finding, text = seen.finding(number), request.POST.get("text", "")
    try:
        decisions.edit(
            analysis=seen.analysis,
            finding=finding.key,
            version=version_of(request),
            text=text,
            by=seen.user,
        )
    except StaleDecision:
        return _conflict(request, seen, number, Mine("edited", request.path, text=text))
    except Invalid as problem:
        return _edit_form(request, seen, number, error=in_words(problem), text=text)
    said = gettext("%(name)s edited and accepted") % {"name": finding.name}
    return _answer(request, seen, number, said=said, focus="#edit", decided=True)


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def reject(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """The finding is not to be reported; one click says why."""
    seen = opened(request, pk)
    if request.method == "GET":
        return _reject_dialog(request, seen, number)
    finding = seen.finding(number)
    reason, comment = request.POST.get("reason", ""), request.POST.get("comment", "")
    try:
        decisions.reject(
            analysis=seen.analysis,
            finding=finding.key,
            version=version_of(request),
            reason=reason,
            comment=comment,
            by=seen.user,
        )
    except StaleDecision:
        mine = Mine("rejected", request.path, reason=reason, comment=comment)
        return _conflict(request, seen, number, mine)
    except Invalid as problem:
        return _reject_dialog(request, seen, number, error=in_words(problem), text=comment)
    said = gettext("%(name)s rejected") % {"name": finding.name}
    return _answer(request, seen, number, said=said, focus="#reject", decided=True)


@require_POST
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def undo(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """Take the standing decision back; an event is added and none removed."""
    seen = opened(request, pk)
    added = seen.added(number)
    try:
        decisions.undo(
            analysis=seen.analysis,
            finding=seen.key_of(number),
            version=version_of(request),
            by=seen.user,
        )
    except StaleDecision:
        return _conflict(request, seen, number, Mine("undone", request.path))
    if added is not None:
        address = finding_url(seen.analysis, 1) if seen.findings else ""
        return _go(request, address or seen.analysis.pk)
    said = gettext("Decision on %(name)s undone") % {"name": seen.finding(number).name}
    return _answer(request, seen, number, said=said, undo=False, focus="#accept")


@require_POST
@requires(Permission.ANALYSIS_DECIDE)
def comment(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """A remark beside a finding; it decides nothing."""
    seen = opened(request, pk)
    notes.comment(
        analysis=seen.analysis,
        finding=seen.key_of(number),
        text=request.POST.get("text", ""),
        by=seen.user,
    )
    said = gettext("Comment added")
    return _answer(request, seen, number, said=said, undo=False, focus="#comment-text")


@require_POST
@requires(Permission.ANALYSIS_READ)
def draft(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """Keep unsent words; number 0 is the analysis as a whole."""
    seen = opened(request, pk)
    kind = request.POST.get("kind", "")
    if kind not in set(DraftKind):
        raise Invalid(gettext("There is no draft of this kind."))
    moment = drafts.save(
        analysis=seen.analysis,
        finding=seen.key_of(number) if number else request.GET.get("of", ""),
        kind=DraftKind(kind),
        text=request.POST.get("text", ""),
        by=seen.user,
    )
    if moment and DraftKind(kind) in BEGINS_TO_DECIDE:
        _take_up(seen)
    saved = gettext("Draft saved %(time)s") % {"time": clinical_date(moment, time=True)}
    return HttpResponse(saved if moment else "", content_type="text/plain; charset=utf-8")


@require_http_methods(["GET", "POST"])
@requires(Permission.ANALYSIS_DECIDE)
@tells_who_holds
def add(request: HttpRequest, pk: str) -> HttpResponse:
    """A finding of the reviewer's own."""
    seen = opened(request, pk)
    if request.method == "GET":
        return _add_dialog(request, seen)
    title, text = request.POST.get("title", ""), request.POST.get("text", "")
    try:
        decisions.add_finding(analysis=seen.analysis, title=title, text=text, by=seen.user)
    except Invalid as problem:
        return _add_dialog(request, seen, error=in_words(problem), text=text, title=title)
    number = len(seen.findings) + len(seen.review.standing_added()) + 1
    return _go(request, finding_url(seen.analysis, number))


def _take_up(seen: Opened) -> None:
    # Whoever begins to write a decision has the analysis; another's hand stops no draft.
    if can(seen.user, Permission.ANALYSIS_DECIDE):
        with suppress(WrongState):
            worklist.claim(analysis=seen.analysis, by=seen.user)


def _answer(request: HttpRequest, seen: Opened, number: int, **said: Any) -> HttpResponse:
    if not getattr(request, "htmx", False):
        return redirect("review:finding", seen.analysis.pk, number)
    return changed_page(request, seen, number, **said)


def _go(request: HttpRequest, address: str) -> HttpResponse:
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    return redirect(address)


def _edit_form(
    request: HttpRequest, seen: Opened, number: int, *, error: str = "", text: str | None = None
) -> HttpResponse:
    finding = seen.finding(number)
    decision = seen.review.standing_on(finding.key)
    kept = queries.draft_of(seen.analysis, finding.key, DraftKind.EDIT, seen.user)
    if text is None:
        edited = decision.text if decision and decision.kind == DecisionKind.EDITED else ""
        draft_text = interpretation_of(seen.analysis, finding, seen.result, None).draft_text
        text = kept or edited or draft_text
    response = render(
        request,
        "analysis/review/_edit_form.html",
        {
            "urls": urls_of(seen.analysis, number),
            "page_url": finding_url(seen.analysis, number),
            "version": seen.review.version_of(finding.key),
            "text": text,
            "restored": bool(kept),
            "error": error,
        },
        status=422 if error else 200,
    )
    response["HX-Retarget"], response["HX-Reswap"] = "#interpretation", "outerHTML"
    return response


def _reject_dialog(
    request: HttpRequest, seen: Opened, number: int, *, error: str = "", text: str | None = None
) -> HttpResponse:
    finding = seen.finding(number)
    if text is None:
        text = queries.draft_of(seen.analysis, finding.key, DraftKind.REJECT, seen.user)
    context = {
        "urls": urls_of(seen.analysis, number),
        "finding": finding,
        "version": seen.review.version_of(finding.key),
        "reasons": [reason.value for reason in RejectionReason],
        "chosen": request.POST.get("reason", ""),
        "text": text,
        "error": error,
    }
    return dialog(request, "_reject_dialog.html", context, status=422 if error else 200)


def _add_dialog(
    request: HttpRequest, seen: Opened, *, error: str = "", text: str = "", title: str = ""
) -> HttpResponse:
    kept = queries.draft_of(seen.analysis, "", DraftKind.ADD, person(request))
    context = {
        "action": request.path,
        "heading": gettext("Add a finding"),
        "explains": gettext("It is signed and printed like the others, under your name."),
        "label": gettext("What you found"),
        "submit": gettext("Add"),
        "with_title": True,
        "typed_title": title,
        "text": text or kept,
        "draft_url": urls_of(seen.analysis, 0)["draft"],
        "draft_kind": DraftKind.ADD.value,
        "error": error,
    }
    return dialog(request, "_text_dialog.html", context, status=422 if error else 200)


def _conflict(request: HttpRequest, seen: Opened, number: int, mine: Mine) -> HttpResponse:
    """Both texts and three ways on; the words of the slower one are in the answer."""
    seen = as_it_stands_now(seen)
    key = seen.key_of(number)
    made = seen.review.decisions.get(key, [])
    if not made:
        # A version from nowhere: show the finding as it is.
        return render(
            request, "analysis/review/_update.html", page_context(seen, number), status=409
        )
    theirs = made[-1]
    draft_text = ""
    if not seen.added(number):
        finding = seen.finding(number)
        draft_text = interpretation_of(seen.analysis, finding, seen.result, None).draft_text
    their_text = theirs.text or draft_text
    my_text = mine.text or draft_text
    context = {
        "theirs": theirs,
        "mine": mine,
        "their_text": their_text,
        "my_text": my_text,
        "diff": word_diff(their_text, my_text) if mine.text or theirs.text else None,
        "version": made[-1].number,
        "page_url": finding_url(seen.analysis, number),
    }
    return dialog(request, "_conflict_dialog.html", context, status=409)
