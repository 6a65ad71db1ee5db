"""Rows of the patient list."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from analysis.pipeline.patient_lists import PatientFacts, PatientFilter
from analysis.review.presenters.banner import born_text, patient_name, sex_text
from medreview.common.clock import today
from medreview.patients.models import Patient, PatientList
from medreview.patients.queries import COUNT_CAP

SHORT_QUERY = 3
MANY_NAMES = 20

FILTERS: Mapping[PatientFilter, str | Promise] = {
    PatientFilter.ALL: gettext_lazy("All patients"),
    PatientFilter.CRITICAL: gettext_lazy("With open criticals"),
    PatientFilter.WAITING: gettext_lazy("Waiting for review"),
    PatientFilter.NEVER: gettext_lazy("Never analysed"),
}


@dataclass(frozen=True)
class PatientRow:
    """One patient of the list."""

    id: str
    name: str
    url: str
    born: str
    sex: str
    mrn: str
    deceased: bool
    last_result: dt.date | None
    last_result_age: int | None
    open_criticals: int
    state: str
    analysis_url: str


@dataclass(frozen=True)
class Choice:
    """One way to narrow the list, with the number of rows it would have."""

    id: str
    value: str
    label: str | Promise
    count: str
    chosen: bool


def filter_choices(counts: Mapping[PatientFilter, int], chosen: PatientFilter) -> list[Choice]:
    """What the list can be narrowed to, each with its rows."""
    return [
        Choice(f"show-{name}", name.value, words, _counted(counts[name]), name is chosen)
        for name, words in FILTERS.items()
    ]


def list_choices(
    lists: Iterable[PatientList], counts: Mapping[str, int], *, of_all: int, chosen: str
) -> list[Choice]:
    """The lists of patients to choose from, each with its rows; the first chooses none."""
    found = list(lists)
    if not found:
        return []
    anybody = Choice("list-any", "", _("Any"), _counted(of_all), not chosen)
    return [
        anybody,
        *(
            Choice(
                f"list-{one.pk}",
                one.pk,
                one.name,
                _counted(counts.get(one.pk, 0)),
                one.pk == chosen,
            )
            for one in found
        ),
    ]


def patient_rows(
    patients: Iterable[Patient], facts: Mapping[str, PatientFacts]
) -> list[PatientRow]:
    """The patients as rows."""
    return [_row(patient, facts[patient.pk]) for patient in patients]


def _row(patient: Patient, facts: PatientFacts) -> PatientRow:
    analysis = facts.analysis
    return PatientRow(
        id=patient.pk,
        name=patient_name(patient),
        url=reverse("front:patient", args=[patient.pk]),
        born=born_text(patient),
        sex=sex_text(patient.sex),
        mrn=patient.mrn or _("Not recorded"),
        deceased=patient.deceased,
        last_result=facts.last_result,
        last_result_age=(today() - facts.last_result).days if facts.last_result else None,
        open_criticals=facts.open_criticals,
        state=analysis.state if analysis else "",
        analysis_url=reverse("review:analysis-detail", args=[analysis.pk]) if analysis else "",
    )


def in_words(*, total: int, capped: bool, typed: str, narrowed: bool) -> str:
    """How many are shown of what, so that a narrowed list never looks like all."""
    one = total == 1 and not capped
    count = _counted(total + 1 if capped else total)
    if typed and len(typed) < SHORT_QUERY and total > MANY_NAMES:
        return _("%s patients match; type more of the name to find one.") % count
    if typed or narrowed:
        return _("1 patient matches.") if one else _("%s patients match, by family name.") % count
    return _("1 patient.") if one else _("%s patients, by family name.") % count


def _counted(number: int) -> str:
    return f"{COUNT_CAP:,}+" if number > COUNT_CAP else f"{number:,}"
