"""The cast, a clock that can be stopped, and no way out to a network."""

import ipaddress
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import Client
from hypothesis import HealthCheck, settings

from graphcurate.queries import guided
from medreview.accounts.models import Hospital, RoleGrant, User
from medreview.accounts.roles import Role
from medreview.common.models import AppendOnly
from medreview.llm.double.script import Answers, Script, Turn
from medreview.llm.double.server import Double, double_of_a_model
from tests.starter_copy import starter_copied

PASSWORD = "correct horse battery staple"

# A busy machine breaks no property.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def _loopback(address: Any) -> bool:
    if not isinstance(address, tuple):
        return True  # the path of a unix socket
    host = str(address[0])
    if host in {"localhost", ""}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True)
def _closed_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that calls out is a bug: only this machine can be reached."""
    for name in ("connect", "connect_ex"):
        original = getattr(socket.socket, name)

        def guarded(self: socket.socket, address: Any, original: Any = original) -> Any:
            if not _loopback(address):
                raise AssertionError("a test tried to reach the network")
            return original(self, address)

        monkeypatch.setattr(socket.socket, name, guarded)


@pytest.fixture(autouse=True)
def _a_day_of_its_own() -> None:
    """The order of the guided reading is kept for a day, and every test is one."""
    guided._order.cache_clear()


@pytest.fixture(autouse=True, scope="session")
def _tables_empty_between_tests() -> Iterator[None]:
    """After a test with real transactions Django truncates; append-only tables refuse that."""
    original = DatabaseOperations.execute_sql_flush

    def flush(self: DatabaseOperations, statements: list[str]) -> None:
        models = [model for model in apps.get_models() if issubclass(model, AppendOnly)]
        kept = [self.quote_name(model._meta.db_table) for model in models]
        off = [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in kept]
        on = [f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in kept]
        original(self, [*off, *statements, *on])

    with pytest.MonkeyPatch.context() as patch, starter_copied():
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush)
        yield


@pytest.fixture
def stop_clock() -> Iterator[Callable[..., datetime]]:
    """``stop_clock(2026, 11, 30)`` stops the clock there, in UTC, until the test ends."""
    travellers: list[Any] = []

    def stop(*moment: int) -> datetime:
        at = datetime(*moment, tzinfo=UTC)  # type: ignore[misc]
        traveller = time_machine.travel(at, tick=False)
        traveller.start()
        travellers.append(traveller)
        return at

    yield stop
    for traveller in reversed(travellers):
        traveller.stop()


@pytest.fixture
def llm_double() -> Iterator[Callable[..., Double]]:
    """``llm_double(Turn(text="…"), …)`` is a model that plays these turns over real HTTP.

    ``llm_double(answer=…)`` is one that makes its turns from what it is asked.
    """
    with ExitStack() as running:

        def play(*turns: Turn, answer: Answers | None = None) -> Double:
            return running.enter_context(double_of_a_model(answer or Script(turns=turns)))

        yield play


# The cast


def person(username: str, full_name: str, hospital: Hospital, *roles: Role) -> User:
    """A person of ``hospital`` with these roles and the password of every test."""
    user = User(username=username, full_name=full_name, hospital=hospital)
    user.set_password(PASSWORD)
    user.save()
    for role in roles:
        RoleGrant.objects.create(user=user, role=role)
    return user


@pytest.fixture
def north(db: None) -> Hospital:
    """The hospital most tests happen in."""
    return Hospital.objects.create(name="Hospital North", slug="north", timezone="Europe/Vienna")


@pytest.fixture
def south(db: None) -> Hospital:
    """The other hospital, whose patients nobody of North may see."""
    return Hospital.objects.create(name="Hospital South", slug="south", timezone="Asia/Almaty")


@pytest.fixture
def ada(north: Hospital) -> User:
    """A clinician of North."""
    return person("ada", "Ada Albrecht", north, Role.CLINICIAN)


@pytest.fixture
def kim(north: Hospital) -> User:
    """A curator of North."""
    return person("kim", "Kim Castellanos", north, Role.CURATOR)


@pytest.fixture
def nell(north: Hospital) -> User:
    """An auditor of North."""
    return person("nell", "Nell Audley", north, Role.AUDITOR)


@pytest.fixture
def root(north: Hospital) -> User:
    """An admin of North."""
    return person("root", "Rut Adminova", north, Role.ADMIN)


@pytest.fixture
def oleg(south: Hospital) -> User:
    """A clinician of South."""
    return person("oleg", "Oleg Yuzhny", south, Role.CLINICIAN)


@pytest.fixture
def signed_in() -> Callable[[User], Client]:
    """``signed_in(ada)`` is a browser in which she is signed in."""

    def sign_in(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in
