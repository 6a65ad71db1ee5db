"""Which instructions for a model may run in a hospital; an altered one is read and approved."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from medreview.accounts.access import can, person_of, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import WrongState
from medreview.front.presenters.skills import (
    STANDING_WORDS,
    Standing,
    caps_of,
    diff_lines,
    skill_rows,
    standing_of,
    texts_of,
)
from medreview.front.skill_form import RevokeForm
from medreview.llm.queries import last_asked
from medreview.runtime.models import SkillApproval
from medreview.runtime.skills import queries, services
from medreview.runtime.skills.allowlist import change_of
from medreview.runtime.skills.catalogue import catalogue, skill_named


@require_safe
@requires(Permission.RUN_OVERSEE)
def skills(request: HttpRequest) -> HttpResponse:
    """Every skill of the product, whether it may run here, and which runs it stopped."""
    hospital = person_of(request).hospital
    stopped = queries.stopped_runs(hospital.pk)
    approved = _approved(hospital.pk)
    rows = skill_rows(catalogue(), approved, last_asked(hospital.pk), stopped)
    waiting = sum(1 for row in rows if row.standing is Standing.WAITING)
    context = {"rows": rows, "stopped": stopped, "waiting": waiting}
    return render(request, "front/skills.html", context)


@require_safe
@requires(Permission.RUN_OVERSEE)
def skill(request: HttpRequest, slug: str) -> HttpResponse:
    """One skill: what it says, what changed since it ran, who approved it."""
    return _page(request, slug)


@require_POST
@requires(Permission.SKILL_APPROVE)
def skill_approve(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the skill run as it was shown; another one than was shown is shown again."""
    try:
        services.approve_skill(
            skill=skill_named(slug),
            seen=request.POST.get("seen", ""),
            compared_with=request.POST.get("compared_with", ""),
            by=person_of(request),
        )
    except WrongState as problem:
        return _page(request, slug, problem=in_words(problem), status=409)
    messages.success(request, _("It may run here from now on."))
    return redirect("front:skill", slug)


@require_POST
@requires(Permission.SKILL_APPROVE)
def skill_revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an approval back, with the reason."""
    form = RevokeForm(request.POST)
    if not form.is_valid():
        return _page(request, slug, form=form, status=422)
    try:
        services.revoke_approval(**form.cleaned_data, by=person_of(request))
    except WrongState as problem:
        return _page(request, slug, problem=in_words(problem), status=409)
    messages.success(request, _("The approval is revoked. Runs stop before this skill is used."))
    return redirect("front:skill", slug)


def _page(
    request: HttpRequest,
    slug: str,
    *,
    problem: str = "",
    form: RevokeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    user, found = person_of(request), skill_named(slug)
    approved = _approved(user.hospital_id)
    standing = standing_of(found, approved)
    change = change_of(found, hospital=user.hospital_id)
    context: dict[str, Any] = {
        "skill": found,
        "standing": standing.value,
        "tone": STANDING_WORDS[standing][0],
        "said": STANDING_WORDS[standing][1],
        "caps": caps_of(found),
        "texts": texts_of(found),
        "change": change,
        "diff": diff_lines(change),
        "may_approve": can(user, Permission.SKILL_APPROVE) and standing is Standing.WAITING,
        "approvals": queries.approvals_of(slug, hospital=user.hospital_id),
        "revoke": form or _revoke_form(user, approved.get(found.hash)),
        "stopped": [
            one for one in queries.stopped_runs(user.hospital_id) if one.skill == found.name
        ],
        "problem": problem,
    }
    return render(request, "front/skill.html", context, status=status)


def _revoke_form(user: User, approval: SkillApproval | None) -> RevokeForm | None:
    if approval is None or not can(user, Permission.SKILL_APPROVE):
        return None
    return RevokeForm(initial={"approval": approval.pk})


def _approved(hospital: str) -> dict[str, SkillApproval]:
    return {one.text.text_hash: one for one in queries.standing_approvals(hospital)}
