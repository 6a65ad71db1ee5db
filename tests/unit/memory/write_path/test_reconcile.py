"""What was heard beside what is known: each is proposed or left out, and nothing is overwritten."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.values import Code, When
from memory.vocabulary import ChangeKind, Experiencer, SectionKey, Stance, Status
from memory.write_path.reconcile import Act, reconcile, same_thing
from tests.factories.memory import body, heard, known

RX = "http://www.nlm.nih.gov/research/umls/rxnorm"
PENICILLIN = body("penicillin", section=SectionKey.ALLERGIES)
NO_ALLERGIES = body(
    "no known allergies", section=SectionKey.ALLERGIES, whole=True, stance=Stance.ABSENT
)


def only(result):
    (one,) = result.proposed
    return one


def test_what_nobody_knows_is_new():
    made = only(reconcile([heard(body())], []))

    assert (made.change, made.fact) == (ChangeKind.NEW, None)


def test_the_same_again_confirms():
    made = only(reconcile([heard(body("Metformin"))], [known(body())]))

    assert (made.change, made.fact) == (ChangeKind.CONFIRMS, "fact-1")


def test_another_dose_changes_and_what_was_not_said_stays():
    before = body(fields={"dose": {"digits": "500", "unit": "mg"}, "indication": "diabetes"})
    now = body(fields={"dose": {"digits": "1000", "unit": "mg"}})

    made = only(reconcile([heard(now, act=Act.CHANGES)], [known(before)]))

    assert made.change is ChangeKind.CHANGES
    assert made.body.fields["dose"]["digits"] == "1000"
    assert made.body.fields["indication"] == "diabetes"


def test_a_stop_stops_and_stopped_again_confirms():
    stop = heard(body(status=Status.STOPPED), act=Act.STOPS)

    first = only(reconcile([stop], [known(body())]))
    again = only(reconcile([stop], [known(body(status=Status.STOPPED))]))

    assert (first.change, first.body.status) == (ChangeKind.STOPS, Status.STOPPED)
    assert again.change is ChangeKind.CONFIRMS


def test_a_stopped_medicine_that_is_begun_again_changes():
    begun = heard(body(status=Status.ACTIVE), act=Act.STARTS)

    made = only(reconcile([begun], [known(body(status=Status.STOPPED))]))

    assert made.change is ChangeKind.CHANGES
    assert made.body.status is Status.ACTIVE


def test_a_denied_allergy_is_proposed_as_denied_and_the_fact_is_named():
    denied = PENICILLIN.model_copy(update={"stance": Stance.ABSENT})

    made = only(reconcile([heard(denied, act=Act.DENIES)], [known(PENICILLIN)]))

    assert (made.change, made.fact) == (ChangeKind.DENIES, "fact-1")


def test_no_allergies_contradicts_every_allergy_that_is_known():
    known_ones = [
        known(PENICILLIN, "fact-1"),
        known(body("latex", section=SectionKey.ALLERGIES), "fact-2"),
    ]

    made = only(reconcile([heard(NO_ALLERGIES)], known_ones))

    assert made.change is ChangeKind.CONTRADICTS
    assert made.against == ("fact-1", "fact-2")


def test_an_allergy_contradicts_a_confirmed_none():
    made = only(reconcile([heard(PENICILLIN)], [known(NO_ALLERGIES)]))

    assert (made.change, made.against) == (ChangeKind.CONTRADICTS, ("fact-1",))


def test_present_again_after_a_confirmed_no_contradicts():
    absent = PENICILLIN.model_copy(update={"stance": Stance.ABSENT})

    made = only(reconcile([heard(PENICILLIN)], [known(absent)]))

    assert (made.change, made.fact) == (ChangeKind.CONTRADICTS, "fact-1")


def test_a_maybe_never_touches_what_is_known_and_says_why():
    maybe = PENICILLIN.model_copy(update={"stance": Stance.POSSIBLE})

    result = reconcile([heard(maybe)], [known(PENICILLIN)])

    assert result.proposed == ()
    assert [one.why for one in result.left_out] == ["less_certain"]


def test_what_is_only_supposed_is_no_fact():
    supposed = body(stance=Stance.HYPOTHETICAL)

    result = reconcile([heard(supposed)], [])

    assert [one.why for one in result.left_out] == ["hypothetical"]


def test_a_relatives_condition_is_never_the_patients():
    mothers = body(
        "asthma",
        section=SectionKey.FAMILY_HISTORY,
        experiencer=Experiencer.RELATIVE,
        fields={"relation": "mother"},
    )
    own = body("asthma", section=SectionKey.CHRONIC_CONDITIONS)

    assert only(reconcile([heard(mothers)], [known(own)])).change is ChangeKind.NEW


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"done": When.of_year(2010).as_json()}, {"done": When.of_year(2020).as_json()}, False),
        ({"done": When.of_year(2010).as_json()}, {}, True),
        ({"side": "left"}, {"side": "right"}, False),
        ({"side": "left"}, {}, True),
    ],
)
def test_operations_are_told_apart_by_time_and_side_where_both_are_known(one, other, same):
    bodies = [
        body("hip replacement", section=SectionKey.SURGERIES, fields=fields)
        for fields in (one, other)
    ]

    assert same_thing(*bodies) is same


def test_codes_of_one_system_decide_over_names():
    coded = body("Glucophage", code=Code(system=RX, code="6809"))
    named = body("metformin", code=Code(system=RX, code="6809"))
    other = body("metformin", code=Code(system=RX, code="9999"))

    assert same_thing(coded, named)
    assert not same_thing(named, other)


NAMES = st.lists(st.sampled_from(["metformin", "aspirin", "insulin", "statin"]), max_size=6)


@given(NAMES, NAMES)
def test_everything_heard_is_proposed_or_left_out_in_any_order(before, said):
    facts = [known(body(name), f"fact-{name}") for name in dict.fromkeys(before)]
    things = [heard(body(name)) for name in said]

    forward, backward = reconcile(things, facts), reconcile(things[::-1], facts)

    assert len(forward.proposed) + len(forward.left_out) == len(things)
    assert forward.proposed == backward.proposed[::-1]
