"""Critical values first, before any stage: what somebody must be told of now."""

from dataclasses import dataclass
from typing import ClassVar

from analysis.pipeline.ages import age_days, is_older
from analysis.pipeline.contracts import Critical, Criticals, LabResult
from analysis.pipeline.critical_doubt import doubt_about
from analysis.pipeline.critical_limits import Crossing, crossing, is_comparable, limit_converted
from analysis.pipeline.laboratory import Laboratory, ReadLab
from analysis.pipeline.results import ResultReader
from analysis.pipeline.retriever.samples import SampleNotes
from analysis.pipeline.stage import StageContext
from analysis.pipeline.validity import validity_days
from analysis.pipeline.wording import shown_name
from medreview.fhir.record import Value

CRITICAL = "critical"


@dataclass(frozen=True)
class CriticalValues:
    """Every value in a critical range that is still current; flags and scope are ignored."""

    name: ClassVar[str] = "critical"
    field: ClassVar[str] = "criticals"
    output: ClassVar[type[Criticals]] = Criticals

    def run(self, context: StageContext) -> Criticals:
        """The newest comparable value of each test against the limits of its population."""
        return find_criticals(context.laboratory, ResultReader.of(context))


def find_criticals(laboratory: Laboratory, reader: ResultReader) -> Criticals:
    """Alerts for every test, a stale value never among them."""
    samples = SampleNotes.of(reader.snapshot.preanalytical)
    found = []
    for series in laboratory.by_identity.values():
        for read in _newest_comparable(series, reader):
            beyond = crossing_of(read, reader)
            if beyond is not None:
                found.append(_alert(reader.result(read), read, beyond, reader, samples))
    return Criticals(items=tuple(sorted(found, key=lambda one: (one.name, one.result))))


def crossing_of(
    read: ReadLab, reader: ResultReader, *, value: Value | None = None
) -> Crossing | None:
    """The critical limit a result lies beyond, whatever its age; or an earlier ``value`` of it."""
    entry = reader.snapshot.biomarkers.get(read.biomarker or "")
    limits = entry.criticals_for(read.loinc) if entry is not None else ()
    if not limits and not _prints_critical(read):
        return None
    result = reader.result(read)
    return crossing(
        result if value is None else result.model_copy(update={"value": value}),
        limits,
        read.lab.ranges,
        reader.who(read.lab),
        reader.factors(read.biomarker),
    )


def _newest_comparable(series: list[ReadLab], reader: ResultReader) -> list[ReadLab]:
    """The newest result that can be compared, and those nobody can say are older."""
    newest: list[ReadLab] = []
    for read in series:
        if newest and is_older(read.lab.effective, newest[0].lab.effective):
            continue
        if read.has_value and not _is_stale(read, reader) and _can_compare(read, reader):
            newest.append(read)
    return newest


def _is_stale(read: ReadLab, reader: ResultReader) -> bool:
    age = age_days(read.lab.effective, reader.as_of)
    return age is not None and age > validity_days(read.biomarker, reader.snapshot)


def _can_compare(read: ReadLab, reader: ResultReader) -> bool:
    if _prints_critical(read):
        return True
    entry = reader.snapshot.biomarkers.get(read.biomarker or "")
    limits = entry.criticals_for(read.loinc) if entry is not None else ()
    if not limits:
        return False
    return is_comparable(read.lab.value, limits, reader.factors(read.biomarker))


def _prints_critical(read: ReadLab) -> bool:
    return any(one.kind == CRITICAL for one in read.lab.ranges)


def _alert(
    result: LabResult,
    read: ReadLab,
    beyond: Crossing,
    reader: ResultReader,
    samples: SampleNotes,
) -> Critical:
    entry = reader.snapshot.biomarkers.get(read.biomarker or "")
    doubt = None
    if entry is not None:
        doubt = doubt_about(result, entry, beyond, reader.factors(read.biomarker), samples)
    return Critical(
        result=result.id,
        limit=beyond.limit,
        limit_converted=limit_converted(beyond, result.value, reader.factors(read.biomarker)),
        population=beyond.population,
        source=beyond.source,
        doubt=doubt,
        name=shown_name(result),
        value=result.value,
        effective=result.effective,
    )
