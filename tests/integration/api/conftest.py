"""A program with a token, and two hospitals in which everything exists."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from medreview.accounts.models import User
from medreview.tokens import services as tokens
from tests.integration.walls.conftest import World, world

__all__ = ["World", "world"]


@dataclass
class Program:
    """What another program would be: it knows a token and JSON, and answers 500 with a page."""

    client: Client
    token: str

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.send("POST", path, body, **headers)

    def delete(self, path: str, **headers: str) -> HttpResponse:
        return self.send("DELETE", path, **headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = json.dumps({} if body is None and method == "POST" else body)
        answer: HttpResponse = self.client.generic(
            method,
            f"/api/v1/{path}" if not path.startswith("/") else path,
            content if method == "POST" else "",
            content_type="application/json" if method == "POST" else "",
            headers=sent,
        )
        return answer


def read(answer: HttpResponse) -> Any:
    """What an answer says."""
    return json.loads(answer.content)


@pytest.fixture
def program() -> Callable[..., Program]:
    """``program(ada)`` acts for her; ``program()`` has no token."""

    def of(user: User | None = None) -> Program:
        client = Client(raise_request_exception=False)
        token = tokens.make(name="test", days=1, by=user)[1] if user else ""
        return Program(client, token)

    return of
