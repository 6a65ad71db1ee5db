import re

import pytest
import time_machine

from medreview.accounts import second_factor, services
from medreview.accounts.errors import FactorRequired, FactorStands, NotAllowed, WrongCode
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from tests.factories.accounts import make_hospital, make_user
from tests.factories.codes import code_of, enrol, stored

pytestmark = pytest.mark.django_db


def events_of(user) -> list[str]:
    return [event.event for event in trail.of_thing(user.pk) if "factor" in event.event]


def test_it_is_on_only_after_a_code_was_typed_back():
    user = make_user()
    sealed = second_factor.new_secret()

    with pytest.raises(WrongCode):
        second_factor.turn_on(user=user, sealed=sealed, code="000000")

    assert not second_factor.is_on(user)
    enrol(user)
    assert second_factor.is_on(user)
    assert events_of(user) == ["factor.turned_on"]


def test_a_second_one_beside_it_is_refused():
    user = make_user()
    enrol(user)

    with pytest.raises(FactorStands):
        enrol(user)


def test_a_code_is_taken_once_and_an_older_one_never_after_it():
    user = make_user()
    with time_machine.travel("2026-11-30T09:00:10Z", tick=False):
        secret, _codes = enrol(user)
        now, before = code_of(secret), code_of(secret, later=-1)

        answers = [second_factor.takes(user=user, code=code) for code in (now, now, before)]

    assert answers == [True, False, False]


def test_the_code_that_turned_it_on_signs_nobody_in():
    user = make_user()
    with time_machine.travel("2026-11-30T09:00:10Z", tick=False):
        secret, _codes = enrol(user)

        assert not second_factor.takes(user=user, code=code_of(secret, later=-1))


def test_a_code_of_two_minutes_ago_is_too_old():
    user = make_user()
    with time_machine.travel("2026-11-30T09:00:00Z", tick=False):
        secret, _codes = enrol(user)
        old = code_of(secret)
    with time_machine.travel("2026-11-30T09:02:00Z", tick=False):
        assert not second_factor.takes(user=user, code=old)
        assert second_factor.takes(user=user, code=f" {code_of(secret)[:3]} {code_of(secret)[3:]} ")


@pytest.mark.parametrize("code", ["", "12", "abcdef", "١٢٣٤٥٦", "0" * 19])
def test_what_is_no_code_opens_nothing(code):
    user = make_user()
    enrol(user)

    assert not second_factor.takes(user=user, code=code)


def test_a_recovery_code_works_once_and_is_counted():
    user = make_user()
    _secret, codes = enrol(user)

    answers = [second_factor.takes(user=user, code=codes[3]) for _ in range(2)]

    assert answers == [True, False]
    assert second_factor.recovery_codes_left(user) == 9
    assert events_of(user)[-1] == "factor.recovery_code_used"
    assert all(re.fullmatch(r"\d{4}-\d{4}", code) for code in codes)


def test_new_recovery_codes_end_the_old_ones():
    user = make_user()
    _secret, old = enrol(user)

    new = second_factor.make_recovery_codes(user=user)

    assert not second_factor.takes(user=user, code=old[0])
    assert second_factor.takes(user=user, code=new[0])


def test_without_a_second_factor_there_are_no_recovery_codes():
    with pytest.raises(FactorStands):
        second_factor.make_recovery_codes(user=make_user())


def test_nobody_elses_code_is_taken():
    ada, kim = make_user(), make_user()
    _hers, codes = enrol(ada)
    secret, _others = enrol(kim)

    assert not second_factor.takes(user=ada, code=code_of(secret))
    assert not second_factor.takes(user=kim, code=codes[0])


def test_secrets_are_sealed_where_they_are_kept():
    user = make_user()
    secret, codes = enrol(user)

    assert secret not in stored(user)
    assert codes[0].replace("-", "") not in stored(user)


def test_it_is_turned_off_where_the_hospital_leaves_it_to_each_person():
    user = make_user()
    enrol(user)

    second_factor.turn_off(user=user)

    assert not second_factor.is_on(user)
    assert events_of(user)[-1] == "factor.turned_off"
    with pytest.raises(FactorStands):
        second_factor.turn_off(user=user)


def test_it_stays_on_where_the_hospital_requires_it():
    user = make_user()
    services.change_hospital_settings(
        hospital=user.hospital, settings=HospitalSettings(second_factor="required"), version=1
    )
    user.refresh_from_db()
    assert second_factor.is_owed(user)
    enrol(user)

    with pytest.raises(FactorRequired):
        second_factor.turn_off(user=user)

    assert not second_factor.is_owed(user)


def test_an_admin_resets_it_in_their_own_hospital_only():
    admin, stranger = make_user(Role.ADMIN), make_user(Role.ADMIN, hospital=make_hospital())
    user = make_user(hospital=admin.hospital)
    enrol(user)

    with pytest.raises(NotAllowed):
        second_factor.reset(user=user, by=stranger)
    second_factor.reset(user=user, by=admin)

    assert not second_factor.is_on(user)
    assert events_of(user)[-1] == "factor.reset"
    with pytest.raises(FactorStands):
        second_factor.reset(user=user, by=admin)


def test_another_root_key_reads_nothing_until_secrets_were_sealed_anew(settings):
    user = make_user()
    with time_machine.travel("2026-11-30T09:00:10Z", tick=False):
        secret, _codes = enrol(user)
        old, new = settings.SEALING_ROOT_KEY, b"another root key of thirty-two b"

        count = second_factor.reseal(new, old)
        settings.SEALING_ROOT_KEY = new

        assert count == 2
        assert second_factor.takes(user=user, code=code_of(secret))
