from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from medreview.accounts import services
from medreview.accounts.lockout import PER_ACCOUNT
from medreview.accounts.roles import Role
from medreview.audit.event_types import EventType
from medreview.audit.models import AuditEvent
from tests.conftest import PASSWORD

LOGIN = "/login/"


def try_to_sign_in(
    client: Client, username: str = "ada", password: str = PASSWORD, **extra: str
) -> Any:
    return client.post(LOGIN, {"username": username, "password": password, **extra})


def test_a_person_signs_in_to_the_page_that_was_asked_for(client, ada):
    asked = client.get(reverse("front:run-list"), {"after": "run_1"})

    page = client.get(asked["Location"])
    response = try_to_sign_in(client, next=page.context["next"])

    assert page.status_code == 200
    assert response["Location"] == "/runs/?after=run_1"
    assert client.get(response["Location"]).status_code == 200


def test_the_session_takes_a_new_id_at_sign_in(client, ada):
    client.get(LOGIN)
    client.session.save()
    before = client.session.session_key

    try_to_sign_in(client)

    assert client.session.session_key != before


def test_signing_in_goes_to_no_other_site(client, ada):
    for elsewhere in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        response = try_to_sign_in(Client(), next=elsewhere)

        assert response["Location"] == "/"


def test_a_wrong_name_and_a_wrong_password_say_the_same(client, ada):
    wrong_password = try_to_sign_in(Client(), password="wrong")
    wrong_name = try_to_sign_in(Client(), username="nobody", password="wrong")

    assert wrong_password.status_code == wrong_name.status_code == 422
    said = [
        [str(line) for line in response.context["form"].non_field_errors()]
        for response in (wrong_password, wrong_name)
    ]
    assert said[0] == said[1] == ["This user name and password do not belong together."]


def test_five_wrong_passwords_give_a_wait_that_names_no_field(client, ada):
    answers = [try_to_sign_in(client, password="wrong") for _ in range(PER_ACCOUNT)]

    assert [answer.status_code for answer in answers] == [422, 422, 422, 422, 429]
    assert "Wait 15 minutes" in answers[-1].content.decode()
    assert answers[-1]["Retry-After"] == "900"


def test_a_locked_account_stays_locked_for_the_right_password_and_other_spellings(client, ada):
    for _ in range(PER_ACCOUNT):
        try_to_sign_in(client, password="wrong")

    answers = [try_to_sign_in(Client(REMOTE_ADDR="192.0.2.9"), name) for name in ("ada", "ADA")]

    assert [answer.status_code for answer in answers] == [429, 429]


def test_the_lock_opens_after_the_time_it_names(client, ada):
    for _ in range(PER_ACCOUNT):
        try_to_sign_in(client, password="wrong")

    with time_machine.travel("2036-01-01T00:00:00Z", tick=False):
        response = try_to_sign_in(client)

    assert response.status_code == 302


def test_an_address_that_tries_many_names_is_locked_after_ten(client, ada):
    answers = [
        try_to_sign_in(client, username=f"name{number}", password="wrong") for number in range(10)
    ]

    assert [answer.status_code for answer in answers] == [422] * 9 + [429]
    assert try_to_sign_in(client).status_code == 429
    assert try_to_sign_in(Client(REMOTE_ADDR="192.0.2.9")).status_code == 302


def test_the_trail_has_every_attempt_and_nothing_that_was_typed(client, ada):
    try_to_sign_in(client, password="wrong")
    try_to_sign_in(client, username="hunter2 my password", password="wrong")
    try_to_sign_in(client)

    events = AuditEvent.objects.filter(event__startswith="session.").order_by("created_at")
    assert [(event.event, event.thing_id) for event in events] == [
        (EventType.SIGN_IN_FAILED, ada.pk),
        (EventType.SIGN_IN_FAILED, "unknown"),
        (EventType.SIGNED_IN, ada.pk),
    ]
    assert not any("hunter2" in str(event.header()) for event in events)


def test_a_deactivated_person_does_not_sign_in(client, ada):
    services.deactivate_user(user=ada)

    assert try_to_sign_in(client).status_code == 422


def test_deactivation_ends_an_open_session_at_its_next_request(signed_in, ada):
    browser = signed_in(ada)
    assert browser.get("/").status_code == 200

    services.deactivate_user(user=ada)

    assert browser.get("/")["Location"] == "/login/?next=/"


def test_a_new_password_ends_other_sessions_at_their_next_request(signed_in, ada):
    browser = signed_in(ada)

    services.change_password(user=ada, password="another good long one")

    assert browser.get("/")["Location"] == "/login/?next=/"


def test_a_role_given_or_taken_acts_at_the_next_request(signed_in, ada):
    browser = signed_in(ada)
    assert browser.get(reverse("graphcurate:gap-list")).status_code == 403

    services.grant_role(user=ada, role=Role.CURATOR)
    given = browser.get(reverse("graphcurate:gap-list")).status_code
    services.revoke_role(user=ada, role=Role.CURATOR)
    taken = browser.get(reverse("graphcurate:gap-list")).status_code

    assert (given, taken) == (200, 403)


def test_fifteen_minutes_without_a_click_end_the_session_and_the_address_reopens(client, ada):
    with time_machine.travel("2026-11-30T09:00:00Z", tick=False):
        try_to_sign_in(client)
    with time_machine.travel("2026-11-30T09:16:00Z", tick=False):
        sent_away = client.get("/runs/?after=run_1")
        page = client.get(sent_away["Location"])
        response = try_to_sign_in(client, next=page.context["next"])

    assert sent_away["Location"] == "/login/?next=/runs/%3Fafter%3Drun_1"
    assert "signed out after fifteen minutes" in page.content.decode()
    assert response["Location"] == "/runs/?after=run_1"


