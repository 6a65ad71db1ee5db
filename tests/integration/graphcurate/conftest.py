"""Curators of two hospitals, a set of theirs in review, and what a page says of it."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from graphcurate.models import ChangeSet
from graphcurate.services import decisions
from medreview.accounts.models import Hospital, User
from medreview.accounts.roles import Role
from tests.conftest import person
from tests.factories.remarks import in_review

Visitor = Callable[[User], Client]


@pytest.fixture
def yuna(north: Hospital) -> User:
    """A second curator of North, who has said that no interest sways her."""
    made = person("yuna", "Yuna Sato", north, Role.CURATOR)
    decisions.state_interests(interests="", by=made)
    return made


@pytest.fixture
def sol(south: Hospital) -> User:
    """A curator of South."""
    made = person("sol", "Sol Seidel", south, Role.CURATOR)
    decisions.state_interests(interests="", by=made)
    return made


@pytest.fixture
def waiting(kim: User) -> ChangeSet:
    """Kim's set, which waits for a second person."""
    return in_review(by=kim)


def words_of(answer: HttpResponse) -> str:
    """The words of a page, without its marks."""
    text = re.sub(r"<(script|style)[\s\S]*?</\1>", " ", answer.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())
