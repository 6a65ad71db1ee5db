"""The day a laboratory result was taken, as lists show and sort it; pure."""

import datetime as dt
from typing import Any

from medreview.fhir.codes import read_all_codings
from medreview.fhir.dates import read_when
from medreview.fhir.elements import objects_at

_OTHER_CATEGORIES = frozenset(
    {"vital-signs", "survey", "social-history", "exam", "imaging", "procedure", "therapy",
     "activity"}
)  # fmt: skip
_WHEN = ("effectiveDateTime", "effectiveInstant", "effectivePeriod", "issued")


def result_day(resource: dict[str, Any]) -> dt.date | None:
    """The earliest day the result can be of; None for what is no laboratory result."""
    if not may_be_a_result(resource):
        return None
    taken = read_when(resource, *_WHEN)
    return taken.date if taken else None


def may_be_a_result(resource: dict[str, Any]) -> bool:
    """Whether it is an Observation that no category puts outside the laboratory."""
    if resource.get("resourceType") != "Observation":
        return False
    codes = {coding.code for coding in read_all_codings(objects_at(resource, "category"))}
    return "laboratory" in codes or not codes & _OTHER_CATEGORIES
