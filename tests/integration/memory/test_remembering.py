"""From a line of dialogue to a confirmed fact: nothing is one before a person says so."""

import pytest
from django.db import connection

from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.errors import Denied, Invalid
from medreview.patients.models import Patient
from medreview.patients.sealing import destroy_key, open_seal
from memory.contracts import Dialogue, SaidTurn
from memory.errors import CandidateStale, NotForBulk
from memory.facts import fold
from memory.jobs import read_source
from memory.lifecycle import CandidateState
from memory.models import Candidate, Fact, FactRecord, Source
from memory.queries.candidates import proposal_of, waiting
from memory.queries.facts import chain_problems
from memory.recorder import opened_events, opened_state
from memory.services import deciding
from memory.services.sources import give_source
from memory.vocabulary import ChangeKind, SectionKey, SourceKind, Speaker, Stance
from memory.write_path.lexicon import Lexicon, Term
from tests.factories.patients import make_patient

LEXICON = Lexicon(
    [
        Term("metformin", "metformin", SectionKey.MEDICATIONS),
        Term("penicillin", "penicillin", SectionKey.MEDICATIONS),
        Term("asthma", "asthma", SectionKey.CHRONIC_CONDITIONS),
    ]
)


def lexicon() -> Lexicon:
    return LEXICON


@pytest.fixture(autouse=True)
def _three_names(settings):
    settings.MEMORY_LEXICON = "tests.integration.memory.test_remembering.lexicon"


@pytest.fixture
def patient(ada: User) -> Patient:
    return make_patient(hospital=ada.hospital)


def said(patient: Patient, by: User, *texts: str) -> list[Candidate]:
    """What comes of words, read at once."""
    turns = tuple(SaidTurn(speaker=Speaker.PATIENT, text=text) for text in texts)
    source = give_source(
        dialogue=Dialogue(turns=turns), kind=SourceKind.CHAT, patient=patient, by=by
    )
    read_source(source.pk)
    return list(Candidate.objects.filter(source=source))


