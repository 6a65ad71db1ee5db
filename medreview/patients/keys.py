"""A key per patient, under a hospital's key, under the root key outside the database."""

from collections.abc import Iterable

from django.conf import settings
from django.db import transaction

from medreview.accounts import second_factor
from medreview.accounts.models import Hospital
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.patients import envelope
from medreview.patients.errors import KeyDestroyed, WrongRootKey
from medreview.patients.models import HospitalKey, HospitalSecret, Patient, PatientKey

BATCH = 1000


def make_key(patient: Patient) -> PatientKey:
    """The key a new patient begins with."""
    hospital_key = _open_hospital_key(_hospital_key(patient.hospital_id))
    wrapped = envelope.seal(hospital_key, envelope.new_key(), place=_patient_place(patient.pk))
    return PatientKey.objects.create(patient=patient, wrapped=wrapped)


def open_key(patient: Patient) -> bytes:
    """The patient's key in the clear, for this call only."""
    row = PatientKey.objects.select_related("patient__hospital__key").get(patient=patient)
    if row.wrapped is None:
        raise KeyDestroyed(
            "This patient's key was destroyed; what was sealed under it can't be read any more."
        )
    hospital_key = _open_hospital_key(row.patient.hospital.key)
    return envelope.unseal(hospital_key, bytes(row.wrapped), place=_patient_place(patient.pk))


def open_keys(patient_ids: Iterable[str]) -> dict[str, bytes]:
    """The keys of many patients in the clear, for this call only; a destroyed one is left out."""
    rows = PatientKey.objects.filter(patient__in=set(patient_ids), wrapped__isnull=False)
    opened: dict[str, bytes] = {}
    hospitals: dict[str, bytes] = {}
    for row in rows.select_related("patient__hospital__key"):
        hospital_id = row.patient.hospital_id
        if hospital_id not in hospitals:
            hospitals[hospital_id] = _open_hospital_key(row.patient.hospital.key)
        opened[row.patient_id] = envelope.unseal(
            hospitals[hospital_id], bytes(row.wrapped or b""), place=_patient_place(row.patient_id)
        )
    return opened


def destroy(patient: Patient) -> bool:
    """Forget the patient's key for ever; False when it already was."""
    gone = PatientKey.objects.filter(patient=patient, wrapped__isnull=False)
    return bool(gone.update(wrapped=None, destroyed_at=now()))


def keep_secret(hospital: Hospital, name: str, secret: bytes) -> None:
    """Seal what the hospital shares with a program outside, in the place of what was there."""
    key = _open_hospital_key(_hospital_key(hospital.pk))
    sealed = envelope.seal(key, secret, place=_secret_place(hospital.pk, name))
    HospitalSecret.objects.update_or_create(
        hospital=hospital, name=name, defaults={"sealed": sealed}
    )


def open_secret(hospital: Hospital, name: str) -> bytes | None:
    """The secret of this name in the clear, for this call only; None where there is none."""
    row = HospitalSecret.objects.filter(hospital=hospital, name=name).first()
    if row is None:
        return None
    key = _open_hospital_key(_hospital_key(hospital.pk))
    return envelope.unseal(key, bytes(row.sealed), place=_secret_place(hospital.pk, name))


@transaction.atomic
def renew_hospital_key(hospital: Hospital) -> int:
    """Wrap every patient's key under a fresh hospital key; how many. Sealed data stay."""
    row = HospitalKey.objects.select_for_update().get(pk=_hospital_key(hospital.pk).pk)
    old, new = _open_hospital_key(row), envelope.new_key()
    keys = PatientKey.objects.select_for_update(of=("self",)).filter(
        patient__hospital=hospital, wrapped__isnull=False
    )
    rewrapped = [_rewrap(key, old, new) for key in keys]
    PatientKey.objects.bulk_update(rewrapped, ["wrapped"], batch_size=BATCH)
    for secret in HospitalSecret.objects.select_for_update().filter(hospital=hospital):
        place = _secret_place(hospital.pk, secret.name)
        secret.sealed = envelope.seal(
            new, envelope.unseal(old, bytes(secret.sealed), place=place), place=place
        )
        secret.save(update_fields=["sealed"])
    _wrap(row, new, settings.SEALING_ROOT_KEY)
    _note_rewrapping(hospital, keys=len(rewrapped))
    return len(rewrapped)


@transaction.atomic
def rewrap_under(new_root: bytes) -> int:
    """Wrap every hospital's key under another root key; how many. Then put that key in use."""
    rows = list(HospitalKey.objects.select_for_update(of=("self",)).select_related("hospital"))
    for row in rows:
        _wrap(row, _open_hospital_key(row), new_root)
        _note_rewrapping(row.hospital, keys=1)
    second_factor.reseal(new_root, settings.SEALING_ROOT_KEY)
    return len(rows)


def _hospital_key(hospital_id: str) -> HospitalKey:
    found = HospitalKey.objects.filter(hospital_id=hospital_id).first()
    if found is not None:
        return found
    root = settings.SEALING_ROOT_KEY
    row, _created = HospitalKey.objects.get_or_create(
        hospital_id=hospital_id,
        defaults={
            "wrapped": envelope.seal(root, envelope.new_key(), place=_hospital_place(hospital_id)),
            "root": envelope.fingerprint(root),
        },
    )
    return row


def _open_hospital_key(row: HospitalKey) -> bytes:
    root = settings.SEALING_ROOT_KEY
    if row.root != envelope.fingerprint(root):
        raise WrongRootKey(
            "Sealed data can't be opened: the root key in use is not the one it was sealed with."
        )
    return envelope.unseal(root, bytes(row.wrapped), place=_hospital_place(row.hospital_id))


def _wrap(row: HospitalKey, key: bytes, root: bytes) -> None:
    row.wrapped = envelope.seal(root, key, place=_hospital_place(row.hospital_id))
    row.root = envelope.fingerprint(root)
    row.save(update_fields=["wrapped", "root"])


def _note_rewrapping(hospital: Hospital, *, keys: int) -> None:
    audit.record(
        EventType.KEYS_REWRAPPED, thing=hospital, by=None, hospital=hospital, counts={"keys": keys}
    )


def _rewrap(row: PatientKey, old: bytes, new: bytes) -> PatientKey:
    place = _patient_place(row.patient_id)
    key = envelope.unseal(old, bytes(row.wrapped or b""), place=place)
    row.wrapped = envelope.seal(new, key, place=place)
    return row


def _hospital_place(hospital_id: str) -> str:
    return f"hospital-key|{hospital_id}"


def _secret_place(hospital_id: str, name: str) -> str:
    return f"hospital-secret|{hospital_id}|{name}"


def _patient_place(patient_id: str) -> str:
    return f"patient-key|{patient_id}"