def test_clicks_keep_a_session_open_and_polls_do_not(client, ada):
    with time_machine.travel("2026-11-30T09:00:00Z", tick=False):
        try_to_sign_in(client)
    for minute in (10, 20):
        with time_machine.travel(f"2026-11-30T09:{minute}:00Z", tick=False):
            assert client.get("/settings/").status_code == 200
    for minute in (25, 34):
        with time_machine.travel(f"2026-11-30T09:{minute}:00Z", tick=False):
            poll = client.get(reverse("front:tiles"), headers={"HX-Request": "true"})
            assert poll.status_code == 200
    with time_machine.travel("2026-11-30T09:36:00Z", tick=False):
        response = client.get(
            reverse("front:tiles"),
            headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/"},
        )

    assert response.status_code == 401
    assert response["HX-Redirect"] == "/login/?next=/"


def test_no_session_outlasts_twelve_hours(client, ada):
    with time_machine.travel("2026-11-30T06:00:00Z", tick=False):
        try_to_sign_in(client)
    for hour in range(6, 18):
        for minute in (10, 20, 30, 40, 50):
            with time_machine.travel(f"2026-11-30T{hour:02}:{minute}:00Z", tick=False):
                assert client.get("/settings/").status_code == 200
        if hour < 17:
            with time_machine.travel(f"2026-11-30T{hour + 1:02}:00:00Z", tick=False):
                client.get("/settings/")
    with time_machine.travel("2026-11-30T18:00:30Z", tick=False):
        response = client.get("/settings/")

    assert response["Location"] == "/login/?next=/settings/"


def test_a_clinician_gets_a_page_that_says_no_on_the_trail(signed_in, ada):
    answer = signed_in(ada).get("/audit/")

    assert answer.status_code == 403
    assert "Your roles do not include this." in answer.content.decode()


def test_signing_out_leaves_nothing_in_the_browser(signed_in, ada):
    browser = signed_in(ada)
    browser.get("/")

    response = browser.post(reverse("front:logout"))

    assert response["Clear-Site-Data"] == '"cache", "cookies", "storage"'
    assert browser.get("/")["Location"] == "/login/?next=/"
    assert AuditEvent.objects.filter(event=EventType.SIGNED_OUT, actor=ada.pk).count() == 1


def test_pages_are_kept_by_no_browser(signed_in, ada):
    for response in (Client().get(LOGIN), signed_in(ada).get("/")):
        assert "no-store" in response["Cache-Control"]


def test_the_login_page_says_that_everything_is_recorded_and_lets_a_manager_fill_it(client, db):
    content = client.get(LOGIN).content.decode()

    assert "recorded under your name" in content
    assert 'autocomplete="username"' in content
    assert 'autocomplete="current-password"' in content
    assert 'data-shows-password="id_password"' in content
    assert "<script>" not in content
    assert "onclick" not in content


def test_a_language_chosen_at_the_door_becomes_the_persons_own(client, ada):
    chosen = client.post(reverse("front:language"), {"language": "ru", "next": "/runs/"})
    assert chosen["Location"] == "/login/?next=%2Fruns%2F"
    assert 'lang="ru"' in client.get(LOGIN).content.decode()

    try_to_sign_in(client)

    ada.refresh_from_db()
    assert ada.language == "ru"
    assert client.get("/settings/")["Content-Language"] == "ru"


def test_an_unknown_language_is_left_alone(client, db):
    response = client.post(reverse("front:language"), {"language": "xx"})

    assert response.status_code == 302
    assert "django_language" not in response.cookies


def test_own_settings_are_kept_and_recorded(signed_in, ada):
    response = signed_in(ada).post(reverse("front:settings"), {"language": "zh-hans"})

    ada.refresh_from_db()
    assert response.status_code == 302
    assert (ada.language, ada.single_keys) == ("zh-hans", False)
    assert AuditEvent.objects.filter(event=EventType.SETTINGS_CHANGED, actor=ada.pk).exists()


def test_nothing_but_the_three_settings_can_be_set(signed_in, ada):
    before = (ada.username, ada.hospital_id, ada.is_active)

    signed_in(ada).post(
        reverse("front:settings"),
        {"language": "en", "username": "root", "is_active": "", "hospital": "hos_other"},
    )

    ada.refresh_from_db()
    assert (ada.username, ada.hospital_id, ada.is_active) == before


def test_a_person_changes_their_own_password_and_stays_signed_in(signed_in, ada):
    here, elsewhere = signed_in(ada), signed_in(ada)
    new = "another good long one"

    response = here.post(reverse("front:password"), {"old": PASSWORD, "new": new})

    assert response.status_code == 302
    assert here.get("/settings/").status_code == 200
    assert elsewhere.get("/settings/").status_code == 302
    assert try_to_sign_in(Client(), password=new).status_code == 302


@pytest.mark.parametrize(
    ("old", "new", "field"), [("wrong", "another good long one", "old"), (PASSWORD, "short", "new")]
)
def test_a_password_is_not_changed_without_the_old_one_or_to_a_weak_one(
    signed_in, ada, old, new, field
):
    response = signed_in(ada).post(reverse("front:password"), {"old": old, "new": new})

    ada.refresh_from_db()
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert ada.check_password(PASSWORD)
