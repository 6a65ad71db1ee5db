import pytest

from medreview.fhir.csv_results.columns import Role, guessed_roles, signature_of


@pytest.mark.parametrize(
    "header",
    [
        ["MRN", "Patient Name", "DOB", "Test", "LOINC", "Result", "Units", "Ref. Range", "Flag",
         "Collection Date", "Status"],
        ["Номер карты", "ФИО", "Дата рождения", "Показатель", "Код", "Результат", "Ед. изм.",
         "Норма", "Отклонение", "Дата забора", "Статус"],
        ["病历号", "姓名", "出生日期", "检验项目", "项目代码", "结果", "单位", "参考范围", "提示",
         "采样时间", "状态"],
    ],
)  # fmt: skip
def test_the_usual_headers_of_three_languages_are_known(header):
    roles = [Role.PATIENT, Role.NAME, Role.BIRTH, Role.TEST, Role.CODE, Role.VALUE, Role.UNIT,
             Role.RANGE, Role.FLAG, Role.DATE, Role.STATUS]  # fmt: skip

    assert guessed_roles(header) == {role: place for place, role in enumerate(roles)}


def test_spelling_spaces_and_brackets_do_not_matter():
    assert guessed_roles(["patient_id", "  RESULT ", "Unit (SI)", "Test name:"]) == {
        Role.PATIENT: 0,
        Role.VALUE: 1,
        Role.UNIT: 2,
        Role.TEST: 3,
    }


def test_of_two_columns_of_one_role_the_better_word_wins_and_among_equals_the_first():
    assert guessed_roles(["Date", "Collected", "Value", "Value"]) == {
        Role.DATE: 1,
        Role.VALUE: 2,
    }


def test_a_header_nobody_knows_is_not_guessed():
    assert guessed_roles(["Spalte 7", ""]) == {}


def test_the_signature_is_of_words_and_order():
    assert signature_of(["MRN ", "Test"]) == signature_of(["mrn", "test"])
    assert signature_of(["MRN", "Test"]) != signature_of(["Test", "MRN"])
