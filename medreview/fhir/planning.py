"""What an import of one file would do to one hospital's records. Nothing is written here."""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from medreview.accounts.models import Hospital
from medreview.common.clock import today
from medreview.fhir import json_text, queries
from medreview.fhir.deletions import TakenBack, still_holding, take_back
from medreview.fhir.entries import contents_of
from medreview.fhir.identity import is_somebody_else
from medreview.fhir.import_receipt import ImportReceipt, Tally
from medreview.fhir.person import oddities_of, person_of
from medreview.fhir.record import Quarantined
from medreview.fhir.references import (
    Owner,
    People,
    identifier_key,
    identifiers_of,
    named_identifiers,
    owner_of,
)
from medreview.fhir.shape import Deletion, Refused, Taken, look_at
from medreview.fhir.unmapped import unmapped_units
from medreview.fhir.unpacking import unpack
from medreview.fhir.versions import Fresh, Known, Sorted, sort_out, writer_of, written_at
from medreview.patients.models import Patient
from medreview.patients.services import Person

_PATIENT_REFERENCE = re.compile(r'"reference"\s*:\s*"(?:[^"]*/)?Patient/([^"/?#\s]{1,128})"')


@dataclass(frozen=True)
class FileContents:
    """One file read, before anyone asked what is known already."""

    name: str
    taken: tuple[Taken, ...]
    refused: tuple[Refused, ...]
    notes: tuple[str, ...]
    gaps: tuple[str, ...]
    newest_first: bool
    deletions: tuple[Deletion, ...] = ()
    holding: Mapping[str, bool] = field(default_factory=dict)
    """Of each deletion, by its place: whether nothing later in the file brings it back."""


@dataclass
class Plan:
    """What would be stored, whose it is, and the receipt of it."""

    receipt: ImportReceipt
    fresh: tuple[Fresh, ...]
    refused: tuple[Refused, ...]
    taken: tuple[Taken, ...]
    owners: Mapping[str, Owner]
    """By place in the file."""
    people: Mapping[str, Person]
    """Persons of the Patient resources of this file that are new or changed, by FHIR id."""
    known_patients: Mapping[str, Patient]
    """By FHIR id: those this file speaks of."""
    replaced_rows: tuple[str, ...]
    arriving: Mapping[str, str] = field(default_factory=dict)
    """What stored resources may be waiting for, to the FHIR id of the patient who comes."""
    owners_of_refused: Mapping[str, str] = field(default_factory=dict)


def read_file(name: str, content: bytes) -> FileContents:
    """Everything one file holds; Unreadable when it can't be read at all."""
    contents = contents_of(unpack(name, content))
    looked_at = [look_at(entry) for entry in contents.entries]
    deletions = [(place, one) for place, one in enumerate(looked_at) if isinstance(one, Deletion)]
    places: dict[tuple[str, str], list[int]] = {}
    for place, one in enumerate(looked_at if deletions else ()):
        if isinstance(one, Taken):
            places.setdefault((one.type, one.fhir_id), []).append(place)
    return FileContents(
        name,
        tuple(one for one in looked_at if isinstance(one, Taken)),
        tuple(one for one in looked_at if isinstance(one, Refused)),
        tuple(contents.notes),
        tuple(contents.gaps),
        contents.newest_first,
        tuple(one for _place, one in deletions),
        still_holding(deletions, places, newest_first=contents.newest_first),
    )


