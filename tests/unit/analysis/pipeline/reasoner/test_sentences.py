"""What is said of one finding, and to whom each judgement belongs."""

from analysis.pipeline.contracts import Statement, StatementKind
from analysis.pipeline.stage import needed
from tests.factories.stages import analysed_labs, condition, lab

CREATININE = {"name": "Creatinine", "loinc": "2160-0", "unit": "mg/dL"}


def _said(*labs: dict, kind: StatementKind = StatementKind.FOUND) -> list[Statement]:
    items = needed(analysed_labs(*labs).statements).items
    return [one for one in items if one.kind is kind]


def _texts(*labs: dict, kind: StatementKind = StatementKind.FOUND) -> str:
    return "\n".join(one.text for one in _said(*labs, kind=kind)).replace("\u00a0", " ")


def test_a_flag_in_quotes_is_always_the_sources() -> None:
    sent = lab("l2", value=2.8, flag="H", ref_low=0.6, ref_high=1.2, **CREATININE)

    assert "Creatinine 2.8 mg/dL (flagged “H”, 20-Nov-2026)" in _texts(lab(), sent)


def test_our_own_check_of_a_neighbour_is_called_ours() -> None:
    high = lab("l2", value=2.8, flag=None, ref_low=0.6, ref_high=1.2, **CREATININE)
    normal = {**high, "value": 0.9}

    assert "Abnormal beside it: Creatinine 2.8 mg/dL (high by our check, " in _texts(lab(), high)
    assert "Normal beside it: Creatinine 0.9 mg/dL (normal by our check, " in _texts(lab(), normal)


def test_a_neighbour_flagged_normal_against_its_range_is_not_called_normal() -> None:
    odd = lab("l2", value=2.8, flag="N", ref_low=0.6, ref_high=1.2, **CREATININE)

    found = _texts(lab(), odd)

    assert "Also in the record: Creatinine 2.8 mg/dL (flagged “N”, against its range, " in found
    assert "Normal beside it" not in found


def test_a_range_with_one_end_reads_as_a_sentence() -> None:
    found = _texts(lab(value=5.7, flag=None, ref_low=None, ref_high=5.1), kind=StatementKind.VALUE)

    assert "by our check it lies above its range (printed range: up to 5.1 mmol/L)." in found


def test_a_flag_against_the_other_side_of_the_range_says_so() -> None:
    found = _texts(lab(value=2.9, flag="H"), kind=StatementKind.VALUE)

    assert "The source flags it “H”, but it lies below its range (printed range: 3.5–5.1" in found


def test_the_patient_is_not_told_that_the_laboratory_said_more_than_it_did() -> None:
    (found,) = _said(lab(flag="A"), kind=StatementKind.VALUE)

    assert "The laboratory marked it as outside what is usual." in (found.plain or "")


def test_no_sentence_about_odd_flags_is_cut() -> None:
    odd = lab("l2", value=2.8, flag="N", ref_low=0.6, ref_high=1.2, **CREATININE)

    items = needed(analysed_labs(lab(value=2.9, flag="H"), odd).statements).items

    assert [one.cut for one in items if one.cut] == []


def test_a_limit_for_pregnancy_is_said_beside_a_recorded_pregnancy() -> None:
    pregnant = {"age": 29, "sex": "female", "pregnant": True, "gestation_weeks": 33}
    platelets = {"name": "Platelets", "unit": "10*9/L", "ref_low": 150, "ref_high": 400}
    low = lab(loinc="777-3", value=92, flag="L", **platelets)
    recorded = condition("Pregnancy", "Z33.1", onset="2026-09-21")

    found = analysed_labs(low, patient=pregnant, conditions=[recorded])

    said = needed(found.statements).items[0]
    assert said.kind is StatementKind.CRITICAL
    assert "pregnancy" in said.text
    assert said.cut is None
