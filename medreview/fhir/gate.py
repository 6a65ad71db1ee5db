"""The one status gate: what counts as true of the patient, for every type and every route.

What is over now was true on a day in the past where its dates say so (``on_the_day``).

``why_excluded`` answers with a sentence, or with None for what may be used. It is total: any
JSON gets an answer, and what is not surely usable is not usable.
"""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from medreview.fhir.codes import codes_of, name_of, read_codings
from medreview.fhir.dates import is_over, period_end, read_moment
from medreview.fhir.elements import Json, object_at, objects_at, text_at
from medreview.fhir.on_the_day import why_condition_was_not, why_medicine_was_not

USABLE_RESULT = frozenset({"final", "amended", "corrected"})
USABLE_REPORT = frozenset({"final", "amended", "corrected", "appended"})
ACTIVE_CONDITION = frozenset({"active", "recurrence", "relapse"})
WITHDRAWN_REPORT = frozenset({"cancelled", "entered-in-error"})

_PAST_CONDITION = frozenset({"inactive", "remission", "resolved"})
_OVER = frozenset({"completed", "stopped"})
"""Taken once: whether also on the day that is looked at, the dates say."""
_ONLY_PROPOSED = frozenset({"proposal", "plan", "option"})
# R4 status words that say "not now". Any other word than "active" is not a status we know.
_NOT_TAKEN = frozenset(
    {
        "completed",
        "entered-in-error",
        "intended",
        "stopped",
        "on-hold",
        "unknown",
        "not-taken",
        "cancelled",
        "draft",
        "ended",
    }
)
_KNOWN_RESULT = frozenset({"registered", "preliminary", "cancelled", "entered-in-error", "unknown"})
_KNOWN_REPORT = _KNOWN_RESULT | {"partial", "modified"}
_KNOWN_PROCEDURE = frozenset(
    {
        "preparation",
        "in-progress",
        "not-done",
        "on-hold",
        "stopped",
        "aborted",
        "suspended",
        "entered-in-error",
        "unknown",
    }
)
_FAMILY_NAME = re.compile(
    r"\s*(family history|family hx|fh\b|fhx\b|семейный анамнез|家族史)", re.IGNORECASE
)
_FAMILY_ICD10 = re.compile(r"Z8[0-4](\.|$)")
_FAMILY_SNOMED = frozenset({"416471007", "160273004"})


def why_excluded(resource: Json, as_of: dt.datetime) -> str | None:
    """Why a resource is not true of the patient at ``as_of``, in a sentence; None if it is."""
    rule = _RULES.get(str(resource.get("resourceType")))
    return rule(resource, as_of) if rule else None


def status_word(resource: Json) -> str | None:
    """The status to show beside an excluded item, as the source sent it."""
    if resource.get("resourceType") in ("Condition", "AllergyIntolerance"):
        verification = concept_word(resource, "verificationStatus")
        if verification in ("refuted", "entered-in-error"):
            return verification
        return concept_word(resource, "clinicalStatus")
    return text_at(resource, "status")


def concept_word(resource: Json, name: str) -> str | None:
    """A status that is a concept in R4 and was a plain word before: its code, else its text."""
    sent = resource.get(name)
    if isinstance(sent, str):
        return sent.strip().lower() or None
    codings = read_codings(object_at(resource, name))
    code = next((one.code for one in codings if one.code), None)
    return (code or name_of(object_at(resource, name)) or "").strip().lower() or None


def _observation(resource: Json, as_of: dt.datetime) -> str | None:
    return _by_status(resource, USABLE_RESULT, _KNOWN_RESULT)


def _report(resource: Json, as_of: dt.datetime) -> str | None:
    return _by_status(resource, USABLE_REPORT, _KNOWN_REPORT)


def _procedure(resource: Json, as_of: dt.datetime) -> str | None:
    if resource.get("notDone") is True:
        return "It was not done."
    return _by_status(resource, frozenset({"completed"}), _KNOWN_PROCEDURE)


def _encounter(resource: Json, as_of: dt.datetime) -> str | None:
    status = text_at(resource, "status")
    return f"Its status is “{status}”." if status in WITHDRAWN_REPORT else None


