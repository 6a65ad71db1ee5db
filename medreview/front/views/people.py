"""The people of a hospital, for its admins: who they are, and as what they may act."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from medreview.accounts import queries, services
from medreview.accounts.access import person_of, requires
from medreview.accounts.errors import NameTaken, WeakPassword
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import Role
from medreview.common.display import in_words
from medreview.front.account_forms import PeopleFilterForm
from medreview.front.forms import NewPersonForm, RoleForm
from medreview.front.presenters.people import person_rows, rights_table
from medreview.front.words import ROLE_NAMES

PAGE_SIZE = 100


@require_safe
@requires(Permission.PEOPLE_MANAGE)
def people(request: HttpRequest) -> HttpResponse:
    """Who works here and as what, by name, 100 to a page."""
    by = person_of(request)
    form = PeopleFilterForm(request.GET)
    said = form.cleaned_data if form.is_valid() else {}
    kept = {name: said[name] for name in ("q", "role") if said.get(name)}
    found = queries.people_found(by.hospital, words=kept.get("q", ""), role=kept.get("role", ""))
    page = queries.page_of_people(found, after=said.get("after", ""), size=PAGE_SIZE)
    further = urlencode({**kept, "after": page.after}) if page.after else ""
    context = {
        "form": form,
        "rows": person_rows(page.rows, by),
        "total": found.count(),
        "is_filtered": bool(kept),
        "older_url": f"{reverse('front:people')}?{further}" if further else None,
    }
    return render(request, "front/people.html", context)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.PEOPLE_MANAGE)
def person_new(request: HttpRequest) -> HttpResponse:
    """An account for somebody who stands beside the admin; others are invited."""
    form = NewPersonForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _was_created(request, form):
        return redirect("front:people")
    status = 422 if form.errors else 200
    return render(request, "front/person_new.html", {"form": form}, status=status)


@require_safe
@requires(Permission.PEOPLE_MANAGE)
def rights(request: HttpRequest) -> HttpResponse:
    """What each role may do, as the code has it."""
    context = {"roles": list(ROLE_NAMES.values()), "rows": rights_table()}
    return render(request, "front/rights.html", context)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def grant(request: HttpRequest, pk: str) -> HttpResponse:
    """Give a person a role, from their next request on."""
    by = person_of(request)
    user, role = queries.colleague(by, pk), _role_in(request)
    if role is not None:
        services.grant_role(user=user, role=role, by=by)
    return redirect("front:person", pk)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def revoke(request: HttpRequest, pk: str) -> HttpResponse:
    """Take a role back, from the person's next request on."""
    by = person_of(request)
    user, role = queries.colleague(by, pk), _role_in(request)
    if role is not None:
        services.revoke_role(user=user, role=role, by=by)
    return redirect("front:person", pk)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def deactivate(request: HttpRequest, pk: str) -> HttpResponse:
    """Close an account: it signs in no more, and its open sessions end."""
    by = person_of(request)
    user = services.deactivate_user(user=queries.colleague(by, pk), by=by)
    messages.success(request, _("%s can't sign in any more.") % user.full_name)
    return redirect("front:person", pk)


@require_POST
@requires(Permission.PEOPLE_MANAGE)
def reactivate(request: HttpRequest, pk: str) -> HttpResponse:
    """Open a closed account again."""
    by = person_of(request)
    user = services.reactivate_user(user=queries.colleague(by, pk), by=by)
    messages.success(request, _("%s can sign in again.") % user.full_name)
    return redirect("front:person", pk)


def _was_created(request: HttpRequest, form: NewPersonForm) -> bool:
    by = person_of(request)
    said = form.cleaned_data
    try:
        user = services.create_user(
            username=said["username"],
            full_name=said["full_name"],
            title=said["title"],
            password=said["password"],
            roles=[Role(said["role"])],
            hospital=by.hospital,
            by=by,
        )
    except NameTaken as problem:
        form.add_error("username", in_words(problem))
        return False
    except WeakPassword as problem:
        form.add_error("password", in_words(problem))
        return False
    messages.success(request, _("%s can sign in now.") % user.full_name)
    return True


def _role_in(request: HttpRequest) -> Role | None:
    form = RoleForm(request.POST)
    return Role(form.cleaned_data["role"]) if form.is_valid() else None
