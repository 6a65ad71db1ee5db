import pytest
import time_machine
from axes.models import AccessAttempt
from django.core import mail

from medreview.accounts import password_reset, services, sessions
from medreview.accounts.errors import LinkSpent, NotAllowed, NotYourself, WeakPassword
from medreview.accounts.models import OpenSession
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from medreview.common.clock import now
from tests.factories.accounts import make_user

pytestmark = pytest.mark.django_db

NEW = "another good long one"


@pytest.fixture
def mailed(settings, django_capture_on_commit_callbacks):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    def ask(name: str) -> list[str]:
        before = len(mail.outbox)
        with django_capture_on_commit_callbacks(execute=True):
            password_reset.ask(name=name)
        return [message.to[0] for message in mail.outbox[before:]]

    return ask


def test_a_link_is_mailed_to_whoever_has_the_name_or_the_address(mailed):
    make_user(username="mia", email="mia@hospital.test")

    assert mailed("MIA") == ["mia@hospital.test"]
    assert mailed("Mia@Hospital.test") == ["mia@hospital.test"]
    assert mailed("nobody") == []
    assert mailed("") == []


def test_the_message_holds_the_link_and_no_name(mailed):
    mia = make_user(username="mia", full_name="Mia Margarethe", email="mia@hospital.test")

    mailed("mia")

    text = mail.outbox[-1].body
    assert "https://review.test/login/reset/usr_" in text
    assert "Mia" not in text
    assert mia.hospital.name not in text


def test_a_person_without_an_address_and_a_closed_account_get_nothing(mailed):
    make_user(username="mia")
    gone = make_user(username="gone", email="gone@hospital.test")
    services.deactivate_user(user=gone)

    assert mailed("mia") == mailed("gone") == []


def test_a_person_is_mailed_three_links_an_hour(mailed):
    make_user(username="mia", email="mia@hospital.test")

    mailed_to = [bool(mailed("mia")) for _ in range(5)]
    with time_machine.travel(now().timestamp() + 3700, tick=False):
        mailed_to.append(bool(mailed("mia")))

    assert mailed_to == [True, True, True, False, False, True]


def test_a_network_asks_twenty_times_an_hour(mailed):
    for _ in range(password_reset.PER_NETWORK):
        assert not password_reset.has_asked_enough()
        password_reset.ask(name="nobody")

    assert password_reset.has_asked_enough()


def test_a_new_password_spends_the_link_ends_the_sessions_and_is_recorded():
    admin = make_user(Role.ADMIN)
    user = make_user(hospital=admin.hospital)
    OpenSession.objects.create(user=user, seen_at=now())
    AccessAttempt.objects.create(
        username=user.username, failures_since_start=5, attempt_time=now(), ip_address="192.0.2.1"
    )
    token = password_reset.start(user=user, by=admin)

    password_reset.finish(token=token, password=NEW)

    user.refresh_from_db()
    assert user.check_password(NEW)
    assert password_reset.behind(token) is None
    with pytest.raises(LinkSpent):
        password_reset.finish(token=token, password="yet another long one")
    assert not OpenSession.objects.filter(user=user, ended_at=None).exists()
    assert not AccessAttempt.objects.filter(username=user.username).exists()
    assert [event.event for event in trail.of_thing(user.pk)][-3:] == [
        "user.password_reset_started",
        "session.ended",
        "user.password_changed",
    ]


def test_a_weak_password_leaves_the_link_unspent():
    user = make_user()
    token = password_reset.token_for(user)

    with pytest.raises(WeakPassword):
        password_reset.finish(token=token, password="short")

    assert password_reset.behind(token) == user


def test_a_link_expires_after_a_day():
    token = password_reset.token_for(make_user())

    with time_machine.travel(now().timestamp() + 25 * 3600, tick=False):
        assert password_reset.behind(token) is None


@pytest.mark.parametrize("token", ["", "x", "usr_x-y", "-", "usr_01-abc-def"])
def test_what_is_no_link_opens_nothing(token):
    assert password_reset.behind(token) is None


def test_an_admin_makes_links_for_others_of_their_hospital():
    admin, stranger = make_user(Role.ADMIN), make_user(Role.ADMIN)
    user = make_user(hospital=admin.hospital)

    for by, refused in ((stranger, NotAllowed), (user, NotAllowed)):
        with pytest.raises(refused):
            password_reset.start(user=user, by=by)
    with pytest.raises(NotYourself):
        password_reset.start(user=admin, by=admin)


def test_ending_sessions_of_somebody_else_takes_a_right():
    ada, kim = make_user(), make_user()

    with pytest.raises(NotAllowed):
        sessions.end_all(user=ada, by=kim)
