"""Two people at once: the last admin, one link, one code."""

from collections.abc import Callable
from typing import Any

import pytest

from medreview.accounts import invitations, password_reset, second_factor, services
from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.common.errors import MedReviewError
from tests.at_once import at_once
from tests.factories.accounts import PASSWORD, make_user
from tests.factories.codes import code_of, enrol

pytestmark = pytest.mark.django_db(transaction=True)


def refused(answers: list[Any]) -> int:
    return sum(isinstance(answer, MedReviewError) for answer in answers)


@pytest.mark.parametrize("change", ["deactivate", "revoke"])
def test_two_admins_who_remove_each_other_leave_one(change):
    first = make_user(Role.ADMIN)
    second = make_user(Role.ADMIN, hospital=first.hospital)

    def remove(user: User, by: User) -> Callable[[], Any]:
        user, by = User.objects.get(pk=user.pk), User.objects.get(pk=by.pk)
        if change == "deactivate":
            return lambda: services.deactivate_user(user=user, by=by)
        return lambda: services.revoke_role(user=user, role=Role.ADMIN, by=by)

    answers = at_once(remove(first, second), remove(second, first))

    left = User.objects.filter(
        hospital=first.hospital, is_active=True, grants__role=Role.ADMIN
    ).count()
    assert (refused(answers), left) == (1, 1)


def test_one_invitation_makes_one_account():
    _invitation, token = invitations.invite(roles=[Role.CLINICIAN], by=make_user(Role.ADMIN))

    def accept(username: str) -> Callable[[], Any]:
        return lambda: invitations.accept(
            token=token, username=username, full_name="Mia New", password=PASSWORD
        )

    answers = at_once(accept("mia1"), accept("mia2"))

    assert refused(answers) == 1
    assert User.objects.filter(username__in=["mia1", "mia2"]).count() == 1


def test_one_link_sets_one_password():
    token = password_reset.token_for(make_user())

    answers = at_once(
        *(
            lambda word=word: password_reset.finish(token=token, password=f"{word} good long one")
            for word in ("another", "different")
        )
    )

    assert refused(answers) == 1


def test_one_code_is_taken_once_by_two_at_once():
    user = make_user()
    secret, codes = enrol(user)
    code = code_of(secret)

    by_code = at_once(*[lambda: second_factor.takes(user=user, code=code)] * 2)
    by_recovery = at_once(*[lambda: second_factor.takes(user=user, code=codes[0])] * 2)

    assert sorted(by_code) == sorted(by_recovery) == [False, True]