def _condition(resource: Json, as_of: dt.datetime) -> str | None:
    verification = concept_word(resource, "verificationStatus")
    if verification in ("refuted", "entered-in-error"):
        return f"It is {_words(verification)}."
    if is_about_family(resource):
        return "It is about the family, not about the patient."
    clinical = concept_word(resource, "clinicalStatus")
    if clinical in _PAST_CONDITION:
        why = why_condition_was_not(resource, as_of)
        return why if why is None else f"It is {clinical}: not current. {why}".rstrip()
    if _has_abated(resource, as_of):
        return "The source says that it has ended."
    if clinical is None:
        return "The source does not say whether it is current."
    if clinical not in ACTIVE_CONDITION:
        return f"Its clinical status is “{clinical}”: not known to be current."
    return None


def _allergy(resource: Json, as_of: dt.datetime) -> str | None:
    verification = concept_word(resource, "verificationStatus") or text_at(resource, "status")
    if verification in ("refuted", "entered-in-error"):
        return f"It is {_words(verification)}."
    # An allergy without a status stays: leaving one out by mistake harms more than a warning.
    clinical = concept_word(resource, "clinicalStatus")
    return f"It is {clinical}: not current." if clinical in ("inactive", "resolved") else None


def _medication(resource: Json, as_of: dt.datetime) -> str | None:
    if resource.get("doNotPerform") is True:
        return "It is an order not to give this medicine."
    if text_at(resource, "taken") in ("n", "na"):
        return "The patient does not take it."
    if resource.get("wasNotTaken") is True:
        return "The patient does not take it."
    if text_at(resource, "intent") in _ONLY_PROPOSED:
        return "It is only proposed, not ordered."
    status = text_at(resource, "status")
    if status in _OVER:
        why = why_medicine_was_not(resource, as_of)
        return why if why is None else f"{_status_sentence(status, _NOT_TAKEN)} {why}".rstrip()
    if status != "active":
        return _status_sentence(status, _NOT_TAKEN)
    if is_over(period_end(resource, "effectivePeriod"), as_of) or _course_is_over(resource, as_of):
        return "The time it was meant for is over."
    return None


def is_about_family(resource: Json) -> bool:
    """Whether a Condition speaks of the family: by its code, or by how its name begins."""
    concept = object_at(resource, "code")
    codings = read_codings(concept)
    names = [name_of(concept) or "", *(one.display or "" for one in codings)]
    return (
        any(_FAMILY_NAME.match(name) for name in names)
        or any(_FAMILY_ICD10.match(code) for code in codes_of(codings, "icd10"))
        or not _FAMILY_SNOMED.isdisjoint(codes_of(codings, "snomed"))
    )


def _has_abated(resource: Json, as_of: dt.datetime) -> bool:
    sent = next((name for name in resource if name.startswith("abatement")), None)
    if sent is None or resource[sent] in (None, {}, "", False):
        return False
    found = resource[sent]
    if sent == "abatementPeriod":
        return is_over(period_end(resource, sent), as_of)
    if sent == "abatementDateTime":
        moment = read_moment(found)
        # A date that can't be read still says that there is an end.
        return moment.date is None or moment.date <= as_of.date()
    return True


def _course_is_over(resource: Json, as_of: dt.datetime) -> bool:
    """Whether every dosage of an order has an end, and all of them have passed."""
    dosages = objects_at(resource, "dosageInstruction") or objects_at(resource, "dosage")
    ends = [
        period_end(object_at(object_at(dosage, "timing"), "repeat"), "boundsPeriod")
        for dosage in dosages
    ]
    return bool(ends) and all(is_over(end, as_of) for end in ends)


def _by_status(resource: Json, usable: frozenset[str], known: frozenset[str]) -> str | None:
    status = text_at(resource, "status")
    return None if status in usable else _status_sentence(status, known)


def _status_sentence(status: str | None, known: frozenset[str]) -> str:
    if status is None:
        return "The source sent no status."
    if status in known:
        return f"Its status is “{status}”."
    return f"Its status “{status}” is not one that FHIR has here: taken as unknown."


def _words(code: str) -> str:
    return code.replace("-", " ")


_RULES: dict[str, Callable[[Json, dt.datetime], Any]] = {
    "Observation": _observation,
    "Condition": _condition,
    "AllergyIntolerance": _allergy,
    "MedicationStatement": _medication,
    "MedicationRequest": _medication,
    "Procedure": _procedure,
    "DiagnosticReport": _report,
    "Encounter": _encounter,
}
