"""How long the page of cost and latency takes over very many requests to models."""

import datetime as dt
import time
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from medreview.accounts.models import Hospital, RoleGrant, User
from medreview.accounts.roles import Role
from medreview.common.clock import now
from medreview.common.ids import new_id
from medreview.llm.models import LLMCall

CALLS, CALLS_OF_A_RUN, ROUNDS = 100_000, 20, 5
DAYS = 28
SKILLS = ("diagnostician", "retriever_code_mode", "wording")


@dataclass(frozen=True)
class CostFigures:
    """What was measured, in seconds."""

    calls: int
    queries: int
    """Asked of the database by one page, however many calls there are."""
    database_p50: float
    page_p50: float
    page_worst: float

    def as_json(self) -> dict[str, object]:
        """The figures in milliseconds."""
        return {
            "calls": self.calls,
            "queries": self.queries,
            "database_p50_ms": round(1000 * self.database_p50, 1),
            "page_p50_ms": round(1000 * self.page_p50, 1),
            "page_worst_ms": round(1000 * self.page_worst, 1),
        }


def page_of_many_calls(calls: int = CALLS, rounds: int = ROUNDS) -> CostFigures:
    """Ask for the page of thirty days with so many requests in them; nothing is kept."""
    with transaction.atomic():
        reader = _reader()
        LLMCall.objects.bulk_create(_calls(reader.hospital, calls), batch_size=2_000)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE llm_llmcall")
        asked = [_asked(reader) for _ in range(rounds + 1)][1:]
        transaction.set_rollback(True)
    pages = sorted(seconds for seconds, _, _ in asked)
    return CostFigures(
        calls=calls,
        queries=asked[0][2],
        database_p50=sorted(seconds for _, seconds, _ in asked)[rounds // 2],
        page_p50=pages[rounds // 2],
        page_worst=pages[-1],
    )


def _calls(hospital: Hospital, calls: int) -> Iterator[LLMCall]:
    newest = now()
    step = dt.timedelta(days=DAYS) / calls
    for number in range(calls):
        failed = number % 25 == 0
        yield LLMCall(
            id=new_id(LLMCall.id_prefix),
            hospital=hospital,
            run=f"run_{number // CALLS_OF_A_RUN}",
            purpose=SKILLS[number % len(SKILLS)],
            ask=new_id("ask"),
            nth=1,
            at=newest - number * step,
            provider="measured",
            model=f"model-{number % 2}",
            outcome="NoAnswer" if failed else "ok",
            prompt_hash="0" * 64,
            input_tokens=1_000 + number % 977,
            output_tokens=0 if failed else 50 + number % 211,
            cached_tokens=0,
            is_estimated=failed,
            micros=None if number % 2 else 900 + number % 400,
            milliseconds=300 + number % 4_001,
        )


def _reader() -> User:
    hospital = Hospital.objects.create(name="Benchmark", slug="benchmark-of-costs")
    reader = User.objects.create(
        username="benchmark-admin", full_name="Benchmark Admin", hospital=hospital
    )
    RoleGrant.objects.create(user=reader, role=Role.ADMIN)
    return reader


def _asked(reader: User) -> tuple[float, float, int]:
    """Seconds of the page, of them in the database, and how often that was asked."""
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        answer = browser.get(reverse("front:costs"))
        took = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"The page answered {answer.status_code}.")
    return took, sum(float(one["time"]) for one in queries), len(queries)
