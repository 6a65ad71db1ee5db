from typing import Any

import pytest

from medreview.accounts import services
from medreview.accounts.access import can
from medreview.accounts.errors import (
    LastAdmin,
    NameTaken,
    NotAllowed,
    NotYourself,
    SettingsChanged,
    UnknownZone,
    WeakPassword,
    WrongSettings,
)
from medreview.accounts.hospital_settings import EscalationStep, HospitalSettings
from medreview.accounts.models import Team, User
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import settings_of
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from tests.factories.accounts import PASSWORD, make_hospital, make_user

pytestmark = pytest.mark.django_db


def events_of(user: User) -> list[str]:
    return [event.event for event in trail.of_thing(user.pk)]


def test_an_account_is_made_with_its_roles_and_a_line_for_each():
    user = make_user(Role.CLINICIAN, Role.AUDITOR)

    assert user.roles == {Role.CLINICIAN, Role.AUDITOR}
    assert user.check_password(PASSWORD)
    assert events_of(user) == ["user.created", "role.granted", "role.granted"]


def test_a_hospital_in_no_time_zone_is_refused():
    with pytest.raises(UnknownZone):
        make_hospital(timezone="Mars/Olympus")


def test_user_names_differ_by_more_than_capitals():
    user = make_user(username="Ada")

    with pytest.raises(NameTaken):
        make_user(hospital=user.hospital, username="ADA")

    assert User.objects.get_by_natural_key("aDa") == user


def test_a_weak_password_is_refused_in_words():
    with pytest.raises(WeakPassword, match="too short"):
        make_user(password="short")


def test_an_admin_makes_accounts_in_their_own_hospital_only():
    admin = make_user(Role.ADMIN)
    said: dict[str, Any] = {"full_name": "New Person", "password": PASSWORD, "by": admin}

    made = services.create_user(username="new", hospital=admin.hospital, **said)
    with pytest.raises(NotAllowed):
        services.create_user(username="other", hospital=make_hospital(), **said)

    assert made.hospital == admin.hospital


def test_a_clinician_manages_nobody():
    ada = make_user(Role.CLINICIAN)
    other = make_user(hospital=ada.hospital)

    for change in (services.grant_role, services.revoke_role):
        with pytest.raises(NotAllowed):
            change(user=other, role=Role.CURATOR, by=ada)
    with pytest.raises(NotAllowed):
        services.deactivate_user(user=other, by=ada)


def test_nobody_raises_their_own_role():
    admin = make_user(Role.ADMIN)

    with pytest.raises(NotYourself):
        services.grant_role(user=admin, role=Role.CLINICIAN, by=admin)

    assert admin.roles == {Role.ADMIN}


def test_a_role_given_twice_is_given_once():
    user = make_user(Role.CLINICIAN)
    for _ in range(2):
        services.grant_role(user=user, role=Role.CURATOR)

    assert user.grants.count() == 2
    assert events_of(user).count("role.granted") == 2


def test_a_revoked_role_ends_at_once_and_is_in_the_trail():
    user = make_user(Role.CLINICIAN)
    assert can(user, Permission.PATIENT_READ)

    services.revoke_role(user=user, role=Role.CLINICIAN)

    assert not can(user, Permission.PATIENT_READ)
    assert events_of(user)[-1] == "role.revoked"
    assert [event.detail for event in trail.of_thing(user.pk)][-1] == {"role": "clinician"}


def test_the_last_admin_stays():
    admin = make_user(Role.ADMIN)
    make_user(Role.ADMIN)

    with pytest.raises(LastAdmin):
        services.revoke_role(user=admin, role=Role.ADMIN)
    with pytest.raises(LastAdmin):
        services.deactivate_user(user=admin)

    assert can(User.objects.get(pk=admin.pk), Permission.PEOPLE_MANAGE)


def test_an_admin_goes_when_another_remains():
    first = make_user(Role.ADMIN)
    second = make_user(Role.ADMIN, hospital=first.hospital)

    services.revoke_role(user=first, role=Role.ADMIN, by=second)

    assert first.roles == frozenset()


def test_a_deactivated_admin_does_not_count_as_one():
    first = make_user(Role.ADMIN)
    second = make_user(Role.ADMIN, hospital=first.hospital)
    services.deactivate_user(user=second, by=first)

    with pytest.raises(LastAdmin):
        services.revoke_role(user=first, role=Role.ADMIN)


def test_a_deactivated_person_may_nothing_and_keeps_their_name():
    user = make_user(Role.CLINICIAN)

    services.deactivate_user(user=user)

    assert not can(user, Permission.PATIENT_READ)
    assert User.objects.get(pk=user.pk).full_name == user.full_name


def test_a_password_is_changed_by_its_owner_or_an_admin_and_recorded():
    ada = make_user(Role.CLINICIAN)
    admin = make_user(Role.ADMIN, hospital=ada.hospital)
    other = make_user(Role.CLINICIAN, hospital=ada.hospital)

    services.change_password(user=ada, password="another good long one", by=ada)
    services.change_password(user=ada, password="yet another long one", by=admin)
    with pytest.raises(NotAllowed):
        services.change_password(user=ada, password="a stranger's long one", by=other)

    assert ada.check_password("yet another long one")
    assert events_of(ada).count("user.password_changed") == 2


def test_taking_back_a_role_nobody_has_leaves_no_line():
    user = make_user(Role.CLINICIAN)
    before = events_of(user)

    services.revoke_role(user=user, role=Role.AUDITOR)

    assert events_of(user) == before


def test_the_settings_of_a_hospital_change_as_a_whole_and_the_trail_names_what_changed():
    admin = make_user(Role.ADMIN)
    wanted = HospitalSettings(analyse_on_import=True, claim_minutes=10)

    changed = services.change_hospital_settings(
        hospital=admin.hospital, settings=wanted, version=1, by=admin
    )

    assert settings_of(changed) == wanted
    event = trail.of_thing(changed.pk).get(event="hospital.settings_changed")
    assert event.detail == {"changed": "analyse_on_import+claim_minutes"}


def test_settings_seen_before_somebody_changed_them_are_refused():
    admin = make_user(Role.ADMIN)
    said: dict[str, Any] = {"hospital": admin.hospital, "version": 1, "by": admin}
    services.change_hospital_settings(settings=HospitalSettings(claim_minutes=10), **said)

    with pytest.raises(SettingsChanged):
        services.change_hospital_settings(settings=HospitalSettings(claim_minutes=20), **said)


def test_a_critical_value_is_never_brought_to_another_hospital_or_to_a_closed_account():
    admin, stranger = make_user(Role.ADMIN), make_user()
    elsewhere = Team.objects.create(hospital=stranger.hospital, name="Ward 3")
    gone = services.deactivate_user(user=make_user(hospital=admin.hospital), by=admin)

    for whom in (
        {"to": "team", "team": elsewhere.pk},
        {"to": "person", "person": stranger.pk},
        {"to": "person", "person": gone.pk},
    ):
        with pytest.raises(WrongSettings):
            services.change_hospital_settings(
                hospital=admin.hospital,
                settings=HospitalSettings(escalation=(EscalationStep(after_minutes=5, **whom),)),
                version=1,
                by=admin,
            )
