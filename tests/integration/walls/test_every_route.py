"""Every address × every role × own, foreign and missing things. A new address must be listed."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from medreview.accounts.access import OPEN, SIGNED_IN
from medreview.accounts.roles import PERMISSIONS_OF, Role
from medreview.audit.models import AuditEvent
from tests.integration.walls.api_routes import API_ROUTES
from tests.integration.walls.conftest import World
from tests.integration.walls.routes import (
    MISSING,
    NUISANCES,
    PLAIN,
    QUESTIONS,
    ROUTES,
    address,
    door,
    methods,
    patterns,
)

pytestmark = pytest.mark.django_db

Visitor = Callable[..., Client]

AS_HTMX = {"HX-Request": "true"}
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
READINGS = (".read", ".listed", ".payload_read")
BESIDE = {"evidence.read", "results.read"}
"""Says what of an analysis was looked at, beside the reading of the analysis itself."""
OPENS_BESIDE = {"front:run-replay": ["run.payload_read"]}
"""A whole replay opens the run's sealed words too: that is said beside the reading of the run."""

GUARDED = [name for name in ROUTES if door(name) != OPEN]
OF_ONE_HOSPITAL = [name for name, route in ROUTES.items() if route.is_of_one_hospital]
ENDS_THE_SESSION = {"front:logout"}


def asked(client: Client, method: str, url: str, *, htmx: bool = False) -> HttpResponse:
    headers = AS_HTMX if htmx else {}
    answer: HttpResponse = client.generic(method, url, headers=headers)
    return answer


def addresses(world: World) -> Iterator[tuple[str, str]]:
    for name in ROUTES:
        yield name, address(name, world.ids()) + QUESTIONS.get(name, "")


def without_identity(answer: HttpResponse) -> tuple[object, ...]:
    kept = {key: value for key, value in answer.items() if key != "X-Request-ID"}
    return answer.status_code, answer.content, kept


def test_every_address_is_listed_here() -> None:
    assert set(patterns()) == set(ROUTES) | set(API_ROUTES)
    assert set(ROUTES) & set(API_ROUTES) == set()


def test_every_parameter_of_an_address_is_listed_here() -> None:
    parameters = {name: set(one.pattern.converters) for name, one in patterns().items()}

    listed = {**ROUTES, **API_ROUTES}
    assert {name: {key for key, _ in listed[name].asks} for name in listed} == parameters


@pytest.mark.parametrize("htmx", [False, True])
def test_another_hospitals_thing_is_to_the_byte_the_same_404_as_none(
    world: World, visitor: Visitor, htmx: bool
) -> None:
    client = visitor(world.outsider)

    wrong = []
    for name in OF_ONE_HOSPITAL:
        owned = ROUTES[name].owned()
        foreign = address(name, world.ids())
        missing = address(name, world.ids(), **dict.fromkeys(owned, MISSING))
        for method in methods(client, foreign):
            theirs = asked(client, method, foreign, htmx=htmx)
            none = asked(client, method, missing, htmx=htmx)
            if theirs.status_code != 404 or without_identity(theirs) != without_identity(none):
                wrong.append((name, method, theirs.status_code, none.status_code))

    assert wrong == []


def test_a_thing_under_another_things_address_is_the_same_404(
    world: World, visitor: Visitor
) -> None:
    client = visitor(world.insider)
    nested = [name for name in OF_ONE_HOSPITAL if len(ROUTES[name].owned()) > 1]

    answers = {
        (name, parameter): client.get(address(name, world.ids(), **{parameter: MISSING}))
        for name in nested
        for parameter in ROUTES[name].owned()
    }

    assert {place: answer.status_code for place, answer in answers.items()} == dict.fromkeys(
        answers, 404
    )


@pytest.mark.parametrize("role", list(Role))
def test_a_role_opens_its_own_doors_and_no_other(
    world: World, visitor: Visitor, role: Role
) -> None:
    client, everything = visitor(world.by_role[role]), visitor(world.insider)
    open_doors = {*PERMISSIONS_OF[role], SIGNED_IN}

    wrong = []
    for name, url in addresses(world):
        if name not in GUARDED:
            continue
        for method in methods(everything, url):
            if door(name) in open_doors and method == "POST":
                continue  # what it may do is done elsewhere
            status = asked(client, method, url).status_code
            is_refused = status == 403
            if is_refused == (door(name) in open_doors) or status >= 500:
                wrong.append((name, method, status))

    assert wrong == []


def test_a_stranger_is_sent_to_the_sign_in_page(world: World, visitor: Visitor) -> None:
    stranger, everything = visitor(), visitor(world.insider)

    wrong = []
    for name, url in addresses(world):
        if name not in GUARDED:
            continue
        for method in methods(everything, url):
            page = asked(stranger, method, url)
            part = asked(stranger, method, url, htmx=True)
            targets = page.get("Location", ""), part.get("HX-Redirect", "")
            statuses = page.status_code, part.status_code
            if statuses != (302, 401) or not all(t.startswith("/login/?") for t in targets):
                wrong.append((name, method, statuses, targets))

    assert wrong == []


def test_no_form_is_taken_without_its_token(world: World, visitor: Visitor) -> None:
    client = visitor(world.insider, checks_csrf=True)

    taken = []
    for name, url in addresses(world):
        for method in UNSAFE:
            answer = asked(client, method, url)
            if answer.status_code not in {403, 405}:
                taken.append((name, method, answer.status_code))

    assert taken == []


