"""What is stored of a hospital's and of a patient's records."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from medreview.accounts.models import Hospital, User
from medreview.common.errors import NotFound
from medreview.fhir import json_text
from medreview.fhir.identity import is_alike
from medreview.fhir.models import Import, QuarantinedEntry, Resource, SavedMapping, Upload
from medreview.fhir.references import identifiers_of
from medreview.fhir.result_day import may_be_a_result
from medreview.fhir.versions import Known
from medreview.patients.models import Patient
from medreview.patients.services import Person

_CHUNK = 5_000


def known_versions(
    hospital: Hospital, fhir_ids: Iterable[str], *, types: Iterable[str]
) -> dict[tuple[str, str], Known]:
    """What is stored of these types under these FHIR ids."""
    known: dict[tuple[str, str], Known] = {}
    for some in _chunks(sorted(fhir_ids)):
        rows = Resource.objects.filter(
            hospital=hospital, type__in=sorted(types), fhir_id__in=some
        ).values_list("type", "fhir_id", "version", "raw_hash", "current", "id")
        for kind, fhir_id, version, digest, current, row in rows:
            entry = known.setdefault((kind, fhir_id), Known())
            entry.hashes.add(digest)
            entry.last_version = max(entry.last_version, version)
            if current:
                entry.current_hash, entry.current_row = digest, row
    return known


def raw_texts(rows: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Stored rows by our id, each with its text as received."""
    for some in _chunks(sorted(rows)):
        yield from Resource.objects.filter(pk__in=some).values_list("id", "raw")


def owners_of_rows(rows: Iterable[str]) -> dict[str, str]:
    """The FHIR ids of the patients to whom stored rows belong, by our id of the row."""
    owned = Resource.objects.filter(pk__in=list(rows)).exclude(patient=None)
    return dict(owned.values_list("id", "patient__fhir_id"))


def patients_by_fhir_id(hospital: Hospital, fhir_ids: Iterable[str]) -> dict[str, Patient]:
    """The known patients with these FHIR ids."""
    found: dict[str, Patient] = {}
    for some in _chunks(sorted(fhir_ids)):
        rows = Patient.objects.filter(hospital=hospital, fhir_id__in=some)
        found.update({patient.fhir_id: patient for patient in rows})
    return found


def patients_by_number(hospital: Hospital, numbers: Iterable[str]) -> dict[str, list[Patient]]:
    """The known patients with each of these record numbers."""
    found: dict[str, list[Patient]] = {}
    for some in _chunks(sorted(numbers)):
        for patient in Patient.objects.filter(hospital=hospital, mrn__in=some).order_by("id"):
            found.setdefault(patient.mrn, []).append(patient)
    return found


def patient_identifiers(
    hospital: Hospital, fhir_ids: Iterable[str]
) -> dict[str, list[tuple[str, str]]]:
    """The identifiers, system and value, that the Patient resource of each id holds."""
    found: dict[str, list[tuple[str, str]]] = {}
    for some in _chunks(sorted(fhir_ids)):
        rows = Resource.objects.filter(
            hospital=hospital, type="Patient", current=True, fhir_id__in=some
        )
        for fhir_id, raw in rows.values_list("fhir_id", "raw"):
            found[fhir_id] = identifiers_of(json_text.parse(raw))
    return found


