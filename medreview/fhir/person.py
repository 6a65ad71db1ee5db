"""Who a Patient resource says the patient is, in the fields a patient list needs."""

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from medreview.common.text import visible
from medreview.patients.services import Person

_DAY = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_NAME_ORDER = ("official", "usual", "", "temp", "anonymous", "nickname", "maiden", "old")
_NAME_LENGTH = 160
"""Of a list; the record itself keeps the whole. More would not fit the index of names."""

_DATE_LENGTH, _SEX_LENGTH, _MRN_LENGTH = 64, 32, 255


def person_of(fhir_id: str, resource: Mapping[str, Any], *, today: dt.date) -> Person:
    """The person of a Patient resource. Nothing is guessed: what is not said is empty."""
    name = _best_name(resource.get("name"))
    born = _text(resource.get("birthDate"))
    died = _text(resource.get("deceasedDateTime"))
    return Person(
        fhir_id=fhir_id,
        family=_words(name.get("family"))[:_NAME_LENGTH],
        given=_words(name.get("given"))[:_NAME_LENGTH],
        prefix=_words(name.get("prefix"))[:_NAME_LENGTH],
        name_text=_text(name.get("text"))[:_NAME_LENGTH],
        birth_date=born[:_DATE_LENGTH],
        birth_day=_past_day(born, today),
        sex=_text(resource.get("gender"))[:_SEX_LENGTH],
        mrn=_record_number(resource.get("identifier"))[:_MRN_LENGTH],
        deceased=bool(died) or resource.get("deceasedBoolean") is True,
        died=died[:_DATE_LENGTH],
    )


def oddities_of(resource: Mapping[str, Any], *, today: dt.date) -> list[str]:
    """What a resource says that can't be true, in short sentences; it is kept as sent."""
    odd = []
    born = _text(resource.get("birthDate"))
    if resource.get("resourceType") == "Patient" and born:
        day = _day(born)
        if day and day > today:
            odd.append(_("the birth date %s is in the future") % born)
        elif not day and not re.fullmatch(r"\d{4}(-\d{2})?", born[:_DATE_LENGTH]):
            odd.append(_("the birth date can't be read as a date"))
    for key, value in resource.items():
        if key.endswith("Age") and _is_negative(value):
            odd.append(_("“%s” is a negative age") % key)
    return odd


def _is_negative(value: Any) -> bool:
    number = value.get("value") if isinstance(value, dict) else value
    try:
        return number is not None and not isinstance(number, str | bool) and number < 0
    except TypeError:
        return False


def _best_name(stated: Any) -> Mapping[str, Any]:
    names = [name for name in _listed(stated) if isinstance(name, dict)]

    def order(name: Mapping[str, Any]) -> int:
        use = _text(name.get("use"))
        return _NAME_ORDER.index(use) if use in _NAME_ORDER else len(_NAME_ORDER)

    return min(names, key=order, default={})


def _record_number(stated: Any) -> str:
    """The medical record number; else the only identifier there is."""
    identifiers = [item for item in _listed(stated) if isinstance(item, dict)]
    for item in identifiers:
        if "MR" in _type_codes(item):
            return _text(item.get("value"))
    values = [_text(item.get("value")) for item in identifiers if item.get("value")]
    return values[0] if len(values) == 1 else ""


def _type_codes(identifier: Mapping[str, Any]) -> list[str]:
    kind = identifier.get("type")
    codings = _listed(kind.get("coding")) if isinstance(kind, dict) else []
    return [_text(coding.get("code")) for coding in codings if isinstance(coding, dict)]


def _past_day(text: str, today: dt.date) -> dt.date | None:
    day = _day(text)
    return day if day and day <= today else None


def _day(text: str) -> dt.date | None:
    if not _DAY.match(text):
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def _listed(stated: Any) -> list[Any]:
    if isinstance(stated, list):
        return stated
    return [] if stated is None else [stated]


def _words(stated: Any) -> str:
    return " ".join(text for item in _listed(stated) if (text := _text(item)))


def _text(stated: Any) -> str:
    return visible(stated).strip() if isinstance(stated, str) else ""
