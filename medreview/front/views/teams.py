"""The teams of a hospital: who answers together."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from medreview.accounts import queries, teams
from medreview.accounts.access import person_of, requires
from medreview.accounts.errors import ChangedMeanwhile, TeamNameTaken
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.front.account_forms import show_conflict
from medreview.front.hospital_forms import MembersForm, TeamForm


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.HOSPITAL_MANAGE)
def team_list(request: HttpRequest) -> HttpResponse:
    """The teams of the hospital; a new one is made on the same page."""
    by = person_of(request)
    form = TeamForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            team = teams.create(name=form.cleaned_data["name"], by=by)
        except TeamNameTaken as problem:
            form.add_error("name", in_words(problem))
        else:
            return redirect("front:team", team.pk)
    context = {"form": form, "rows": queries.teams_of(by.hospital)}
    return render(request, "front/teams.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.HOSPITAL_MANAGE)
def team(request: HttpRequest, pk: str) -> HttpResponse:
    """One team: its name and its members."""
    by = person_of(request)
    found = queries.team_of(by.hospital, pk)
    people = list(queries.people_of(by.hospital))
    members = {user.pk for user in found.members.all()}
    # Somebody deactivated stays where they are, and joins nothing new.
    offered = [
        (user.pk, user.get_full_name()) for user in people if user.is_active or user.pk in members
    ]
    form = MembersForm(
        request.POST if request.method == "POST" else None,
        people=offered,
        initial={
            "name": found.name,
            "members": sorted(members),
            "seen": queries.team_as_seen(found),
        },
    )
    status = 422 if form.errors else 200
    if form.is_valid():
        said = form.cleaned_data
        chosen = [user for user in people if user.pk in set(said["members"])]
        try:
            teams.change(team=found, name=said["name"], members=chosen, seen=said["seen"], by=by)
        except TeamNameTaken as problem:
            form.add_error("name", in_words(problem))
            status = 422
        except ChangedMeanwhile as problem:
            now = ", ".join([found.name, *(name for pk, name in offered if pk in members)])
            show_conflict(form, in_words(problem), now, seen=queries.team_as_seen(found))
            status = 409
        else:
            messages.success(request, _("Saved."))
            return redirect("front:teams")
    return render(request, "front/team.html", {"form": form, "team": found}, status=status)


@require_POST
@requires(Permission.HOSPITAL_MANAGE)
def team_delete(request: HttpRequest, pk: str) -> HttpResponse:
    """Delete a team that nothing names."""
    by = person_of(request)
    found = queries.team_of(by.hospital, pk)
    teams.delete(team=found, by=by)
    messages.success(request, _("The team %s is gone.") % found.name)
    return redirect("front:teams")
