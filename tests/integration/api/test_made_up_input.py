"""Every operation of the OpenAPI document with made-up input, by three callers and by nobody.

Whatever is sent: no answer says that we broke, and none has a shape the document doesn't.
"""

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from medreview.accounts.models import User
from medreview.accounts.roles import Role
from medreview.api.openapi import openapi_document
from medreview.tokens import services as tokens
from medreview.tokens.models import Token
from tests.conftest import person
from tests.integration.api.conftest import World
from tests.integration.walls.routes import PLAIN

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
FEW = settings(
    max_examples=5,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
REAL = {
    "patients": "patient",
    "analyses": "analysis",
    "criticals": "alert",
    "agent-runs": "run",
    "imports": "import",
    "tokens": "program",
}
MUST_REFUSE = negative_data_rejection
OPEN_TO_ALL = "token-make"


@pytest.fixture(autouse=True)
def _patience(settings: Any) -> None:
    settings.API_REQUESTS_A_MINUTE = {"person": 10**6, "stranger": 10**6}
    # This client closes no answer, and with it no file that came with the question.
    settings.FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    # As Django's own test client does: the test's transaction outlives each request.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operations() -> Iterator[Any]:
    schema = schemathesis.openapi.from_dict(openapi_document())
    schema.app = get_wsgi_application()
    for found in schema.get_all_operations():
        yield found.ok()


def real_ids(path: str, ids: dict[str, str]) -> dict[str, Any]:
    """What stands in the address of a thing that exists."""
    area = path.removeprefix("/api/v1/").partition("/")[0]
    known = {
        "pk": ids.get(REAL.get(area, ""), "none"),
        "batch": ids["batch"],
        "number": 1,
        "seq": 1,
        "edition": 1,
        "form": "json",
        "contract": "PatientRecord",
        "listing": "waiting",
        "key": "renal" if "domains" in path else "potassium",
        "release": PLAIN["release"],
        "before": PLAIN["release"],
        "after": PLAIN["release"],
    }
    if path.startswith("/api/v1/graph/"):
        known["pk"] = PLAIN["relation"]
    if "/things/" in path:
        known |= {"kind": PLAIN["condition-kind"], "key": PLAIN["condition"]}
    if "/sources/" in path:
        known["key"] = PLAIN["source"]
    return {name: known[name] for name in re.findall(r"{(\w+)}", path)}


def ask_all(world: World, by: User | None, mode: GenerationMode, checks: list[Any]) -> set[str]:
    """Ask every operation; those that answered with success at least once."""
    succeeded: set[str] = set()
    wrong: dict[str, str] = {}
    for operation in operations():
        ids = real_ids(operation.path, world.ids())
        headers = {}
        if by is not None:
            Token.objects.filter(user=by).delete()
            headers["Authorization"] = f"Bearer {tokens.make(name='', days=1, by=by)[1]}"
        try:
            asking(operation, mode, ids, headers, checks, succeeded)()
        except BaseExceptionGroup as problems:
            wrong[operation.label] = str(problems)
    assert wrong == {}, "\n".join(wrong.values())
    return succeeded


def asking(
    operation: Any,
    mode: GenerationMode,
    ids: dict[str, Any],
    headers: dict[str, str],
    checks: list[Any],
    succeeded: set[str],
) -> Callable[[], None]:
    name = operation.definition.raw["operationId"]
    # Made-up ids reach no further than the search for the thing: most requests name a real one.
    is_real = cycle([True, True, False])

    @FEW
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        replaced = {ParameterLocation.HEADER}
        if next(is_real):
            case.path_parameters = ids
            replaced.add(ParameterLocation.PATH)
        answer = case.call(headers=headers)
        held = [
            check for check in checks if check is not MUST_REFUSE or is_still_wrong(case, replaced)
        ]
        case.validate_response(answer, checks=held, headers=headers)
        if answer.status_code < 400:
            succeeded.add(name)

    return ask


def is_still_wrong(case: Any, replaced: set[ParameterLocation]) -> bool:
    """Whether what the document forbids is in a part that nothing real took the place of."""
    return any(
        part.mode.is_negative
        for place, part in case.meta.components.items()
        if place not in replaced
    )


CALLERS = {
    "clinician": (Role.CLINICIAN,),
    "curator and auditor": (Role.CURATOR, Role.AUDITOR),
    "admin": (Role.ADMIN,),
}


@pytest.mark.parametrize("caller", list(CALLERS))
def test_no_caller_breaks_anything_or_is_answered_in_an_unknown_shape(
    world: World, caller: str
) -> None:
    by = person("robot", "Robot", world.colleague.hospital, *CALLERS[caller])

    succeeded = ask_all(world, by, GenerationMode.POSITIVE, CHECKS)

    assert {"me", "token-list"} <= succeeded


def test_nobody_is_answered_without_a_token(world: World) -> None:
    succeeded = ask_all(world, None, GenerationMode.POSITIVE, CHECKS)

    assert succeeded == set()


def test_what_the_document_forbids_is_refused(world: World) -> None:
    by = person("robot", "Robot", world.colleague.hospital, *Role)

    succeeded = ask_all(world, by, GenerationMode.NEGATIVE, [*CHECKS, MUST_REFUSE])

    assert OPEN_TO_ALL not in succeeded
