"""How long the page of a run takes that has 10,000 events, a model's among them."""

import datetime as dt
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from medreview.accounts.models import Hospital, RoleGrant, User
from medreview.accounts.roles import Role
from medreview.audit.chain import hash_of
from medreview.common.clock import now
from medreview.common.ids import new_id
from medreview.patients.sealing import OpenSeal, open_seal
from medreview.patients.services import register_patient
from medreview.runtime import recorder, services
from medreview.runtime.events import (
    Event,
    ModelAsked,
    ModelReplied,
    SkillEnded,
    SkillUsed,
    ToolAnswered,
    ToolCalled,
)
from medreview.runtime.models import Run, RunEvent

EVENTS, SHORT, ROUNDS = 10_000, 200, 5
ASKS_OF_A_USE = 15
WORDS = {"request": {"messages": [{"role": "user", "text": "Measured words. " * 100}]}}
"""About as long as a short question."""


@dataclass(frozen=True)
class RunPageFigures:
    """What was measured, in seconds."""

    events: int
    queries: int
    bytes: int
    p50: float
    worst: float
    short_p50: float
    """The page of a run with one page of events."""
    parse_seconds: float
    """Parsing the headers of all events as JSON: the work of known size."""

    def as_json(self) -> dict[str, object]:
        """The figures with their ratios, for people and for comparison between machines."""
        return {
            "events": self.events,
            "queries": self.queries,
            "kilobytes": round(self.bytes / 1024),
            "p50_milliseconds": round(1000 * self.p50, 1),
            "worst_milliseconds": round(1000 * self.worst, 1),
            "short_p50_milliseconds": round(1000 * self.short_p50, 1),
            "long_to_short": round(self.p50 / self.short_p50, 1),
            "page_to_parse": round(self.p50 / self.parse_seconds, 1),
        }


def page_of_a_long_run(events: int = EVENTS, rounds: int = ROUNDS) -> RunPageFigures:
    """Open the page of a run with so many events; nothing is kept."""
    with transaction.atomic():
        hospital = Hospital.objects.create(name="Benchmark", slug="benchmark-of-runs")
        reader = _reader(hospital)
        short, long = (_run(hospital, count) for count in (min(SHORT, events), events))
        _asked(reader, short)
        brief = sorted(_asked(reader, short)[0] for _ in range(rounds))
        with CaptureQueriesContext(connection) as asked:
            answer = _asked(reader, long)[1]
            queries = len(asked)
        took = sorted(_asked(reader, long)[0] for _ in range(rounds))
        texts = [json.dumps(header) for header in long.events.values_list("header", flat=True)]
        transaction.set_rollback(True)
    began = time.perf_counter()
    for text in texts:
        json.loads(text)
    return RunPageFigures(
        events=len(texts),
        queries=queries,
        bytes=len(answer),
        p50=took[len(took) // 2],
        worst=took[-1],
        short_p50=brief[len(brief) // 2],
        parse_seconds=time.perf_counter() - began,
    )


def talks() -> Iterator[Event]:
    """Uses of a skill without end, each of many questions with a call of a tool."""
    mark = "0" * 64
    while True:
        yield SkillUsed(stage="retriever", skill="measured", version="1.0.0", skill_hash=mark)
        for ask in range(1, ASKS_OF_A_USE + 1):
            yield ModelAsked(
                stage="retriever",
                ask=ask,
                nonce="n",
                request_hash=mark,
                tokens_guessed=500,
                tools=("look_up",),
                payload=dict(WORDS),
            )
            yield ModelReplied(
                stage="retriever",
                ask=ask,
                reply_hash=mark,
                model="measured",
                provider="measured",
                finish="stop",
                tokens_in=500,
                tokens_out=50,
                tokens_cached=0,
                money="0",
                attempts=1,
                milliseconds=900,
                payload=dict(WORDS),
            )
            yield ToolCalled(stage="retriever", ask=ask, call=ask, tool="look_up", payload={})
            yield ToolAnswered(
                stage="retriever", call=ask, outcome="answered", answer_hash=mark, payload={}
            )
        yield SkillEnded(stage="retriever", skill="measured", outcome="made", output_hash=mark)


def _run(hospital: Hospital, events: int) -> Run:
    """A run of so many events, chained and sealed as the recorder does it, written at once."""
    patient = register_patient(
        hospital=hospital, person={"fhir_id": f"measured-{events}", "family": "Measured"}
    )
    run = services.open_run(
        kind="analysis",
        patient=patient,
        as_of=now(),
        graph_release="0" * 64,
        asked={"report": None},
        by=None,
    )
    seal, began = open_seal(patient), now()
    rows = []
    for event in islice(talks(), events - run.last_seq):
        row = _row(run, event, seal, began + dt.timedelta(milliseconds=run.last_seq))
        run.last_seq, run.head_hash = row.seq, row.hash
        rows.append(row)
    RunEvent.objects.bulk_create(rows, batch_size=1000)
    run.save(update_fields=["last_seq", "head_hash"])
    return run


def _row(run: Run, event: Event, seal: OpenSeal, at: dt.datetime) -> RunEvent:
    seq, header = run.last_seq + 1, event.as_json()
    sealed = None
    if event.payload is not None:
        words = json.dumps(event.payload).encode()
        sealed = seal.seal(words, context=recorder.payload_context(run.pk, seq))
    row = RunEvent(
        id=new_id(RunEvent.id_prefix),
        run=run,
        seq=seq,
        kind=str(header.pop("kind")),
        at=at,
        actor=recorder.SYSTEM,
        header=header,
        payload=sealed,
        previous_hash=run.head_hash,
    )
    row.hash = hash_of(seq=seq, header=row.said(), previous_hash=row.previous_hash)
    return row


def _reader(hospital: Hospital) -> Client:
    """A browser in which an auditor is signed in."""
    reader = User.objects.create(
        username="benchmark-auditor", full_name="Benchmark Auditor", hospital=hospital
    )
    RoleGrant.objects.create(user=reader, role=Role.AUDITOR)
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def _asked(reader: Client, run: Run) -> tuple[float, bytes]:
    began = time.perf_counter()
    answer = reader.get(reverse("front:run-detail", args=[run.pk]))
    took = time.perf_counter() - began
    if answer.status_code != 200:
        raise RuntimeError(f"The page answered {answer.status_code}.")
    return took, answer.content
