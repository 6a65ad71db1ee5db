"""Two texts from the same checked statements, and neither a diagnosis."""

from analysis.pipeline.contracts import (
    EvidenceTier,
    Report,
    Reports,
    Statement,
    StatementKind,
    StatementList,
    WordedBy,
    Wording,
)
from analysis.pipeline.writer.doctor import doctor_report
from analysis.pipeline.writer.patient import Told, patient_report
from analysis.pipeline.writer.wording import (
    CARE,
    DISAGREES,
    FALLBACK,
    IN_PERSON,
    NOTHING_ABNORMAL,
    NOTHING_SAID,
    NOTICE_DOCTOR,
    NOTICE_PATIENT,
    UNREVIEWED,
    WORDED_DOCTOR,
    WORDED_PATIENT,
)
from tests.factories.stages import analysed_labs, lab, medicine


def _reports(*labs: dict, **sent: object) -> Reports:
    found = analysed_labs(*labs, **sent).reports
    assert found is not None
    return found


def _texts(report: Report) -> list[str]:
    return [one.text for section in report.sections for one in section.statements]


def test_both_texts_carry_their_notice() -> None:
    found = _reports(lab())

    assert found.doctor.notice == f"{NOTICE_DOCTOR} {UNREVIEWED}"
    assert found.patient.notice == NOTICE_PATIENT


def test_a_critical_value_opens_the_patients_text_with_the_fixed_wording() -> None:
    assert _texts(_reports(lab(value=6.9)).patient)[0] == CARE
    assert CARE not in _texts(_reports(lab()).patient)


def test_the_patients_text_names_no_medicine() -> None:
    found = _reports(lab(), medications=[medicine("ramipril", "C09AA05")])

    assert any("ramipril" in text for text in _texts(found.doctor))
    assert not any("ramipril" in text for text in _texts(found.patient))


def test_what_is_told_in_person_is_not_first_read_in_a_letter() -> None:
    hiv = lab(loinc="56888-1", name="HIV", value="positive", unit=None, flag="POS")

    found = _reports(hiv)

    assert _texts(found.patient) == [IN_PERSON]


def test_nothing_abnormal_is_written_only_when_it_may_be_said() -> None:
    assert _texts(_reports(lab(value=4.2, flag="N")).doctor) == [NOTHING_ABNORMAL]
    assert _texts(_reports().patient) == [NOTHING_SAID]


def test_every_statement_of_both_texts_rests_on_something() -> None:
    found = _reports(lab(value=6.9), medications=[medicine("ramipril", "C09AA05")])

    for report in (found.doctor, found.patient):
        assert all(one.rests_on for section in report.sections for one in section.statements)


def test_the_care_wording_stands_though_the_sentence_of_the_critical_was_cut() -> None:
    cut = Statement(
        kind=StatementKind.CRITICAL, text="x", about=None, rests_on=("o",), cut="A stray word."
    )

    found = patient_report(StatementList(items=(cut,)), Told({}))

    assert _texts(found)[0] == CARE


# With a model's words


def _worded(**changed: object) -> Statement:
    said = {
        "kind": StatementKind.VALUE,
        "text": "Potassium was 5.7.",
        "rule_text": "Potassium: 5.7.",
        "plain": "Your potassium was 5.7.",
        "rule_plain": "Your result for potassium was 5.7.",
        "worded_by": WordedBy.MODEL,
        "plain_worded_by": WordedBy.MODEL,
        "about": "o",
        "rests_on": ("o",),
        **changed,
    }
    return Statement.model_validate(said)


def _list(*items: Statement, by: WordedBy = WordedBy.MODEL, **changed: object) -> StatementList:
    return StatementList(items=items, wording=Wording(by=by), **changed)


def test_a_text_in_a_models_words_says_so() -> None:
    said = _list(_worded())

    doctor, patient = doctor_report(said), patient_report(said, Told({}))

    assert (doctor.worded_by, patient.worded_by) == (WordedBy.MODEL, WordedBy.MODEL)
    assert doctor.notice == f"{NOTICE_DOCTOR} {WORDED_DOCTOR}"
    assert patient.notice == f"{NOTICE_PATIENT} {WORDED_PATIENT}"
    assert _texts(patient) == ["Your potassium was 5.7."]


def test_a_text_that_the_model_worded_nothing_of_is_the_rules() -> None:
    said = _list(_worded(plain=None, plain_worded_by=WordedBy.RULE, rule_plain=None))

    patient = patient_report(said, Told({}))

    assert (doctor_report(said).worded_by, patient.worded_by) == (WordedBy.MODEL, WordedBy.RULE)
    assert patient.notice == NOTICE_PATIENT


def test_a_text_whose_model_failed_is_labelled() -> None:
    own = _worded().by_rule()
    said = _list(own, by=WordedBy.FALLBACK)

    doctor, patient = doctor_report(said), patient_report(said, Told({}))

    assert (doctor.worded_by, patient.worded_by) == (WordedBy.FALLBACK, WordedBy.FALLBACK)
    assert doctor.notice.endswith(FALLBACK)
    assert _texts(doctor) == _texts(doctor_report(_list(own, by=WordedBy.RULE)))


def test_the_texts_read_in_the_models_order() -> None:
    one, other = _worded(), _worded(text="Sodium was 130.", about="p", rests_on=("p",))

    found = doctor_report(_list(one, other, order=(1, 0)))

    assert _texts(found) == ["Sodium was 130.", "Potassium was 5.7."]


def test_words_for_a_patient_that_diagnose_give_way_to_the_rules() -> None:
    said = _list(_worded(plain="You have kidney failure."))

    found = patient_report(said, Told({}))

    assert _texts(found) == ["Your result for potassium was 5.7."]
    assert found.worded_by is WordedBy.RULE


def test_what_no_words_may_say_is_told_in_person() -> None:
    own = _worded(plain="You have kidney failure.", rule_plain="You have diabetes.")

    assert _texts(patient_report(_list(own), Told({}))) == [IN_PERSON]


def test_what_a_model_knows_without_a_source_is_not_in_the_patients_text() -> None:
    said = _list(_worded(kind=StatementKind.ACTUALITY, tier=EvidenceTier.MODEL_KNOWLEDGE))

    assert _texts(patient_report(said, Told({}))) == []
    assert _texts(doctor_report(said)) == ["Potassium was 5.7."]


def test_where_the_record_is_not_of_one_mind_the_patient_is_told_to_ask() -> None:
    assert DISAGREES in _texts(_reports(lab(value=4.2)).patient)
    assert DISAGREES not in _texts(_reports(lab()).patient)


def test_two_results_that_disagree_are_told_to_both_readers() -> None:
    found = _reports(lab(), lab("l2", value=3.0, flag="L"))

    assert any("for a person to say" in text for text in _texts(found.doctor))
    assert any("they disagree" in text for text in _texts(found.patient))
