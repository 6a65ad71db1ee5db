import datetime as dt

import pytest

from medreview.accounts import invitations, services
from medreview.accounts.errors import LinkSpent, NameTaken, NotAllowed
from medreview.accounts.models import Invitation, User
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from medreview.common.errors import NotFound
from tests.factories.accounts import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def accept(token: str, **changed: str) -> User:
    said = {"username": "mia", "full_name": "Mia New", "password": PASSWORD, **changed}
    return invitations.accept(token=token, **said)


def test_an_invitation_makes_an_account_in_the_inviters_hospital_with_its_roles():
    admin = make_user(Role.ADMIN)
    invitation, token = invitations.invite(
        roles=[Role.CLINICIAN, Role.AUDITOR], email="mia@hospital.test", by=admin
    )

    mia = accept(token)

    assert mia.hospital == admin.hospital
    assert mia.roles == {Role.CLINICIAN, Role.AUDITOR}
    assert mia.email == "mia@hospital.test"
    events = [event.event for event in trail.of_thing(invitation.pk)]
    assert events == ["invitation.made", "invitation.accepted"]


def test_a_link_works_once():
    _invitation, token = invitations.invite(roles=[Role.CLINICIAN], by=make_user(Role.ADMIN))
    accept(token)

    with pytest.raises(LinkSpent):
        accept(token, username="mia2")

    assert not User.objects.filter(username="mia2").exists()


def test_a_name_that_is_taken_leaves_the_link_unspent():
    _invitation, token = invitations.invite(roles=[Role.CLINICIAN], by=make_user(Role.ADMIN))
    make_user(username="mia")

    with pytest.raises(NameTaken):
        accept(token)

    assert accept(token, username="mia2").username == "mia2"


def test_a_link_expires():
    invitation, token = invitations.invite(roles=[Role.CLINICIAN], by=make_user(Role.ADMIN))
    Invitation.objects.update(expires_at=invitation.expires_at - dt.timedelta(hours=73))

    assert invitations.behind(token) is None
    with pytest.raises(LinkSpent):
        accept(token)


def test_a_link_taken_back_opens_nothing_and_an_accepted_one_is_not_taken_back():
    admin = make_user(Role.ADMIN)
    first, one = invitations.invite(roles=[Role.CLINICIAN], by=admin)
    second, two = invitations.invite(roles=[Role.CLINICIAN], by=admin)

    invitations.revoke(pk=first.pk, by=admin)
    accept(two)

    assert invitations.behind(one) is None
    with pytest.raises(LinkSpent):
        invitations.revoke(pk=second.pk, by=admin)
    assert [event.event for event in trail.of_thing(first.pk)][-1] == "invitation.revoked"


def test_the_link_of_an_admin_who_is_none_any_more_opens_nothing():
    admin = make_user(Role.ADMIN)
    other = make_user(Role.ADMIN, hospital=admin.hospital)
    _invitation, token = invitations.invite(roles=[Role.ADMIN], by=admin)

    services.revoke_role(user=admin, role=Role.ADMIN, by=other)

    assert invitations.behind(token) is None


def test_who_manages_nobody_invites_nobody_and_another_hospitals_is_not_found():
    admin, stranger, ada = make_user(Role.ADMIN), make_user(Role.ADMIN), make_user()
    invitation, _token = invitations.invite(roles=[Role.CLINICIAN], by=admin)

    with pytest.raises(NotAllowed):
        invitations.invite(roles=[Role.ADMIN], by=ada)
    with pytest.raises(NotFound):
        invitations.revoke(pk=invitation.pk, by=stranger)


def test_the_secret_of_a_link_is_kept_nowhere():
    _invitation, token = invitations.invite(roles=[Role.CLINICIAN], by=make_user(Role.ADMIN))

    assert token not in str(list(Invitation.objects.values()))
    assert invitations.behind(f"{token}x") is None