def test_words_become_candidates_and_no_fact(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin 500 mg")

    assert candidate.change == ChangeKind.NEW
    assert candidate.state == CandidateState.PENDING
    assert not Fact.objects.exists()


def test_a_confirmed_candidate_is_a_fact_that_equals_the_fold_of_its_events(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin 500 mg")

    decided = deciding.confirm(candidate=candidate, seen=1, by=ada)

    fact, seal = Fact.objects.get(), open_seal(patient)
    assert decided.fact == fact
    assert fact.is_confirmed
    assert opened_state(fact, seal) == fold(opened_events(fact, seal))
    assert opened_state(fact, seal).body.fields["dose"]["digits"] == "500"


def test_the_same_words_again_are_one_source(patient, ada):
    said(patient, ada, "I take metformin")
    said(patient, ada, "I take metformin")

    assert Source.objects.count() == 1
    assert Candidate.objects.count() == 1


def test_a_source_read_twice_proposes_nothing_twice(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin")

    read_source(candidate.source_id)

    assert Candidate.objects.count() == 1


def test_a_second_decision_from_an_older_page_is_refused_and_makes_no_event(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin")
    deciding.confirm(candidate=candidate, seen=1, by=ada)

    with pytest.raises(CandidateStale):
        deciding.confirm(candidate=candidate, seen=1, by=ada)

    assert FactRecord.objects.count() == 2


def test_a_candidate_whose_fact_changed_meanwhile_is_refused(patient, ada):
    (first,) = said(patient, ada, "I take metformin")
    deciding.confirm(candidate=first, seen=1, by=ada)
    (change,) = said(patient, ada, "I take metformin 500 mg")
    (stop,) = said(patient, ada, "I stopped metformin")
    deciding.confirm(candidate=change, seen=1, by=ada)

    with pytest.raises(CandidateStale):
        deciding.confirm(candidate=stop, seen=1, by=ada)


def test_no_allergies_is_a_confirmed_absence_with_who_and_when(patient, ada):
    (candidate,) = said(patient, ada, "No known allergies.")

    deciding.confirm(candidate=candidate, seen=1, by=ada)

    fact = Fact.objects.get()
    assert (fact.whole, fact.stance) == (True, Stance.ABSENT)
    assert fact.confirmed_by == ada
    assert fact.confirmed_at is not None


def test_what_contradicts_is_kept_beside_and_never_simply_confirmed(patient, ada):
    (none,) = said(patient, ada, "No known allergies.")
    deciding.confirm(candidate=none, seen=1, by=ada)
    (allergy,) = said(patient, ada, "I am allergic to penicillin")
    assert allergy.change == ChangeKind.CONTRADICTS

    with pytest.raises(Invalid):
        deciding.confirm(candidate=allergy, seen=1, by=ada)
    deciding.keep_both(candidate=allergy, seen=1, by=ada)

    assert Fact.objects.filter(is_confirmed=True, is_withdrawn=False).count() == 2


def test_a_denied_allergy_keeps_the_old_one_in_its_history(patient, ada):
    (allergy,) = said(patient, ada, "I am allergic to penicillin")
    deciding.confirm(candidate=allergy, seen=1, by=ada)
    (denied,) = said(patient, ada, "I am not allergic to penicillin")
    assert denied.change == ChangeKind.DENIES

    deciding.confirm(candidate=denied, seen=1, by=ada)

    fact = Fact.objects.get()
    states = [one.kind for one in opened_events(fact, open_seal(patient))]
    assert fact.stance == Stance.ABSENT
    assert states == ["mentioned", "confirmed", "negated"]


def test_a_correction_keeps_the_words_that_were_said(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin 500 mg")
    proposed = proposal_of(candidate, open_seal(patient))
    body = proposed.body.model_copy(
        update={"fields": {**proposed.body.fields, "dose": {"digits": "850", "unit": "mg"}}}
    )

    deciding.correct(candidate=candidate, body=body, seen=1, by=ada)

    state = opened_state(Fact.objects.get(), open_seal(patient))
    assert state.body.fields["dose"]["digits"] == "850"
    assert [words.text for words in state.sources] == ["I take metformin 500 mg"]


def test_a_rejected_candidate_needs_no_typing_and_makes_no_fact(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin")

    deciding.reject(candidate=candidate, reason="", seen=1, by=ada)

    candidate.refresh_from_db()
    assert (candidate.state, candidate.reason) == (CandidateState.REJECTED, "unsaid")
    assert not Fact.objects.exists()


def test_many_are_confirmed_at_once_only_where_nothing_changes(patient, ada):
    (first,) = said(patient, ada, "I take metformin")
    (allergy,) = said(patient, ada, "I am allergic to penicillin")

    for one in (first, allergy):
        with pytest.raises(NotForBulk):
            deciding.confirm_many(candidates=[one], seen={one.pk: 1}, by=ada)

    deciding.confirm(candidate=first, seen=1, by=ada)
    (again,) = said(patient, ada, "Yes, I take metformin.")
    assert deciding.confirm_many(candidates=[again], seen={again.pk: 1}, by=ada) == 1


def test_words_of_the_memory_itself_are_not_read_again(patient, ada):
    turns = (SaidTurn(speaker=Speaker.PATIENT, text="I take metformin", from_memory=True),)
    source = give_source(
        dialogue=Dialogue(turns=turns), kind=SourceKind.CHAT, patient=patient, by=ada
    )

    read_source(source.pk)

    assert not Candidate.objects.exists()


def test_a_curator_neither_gives_nor_decides(patient, ada, kim):
    (candidate,) = said(patient, ada, "I take metformin")

    with pytest.raises(Denied):
        said(patient, kim, "I have asthma")
    with pytest.raises(Denied):
        deciding.confirm(candidate=candidate, seen=1, by=kim)


def test_another_hospital_sees_nothing_of_the_queue(patient, ada, oleg):
    said(patient, ada, "I take metformin")

    assert waiting(ada).count() == 1
    assert waiting(oleg).count() == 0


def test_the_chain_adds_up_without_the_key_and_shows_what_was_changed(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin")
    deciding.confirm(candidate=candidate, seen=1, by=ada)
    destroy_key(patient, by=None)

    assert list(chain_problems(patient)) == []

    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("alter table memory_factrecord disable trigger user")
        cursor.execute("update memory_factrecord set actor = 'usr-x' where seq = 2")
        cursor.execute("alter table memory_factrecord enable trigger user")

    assert list(chain_problems(patient)) == ["event 2 is not what was recorded"]


def test_every_step_stands_in_the_trail_and_says_no_word_of_it(patient, ada):
    (candidate,) = said(patient, ada, "I take metformin")
    deciding.confirm(candidate=candidate, seen=1, by=ada)

    told = AuditEvent.objects.filter(event__startswith="memory.")

    assert set(told.values_list("event", flat=True)) == {
        "memory.source_given",
        "memory.source_read",
        "memory.candidate_decided",
    }
    assert "metformin" not in str(list(told.values()))
