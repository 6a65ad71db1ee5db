"""Records that are being read just now, so that leafing through one does not read it again.

They are kept in this process's memory and nowhere else, few of them and for a minute.
"""

import datetime as dt
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from analysis.pipeline.laboratory import Laboratory
from analysis.pipeline.queries import record_mark
from analysis.pipeline.stage import StageContext
from graphcurate.models import Release
from graphcurate.queries import current_release, lookup_of, snapshot_of
from medreview.common.clock import now
from medreview.common.collector import collector_paused
from medreview.fhir.queries import newest_import
from medreview.fhir.store import read_patient
from medreview.patients.models import Patient

KEPT_FOR = dt.timedelta(minutes=1)
MOST_RESULTS = 60_000
"""Of all kept records together."""


@dataclass(frozen=True)
class OpenRecord:
    """A record as it was read, at ``context.as_of``."""

    context: StageContext
    laboratory: Laboratory
    state: tuple[str, ...]
    """What it was read from: anything that comes later makes another one."""


_kept: OrderedDict[str, OpenRecord] = OrderedDict()
_lock = Lock()


def open_record(patient: Patient) -> OpenRecord:
    """A patient's record as stored now. Whoever asks may see the patient."""
    release = current_release()
    state = (record_mark(patient), newest_import(patient.hospital_id), release.pk)
    as_of = now()
    with _lock:
        _forget_old(as_of)
        found = _kept.get(patient.pk)
    if found is not None and found.state == state:
        return found
    read = _read(patient, release, as_of, state)
    with _lock:
        _kept[patient.pk] = read
        _kept.move_to_end(patient.pk)
        while len(_kept) > 1 and _results() > MOST_RESULTS:
            _kept.popitem(last=False)
    return read


def _read(
    patient: Patient, release: Release, as_of: dt.datetime, state: tuple[str, ...]
) -> OpenRecord:
    with collector_paused():
        context = StageContext(
            record=read_patient(patient, as_of=as_of),
            snapshot=snapshot_of(release),
            lookup=lookup_of(release),
            as_of=as_of,
        )
        return OpenRecord(context=context, laboratory=context.laboratory, state=state)


def _forget_old(moment: dt.datetime) -> None:
    for key, read in list(_kept.items()):
        if not dt.timedelta(0) <= moment - read.context.as_of < KEPT_FOR:
            del _kept[key]


def _results() -> int:
    return sum(len(read.context.record.labs) for read in _kept.values())
