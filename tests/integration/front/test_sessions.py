"""Sessions as their owner and an admin see them, ended from elsewhere."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from medreview.accounts import queries, services
from medreview.accounts.models import OpenSession
from medreview.audit.models import AuditEvent
from tests.conftest import PASSWORD

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
MINE = "/settings/sessions/"


def sign_in(username: str = "ada", agent: str = FIREFOX) -> Client:
    client = Client(HTTP_USER_AGENT=agent, REMOTE_ADDR="192.0.2.77")
    client.post("/login/", {"username": username, "password": PASSWORD})
    return client


def test_a_person_sees_where_they_are_signed_in_and_which_one_is_here(ada):
    with time_machine.travel("2026-11-30T09:00:00Z", tick=False):
        here, _elsewhere = sign_in(), sign_in(agent="curl/8")
    with time_machine.travel("2026-11-30T09:05:00Z", tick=False):
        rows = here.get(MINE).context["rows"]

    assert [(row.browser, row.network, row.is_here) for row in rows] == [
        ("Firefox · Linux", "192.0.2.0/24", True),
        ("Unknown browser", "192.0.2.0/24", False),
    ]
    assert (rows[0].seen_at - rows[0].started_at).total_seconds() == 300


def test_a_session_ended_from_elsewhere_is_signed_out_at_its_next_click(ada):
    here, elsewhere = sign_in(), sign_in()
    [row] = [row for row in here.get(MINE).context["rows"] if not row.is_here]

    answer = here.post(reverse("front:own-session-end", args=[row.pk]))
    sent_away = elsewhere.get("/runs/")
    page = elsewhere.get(sent_away["Location"])

    assert answer.status_code == 302
    assert sent_away["Location"] == "/login/?next=/runs/"
    assert "ended from elsewhere" in page.content.decode()
    assert here.get("/runs/").status_code == 200
    assert here.post(reverse("front:own-session-end", args=[row.pk])).status_code == 409
    event = AuditEvent.objects.get(event="session.ended")
    assert (event.actor, event.detail) == (ada.pk, {"session": row.pk})


def test_all_others_end_and_this_one_stays(ada):
    here, others = sign_in(), [sign_in() for _ in range(2)]

    here.post(reverse("front:own-sessions-end"))

    assert here.get("/").status_code == 200
    assert [other.get("/").status_code for other in others] == [302, 302]


def test_an_admin_ends_one_or_all_sessions_of_a_person(signed_in, root, ada):
    admin, first, second, third = signed_in(root), sign_in(), sign_in(), sign_in()
    pk = queries.open_sessions(ada).last().pk

    admin.post(reverse("front:session-end", args=[pk]))
    after_one = sorted(client.get("/").status_code for client in (first, second, third))
    admin.post(reverse("front:sessions-end", args=[ada.pk]))
    after_all = [client.get("/").status_code for client in (first, second, third)]

    assert after_one == [200, 200, 302]
    assert after_all == [302, 302, 302]


def test_nobody_ends_the_session_of_a_colleague(signed_in, ada, kim):
    hers = sign_in()
    pk = OpenSession.objects.get(user=ada).pk

    answer = signed_in(kim).post(reverse("front:own-session-end", args=[pk]))

    assert answer.status_code == 403
    assert hers.get("/").status_code == 200


def test_no_key_of_a_session_is_kept_beside_it(ada):
    client = sign_in()

    kept = str(list(OpenSession.objects.values()))

    assert client.session.session_key not in kept


def test_a_session_that_timed_out_is_listed_no_more(ada):
    with time_machine.travel("2026-11-30T09:00:00Z", tick=False):
        sign_in()
        assert queries.open_sessions(ada).count() == 1
    with time_machine.travel("2026-11-30T09:16:00Z", tick=False):
        assert queries.open_sessions(ada).count() == 0


def test_signing_out_takes_the_session_off_the_list(ada):
    client = sign_in()

    client.post("/logout/")

    assert queries.open_sessions(ada).count() == 0


@pytest.mark.parametrize("how", ["deactivated", "new_password"])
def test_closing_an_account_or_a_new_password_ends_every_session(ada, how):
    clients = [sign_in(), sign_in()]

    if how == "deactivated":
        services.deactivate_user(user=ada)
    else:
        services.change_password(user=ada, password="another good long one")

    assert [client.get("/").status_code for client in clients] == [302, 302]
    assert queries.open_sessions(ada).count() == 0
    event = AuditEvent.objects.get(event="session.ended")
    assert (event.counts, event.detail) == ({"sessions": 2}, {"why": how})


def test_sessions_of_long_ago_leave_the_list_and_stay_in_the_trail(ada):
    with time_machine.travel("2026-01-01T09:00:00Z", tick=False):
        sign_in()
    with time_machine.travel("2026-11-30T09:00:00Z", tick=False):
        sign_in()

    assert OpenSession.objects.filter(user=ada).count() == 1
    assert AuditEvent.objects.filter(event="session.opened").count() == 2
