"""Facts of a patient, as they stand and as they came to be so."""

from collections.abc import Iterator

from medreview.audit.chain import problems_in
from medreview.patients.models import Patient
from medreview.patients.sealing import OpenSeal
from memory.models import Fact, FactRecord
from memory.recorder import opened_state
from memory.write_path.reconcile import Known


def known_facts(patient: Patient, seal: OpenSeal) -> tuple[Known, ...]:
    """Every fact of the patient, as the reconciler sees it."""
    facts = Fact.objects.filter(patient=patient).order_by("created_at", "id")
    return tuple(Known(fact.pk, opened_state(fact, seal)) for fact in facts)


def chain_problems(patient: Patient) -> Iterator[str]:
    """What does not add up in the patient's chain of events; no key is needed for it."""
    records = FactRecord.objects.filter(patient=patient).order_by("seq")
    return problems_in(record.link() for record in records.iterator())
