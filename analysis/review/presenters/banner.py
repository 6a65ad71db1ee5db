"""The patient banner: who this page is about, in the form clinicians read."""

import datetime as dt
import re
from dataclasses import dataclass, field

from django.utils.translation import gettext, pgettext

from analysis.pipeline.contracts import AllergyList, PatientContext
from medreview.common.clock import today
from medreview.common.display import clinical_date
from medreview.fhir.dates import clinical_age
from medreview.fhir.record import StatementState
from medreview.patients.models import Patient

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
SEXES = {"female", "male", "other", "unknown"}


@dataclass(frozen=True)
class AllergyLine:
    """Exactly four states; an empty list is never "no known allergies"."""

    state: str
    items: tuple[str, ...] = ()
    said: str = ""


@dataclass(frozen=True)
class Banner:
    """What stands at the top of every page about one patient."""

    name: str
    born: str
    sex: str
    mrn: str
    url: str = ""
    deceased: bool = False
    died: str = ""
    allergies: AllergyLine | None = None
    as_of: dt.datetime | None = field(default=None)


def patient_name(patient: Patient) -> str:
    """``IVANOVA, Maria (Mrs)``; a name without case is left as it is, family first."""
    if not patient.family:
        return patient.name_text or patient.given or gettext("Name not recorded")
    if HAN.search(patient.family) and HAN.search(patient.given):
        return f"{patient.family}{patient.given}"
    name = patient.family.upper()
    if patient.given:
        name = f"{name}, {patient.given}"
    return f"{name} ({patient.prefix})" if patient.prefix else name


def banner_of(patient: Patient, *, context: PatientContext | None = None, url: str = "") -> Banner:
    """The banner of a patient; allergies and the moment come from what an analysis read."""
    return Banner(
        name=patient_name(patient),
        born=born_text(patient),
        sex=sex_text(patient.sex),
        mrn=patient.mrn or gettext("Not recorded"),
        url=url,
        deceased=patient.deceased,
        died=died_text(patient),
        allergies=allergy_line(context.allergies) if context else None,
        as_of=context.as_of if context else None,
    )


def sex_text(sex: str) -> str:
    """The sex in full, never a symbol."""
    words = {
        "female": pgettext("sex", "Female"),
        "male": pgettext("sex", "Male"),
        "other": pgettext("sex", "Other"),
    }
    return words.get(sex, gettext("Not known"))


def born_text(patient: Patient) -> str:
    """``14-Mar-1958 (68y)``."""
    if not patient.birth_date:
        return gettext("Not known")
    born = clinical_date(patient.birth_date)
    if patient.birth_day is None or patient.deceased:
        return born
    return f"{born} ({age_of(patient.birth_day, today())})"


def died_text(patient: Patient) -> str:
    """``Died 03-May-2026 (68y)``, or only that the patient died."""
    if not patient.deceased:
        return ""
    if not patient.died:
        return gettext("Died, date not recorded")
    died = gettext("Died %(date)s") % {"date": clinical_date(patient.died)}
    day = _day(patient.died)
    if day is None or patient.birth_day is None:
        return died
    return f"{died} ({age_of(patient.birth_day, day)})"


def _day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text[:10])
    except ValueError:
        return None


def age_of(born: dt.date, day: dt.date) -> str:
    """An age in the units clinicians use: 3d, 5w, 11m, 4y 2m, 68y."""
    units = {
        "d": gettext("%(n)dd"),
        "w": gettext("%(n)dw"),
        "m": gettext("%(n)dm"),
        "y": gettext("%(n)dy"),
    }
    parts = [units[unit] % {"n": number} for number, unit in clinical_age(born, day)]
    return " ".join(parts) or gettext("not born yet")


def allergy_line(allergies: AllergyList) -> AllergyLine:
    """The allergies in one of their four states, reactions and year with each."""
    if allergies.state != StatementState.KNOWN:
        who = [allergies.said_by] if allergies.said_by else []
        when = [clinical_date(allergies.said_on)] if allergies.said_on else []
        said = gettext("stated %(what)s") % {"what": " ".join(when + who)} if who or when else ""
        return AllergyLine(state=allergies.state.value, said=said)
    items = []
    for allergy in allergies.items:
        text = allergy.name
        if allergy.reactions:
            text = f"{text} – {', '.join(allergy.reactions)}"
        if allergy.recorded and allergy.recorded.date:
            text = f"{text} ({allergy.recorded.date.year})"
        items.append(text)
    return AllergyLine(state=allergies.state.value, items=tuple(items))
