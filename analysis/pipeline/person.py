"""Who results are judged for: age with its bounds, sex, and states that change what is normal."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator

from analysis.pipeline.ages import is_after
from analysis.pipeline.contracts import Demographics, PhysiologicalState
from medreview.fhir.dates import age_in_days, clinical_age
from medreview.fhir.record import (
    Coding,
    ConditionRecord,
    LabRecord,
    Moment,
    PatientRecord,
    Precision,
    ValueKind,
)

NEONATE_DAYS = 28
CHILD_YEARS = 18
LONGEST_PREGNANCY_WEEKS = 44
DAYS_PER_WEEK = 7

PREGNANCY_ICD = re.compile(r"^(O(?!8|90|91|92|94)|Z33|Z34|Z3A)", re.IGNORECASE)
"""Chapter O without delivery, puerperium and sequelae, after which nobody is pregnant."""
GESTATION_ICD = re.compile(r"^Z3A\.?(\d\d)$", re.IGNORECASE)
PREGNANCY_SNOMED = frozenset({"77386006", "72892002", "47200007", "237238006", "169826009"})
PREGNANCY_NAMES = frozenset(
    {"pregnancy", "pregnant", "normal pregnancy", "беременность", "妊娠", "怀孕"}
)
PREGNANCY_STATUS_LOINC = frozenset({"82810-3"})
PREGNANT_ANSWERS = frozenset({"la15173-0", "77386006", "pregnant", "true"})
GESTATION_LOINC = frozenset({"18185-9", "11885-1", "49051-6", "11884-4", "11887-7"})


def demographics_of(record: PatientRecord, as_of: dt.datetime) -> Demographics:
    """The person at ``as_of``, as exactly as the birth date allows and no more."""
    person = record.person
    fewest, most = age_in_days(person.birth_date, as_of) or (None, None)
    pregnancy = pregnancy_at(record, as_of)
    states = tuple(_age_states(fewest, most)) + ((pregnancy,) if pregnancy else ())
    return Demographics(
        age=_whole_years(person.birth_date, as_of.date()),
        age_text=age_text(person.birth_date, as_of.date()),
        age_days_min=fewest,
        age_days_max=most,
        sex=person.sex,
        birth_date=person.birth_date,
        states=states,
    )


def years_between(born: dt.date, day: dt.date) -> int:
    """Completed years of life."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def age_text(birth: Moment | None, day: dt.date) -> str:
    """Age in the units clinicians use: ``3d``, ``5w``, ``11m``, ``4y 2m``, ``68y``."""
    if birth is None or birth.date is None or birth.date > day:
        return "Not known"
    years = years_between(birth.date, day)
    if birth.precision is Precision.YEAR:
        return f"{max(years - 1, 0)}–{years}y" if birth.latest != birth.date else f"{years}y"
    return " ".join(f"{number}{unit}" for number, unit in clinical_age(birth.date, day))


def pregnancy_at(record: PatientRecord, as_of: dt.datetime) -> PhysiologicalState | None:
    """The pregnancy that is active at ``as_of``, by condition or by observation; else None."""
    pregnant = [item for item in record.conditions if _says_pregnant(item, as_of)]
    observed = list(_observed_pregnancies(record.labs, as_of))
    if not pregnant and not observed:
        return None
    weeks = [
        known for known in (*_coded_weeks(pregnant, as_of), *(w for _, w in observed)) if known
    ]
    source = pregnant[0].id if pregnant else observed[0][0]
    return PhysiologicalState(state="pregnant", weeks=max(weeks, default=None), source=source)


def _whole_years(birth: Moment | None, day: dt.date) -> int | None:
    """Completed years; None when the birth date leaves two answers open."""
    if birth is None or birth.date is None or birth.date > day:
        return None
    fewest = years_between(min(birth.latest or birth.date, day), day)
    most = years_between(birth.date, day)
    return fewest if fewest == most else None


def _age_states(fewest: int | None, most: int | None) -> Iterator[PhysiologicalState]:
    if fewest is None or most is None:
        return
    if most <= NEONATE_DAYS:
        yield PhysiologicalState(state="neonate")
    elif fewest < CHILD_YEARS * 365.25:
        yield PhysiologicalState(state="child")


def _says_pregnant(item: ConditionRecord, as_of: dt.datetime) -> bool:
    named = " ".join(item.name.casefold().split()) in PREGNANCY_NAMES
    if not named and not any(_is_pregnancy_code(coding) for coding in item.codings):
        return False
    return _lasts(item.onset or item.recorded, item.abatement, as_of)


def _is_pregnancy_code(coding: Coding) -> bool:
    system, code = (coding.system or "").casefold(), coding.code or ""
    if "icd" in system:
        return PREGNANCY_ICD.match(code) is not None
    return "snomed" in system and code in PREGNANCY_SNOMED


def _lasts(begin: Moment | None, end: Moment | None, as_of: dt.datetime) -> bool:
    """Whether a pregnancy noted then can still last; an undated one is taken as it is sent."""
    if is_after(begin, as_of) or (end is not None and not is_after(end, as_of)):
        return False
    weeks = _weeks_since(begin, as_of)
    return weeks is None or weeks <= LONGEST_PREGNANCY_WEEKS


def _weeks_since(moment: Moment | None, as_of: dt.datetime) -> int | None:
    if moment is None or moment.date is None:
        return None
    return (as_of.date() - moment.date).days // DAYS_PER_WEEK


def _coded_weeks(pregnant: Iterable[ConditionRecord], as_of: dt.datetime) -> Iterator[int]:
    for item in pregnant:
        for coding in item.codings:
            match = GESTATION_ICD.match(coding.code or "")
            if match is not None:
                weeks = int(match[1]) + (_weeks_since(item.recorded or item.onset, as_of) or 0)
                if 0 < weeks <= LONGEST_PREGNANCY_WEEKS:
                    yield weeks


def _observed_pregnancies(
    labs: Iterable[LabRecord], as_of: dt.datetime
) -> Iterator[tuple[str, int | None]]:
    for lab in labs:
        codes = {coding.code for coding in lab.codings}
        if not _lasts(lab.effective, None, as_of):
            continue
        if codes & GESTATION_LOINC and lab.value.number is not None:
            weeks = int(lab.value.number) + (_weeks_since(lab.effective, as_of) or 0)
            if 0 < weeks <= LONGEST_PREGNANCY_WEEKS and lab.effective.date is not None:
                yield lab.id, weeks
        elif codes & PREGNANCY_STATUS_LOINC and _answers_pregnant(lab):
            yield lab.id, None


def _answers_pregnant(lab: LabRecord) -> bool:
    answers = {(coding.code or "").casefold() for coding in lab.value.codings}
    if lab.value.kind in (ValueKind.TEXT, ValueKind.CODE, ValueKind.BOOLEAN):
        answers.add(lab.value.text.casefold())
    return bool(answers & PREGNANT_ANSWERS)
