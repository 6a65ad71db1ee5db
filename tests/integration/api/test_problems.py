"""Every refusal of the API is a problem of RFC 9457, whoever refuses."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as product
from django.db import OperationalError
from django.test import Client

from medreview.accounts.models import User
from tests.integration.api.conftest import Program, read

pytestmark = pytest.mark.django_db

Of = Callable[..., Program]


def raw(asks: Program, content: bytes, media_type: str = "application/json", **more: Any) -> Any:
    headers = {"Authorization": f"Bearer {asks.token}"}
    return asks.client.generic(
        "POST", "/api/v1/patients/search/", content, media_type, headers=headers, **more
    )


def check(answer: Any, status: int) -> Any:
    problem = read(answer)
    assert answer.status_code == problem["status"] == status, problem
    assert answer["Content-Type"] == "application/problem+json"
    assert problem["instance"] == answer["X-Request-ID"]
    assert problem["title"]
    assert problem["detail"]
    return problem


DEEP = b'{"q": ' + b"[" * 40 + b"]" * 40 + b"}"
BOTTOMLESS = b"[" * 200_000


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b'{"q": NaN}', 400),
        (b'{"q": -Infinity}', 400),
        (b'{"q": 1e400}', 400),
        (b'{"q": "a", "q": "b"}', 400),
        (b'{"q": "a\\u0000b"}', 400),
        (b'{"q": "\\ud800"}', 400),
        (b'{"q": 1' + b"0" * 5000 + b"}", 400),
        (DEEP, 400),
        (BOTTOMLESS, 400),
        (b'{"q": "' + b"x" * product.DATA_UPLOAD_MAX_MEMORY_SIZE + b'"}', 413),
        (b"[]", 422),
        (b'{"q": 3}', 422),
        (b'{"q": "a", "limit": "5"}', 422),
        (b'{"q": "a", "limit": 500}', 422),
        (b'{"q": "a", "name": "b"}', 422),
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_body_that_is_no_question_is_refused_calmly(
    ada: User, program: Of, content: bytes, status: int
) -> None:
    check(raw(program(ada), content), status)


def test_fields_that_do_not_fit_are_named_and_not_repeated(ada: User, program: Of) -> None:
    asks = program(ada)

    problem = check(raw(asks, b'{"limit": 500, "q": ["Hargreaves"]}'), 422)

    assert {error["pointer"] for error in problem["errors"]} == {"/limit", "/q"}
    assert "Hargreaves" not in str(problem)


def test_a_parameter_given_twice_or_unknown_is_refused(ada: User, program: Of) -> None:
    asks = program(ada)

    twice = check(asks.get("patients/?limit=1&limit=2"), 422)
    unknown = check(asks.get("patients/?q=Hargreaves"), 422)

    assert [error["pointer"] for error in (*twice["errors"], *unknown["errors"])] == ["limit", "q"]


def test_what_never_reaches_a_view_is_a_problem_too(ada: User, program: Of) -> None:
    asks = program(ada)
    far_too_large = {"CONTENT_LENGTH": str(product.BODY_LIMIT + 1)}

    check(asks.get("nowhere/"), 404)
    check(asks.get("/api/v2/"), 404)
    check(asks.get("patients/?cursor=%00"), 400)
    check(raw(asks, b"{}", **far_too_large), 413)
    check(raw(asks, b"q=a", "application/x-www-form-urlencoded"), 415)
    check(raw(asks, b"broken", "multipart/form-data; boundary="), 400)
    check(asks.get("patients/", Accept="text/html"), 406)
    check(asks.send("PATCH", "patients/"), 405)


@pytest.mark.parametrize(
    ("broken", "status"), [(KeyError("Hargreaves"), 500), (OperationalError("gone"), 503)]
)
def test_what_breaks_on_our_side_tells_nothing_of_it(
    ada: User, program: Of, monkeypatch: pytest.MonkeyPatch, broken: Exception, status: int
) -> None:
    def breaks(*args: Any, **kwargs: Any) -> None:
        raise broken

    monkeypatch.setattr("medreview.api.views.patients.narrowed", breaks)

    answer = program(ada).get("patients/")

    problem = check(answer, status)
    assert "Hargreaves" not in str(problem)
    assert status == 500 or answer["Retry-After"]


def test_sentences_are_in_the_language_asked_for(ada: User, program: Of) -> None:
    answer = program(ada).get("patients/pat_none/", Accept_Language="ru")

    assert answer["Content-Language"] == "ru"


def test_too_many_requests_are_refused_with_when_to_try_again(
    ada: User, program: Of, settings: Any, stop_clock: Callable[..., Any]
) -> None:
    settings.API_REQUESTS_A_MINUTE = {"person": 3, "stranger": 2}
    stop_clock(2026, 11, 30, 8, 0, 20)
    asks, stranger = program(ada), program()

    mine = [asks.get("me/").status_code for _ in range(4)]
    theirs = [stranger.get("me/").status_code for _ in range(3)]
    last = asks.get("me/")

    assert mine == [200, 200, 200, 429]
    assert theirs == [401, 401, 429]
    assert check(last, 429)
    assert last["Retry-After"] == "40"


def test_the_next_minute_is_another(
    ada: User, program: Of, settings: Any, stop_clock: Callable[..., Any]
) -> None:
    settings.API_REQUESTS_A_MINUTE = {"person": 1, "stranger": 1}
    asks = program(ada)
    stop_clock(2026, 11, 30, 8, 0, 20)
    first = [asks.get("me/").status_code for _ in range(2)]

    stop_clock(2026, 11, 30, 8, 1, 0)

    assert [*first, asks.get("me/").status_code] == [200, 429, 200]


def test_a_session_alone_opens_nothing_even_with_its_token_against_forgery(
    ada: User, signed_in: Callable[[User], Client]
) -> None:
    answer = signed_in(ada).post("/api/v1/patients/search/", {"q": "a"}, "application/json")

    check(answer, 401)
