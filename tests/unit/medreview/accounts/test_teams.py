import pytest

from medreview.accounts import queries, services, teams
from medreview.accounts.errors import ChangedMeanwhile, NotAllowed, TeamInUse, TeamNameTaken
from medreview.accounts.hospital_settings import EscalationStep, HospitalSettings
from medreview.accounts.models import Team
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from tests.factories.accounts import make_user

pytestmark = pytest.mark.django_db


def change(team, name, members, by):
    team.refresh_from_db()
    seen = queries.team_as_seen(team)
    return teams.change(team=team, name=name, members=members, seen=seen, by=by)


def test_a_team_is_made_filled_renamed_and_deleted_each_with_its_line():
    admin = make_user(Role.ADMIN)
    ada = make_user(hospital=admin.hospital)

    team = teams.create(name="Ward 3", by=admin)
    change(team, "Ward 4", [ada], admin)
    change(team, "Ward 4", [ada], admin)
    members = list(team.members.all())
    teams.delete(team=team, by=admin)

    assert members == [ada]
    assert [event.event for event in trail.of_actor(admin.pk)] == [
        "team.created",
        "team.changed",
        "team.deleted",
    ]


def test_two_teams_have_two_names():
    admin = make_user(Role.ADMIN)
    teams.create(name="Ward 3", by=admin)

    with pytest.raises(TeamNameTaken):
        teams.create(name="Ward 3", by=admin)


def test_nobody_of_another_hospital_joins():
    admin, stranger = make_user(Role.ADMIN), make_user()
    team = teams.create(name="Ward 3", by=admin)

    change(team, "Ward 3", [stranger], admin)

    assert not team.members.exists()


def test_of_two_admins_the_second_is_told_that_the_team_changed():
    admin = make_user(Role.ADMIN)
    ada = make_user(hospital=admin.hospital)
    team = teams.create(name="Ward 3", by=admin)
    seen = queries.team_as_seen(team)
    change(team, "Ward 3", [ada], admin)

    with pytest.raises(ChangedMeanwhile):
        teams.change(team=team, name="Ward 4", members=[], seen=seen, by=admin)

    assert list(team.members.all()) == [ada]


def test_a_team_a_step_goes_to_stays():
    admin = make_user(Role.ADMIN)
    team = teams.create(name="Ward 3", by=admin)
    step = EscalationStep(after_minutes=5, to="team", team=team.pk)
    services.change_hospital_settings(
        hospital=admin.hospital, settings=HospitalSettings(escalation=(step,)), version=1
    )

    with pytest.raises(TeamInUse):
        teams.delete(team=team, by=admin)

    assert Team.objects.filter(pk=team.pk).exists()


def test_only_who_manages_the_hospital_changes_its_teams():
    admin, stranger, ada = make_user(Role.ADMIN), make_user(Role.ADMIN), make_user()
    team = teams.create(name="Ward 3", by=admin)

    with pytest.raises(NotAllowed):
        teams.create(name="Mine", by=ada)
    with pytest.raises(NotAllowed):
        teams.delete(team=team, by=stranger)
