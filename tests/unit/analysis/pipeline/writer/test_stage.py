"""Two texts from the same checked statements, and neither a diagnosis."""

from analysis.pipeline.contracts import (
    Report,
    Reports,
    Statement,
    StatementKind,
    StatementList,
)
from analysis.pipeline.writer.patient import Told, patient_report
from analysis.pipeline.writer.wording import (
    CARE,
    IN_PERSON,
    NOTHING_ABNORMAL,
    NOTHING_SAID,
    NOTICE_DOCTOR,
    NOTICE_PATIENT,
    UNREVIEWED,
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