def test_no_address_answers_to_a_method_it_was_not_made_for(world: World, visitor: Visitor) -> None:
    client = visitor(world.insider)

    answered = [
        (name, method, status)
        for name, url in addresses(world)
        for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
        if (status := asked(client, method, url).status_code) != 405
    ]

    assert answered == []


MAY_CHANGE_BY_READING = {
    "audit_auditevent",
    "django_session",
    "review_presence",  # who has the page open just now
    "graphcurate_editorpresence",  # and who the graph's editor
    "accounts_opensession",  # when they clicked last
}


def contents() -> dict[str, tuple[int, int]]:
    """A fingerprint of every table whose rows a GET must leave as they are, in any order."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in MAY_CHANGE_BY_READING:
                cursor.execute(
                    f'SELECT count(*), sum(hashtextextended(t::text, 0)) FROM "{table}" t'
                )
                found[table] = cursor.fetchone()
    return found


def test_reading_changes_nothing(world: World, visitor: Visitor) -> None:
    client = visitor(world.insider)

    changed = []
    before = contents()
    for name, url in addresses(world):
        asked(client, "GET", url)
        after = contents()
        changed += [(name, table) for table, mark in after.items() if mark != before[table]]
        before = after

    assert changed == []


def readings_of(client: Client, method: str, url: str, *, htmx: bool) -> list[str]:
    seen = set(AuditEvent.objects.values_list("pk", flat=True))
    asked(client, method, url, htmx=htmx)
    made = AuditEvent.objects.exclude(pk__in=seen).values_list("event", flat=True)
    return [event for event in made if event.endswith(READINGS) and event not in BESIDE]


@pytest.mark.parametrize("htmx", [False, True])
def test_what_shows_a_patient_leaves_exactly_one_reading_in_the_trail(
    world: World, visitor: Visitor, htmx: bool
) -> None:
    client = visitor(world.insider)

    wrong = {}
    for name, url in addresses(world):
        if name in ENDS_THE_SESSION or "GET" not in methods(client, url):
            continue
        found = readings_of(client, "GET", url, htmx=htmx)
        expected = [ROUTES[name].reads][: bool(ROUTES[name].reads)] + OPENS_BESIDE.get(name, [])
        if found != expected:
            wrong[name] = found

    assert wrong == {}


@pytest.mark.parametrize("htmx", [False, True])
def test_a_step_that_answers_with_the_page_is_one_reading_too(
    world: World, visitor: Visitor, htmx: bool
) -> None:
    client = visitor(world.insider)
    steps = ("accept", "comment", "edit", "reject", "undo", "sign", "add", "request-preview")
    urls = [(name, address(f"review:{name}", world.ids())) for name in steps]

    found = {name: readings_of(client, "POST", url, htmx=htmx) for name, url in urls}
    sent = {"version": "0", "text": "As drafted."}
    client.post(dict(urls)["accept"], sent, headers=AS_HTMX)
    repeated = readings_of(client, "POST", dict(urls)["accept"], htmx=True)

    assert found == {name: [ROUTES[f"review:{name}"].reads] for name in steps}
    assert repeated == ["analysis.read"]


PRIVATE = "no-store"


def test_every_answer_carries_the_headers_that_protect_it(world: World, visitor: Visitor) -> None:
    everything, stranger = visitor(world.insider), visitor()

    wrong = []
    for name, url in addresses(world):
        for client in (everything, stranger):
            answer = asked(client, "GET", url)
            wrong += [(name, answer.status_code, what) for what in unprotected(answer)]

    assert wrong == []


def unprotected(answer: HttpResponse) -> list[str]:
    policy = answer.get("Content-Security-Policy", "")
    rules = {
        "script": "script-src 'self'" in policy and "unsafe" not in policy,
        "nothing else": "default-src 'none'" in policy,
        "frames": "frame-ancestors 'none'" in policy and answer.get("X-Frame-Options") == "DENY",
        "sniffing": answer.get("X-Content-Type-Options") == "nosniff",
        "stored": PRIVATE in answer.get("Cache-Control", ""),
        "referrer": answer.get("Referrer-Policy") == "same-origin",
        "opener": answer.get("Cross-Origin-Opener-Policy") == "same-origin",
    }
    return [rule for rule, is_kept in rules.items() if not is_kept]


def test_an_address_of_nonsense_is_a_calm_answer(world: World, visitor: Visitor) -> None:
    client = visitor(world.insider)
    ids = world.ids()  # asked once: what is sent on the way makes more of some things

    broken = []
    for name, route in ROUTES.items():
        whole = address(name, ids)
        for parameter, thing in route.asks:
            part = str(ids.get(thing, PLAIN.get(thing, thing)))
            for nonsense in NUISANCES:
                url = whole.replace(part, nonsense, 1)
                for method in methods(client, whole):
                    status = asked(client, method, url).status_code
                    if status >= 500:
                        broken.append((name, parameter, method, nonsense[:12], status))

    assert broken == []


def test_a_zero_character_in_a_field_is_a_calm_refusal(world: World, visitor: Visitor) -> None:
    client, stranger = visitor(world.insider), visitor()
    fields = ("q", "text", "title", "version", "username", "password", "next", "after", "of")

    answers = {}
    for name, url in addresses(world):
        for field in fields:
            answers[name, field, "GET"] = client.get(url, {field: "a\0b"}).status_code
            answers[name, field, "POST"] = client.post(url, {field: "a\0b"}).status_code
    cookie = client.get("/", headers={"Cookie": 'sessionid="\\000abcdefghij"'})
    unknown = stranger.post("/login/", {"username": "a\0b", "password": "c\0d"})

    assert set(answers.values()) == {400}
    assert cookie.status_code == unknown.status_code == 400
