import pytest

from medreview.accounts import services, teams
from medreview.accounts.errors import NotAllowed, TeamInUse, TeamNameTaken
from medreview.accounts.hospital_settings import EscalationStep, HospitalSettings
from medreview.accounts.models import Team
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from tests.factories.accounts import make_user

pytestmark = pytest.mark.django_db


def test_a_team_is_made_filled_renamed_and_deleted_each_with_its_line():
    admin = make_user(Role.ADMIN)
    ada = make_user(hospital=admin.hospital)

    team = teams.create(name="Ward 3", by=admin)
    teams.change(team=team, name="Ward 4", members=[ada], by=admin)
    teams.change(team=team, name="Ward 4", members=[ada], by=admin)
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

    teams.change(team=team, name="Ward 3", members=[stranger], by=admin)

    assert not team.members.exists()


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