def patients_with_identifiers(
    hospital: Hospital, identifiers: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The stored Patient resources that hold any of these identifiers' values."""
    patients = Resource.objects.filter(hospital=hospital, type="Patient", current=True)
    seen: set[str] = set()
    for some in _chunks(sorted({value for _system, value in identifiers}), 100):
        holds = Q()
        for value in some:
            holds |= Q(raw__contains=value)
        for fhir_id, raw in patients.filter(holds).values_list("fhir_id", "raw"):
            if fhir_id not in seen:
                seen.add(fhir_id)
                yield fhir_id, json_text.parse(raw)


def patients_alike(hospital: Hospital, people: Iterable[Person]) -> list[Patient]:
    """Known patients with the record number, or birth date and family name, of any of these."""
    described = list(people)
    numbers = {person["mrn"] for person in described} - {""}
    births = {person["birth_date"] for person in described} - {""}
    if not described:
        return []
    some = Q(mrn__in=numbers) | Q(birth_date__in=births)
    found = Patient.objects.filter(some, hospital=hospital).order_by("id")
    return [patient for patient in found if any(is_alike(patient, person) for person in described)]


def awaited_identifiers(hospital: Hospital) -> set[str]:
    """The identifiers by which stored resources wait for a patient."""
    return set(
        Resource.objects.filter(hospital=hospital, awaits__contains="|")
        .values_list("awaits", flat=True)
        .distinct()
    )


def current_resources(patient: Patient) -> QuerySet[Resource]:
    """Everything current in a patient's record."""
    return Resource.objects.filter(patient=patient, current=True).order_by("type", "fhir_id")


def shared_resources(hospital: Hospital) -> QuerySet[Resource]:
    """What is about nobody and so may be referred to by any record: Medication, Practitioner, …"""
    return Resource.objects.filter(
        hospital=hospital, patient=None, current=True, awaits="", unassigned_reason=""
    ).order_by("type", "fhir_id")


def who_they_are(patient: Patient) -> QuerySet[Resource, tuple[str, str]]:
    """Id and text of every version of what says who the patient is and who is beside them."""
    return Resource.objects.filter(
        patient=patient, type__in=("Patient", "Person", "RelatedPerson")
    ).values_list("fhir_id", "raw")


def earlier_versions(patient: Patient) -> QuerySet[Resource]:
    """What was current in a patient's record once, oldest first."""
    return Resource.objects.filter(patient=patient, current=False, deleted=False).order_by(
        "type", "fhir_id", "version"
    )


def deleted_references(patient: Patient) -> set[str]:
    """``Observation/x`` of everything in a patient's record that the source took back."""
    rows = Resource.objects.filter(patient=patient, deleted=True)
    found = {f"{kind}/{fhir_id}" for kind, fhir_id in rows.values_list("type", "fhir_id")}
    if not found:
        return found
    current = current_resources(patient).values_list("type", "fhir_id")
    return found - {f"{kind}/{fhir_id}" for kind, fhir_id in current}


def quarantined_of(patient: Patient) -> QuerySet[QuarantinedEntry]:
    """Broken entries that seem to be this patient's and were not replaced by good ones."""
    return QuarantinedEntry.objects.filter(patient=patient, replaced_by=None).order_by("id")


def gaps_of(patient: Patient) -> list[str]:
    """Why files that brought this record were not whole answers, in sentences of their own."""
    lists = Import.objects.filter(patients=patient).exclude(gaps=[]).values_list("gaps", flat=True)
    return sorted({f"{gap[:1].upper()}{gap[1:].rstrip('.')}." for gaps in lists for gap in gaps})


def last_result_days(patients: Iterable[Patient]) -> dict[str, dt.date]:
    """The day of each patient's newest laboratory result, by our id of the patient."""
    rows = (
        Resource.objects.filter(patient__in=list(patients), current=True)
        .exclude(result_day=None)
        .values_list("patient")
        .annotate(newest=Max("result_day"))
    )
    return dict(rows)


def patients_with_new_results(made: Import) -> list[Patient]:
    """The patients of an import for whom it brought a new or changed laboratory result.

    Results that waited for a patient arrive with the import that brings the patient.
    """
    brought = Resource.objects.filter(current=True, patient__isnull=False, type="Observation")
    ids = set(
        brought.filter(source_import=made)
        .exclude(result_day=None)
        .values_list("patient", flat=True)
    )
    undated = brought.filter(source_import=made, result_day=None).exclude(patient__in=ids)
    for patient, raw in undated.values_list("patient", "raw").iterator():
        if patient not in ids and may_be_a_result(json_text.parse(raw)):
            ids.add(patient)
    newcomers = Resource.objects.filter(source_import=made, type="Patient", version=1)
    waited = brought.filter(patient__in=newcomers.values("patient")).exclude(result_day=None)
    ids |= set(waited.exclude(source_import=made).values_list("patient", flat=True))
    return list(Patient.objects.filter(pk__in=ids).select_related("hospital").order_by("id"))


def imports_of(hospital_id: str) -> QuerySet[Import]:
    """A hospital's imports, newest first."""
    return Import.objects.filter(hospital=hospital_id).select_related("by")


def newest_import(hospital_id: str) -> str:
    """Our id of a hospital's newest import; empty before its first."""
    newest = imports_of(hospital_id).aggregate(newest=Max("id"))["newest"]
    return newest or ""


def imports_of_patient(patient: Patient) -> QuerySet[Import]:
    """The files that brought anything of a patient, newest first."""
    return Import.objects.filter(patients=patient).select_related("by")


def import_of(hospital_id: str, pk: str) -> Import:
    """One import of this hospital, or NotFound."""
    found = imports_of(hospital_id).filter(pk=pk).first()
    if found is None:
        raise NotFound(_("There is no such import."))
    return found


def earlier_import(hospital: Hospital, file_hash: str) -> Import | None:
    """The newest import of a file with exactly these bytes."""
    return imports_of(hospital.pk).filter(file_hash=file_hash).first()


def batch_of(user: User, batch: str, *, lock: bool = False) -> list[Upload]:
    """The files a person chose together; NotFound when there are none of theirs.

    Locked, a second click waits for the first, and then finds nothing left to do.
    """
    found = Upload.objects.filter(hospital=user.hospital_id, by=user, batch=batch).order_by("id")
    uploads = list(found.select_for_update(of=("self",)) if lock else found.defer("content"))
    if not uploads:
        raise NotFound(_("This upload is no longer here. Choose the file again."))
    return uploads


def _chunks(values: Sequence[str], size: int = _CHUNK) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]


