import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from medreview.accounts.access import (
    can,
    check_can,
    door_of,
    keeps_signed_in,
    open_to_all,
    polled,
    requires,
    requires_sign_in,
)
from medreview.accounts.errors import NotAllowed
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import Role
from medreview.audit import queries as trail
from tests.factories.accounts import make_user

pytestmark = pytest.mark.django_db


@requires(Permission.TRAIL_READ)
def trail_page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("the trail")


def asked(
    user: User | AnonymousUser, path: str = "/audit?page=2", method: str = "get", **headers: str
) -> HttpRequest:
    request: HttpRequest = getattr(RequestFactory(), method)(path, headers=headers)
    request.user = user
    request.resolver_match = None
    return request


def test_a_person_may_what_a_role_of_theirs_holds():
    nell = make_user(Role.AUDITOR)

    assert can(nell, Permission.TRAIL_READ)
    assert not can(nell, Permission.PATIENT_READ)
    with pytest.raises(NotAllowed):
        check_can(nell, Permission.PATIENT_READ)


def test_a_stranger_may_nothing():
    assert not any(can(AnonymousUser(), permission) for permission in Permission)


def test_a_guarded_view_answers_who_may():
    response = trail_page(asked(make_user(Role.AUDITOR)))

    assert getattr(response, "content", None) == b"the trail"


def test_a_refusal_is_in_the_trail():
    ada = make_user(Role.CLINICIAN)

    with pytest.raises(NotAllowed):
        trail_page(asked(ada))

    refusals = [(event.event, event.thing_id) for event in trail.of_actor(ada.pk)]
    assert refusals == [("access.denied", "trail.read")]


def test_a_stranger_signs_in_and_comes_back_to_the_same_address():
    response = trail_page(asked(AnonymousUser()))

    assert response.status_code == 302
    assert response["Location"] == "/login/?next=/audit%3Fpage%3D2"


def test_a_fragment_of_an_expired_session_sends_the_whole_page_to_sign_in():
    response = trail_page(
        asked(
            AnonymousUser(),
            **{"HX-Request": "true", "HX-Current-URL": "http://testserver/runs?after=3"},
        )
    )

    assert response.status_code == 401
    assert response["HX-Redirect"] == "/login/?next=/runs%3Fafter%3D3"


def test_a_posted_form_of_an_expired_session_comes_back_to_its_page():
    response = trail_page(
        asked(AnonymousUser(), method="post", Referer="http://testserver/reviews/ana_1")
    )

    assert response["Location"] == "/login/?next=/reviews/ana_1"


def test_a_page_of_another_site_is_never_come_back_to():
    response = trail_page(asked(AnonymousUser(), method="post", Referer="https://evil.example/x"))

    assert response["Location"] == "/login/?next=/"


def test_every_view_says_what_it_asks_for():
    def view(request):
        return HttpResponse()

    assert door_of(view) is None
    assert door_of(requires(Permission.RUN_READ)(view)) == Permission.RUN_READ
    assert door_of(requires_sign_in(view)) == "signed in"
    assert door_of(open_to_all(view)) == "open"


def test_a_polled_part_keeps_nobody_signed_in():
    page, poll = (asked(AnonymousUser(), **headers) for headers in ({}, {"HX-Request": "true"}))

    @requires(Permission.RUN_READ)
    @polled
    def progress(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    assert keeps_signed_in(trail_page, poll)
    assert keeps_signed_in(progress, page)
    assert not keeps_signed_in(progress, poll)
