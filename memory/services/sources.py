"""Take words about a patient in, and file what was read out of them."""

import datetime as dt

from django.db import transaction

from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now
from medreview.common.queue import enqueue_after_commit
from medreview.patients.models import Patient
from medreview.patients.sealing import OpenSeal, open_seal
from memory.contracts import Dialogue
from memory.models import Candidate, Fact, Source
from memory.places import candidate_place, source_place
from memory.recorder import lock
from memory.sections.registry import section_of
from memory.source_states import SOURCE, SourceState
from memory.vocabulary import SourceKind
from memory.write_path.reconcile import Proposed, Reconciled

READ_JOB = "memory.jobs.read_source"


@transaction.atomic
def give_source(*, dialogue: Dialogue, kind: SourceKind, patient: Patient, by: User) -> Source:
    """Keep the words and have them read in the background; the same words again are kept once."""
    check_can(by, Permission.MEMORY_GIVE)
    seal = open_seal(patient)
    said = dialogue.as_text().encode()
    made = Source(
        hospital_id=patient.hospital_id,
        patient=patient,
        kind=kind,
        said_hash=seal.keyed_hash(said),
        given_by=by,
        sealed=b"",
    )
    lock(patient)
    kept = Source.objects.filter(patient=patient, said_hash=made.said_hash).first()
    if kept is not None:
        return kept
    made.save()
    made.sealed = seal.seal(said, context=source_place(made.pk))
    made.save(update_fields=["sealed"])
    audit.record(
        EventType.MEMORY_SOURCE_GIVEN,
        thing=made,
        by=by,
        patient=patient,
        detail={"kind": kind.value},
        counts={"turns": len(dialogue.turns)},
    )
    enqueue_after_commit(READ_JOB, made.pk)
    return made


@transaction.atomic
def file_proposals(*, source: Source, made: Reconciled, seal: OpenSeal) -> list[Candidate]:
    """Keep what was proposed, once, and that the source was read."""
    lock(source.patient)
    source = Source.objects.select_for_update().get(pk=source.pk)
    if source.state != SourceState.WAITING:
        return []
    versions = dict(Fact.objects.filter(patient=source.patient).values_list("pk", "version"))
    filed = [_filed(source, one, place, versions, seal) for place, one in enumerate(made.proposed)]
    SOURCE.check(source.state, SourceState.READ)
    source.state, source.read_at = SourceState.READ, now()
    source.found, source.left_out = len(made.proposed), len(made.left_out)
    source.save(update_fields=["state", "read_at", "found", "left_out"])
    audit.record(
        EventType.MEMORY_SOURCE_READ,
        thing=source,
        by=None,
        patient=source.patient,
        counts={"proposed": source.found, "left_out": source.left_out},
    )
    return filed


def _filed(
    source: Source, one: Proposed, place: int, versions: dict[str, int], seal: OpenSeal
) -> Candidate:
    section = section_of(one.body.section)
    candidate = Candidate(
        hospital_id=source.hospital_id,
        patient=source.patient,
        source=source,
        section=section.key,
        change=one.change,
        fact_id=one.fact,
        fact_version=versions.get(one.fact or "", 0),
        against=list(one.against),
        made_by=one.heard.made_by,
        confidence=one.heard.confidence,
        place=place,
        expires_at=now() + dt.timedelta(days=section.answer_within_days),
        sealed=b"",
    )
    candidate.save()
    candidate.sealed = seal.seal(one.as_text().encode(), context=candidate_place(candidate.pk))
    candidate.save(update_fields=["sealed"])
    return candidate