def upload_of(user: User, batch: str, pk: str, *, lock: bool = False) -> Upload:
    """One of the files a person chose together, with its bytes; or NotFound."""
    found = Upload.objects.filter(hospital=user.hospital_id, by=user, batch=batch, pk=pk)
    upload = (found.select_for_update(of=("self",)) if lock else found).first()
    if upload is None:
        raise NotFound(_("This upload is no longer here. Choose the file again."))
    return upload


def tables_waiting(user: User, batch: str) -> list[str]:
    """Our ids of the chosen tables whose columns nobody has explained yet."""
    found = Upload.objects.filter(hospital=user.hospital_id, by=user, batch=batch, kind="csv")
    waiting = found.filter(mapping__isnull=True, preview__unreadable="").order_by("id")
    return list(waiting.values_list("id", flat=True))


def mappings_for(hospital: Hospital, signature: str) -> list[SavedMapping]:
    """What this hospital has said about tables with such a header, the newest first."""
    found = SavedMapping.objects.filter(hospital=hospital, signature=signature)
    return list(found.order_by("-changed_at"))


def mapping_named(hospital: Hospital, name: str) -> SavedMapping | None:
    """What this hospital has saved under a name."""
    return SavedMapping.objects.filter(hospital=hospital, name=name).first()


def source_rows(
    patient: Patient, versions: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], str]:
    """Our ids of these versions (``Observation/x`` and its number) of a patient's resources."""
    wanted = set(versions)
    ids = {reference.partition("/")[2] for reference, _version in wanted}
    rows = Resource.objects.filter(patient=patient, fhir_id__in=ids, deleted=False)
    found = {
        (f"{kind}/{fhir_id}", version): pk
        for pk, kind, fhir_id, version in rows.values_list("id", "type", "fhir_id", "version")
    }
    return {key: pk for key, pk in found.items() if key in wanted}


def versions_of(patient: Patient, pk: str) -> list[Resource]:
    """Every version of one resource of this patient, newest first; or NotFound."""
    one = Resource.objects.filter(patient=patient, pk=pk).first()
    if one is None:
        raise NotFound(_("There is no such entry in this record."))
    same = Resource.objects.filter(patient=patient, type=one.type, fhir_id=one.fhir_id)
    return list(same.select_related("source_import").order_by("-version"))


_VISITS = ("Encounter", "CareTeam")


def patients_moved_by(made: Import) -> set[str]:
    """Our ids of the patients to whom an import brought an Encounter or a CareTeam."""
    rows = Resource.objects.filter(source_import=made, type__in=_VISITS, patient__isnull=False)
    return set(rows.values_list("patient", flat=True))


def visits_of(patient: Patient) -> QuerySet[Resource]:
    """The current Encounters and CareTeams of a patient."""
    return Resource.objects.filter(patient=patient, current=True, type__in=_VISITS)


def shared_resource(hospital: Hospital, reference: str) -> Resource | None:
    """What is about nobody and has this ``Type/id``, such as a Location."""
    kind, _slash, fhir_id = reference.rpartition("/")
    return shared_resources(hospital).filter(type=kind, fhir_id=fhir_id).first()
