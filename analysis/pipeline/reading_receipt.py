"""The receipt of a read once the analysis has said which Observations it reads."""

import datetime as dt
from collections.abc import Iterator

from analysis.pipeline.ages import is_after
from analysis.pipeline.laboratory import AFTER_AS_OF, Laboratory
from medreview.fhir.receipt import with_not_used
from medreview.fhir.record import PatientRecord, ReadReceipt

IN_THE_FUTURE = "dated in the future"


def final_receipt(
    record: PatientRecord, laboratory: Laboratory, now: dt.datetime | None = None
) -> ReadReceipt:
    """Observations that are no laboratory results, or too late for ``as_of``, as not used."""
    return with_not_used(record.receipt, _left_out(record, laboratory, now))


def _left_out(
    record: PatientRecord, laboratory: Laboratory, now: dt.datetime | None
) -> Iterator[tuple[str, str]]:
    labs = {lab.id: lab for lab in record.labs}
    used = {_resource(name) for name in laboratory.by_id}
    for name, reason in laboratory.left_out:
        lab = labs[name]
        is_future = now is not None and is_after(lab.effective, now)
        said = IN_THE_FUTURE if reason == AFTER_AS_OF and is_future else reason
        for same in (name, *lab.duplicates):
            if _resource(same) not in used:
                yield same, said


def _resource(name: str) -> str:
    """The resource that holds a result: components count under their parent."""
    return name.partition("#")[0]
