"""Every address of the API × every method × every role × own, foreign and missing things."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from medreview.accounts.access import OPEN, SIGNED_IN
from medreview.accounts.models import User
from medreview.accounts.roles import PERMISSIONS_OF, Role
from medreview.audit.models import AuditEvent
from medreview.tokens import services as tokens
from tests.integration.walls.api_routes import API_ROUTES
from tests.integration.walls.conftest import World
from tests.integration.walls.routes import MISSING, NUISANCES, address_of, patterns
from tests.integration.walls.test_every_route import contents

pytestmark = pytest.mark.django_db

Ask = Callable[..., Any]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
READINGS = (".read", ".listed", ".payload_read")
OF_ONE_HOSPITAL = [name for name, route in API_ROUTES.items() if route.is_of_one_hospital]
DESCRIBES = {"api:schema", "api:schema-contracts", "api:schema-contract"}
"""What a session may read, too: the page of the OpenAPI document does."""


@pytest.fixture(autouse=True)
def _patience(settings: Any) -> None:
    settings.API_REQUESTS_A_MINUTE = {"person": 10_000, "stranger": 10_000}


@pytest.fixture
def ask() -> Ask:
    """``ask(user)(method, url)`` asks with a token of that user, or with none."""

    def of(user: User | None = None) -> Ask:
        client = Client(raise_request_exception=False)
        headers = {}
        if user is not None:
            token = tokens.make(name="walls", days=1, by=user)[1]
            headers["Authorization"] = f"Bearer {token}"

        def answer(method: str, url: str, content: str = "{}") -> Any:
            sent = content if method in {"POST", "PUT", "PATCH"} else ""
            return client.generic(method, url, sent, "application/json", headers=headers)

        return answer

    return of


def doors(name: str) -> dict[str, Any]:
    return dict(patterns()[name].callback.doors)


def operations(world: World, **instead: str) -> Iterator[tuple[str, str, str]]:
    for name, route in API_ROUTES.items():
        for method in doors(name):
            yield name, method, address_of(name, route, world.ids())


def says(answer: HttpResponse) -> tuple[object, ...]:
    body = json.loads(answer.content)
    instance = body.pop("instance")
    kept = {key: value for key, value in answer.items() if key != "X-Request-ID"}
    assert instance == answer["X-Request-ID"]
    kept.pop("Content-Length", None)
    return answer.status_code, body, kept


def test_every_operation_names_its_door() -> None:
    silent = [name for name in API_ROUTES if not doors(name)]

    assert silent == []


def test_another_hospitals_thing_is_the_same_404_as_none(world: World, ask: Ask) -> None:
    stranger = ask(world.outsider)

    wrong = []
    for name in OF_ONE_HOSPITAL:
        route = API_ROUTES[name]
        foreign = address_of(name, route, world.ids())
        missing = address_of(name, route, world.ids(), **dict.fromkeys(route.owned(), MISSING))
        for method in doors(name):
            body = BODIES.get(name, "{}")
            theirs, none = stranger(method, foreign, body), stranger(method, missing, body)
            if theirs.status_code != 404 or says(theirs) != says(none):
                wrong.append((name, method, theirs.status_code, none.status_code))

    assert wrong == []


COLUMNS = {
    "columns": {"patient": 0, "test": 1, "value": 2, "date": 3},
    "width": 4,
    "encoding": "utf-8",
    "delimiter": ",",
    "decimal": "point",
    "date_format": "YYYY-MM-DD",
    "source": "Laboratory",
}
BODIES = {
    "api:imports-columns": json.dumps(COLUMNS),
    "api:analyses-cancel": '{"version": 1}',
    "api:analyses-retry": '{"version": 1}',
    "api:findings-decide": '{"version": 0, "kind": "accepted"}',
    "api:findings-comment": '{"text": "As drafted."}',
    "api:analyses-findings": '{"title": "Anaemia", "text": "Mild."}',
    "api:analyses-sign": '{"version": 1, "password": "no"}',
    "api:analyses-amend": '{"version": 1, "reason": "A new value."}',
    "api:analyses-assign": '{"to": "usr_nobody"}',
    "api:analyses-hand-over": '{"to": "usr_nobody", "note": "Half done."}',
    "api:analyses-take-over": '{"version": 0}',
    "api:criticals-acknowledge": json.dumps(
        {"version": 1, "told": "Orlov", "told_at": "2026-11-30T08:00:00Z", "read_back": "K 6.8"}
    ),
}
"""What an operation must be sent to look for the thing at all."""


def test_without_a_token_everything_but_asking_for_one_is_refused(world: World, ask: Ask) -> None:
    stranger = ask()

    answers = {
        (name, method): stranger(method, url)
        for name, method, url in operations(world)
        if doors(name)[method] != OPEN
    }

    wrong = {place: answer.status_code for place, answer in answers.items()}
    assert wrong == dict.fromkeys(answers, 401)
    assert {answer["Content-Type"] for answer in answers.values()} == {"application/problem+json"}
    assert {answer["WWW-Authenticate"] for answer in answers.values()} == {
        'Bearer realm="medreview"'
    }


def test_a_session_opens_nothing_but_the_description(
    world: World, visitor: Callable[..., Client]
) -> None:
    browser = visitor(world.insider)

    opened = {
        name
        for name, method, url in operations(world)
        if browser.generic(method, url, "{}", "application/json").status_code < 400
    }

    assert opened == DESCRIBES


@pytest.mark.parametrize("role", list(Role))
def test_a_role_opens_its_own_doors_and_no_other(world: World, ask: Ask, role: Role) -> None:
    person = ask(world.by_role[role])
    may = {*PERMISSIONS_OF[role], SIGNED_IN, OPEN}

    wrong = []
    for name, method, url in operations(world):
        door = doors(name)[method]
        if door in may and method != "GET":
            continue  # what it may do is done elsewhere
        status = person(method, url).status_code
        if (status == 403) == (door in may) or status >= 500:
            wrong.append((name, method, status))

    assert wrong == []


def test_no_address_answers_to_a_method_it_was_not_made_for(world: World, ask: Ask) -> None:
    person = ask(world.insider)

    answered = {}
    for name, route in API_ROUTES.items():
        url = address_of(name, route, world.ids())
        for method in set(METHODS) - set(doors(name)):
            answer = person(method, url)
            if answer.status_code != 405 or answer["Content-Type"] != "application/problem+json":
                answered[name, method] = answer.status_code

    assert answered == {}


def readings(act: Callable[[], Any]) -> list[str]:
    seen = set(AuditEvent.objects.values_list("pk", flat=True))
    act()
    made = AuditEvent.objects.exclude(pk__in=seen).values_list("event", flat=True)
    return [event for event in made if event.endswith(READINGS)]


def test_what_shows_a_patient_leaves_exactly_one_reading_in_the_trail(
    world: World, ask: Ask
) -> None:
    person = ask(world.insider)

    wrong = {}
    for name, route in API_ROUTES.items():
        if "GET" not in doors(name):
            continue
        url = address_of(name, route, world.ids())
        found = readings(partial(person, "GET", url))
        if found != [route.reads][: bool(route.reads)]:
            wrong[name] = found

    assert wrong == {}


COUNTED = {"api_allowance", "tokens_token"}
"""What every request of a program writes: that there was one, and when its token was used."""


def test_reading_changes_nothing(world: World, ask: Ask) -> None:
    person = ask(world.insider)

    changed = []
    before = contents()
    for name, route in API_ROUTES.items():
        if "GET" in doors(name):
            person("GET", address_of(name, route, world.ids()))
            after = contents()
            changed += [
                (name, table)
                for table, mark in after.items()
                if mark != before[table] and table not in COUNTED
            ]
            before = after

    assert changed == []


def test_a_refusal_is_in_the_trail(world: World, ask: Ask) -> None:
    curator = ask(world.by_role[Role.CURATOR])

    curator("GET", "/api/v1/patients/")

    event = AuditEvent.objects.filter(event="access.denied").latest("created_at")
    assert event.actor == world.by_role[Role.CURATOR].pk
    assert event.detail == {"route": "api:patients-list"}


def test_an_address_of_nonsense_is_a_calm_answer(world: World, ask: Ask) -> None:
    person = ask(world.insider)

    broken = []
    for name, route in API_ROUTES.items():
        whole = address_of(name, route, world.ids())
        for parameter, thing in route.asks:
            part = world.ids().get(thing)
            if part is None:
                continue
            for nonsense in NUISANCES:
                url = whole.replace(part, nonsense, 1)
                for method in doors(name):
                    answer = person(method, url, BODIES.get(name, "{}"))
                    if answer.status_code >= 500:
                        broken.append((name, parameter, method, nonsense[:12]))

    assert broken == []


def test_every_answer_carries_the_headers_that_protect_it(world: World, ask: Ask) -> None:
    person, stranger = ask(world.insider), ask()

    wrong = []
    for name, route in API_ROUTES.items():
        url = address_of(name, route, world.ids())
        for answer in (person("GET", url), stranger("GET", url), person("GET", f"{url}nowhere/")):
            is_kept = (
                "no-store" in answer.get("Cache-Control", "")
                and "default-src 'none'" in answer.get("Content-Security-Policy", "")
                and answer.get("X-Content-Type-Options") == "nosniff"
            )
            if not is_kept:
                wrong.append((name, answer.status_code))

    assert wrong == []
