"""Whether something that is over now was true on a day in the past, by its own dates. Pure.

A status word speaks of the day it was written, not of the day that is looked at. Of what is
resolved, stopped or completed, the dates say what was: it counts where it had begun by that day
and ended only later. Where a date is missing, nobody can tell, and that is what is said.
"""

import datetime as dt

from medreview.common.clock import now
from medreview.fhir.dates import period_end, read_when
from medreview.fhir.elements import Json, object_at, objects_at
from medreview.fhir.record import Moment

NO_END = "The source does not say since when."
NO_BEGIN = "The source does not say when it began, so it may not have been there on that day."
LATER = "It began after the day that is looked at."

_ONSET = ("onsetDateTime", "onsetPeriod")
_NOTED = ("recordedDate", "assertedDate", "dateRecorded")
_ORDERED = ("dateAsserted", "authoredOn", "dateWritten")


def why_condition_was_not(resource: Json, as_of: dt.datetime) -> str | None:
    """Why a condition that is over was not there at ``as_of`` either; None where it was.

    Empty where its dates agree with its status, so that there is nothing to add.
    """
    ended = read_when(resource, "abatementDateTime") or period_end(resource, "abatementPeriod")
    return _why_not(read_when(resource, *_ONSET), read_when(resource, *_NOTED), ended, as_of)


def why_medicine_was_not(resource: Json, as_of: dt.datetime) -> str | None:
    """The same of a medicine that is no longer taken."""
    courses = _courses(resource)
    ended = period_end(resource, "effectivePeriod") or _last(
        [period_end(course, "boundsPeriod") for course in courses]
    )
    begun = read_when(object_at(resource, "effectivePeriod"), "start") or next(
        (one for course in courses if (one := read_when(course, "boundsPeriod"))), None
    )
    return _why_not(begun, read_when(resource, *_ORDERED), ended, as_of)


def _why_not(
    began: Moment | None, noted: Moment | None, ended: Moment | None, as_of: dt.datetime
) -> str | None:
    if as_of.date() >= now().date():
        # Of today the status itself speaks.
        return ""
    if ended is None or ended.date is None:
        return NO_END
    # An end that is still to come contradicts the status: then the status is believed.
    if not _is_after(ended, as_of) or _is_after(ended, now()):
        return ""
    if began is not None and began.date is not None:
        return LATER if _is_after(began, as_of) else None
    if noted is None or noted.date is None or _is_after(noted, as_of):
        return NO_BEGIN
    return None


def _is_after(moment: Moment, as_of: dt.datetime) -> bool:
    """Whether the whole of a moment lies after ``as_of``."""
    if moment.instant is not None:
        return moment.instant > as_of
    return moment.date is not None and moment.date > as_of.date()


def _courses(resource: Json) -> list[Json]:
    dosages = objects_at(resource, "dosageInstruction") or objects_at(resource, "dosage")
    return [object_at(object_at(dosage, "timing"), "repeat") for dosage in dosages]


def _last(ends: list[Moment | None]) -> Moment | None:
    """The last of several ends; None where one of them is not known."""
    known = [end for end in ends if end is not None and end.date is not None]
    if not known or len(known) < len(ends):
        return None
    return max(known, key=lambda end: end.date or dt.date.min)
