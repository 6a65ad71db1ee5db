"""Seal what was derived from a patient, open it again, and make it unreadable for ever."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction

from medreview.accounts.models import User
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.patients import envelope, keys
from medreview.patients.models import Patient


@dataclass(frozen=True)
class OpenSeal:
    """One patient's key, unwrapped once for many rows."""

    patient_id: str
    key: bytes = field(repr=False)

    def seal(self, plaintext: bytes, *, context: str) -> bytes:
        """Seal for one place, such as ``runtime.RunEvent|evt_…``."""
        return envelope.seal(self.key, plaintext, place=f"{context}|{self.patient_id}")

    def unseal(self, sealed: bytes, *, context: str) -> bytes:
        """What was sealed for this patient and this place, or SealBroken."""
        return envelope.unseal(self.key, bytes(sealed), place=f"{context}|{self.patient_id}")

    def keyed_hash(self, content: bytes) -> str:
        """Equal for equal content of this patient; once the key is destroyed it tells nothing."""
        return envelope.keyed_hash(self.key, content)


def open_seal(patient: Patient) -> OpenSeal:
    """The patient's seal, for reading or writing many rows; don't keep it beyond the task."""
    return OpenSeal(patient_id=patient.pk, key=keys.open_key(patient))


def open_seals(patient_ids: Iterable[str]) -> dict[str, OpenSeal]:
    """The seals of many patients at once; one whose key was destroyed is left out."""
    return {
        patient_id: OpenSeal(patient_id=patient_id, key=key)
        for patient_id, key in keys.open_keys(patient_ids).items()
    }


def seal(patient: Patient, plaintext: bytes, *, context: str) -> bytes:
    """Seal one thing for one place; ``context`` names table and row."""
    return open_seal(patient).seal(plaintext, context=context)


def unseal(patient: Patient, sealed: bytes, *, context: str) -> bytes:
    """What was sealed; KeyDestroyed after erasure, SealBroken if it was changed or moved."""
    return open_seal(patient).unseal(sealed, context=context)


@transaction.atomic
def destroy_key(patient: Patient, *, by: User | None) -> None:
    """Make everything sealed for this patient unreadable. Chains over it still verify."""
    if keys.destroy(patient):
        audit.record(EventType.KEY_DESTROYED, thing=patient, by=by, patient=patient)
