"""What the record says twice and differently is said twice, and nobody chooses."""

from analysis.pipeline.contracts import Statement, StatementKind
from analysis.pipeline.stage import needed
from tests.factories.stages import analysed_labs, condition, lab, medicine

AGAINST = lab("l2", value=3.0, flag="L")


def _said(*labs: dict, **sent: object) -> list[Statement]:
    items = needed(analysed_labs(*labs, **sent).statements).items
    return [one for one in items if one.kind is StatementKind.CONTRADICTION]


def test_two_results_of_one_test_and_day_on_both_sides_are_both_said() -> None:
    [said] = _said(lab(), AGAINST)

    assert (
        "another result of this test from 20-Nov-2026: 5.7\u00a0mmol/L (flagged “H”)" in said.text
    )
    assert said.text.endswith("Which of them holds is for a person to say.")
    assert set(said.rests_on) == {"Observation/l1", "Observation/l2"}
    assert said.cut is None
    assert "disagree. Please ask the people who care for you" in (said.plain or "")


def test_several_others_are_named_together() -> None:
    [said] = _said(AGAINST, lab(), lab("l3", value=4.2, flag=None))

    assert "holds other results of this test" in said.text
    assert "4.2\u00a0mmol/L (normal by our check)" in said.text


def test_results_that_agree_or_have_an_order_contradict_nothing() -> None:
    assert _said(lab(), lab("l2", value=5.9)) == []
    assert _said(lab(), {**AGAINST, "date": "2026-11-19"}) == []
    assert _said(lab()) == []


def test_what_is_told_in_person_is_not_said_in_plain_words() -> None:
    hiv = {"loinc": "56888-1", "name": "HIV", "unit": None, "ref_low": None, "ref_high": None}
    sent = (
        lab("l1", value="positive", flag="POS", **hiv),
        lab("l2", value="negative", flag="NEG", **hiv),
    )

    [said] = _said(*sent)

    assert said.plain is None


def test_what_would_pull_the_other_way_is_said_beside_what_fits() -> None:
    found = analysed_labs(
        lab(),
        conditions=[condition("Chronic kidney disease", "N18.3")],
        medications=[medicine("insulin", "A10AB01")],
    )

    text = "\n".join(one.text for one in needed(found.statements).items)

    assert "Chronic kidney disease, which can raise this value." in text
    assert (
        "Recorded but not fitting: insulin. It lowers this value, but the result is high." in text
    )
