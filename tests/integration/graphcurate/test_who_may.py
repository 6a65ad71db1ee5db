"""Every verb of curating × everybody: its author, other curators, and those who only read."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from graphcurate.entry_fields import EntryKind
from graphcurate.models import ChangeSet, PlannedRelease
from graphcurate.queries import change_sets
from medreview.accounts.models import User
from tests.factories.curation import decided, make_set, sent, set_field
from tests.factories.releases import PORT, content_hash, make_plan

pytestmark = pytest.mark.django_db

Visitor = Callable[[User], Client]
Ask = Callable[[Client, ChangeSet], HttpResponse]

AUTHOR, COLLEAGUE, ELSEWHERE = "kim", "yuna", "sol"
CLINICIAN, AUDITOR, ADMIN = "ada", "nell", "root"
EVERYBODY = (AUTHOR, COLLEAGUE, ELSEWHERE, CLINICIAN, AUDITOR, ADMIN)
CURATORS = {AUTHOR, COLLEAGUE, ELSEWHERE}
NOT_ITS_AUTHOR = CURATORS - {AUTHOR}


def page(name: str) -> Ask:
    return lambda client, one: client.get(reverse(f"graphcurate:{name}", args=[one.pk]))


def shown(name: str, *args: str) -> Ask:
    return lambda client, _: client.get(reverse(f"graphcurate:{name}", args=args))


def step(name: str, **said: Any) -> Ask:
    def ask(client: Client, one: ChangeSet) -> HttpResponse:
        seen = {"content_hash": change_sets.content_hash(one), "version": one.version}
        answer: HttpResponse = client.post(
            reverse(f"graphcurate:change-{name}", args=[one.pk]), seen | said
        )
        return answer

    return ask


def edit(client: Client, one: ChangeSet) -> HttpResponse:
    address = reverse("graphcurate:entry-edit", args=["biomarker", "potassium"])
    stands = change_sets.head_fields(EntryKind.BIOMARKER, "potassium").get("specimen")
    said = {"v.specimen": "Whole blood", "seen.specimen": json.dumps(stands)}
    answer: HttpResponse = client.post(f"{address}?set={one.pk}", said)
    return answer


def publish(client: Client, one: ChangeSet) -> HttpResponse:
    plan = PlannedRelease.objects.get()
    said = {"number": plan.number, "content": content_hash(plan)}
    address = reverse("graphcurate:plan-publish", args=[plan.pk])
    answer: HttpResponse = client.post(address, said)
    return answer


VERBS: dict[str, tuple[str, Ask, set[str]]] = {
    "read": ("in review", page("change-detail"), set(EVERYBODY)),
    "read the diff": ("in review", page("change-json"), set(EVERYBODY)),
    "browse": ("draft", shown("entry-list"), set(EVERYBODY)),
    "read releases": ("draft", shown("release-list"), set(EVERYBODY)),
    "report": ("draft", shown("flag-mine"), CURATORS | {CLINICIAN}),
    "edit": ("draft", edit, CURATORS),
    "edit in bulk": ("draft", shown("bulk-edit"), CURATORS),
    "send": ("draft", step("send"), CURATORS),
    "comment": ("in review", step("comment", text="Why?"), CURATORS),
    "take the review": ("in review", step("assign", to="me"), NOT_ITS_AUTHOR),
    "approve": ("in review", step("approve"), NOT_ITS_AUTHOR),
    "request changes": ("in review", step("request", comment="Why?"), NOT_ITS_AUTHOR),
    "reject": ("in review", step("reject", comment="No."), NOT_ITS_AUTHOR),
    "take back": ("in review", step("take-back"), {AUTHOR}),
    "withdraw": ("in review", step("withdraw"), {AUTHOR}),
    "plan": ("approved", shown("plan-new"), CURATORS),
    "publish": ("planned", publish, CURATORS),
}
"""In which state of a set, what is asked, and who gets it."""


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_is_for_those_it_is_for(
    verb: str,
    kim: User,
    yuna: User,
    signed_in: Visitor,
    request: pytest.FixtureRequest,
    settings: Any,
) -> None:
    settings.GRAPH_IMPACT = PORT
    state, ask, allowed = VERBS[verb]
    one = in_state(state, kim, yuna)

    got_it, said = set(), {}
    for who in EVERYBODY:
        client = signed_in(request.getfixturevalue(who))
        with transaction.atomic():
            answer = ask(client, one)
            transaction.set_rollback(True)
        said[who] = answer.status_code
        if answer.status_code < 400:
            got_it.add(who)

    assert got_it == allowed, said
    assert {said[who] for who in (CLINICIAN, AUDITOR, ADMIN) if who not in allowed} <= {403}


def in_state(state: str, author: User, second: User) -> ChangeSet:
    """A set of the author's that came so far."""
    made = make_set(author)
    set_field(made, "comparability_note", "Read with care.", by=author)
    made.refresh_from_db()
    if state == "draft":
        return made
    made = sent(made, author)
    if state != "in review":
        decided(made, second)
        made.refresh_from_db()
    if state == "planned":
        make_plan(made, by=author)
    return made