def plan_import(
    contents: FileContents, *, hospital: Hospital, coming: AbstractSet[str] = frozenset()
) -> Plan:
    """What importing this file now would do.

    ``coming`` are the FHIR ids of patients whom an earlier part of the same file brings.
    """
    named_here: tuple[Taken | Deletion, ...] = (*contents.taken, *contents.deletions)
    known = queries.known_versions(
        hospital,
        {item.fhir_id for item in named_here},
        types={item.type for item in named_here},
    )
    taken, strangers = _without_strangers(contents, hospital)
    refused = (*contents.refused, *strangers)
    _note_when_written((*taken, *contents.deletions), known)
    back = take_back(
        sort_out(taken, known, newest_first=contents.newest_first),
        contents.deletions,
        known,
        contents.holding,
    )
    sorted_out = back.sorted_out
    directory = _directory(hospital, taken)
    owners = _owners(taken, directory, {item.fhir_id for item in strangers if item.fhir_id})
    owners |= _owners_of_deleted(contents.deletions, back, owners)
    people = _people(sorted_out.fresh)
    named = {owner.patient_id for owner in owners.values() if owner.patient_id}
    sole = _sole_patient(named)
    of_refused = {item.where: _owner_of_refused(item, sole) for item in refused}
    known_patients = queries.patients_by_fhir_id(hospital, named | set(of_refused.values()))
    return Plan(
        receipt=_receipt(
            contents, refused, sorted_out, owners, {*known_patients, *people, *coming}, back.notes
        ),
        fresh=sorted_out.fresh,
        refused=refused,
        taken=taken,
        owners=owners,
        people=people,
        known_patients=known_patients,
        replaced_rows=(*_replaced(sorted_out.fresh, known), *back.rows.values()),
        arriving=_arriving(taken, people, directory),
        owners_of_refused={where: owner for where, owner in of_refused.items() if owner},
    )


def _without_strangers(
    contents: FileContents, hospital: Hospital
) -> tuple[tuple[Taken, ...], tuple[Refused, ...]]:
    """The resources without any Patient whose id is known here as somebody else's."""
    patients = {item.where: item for item in contents.taken if item.type == "Patient"}
    known = queries.patients_by_fhir_id(hospital, {item.fhir_id for item in patients.values()})
    strangers = [item for item in patients.values() if _is_stranger(item, known)]
    if not strangers:
        return contents.taken, ()
    refused = tuple(
        Refused(
            where=item.where,
            raw=item.raw,
            reason=_("this id is known here as another person: name and birth date differ"),
            type=item.type,
            fhir_id=item.fhir_id,
        )
        for item in strangers
    )
    places = {item.where for item in strangers}
    return tuple(item for item in contents.taken if item.where not in places), refused


def _note_when_written(
    sent: Iterable[Taken | Deletion], known: Mapping[tuple[str, str], Known]
) -> None:
    """When the current row of each resource was written, if the file's own says when it was."""
    rows = {}
    for item in sent:
        before = known.get((item.type, item.fhir_id))
        if before and before.current_row and _says_when(item, before):
            rows[before.current_row] = before
    for row, raw in queries.raw_texts(rows):
        resource = json_text.parse(raw)
        rows[row].written, rows[row].writer = written_at(resource), writer_of(resource)


def _says_when(item: Taken | Deletion, before: Known) -> bool:
    if isinstance(item, Deletion):
        return bool(item.at)
    return item.content_hash != before.current_hash and written_at(item.resource) is not None


def _owners_of_deleted(
    deletions: Iterable[Deletion], back: TakenBack, owners: Mapping[str, Owner]
) -> dict[str, Owner]:
    """Whose a deleted resource was: by its row here, or by what the file says before."""
    stored = queries.owners_of_rows(back.rows.values())
    in_file = {
        (each.taken.type, each.taken.fhir_id): owners[each.taken.where]
        for each in back.sorted_out.fresh
        if each.taken.where in owners
    }
    found = {}
    for deletion in deletions:
        patient = stored.get(back.rows.get(deletion.where, ""))
        found[deletion.where] = Owner(patient) if patient else in_file.get(deletion.key, Owner())
    return found


def _is_stranger(item: Taken, known: Mapping[str, Patient]) -> bool:
    patient = known.get(item.fhir_id)
    return patient is not None and is_somebody_else(
        patient, person_of(item.fhir_id, item.resource, today=today())
    )


def _directory(hospital: Hospital, taken: Iterable[Taken]) -> People:
    """Everybody a reference of this file can mean."""
    people = People()
    wanted: set[tuple[str, str]] = set()
    for item in taken:
        if item.type == "Patient":
            people.add_from_file(item)
        else:
            wanted |= named_identifiers(item.resource)
    own = {
        pair for item in taken if item.type == "Patient" for pair in identifiers_of(item.resource)
    }
    waiting = queries.awaited_identifiers(hospital) & {identifier_key(pair) for pair in own}
    wanted |= {pair for pair in own if identifier_key(pair) in waiting}
    for fhir_id, resource in queries.patients_with_identifiers(hospital, wanted):
        people.add(fhir_id, identifiers_of(resource))
    return people


