"""Which known patient a row or message speaks of. A record number decides; nothing is guessed."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from medreview.accounts.models import Hospital
from medreview.common.text import normalise_name
from medreview.fhir import queries
from medreview.fhir.result_writer import NUMBER_SYSTEM, number_system
from medreview.fhir.sent_results import SentPerson
from medreview.patients.models import Patient

Key = tuple[str, str]
"""Who gave the number, and the number."""


@dataclass(frozen=True)
class Found:
    """The patient meant, or why nobody can be."""

    fhir_id: str = ""
    is_ours: bool = False
    """Whether the Patient resource comes from such files, and may be brought up to date."""
    reason: str = ""


class Whose:
    """The patients of one file, each looked up once."""

    def __init__(self, hospital: Hospital) -> None:
        self._hospital = hospital
        self._found: dict[Key, Found] = {}
        self._first: dict[Key, SentPerson] = {}
        self._known: dict[Key, Patient] = {}

    def look_up(self, people: Iterable[SentPerson]) -> None:
        """Ask once for all of these who are not known yet."""
        new = {_key(person): person for person in people if _key(person) not in self._found}
        if not new:
            return
        ours = queries.patients_by_fhir_id(self._hospital, {one.fhir_id for one in new.values()})
        named = queries.patients_by_number(self._hospital, {one.number for one in new.values()})
        others = [patient for rows in named.values() for patient in rows]
        systems = queries.patient_identifiers(self._hospital, {one.fhir_id for one in others})
        for key, person in new.items():
            candidates = [
                patient
                for patient in named.get(person.number, ())
                if _may_be(person, systems.get(patient.fhir_id))
            ]
            self._settle(key, person, ours.get(person.fhir_id), candidates)

    def _settle(
        self, key: Key, person: SentPerson, ours: Patient | None, candidates: list[Patient]
    ) -> None:
        self._first[key] = person
        if ours is None and len(candidates) > 1:
            self._found[key] = Found(reason=_("more than one patient here has its patient id"))
            return
        known = ours or (candidates[0] if candidates else None)
        if known is not None:
            self._known[key] = known
        fhir_id = known.fhir_id if known else person.fhir_id
        self._found[key] = Found(fhir_id, is_ours=fhir_id == person.fhir_id)

    def of(self, person: SentPerson) -> Found:
        """The patient of one row, which was looked up before."""
        key = _key(person)
        found = self._found[key]
        if found.reason:
            return found
        reason = self._contradiction(key, person)
        return Found(reason=reason) if reason else found

    def _contradiction(self, key: Key, person: SentPerson) -> str:
        known, first = self._known.get(key), self._first[key]
        if known is not None:
            name = f"{known.sort_name} {normalise_name(known.prefix)}"
            if words := _differ(name, known.birth_date, person):
                return words
        if person == first:
            return ""
        return _differ(normalise_name(first.whole_name), first.birth_date, person)


def _key(person: SentPerson) -> Key:
    return person.authority, person.number


def _may_be(person: SentPerson, identifiers: list[tuple[str, str]] | None) -> bool:
    """Whether a patient's number was given by whoever gave this one, as far as both say."""
    if not person.authority or identifiers is None:
        return True
    givers = {system for system, value in identifiers if value == person.number}
    ours = {system for system in givers if system.startswith(f"{NUMBER_SYSTEM}:")}
    return not ours or number_system(person.authority) in ours


def _differ(name: str, born: str, person: SentPerson) -> str:
    """Why two descriptions under one number are not surely one person's; empty if they may be."""
    if born and person.birth_date:
        if born.startswith(person.birth_date) or person.birth_date.startswith(born):
            return ""
        return _("its patient id is known with another birth date")
    theirs = set(normalise_name(person.whole_name).replace(",", " ").split())
    ours = set(name.replace(",", " ").split())
    if theirs and ours and theirs.isdisjoint(ours):
        return _("its patient id is known with another name, and no birth date tells")
    return ""
