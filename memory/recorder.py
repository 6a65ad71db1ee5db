"""The only writer of facts: an event joins the patient's chain, and the fact is folded anew."""

from django.db import transaction

from medreview.audit.chain import hash_of
from medreview.patients.models import Patient
from medreview.patients.sealing import OpenSeal, open_seal
from memory.facts import FactEvent, FactState, fold
from memory.models import Fact, FactRecord, MemoryChain
from memory.places import event_place, fact_place
from memory.vocabulary import EventKind


@transaction.atomic
def begin(event: FactEvent, *, patient: Patient) -> Fact:
    """A new fact, by the event in which it was first mentioned."""
    if event.kind is not EventKind.MENTIONED or event.body is None:
        raise ValueError("a fact begins with its first mention")
    fact = Fact(
        hospital_id=patient.hospital_id,
        patient=patient,
        section=event.body.section,
        stance=event.body.stance,
        status=event.body.status,
        whole=event.body.whole,
        sealed=b"",
    )
    fact.save()
    return add(event, fact=fact)


@transaction.atomic
def add(event: FactEvent, *, fact: Fact) -> Fact:
    """The fact after one more event, which is kept in its place of the patient's chain."""
    chain = lock(fact.patient)
    seal = open_seal(fact.patient)
    record = FactRecord(
        patient=fact.patient,
        fact=fact,
        seq=chain.last_seq + 1,
        kind=event.kind,
        at=event.at,
        actor=event.by,
        previous_hash=chain.head_hash,
    )
    record.sealed = seal.seal(event.as_text().encode(), context=event_place(fact.pk, record.seq))
    record.hash = hash_of(seq=record.seq, header=record.said(), previous_hash=record.previous_hash)
    record.save(force_insert=True)
    chain.last_seq, chain.head_hash = record.seq, record.hash
    chain.save(update_fields=["last_seq", "head_hash"])
    state = fold(opened_events(fact, seal))
    if state is None:
        raise ValueError("a fact without a first mention")
    return _stands(fact, state, seal)


def lock(patient: Patient) -> MemoryChain:
    """The patient's chain, held for this transaction: their facts change one by one."""
    MemoryChain.objects.get_or_create(patient=patient)
    return MemoryChain.objects.select_for_update(no_key=True).get(patient=patient)


def opened_events(fact: Fact, seal: OpenSeal) -> list[FactEvent]:
    """The fact's events in the order they were recorded."""
    return [opened_event(record, seal) for record in fact.events.order_by("seq")]


def opened_event(record: FactRecord, seal: OpenSeal) -> FactEvent:
    """What a record says."""
    place = event_place(record.fact_id, record.seq)
    return FactEvent.model_validate_json(seal.unseal(bytes(record.sealed), context=place))


def opened_state(fact: Fact, seal: OpenSeal) -> FactState:
    """How the fact stands."""
    return FactState.model_validate_json(
        seal.unseal(bytes(fact.sealed), context=fact_place(fact.pk))
    )


def _stands(fact: Fact, state: FactState, seal: OpenSeal) -> Fact:
    fact.stance, fact.status = state.body.stance, state.body.status
    fact.whole = state.body.whole
    fact.is_confirmed, fact.confirmed_at = state.is_confirmed, state.confirmed_at
    fact.confirmed_by_id = state.confirmed_by or None
    fact.is_withdrawn, fact.is_expired = state.is_withdrawn, state.is_expired
    fact.last_said_at = state.last_said
    fact.sealed = seal.seal(state.as_text().encode(), context=fact_place(fact.pk))
    fact.version += 1
    fact.save()
    return fact
