"""How long snippets over a large record take, beside reading the same record as JSON."""

import datetime as dt
import json
import time
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from statistics import quantiles

from analysis.pipeline.retriever.code_mode.items import items_of
from analysis.pipeline.retriever.code_mode.record_api import RecordApi
from medreview.common.collector import collector_paused
from medreview.fhir.record import (
    Coding,
    LabRecord,
    Moment,
    PatientRecord,
    PersonRecord,
    Precision,
    ReadReceipt,
    TypeReceipt,
    Value,
    ValueKind,
)
from medreview.runtime.sandbox.contracts import Fate
from medreview.runtime.sandbox.runner import POOL, SnippetSession, snippets

SIZE = 5_000_000
"""Bytes of the record as the snippets see it."""
AS_OF = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)

_ROUNDS = 40
_TWENTIETHS = 20
_TESTS = 300
_SNIPPETS = (
    "latest(find_by_name('test 017'))",
    "[one['value'] for one in find_by_code('1042-0', 'loinc')]",
    "extremes(between(find_by_name('test 093'), '2024', '2025-06'))",
    "median([one['number'] for one in find_by_name('test 251')])",
)
"""As a model would write them: each asks for one test, reads and passes entries back."""
_WIDE = "latest(find_by_name('test 01'))"
"""Ten tests at once, hundreds of entries there and back."""

# One object for equal codings, as reading makes them.
_CODINGS = [
    Coding(system="http://loinc.org", code=f"{1000 + test}-0", display=f"Test {test:03}")
    for test in range(_TESTS)
]


@dataclass(frozen=True)
class SandboxFigures:
    """What the benchmark measured. Each session has a worker of its own."""

    size: int
    entries: int
    index_seconds: float
    """Making the record ready for questions, once for a run."""
    cold: float
    """The first snippet of a process: pool, worker, index and answer."""
    next_run: float
    """The first snippet of the next run in the same process: worker, index and answer."""
    warm_p50: float
    warm_p95: float
    """A further snippet of the same run."""
    cold_work: float
    warm_work_p95: float
    """The same in seconds of a processor, ours and the worker's: a busy machine changes little."""
    wide: float
    """A further snippet that asks for ten tests at once."""
    parse_seconds: float
    """Reading the record's entries as JSON: the work of known size."""
    worker_memory: int | None
    """The most that the worker held, in bytes, where the platform tells."""

    def as_json(self) -> dict[str, object]:
        """The figures with their ratios, for people and for comparison between machines."""
        return {
            "size": self.size,
            "entries": self.entries,
            "index_ms": _ms(self.index_seconds),
            "cold_ms": _ms(self.cold),
            "next_run_ms": _ms(self.next_run),
            "warm_p50_ms": _ms(self.warm_p50),
            "warm_p95_ms": _ms(self.warm_p95),
            "wide_ms": _ms(self.wide),
            "cold_cpu_ms": _ms(self.cold_work),
            "warm_p95_cpu_ms": _ms(self.warm_work_p95),
            "cold_to_parse": round(self.cold / self.parse_seconds, 2),
            "warm_to_parse": round(self.warm_p95 / self.parse_seconds, 3),
            "worker_memory_mb": self.worker_memory and round(self.worker_memory / 1024**2),
        }


@collector_paused()
def snippets_over_a_large_record(size: int = SIZE) -> SandboxFigures:
    """Run snippets over a made-up record of so many bytes, the first ones in a new process."""
    record, text = record_of(size)
    began = time.perf_counter()
    json.loads(text)
    parsed = time.perf_counter() - began
    began = time.perf_counter()
    RecordApi(record, AS_OF)
    indexed = time.perf_counter() - began
    POOL.end()
    cold, _, _ = _run_over(record, rounds=0)
    following, [*further, wide], memory = _run_over(record, rounds=_ROUNDS)
    POOL.end()
    return SandboxFigures(
        size=len(text.encode()),
        entries=len(record.labs),
        index_seconds=indexed,
        cold=cold.clock,
        next_run=following.clock,
        warm_p50=sorted(one.clock for one in further)[_ROUNDS // 2],
        warm_p95=_p95([one.clock for one in further]),
        cold_work=cold.work,
        wide=wide.clock,
        warm_work_p95=_p95([one.work for one in further]),
        parse_seconds=parsed,
        worker_memory=memory,
    )


def record_of(size: int) -> tuple[PatientRecord, str]:
    """A record of made-up results, and its entries as JSON text of that size at least."""
    sample = _text_of(_record(_TESTS))
    record = _record(_TESTS * (size // len(sample) + 1))
    return record, _text_of(record)


def _record(results: int) -> PatientRecord:
    return PatientRecord(
        person=PersonRecord(id="Patient/p", version=1),
        labs=tuple(_lab(number) for number in range(results)),
        receipt=ReadReceipt(
            complete=True, types={"Observation": TypeReceipt(received=results, used=results)}
        ),
    )


def _text_of(record: PatientRecord) -> str:
    return json.dumps([one.as_json() for one in items_of(record, AS_OF)])


def _lab(number: int) -> LabRecord:
    test = number % _TESTS
    day = dt.date(2026, 11, 29) - dt.timedelta(days=number // _TESTS * 7)
    result = Decimal(number * 37 % 1000) / 10
    return LabRecord(
        id=f"Observation/m{number}",
        version=1,
        name=f"Measured test {test:03}",
        codings=(_CODINGS[test],),
        value=Value(
            kind=ValueKind.NUMBER, text=f"{result} mmol/L", number=result, unit="mmol/L",
            ucum="mmol/L",
        ),
        effective=Moment(
            text=day.isoformat(), precision=Precision.DAY, date=day, latest=day
        ),
        status="final",
        categories=("laboratory",),
    )  # fmt: skip


@dataclass(frozen=True)
class _Took:
    """Seconds on the clock, and of a processor."""

    clock: float
    work: float


def _run_over(record: PatientRecord, *, rounds: int) -> tuple[_Took, list[_Took], int | None]:
    """What the first snippet of a run took, and the further ones; the worker's memory."""
    began, worked = time.perf_counter(), time.process_time()
    with snippets(RecordApi(record, AS_OF).functions(), at=AS_OF) as session:
        _answer(session, _SNIPPETS[0])
        clock = time.perf_counter() - began
        # The worker is new: all its work was done for this snippet.
        first = _Took(clock, time.process_time() - worked + _work_of(session))
        asked = [_SNIPPETS[one % len(_SNIPPETS)] for one in range(rounds)]
        further = [_took(session, code) for code in [*asked, _WIDE]]
        return first, further, _most_memory(session)


def _took(session: SnippetSession, code: str) -> _Took:
    worked = time.process_time() + _work_of(session)
    began = time.perf_counter()
    _answer(session, code)
    clock = time.perf_counter() - began
    return _Took(clock, time.process_time() + _work_of(session) - worked)


def _answer(session: SnippetSession, code: str) -> None:
    outcome = session.run(code)
    if outcome.fate is not Fate.FINISHED:
        raise RuntimeError(f"a snippet that is measured ended as {outcome.fate}: {outcome.error}")


def _work_of(session: SnippetSession) -> float:
    """Seconds of a processor that the worker has had; 0 where the platform doesn't tell."""
    threads = Path(f"/proc/{session.worker}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def _most_memory(session: SnippetSession) -> int | None:
    status = Path(f"/proc/{session.worker}/status")
    if not status.exists():
        return None
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def _p95(seconds: list[float]) -> float:
    """The time that nineteen of twenty snippets stay within."""
    return quantiles(seconds, n=_TWENTIETHS, method="inclusive")[-1]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 2)