def _owners(taken: Iterable[Taken], directory: People, strangers: set[str]) -> dict[str, Owner]:
    owners = {}
    for item in taken:
        owner = owner_of(item, directory)
        if owner.patient_id in strangers and item.type != "Patient":
            owner = Owner(
                reason=_("its patient's id is known here as another person"),
            )
        owners[item.where] = owner
    return owners


def _people(fresh: Iterable[Fresh]) -> dict[str, Person]:
    return {
        version.taken.fhir_id: person_of(
            version.taken.fhir_id, version.taken.resource, today=today()
        )
        for version in fresh
        if version.current and version.taken.type == "Patient"
    }


def _sole_patient(named: set[str]) -> str | None:
    return next(iter(named)) if len(named) == 1 else None


def _owner_of_refused(item: Refused, sole: str | None) -> str:
    """Whose a broken entry seems to be, so that his record can say it is not complete."""
    if item.owner is not None:
        return item.owner
    if item.type == "Patient" and item.fhir_id:
        return item.fhir_id
    found = _PATIENT_REFERENCE.search(item.raw)
    return found[1] if found else sole or ""


def _arriving(
    taken: Iterable[Taken], people: Mapping[str, Person], directory: People
) -> dict[str, str]:
    arriving = {f"Patient/{fhir_id}": fhir_id for fhir_id in people}
    for item in taken:
        if item.type != "Patient" or item.fhir_id not in people:
            continue
        for pair in identifiers_of(item.resource):
            if directory.by_identifier.get(pair) == {item.fhir_id}:
                arriving[identifier_key(pair)] = item.fhir_id
    return arriving


def _replaced(fresh: Iterable[Fresh], known: Mapping[tuple[str, str], Known]) -> tuple[str, ...]:
    rows = []
    for version in fresh:
        before = known.get((version.taken.type, version.taken.fhir_id))
        if version.current and before and before.current_row:
            rows.append(before.current_row)
    return tuple(rows)


def _receipt(
    contents: FileContents,
    refused: Iterable[Refused],
    sorted_out: Sorted,
    owners: Mapping[str, Owner],
    patients: set[str],
    of_deletions: Iterable[str],
) -> ImportReceipt:
    tally = Tally()
    unassigned: list[Quarantined] = []
    notes = list(contents.notes)
    seen: set[str] = set()
    for taken, outcome in sorted_out.outcomes:
        tally.count(taken.type, outcome)
        for unit in unmapped_units(taken.resource):
            tally.unmapped(unit, taken.where)
        owner = owners[taken.where]
        reason = owner.reason
        if owner.patient_id and owner.patient_id not in patients:
            reason = not_known_yet(owner.patient_id)
        if owner.patient_id in patients:
            seen.add(f"Patient/{owner.patient_id}")
        if reason:
            unassigned.append(Quarantined(where=taken.where, reason=reason))
        notes += [f"{taken.where}: {odd}" for odd in oddities_of(taken.resource, today=today())]
    notes += [_older_than_known(taken.where) for taken in sorted_out.outdated]
    notes += [_said_before(taken.where) for taken in sorted_out.returned]
    notes += of_deletions
    for bad in refused:
        tally.quarantine(bad.type, bad.where, bad.reason)
    return tally.receipt(
        contents.name,
        patients=tuple(sorted(seen)),
        unassigned=tuple(unassigned),
        notes=tuple(notes),
        gaps=contents.gaps,
    )


def _older_than_known(where: str) -> str:
    return _("%s: the source wrote it before what is known here, so it replaces nothing") % where


def _said_before(where: str) -> str:
    words = _("%s: it says again what it said before a later change; what comes last counts")
    return words % where


def not_known_yet(patient_id: str) -> str:
    """Why a resource waits."""
    return _("it waits for Patient/%s, who is not known yet") % patient_id
