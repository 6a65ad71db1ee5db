"""One person, for the admins of their hospital: facts, what lets them in, a new password."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts import password_reset, queries, second_factor, services, sessions
from medreview.accounts.access import can, person_of, requires
from medreview.accounts.errors import ChangedMeanwhile
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import queries as trail
from medreview.common.display import in_words
from medreview.front.account_forms import PersonForm, show_conflict
from medreview.front.addresses import link_to
from medreview.front.presenters.people import happenings, initials, roles_free, roles_held
from medreview.front.presenters.sessions import session_rows
from medreview.front.presenters.tokens import token_rows
from medreview.tokens import queries as tokens
from medreview.tokens.services import revoke as take_back

LATEST = 15
"""How much of an account's past its page shows; the trail has all of it."""


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.PEOPLE_MANAGE)
def person(request: HttpRequest, pk: str) -> HttpResponse:
    """A person's page; their name, title and address are corrected on it."""
    by = person_of(request)
    user = queries.colleague(by, pk)
    form = _form(user, request.POST if request.method == "POST" else None)
    status = 422 if form.errors else 200
    if form.is_valid():
        try:
            services.change_person(user=user, by=by, **form.cleaned_data)
        except ChangedMeanwhile as problem:
            now = " · ".join(filter(None, (user.get_full_name(), user.email)))
            show_conflict(form, in_words(problem), now, seen=queries.person_as_seen(user))
            status = 409
        else:
            messages.success(request, _("Saved."))
            return redirect("front:person", pk)
    return render(request, "front/person.html", _shown(user, by, form), status=status)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def session_end(request: HttpRequest, pk: str) -> HttpResponse:
    """End one session of somebody."""
    user = sessions.end(pk=pk, by=person_of(request))
    messages.success(request, _("That session has ended."))
    return redirect("front:person", user.pk)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def sessions_end(request: HttpRequest, pk: str) -> HttpResponse:
    """End every session of somebody; one's own, but for this one."""
    by = person_of(request)
    keep = sessions.this_one(request)
    ended = sessions.end_all(user=queries.colleague(by, pk), by=by, keep=keep)
    said = ngettext("%(n)d session has ended.", "%(n)d sessions have ended.", ended)
    messages.success(request, said % {"n": ended})
    return redirect("front:person", pk)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def token_revoke(request: HttpRequest, pk: str) -> HttpResponse:
    """Take back one token of somebody; its next request is refused."""
    by = person_of(request)
    token = tokens.token_of_colleague(by, pk)
    take_back(token=token, by=by)
    messages.success(request, _("That token opens nothing any more."))
    return redirect("front:person", token.user_id)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def factor_reset(request: HttpRequest, pk: str) -> HttpResponse:
    """Take away a second factor that was lost."""
    by = person_of(request)
    user = queries.colleague(by, pk)
    second_factor.reset(user=user, by=by)
    messages.success(
        request,
        _("%s signs in with the password alone until they turn it on again.") % user.full_name,
    )
    return redirect("front:person", pk)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def password_link(request: HttpRequest, pk: str) -> HttpResponse:
    """A link for a new password, shown once to whoever hands it over."""
    by = person_of(request)
    user = queries.colleague(by, pk)
    token = password_reset.start(user=user, by=by)
    link = link_to(request, reverse("front:reset-link", args=[token]))
    shown = _shown(user, by, _form(user)) | {"link": link}
    return render(request, "front/person.html", shown)


def _form(user: User, sent: QueryDict | None = None) -> PersonForm:
    now = {name: getattr(user, name) for name in ("full_name", "title", "email")}
    return PersonForm(sent, initial=now | {"seen": queries.person_as_seen(user)})


def _shown(user: User, by: User, form: PersonForm) -> dict[str, Any]:
    events = list(trail.of_thing(user.pk).reverse()[:LATEST])
    may_read_trail = can(by, Permission.TRAIL_READ)
    return {
        "person": user,
        "initials": initials(user.full_name),
        "held": roles_held(user),
        "free": roles_free(user),
        "teams": list(user.teams.all()),
        "form": form,
        "can_change": user.pk != by.pk,
        "rows": session_rows(queries.open_sessions(user)),
        "tokens": token_rows(tokens.live_tokens_of(user)),
        "factor": second_factor.is_on(user),
        "codes_left": second_factor.recovery_codes_left(user),
        "happened": happenings(events, queries.people_by_id(event.actor for event in events)),
        "trail_url": f"{reverse('front:trail')}?actor={user.pk}" if may_read_trail else "",
    }
