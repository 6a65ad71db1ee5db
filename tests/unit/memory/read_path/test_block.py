"""A block never exceeds its budget, says whose words it is in, and names what it left out."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from memory.facts import fold
from memory.read_path.block import Origin, line_of, memory_block
from memory.read_path.route import Task, route_of
from memory.read_path.select import Selected, select
from memory.vocabulary import EventKind, SectionKey, SourceKind, Stance
from memory.write_path.reconcile import Known
from tests.factories.memory import DAY, body, confirmed, event, known, words

NOW = DAY + dt.timedelta(days=10)


def selected(*facts: Known) -> tuple[Selected, ...]:
    return select(facts, route_of(Task.HISTORY), now=NOW)


def of_document(name: str) -> Known:
    said = words("Takes it.", kind=SourceKind.DOCUMENT)
    state = fold(
        [
            event(EventKind.MENTIONED, body=body(name), words=said),
            event(EventKind.CONFIRMED, day=1),
        ]
    )
    assert state is not None
    return Known(f"fact-{name}", state)


def test_what_patients_and_what_documents_said_stand_apart():
    made = memory_block(selected(known(body()), of_document("aspirin")), most_tokens=500)

    texts = {block.label: block.text for block in made.blocks}
    assert set(texts) == {origin.value for origin in Origin}
    assert "aspirin" not in texts[Origin.PATIENT_SAID]
    assert "metformin" not in texts[Origin.DOCUMENTS_SAID]


def test_a_line_says_digits_as_they_were_said_who_said_them_and_when_it_was_confirmed():
    dosed = known(body(fields={"dose": {"digits": "0,5", "unit": "mg"}}))

    (one,) = selected(dosed)

    assert "dose 0,5 mg" in line_of(one)
    assert "said by patient in a chat" in line_of(one)
    assert "confirmed 2026-03-01" in line_of(one)


def test_a_denied_thing_and_a_relatives_thing_can_not_be_read_as_the_patients():
    denied = body("latex", section=SectionKey.ALLERGIES, stance=Stance.ABSENT)
    mothers = body(
        "asthma",
        section=SectionKey.FAMILY_HISTORY,
        experiencer="relative",
        fields={"relation": "mother"},
    )

    lines = [line_of(one) for one in selected(known(denied, "a"), known(mothers, "b"))]

    assert "no latex" in lines[0]
    assert "of a relative, not of the patient" in lines[1]


def test_what_does_not_fit_is_named_and_an_allergy_goes_before_all_else():
    allergy = known(body("penicillin", section=SectionKey.ALLERGIES), "allergy")
    others = [Known(f"fact-{n}", confirmed(body(f"medicine {n}"))) for n in range(9)]

    made = memory_block(selected(*others, allergy), most_tokens=60)

    assert made.given[0] == "allergy"
    assert made.dropped
    assert set(made.given) | set(made.dropped) == {"allergy", *(f"fact-{n}" for n in range(9))}


NAMES = st.lists(st.text(min_size=1, max_size=120).filter(str.strip), max_size=12, unique=True)


@given(NAMES, st.integers(min_value=0, max_value=300))
def test_a_block_is_never_over_its_budget_and_loses_nothing_in_silence(names, budget):
    facts = [Known(str(place), confirmed(body(name))) for place, name in enumerate(names)]

    made = memory_block(selected(*facts), most_tokens=budget)

    assert made.tokens <= budget
    assert sorted((*made.given, *made.dropped)) == sorted(one.fact for one in facts)


@given(NAMES)
def test_a_name_with_line_breaks_can_not_pretend_to_be_a_line_of_its_own(names):
    facts = [Known(str(place), confirmed(body(name))) for place, name in enumerate(names)]

    made = memory_block(selected(*facts), most_tokens=100_000)

    lines = [line for block in made.blocks for line in block.text.split("\n")]
    assert len(lines) == len(selected(*facts))
