"""What the columns of a table can mean, and a guess from their headers. Pure."""

import re
from collections.abc import Sequence
from enum import StrEnum

from medreview.common.hashing import sha256_of
from medreview.common.text import normalise_name


class Role(StrEnum):
    """What a column holds."""

    PATIENT = "patient"
    NAME = "name"
    FAMILY = "family"
    GIVEN = "given"
    BIRTH = "birth"
    SEX = "sex"
    TEST = "test"
    CODE = "code"
    VALUE = "value"
    UNIT = "unit"
    RANGE = "range"
    RANGE_LOW = "range_low"
    RANGE_HIGH = "range_high"
    FLAG = "flag"
    DATE = "date"
    TIME = "time"
    STATUS = "status"
    SPECIMEN = "specimen"
    ORDER = "order"
    NOTE = "note"


REQUIRED = (Role.PATIENT, Role.TEST, Role.VALUE)
"""Without these no row says whose result of what it is."""

# Whole headers, in order of preference: English, Russian, Chinese.
_WORDS: dict[Role, str] = {
    Role.PATIENT: "mrn|patient id|patient number|patient no|patientid|patient_id|pid|hospital "
    "number|record number|medical record number|chart|номер карты|№ карты|история болезни|"
    "номер истории болезни|код пациента|id пациента|ид пациента|номер пациента|病历号|住院号|"
    "患者id|病人id|患者编号|病案号|门诊号",
    Role.NAME: "name|patient name|full name|patient|фио|ф.и.о.|пациент|имя пациента|姓名|患者姓名|"
    "病人姓名",
    Role.FAMILY: "family|family name|last name|lastname|surname|фамилия|姓",
    Role.GIVEN: "given|given name|first name|firstname|forename|имя|имя отчество|名",
    Role.BIRTH: "dob|birth date|date of birth|birthdate|born|birthday|дата рождения|д.р.|др|"
    "出生日期|生日",
    Role.SEX: "sex|gender|пол|性别",
    Role.TEST: "test|test name|analyte|parameter|assay|component|analysis|investigation|"
    "observation|item|item name|показатель|тест|анализ|исследование|наименование|"
    "название теста|параметр|项目|项目名称|检验项目|检测项目|指标",
    Role.CODE: "loinc|loinc code|code|test code|analyte code|код|код теста|код показателя|"
    "项目代码|检验代码|代码",
    Role.VALUE: "value|result|result value|test result|measurement|numeric result|результат|"
    "значение|结果|检验结果|检测结果|数值|测定值",
    Role.UNIT: "unit|units|uom|unit of measure|единица|единицы|ед|ед.|ед. изм.|ед.изм.|"
    "единица измерения|единицы измерения|单位",
    Role.RANGE: "range|reference range|ref range|reference|normal range|reference interval|"
    "ref. range|норма|референс|референсные значения|референсный интервал|参考范围|参考值|"
    "参考区间|正常值",
    Role.RANGE_LOW: "low|range low|reference low|ref low|lower limit|lower|min|нижняя граница|"
    "норма от|мин|参考下限|下限|参考值下限",
    Role.RANGE_HIGH: "high|range high|reference high|ref high|upper limit|upper|max|"
    "верхняя граница|норма до|макс|参考上限|上限|参考值上限",
    Role.FLAG: "flag|abnormal flag|abnormal|interpretation|h/l|флаг|отклонение|оценка|提示|"
    "标志|异常标志|异常提示|高低",
    Role.DATE: "collected|collection date|collection time|date collected|sample date|"
    "sample time|specimen date|observation date|result date|date|datetime|date time|"
    "date/time|дата забора|дата взятия|дата взятия биоматериала|дата исследования|"
    "дата анализа|дата результата|дата|采样时间|采集时间|采集日期|检验日期|检测日期|"
    "报告时间|报告日期|日期",
    Role.TIME: "time|время|время забора|时间",
    Role.STATUS: "status|result status|статус|状态|结果状态",
    Role.SPECIMEN: "specimen|specimen type|sample type|sample|material|matrix|биоматериал|"
    "материал|образец|样本|样本类型|标本|标本类型",
    Role.ORDER: "order|order id|order number|order no|accession|accession number|sample id|"
    "specimen id|barcode|lab number|request|номер заказа|заказ|номер пробы|штрихкод|"
    "штрих-код|номер направления|条码|条码号|样本号|申请单号|标本号",
    Role.NOTE: "note|notes|comment|comments|remark|remarks|примечание|комментарий|备注",
}
_MEANT = {
    word: (place, role)
    for role, words in _WORDS.items()
    for place, word in enumerate(words.split("|"))
}
_BRACKETS = re.compile(r"\s*[(\[（].*?[)\]）]\s*")
_JOINTS = re.compile(r"[_\s]+")


def guessed_roles(header: Sequence[str]) -> dict[Role, int]:
    """The column of each role whose usual words a header uses; each column once."""
    found: dict[Role, tuple[int, int]] = {}
    for column, words in enumerate(header):
        meant = _meant(words)
        if meant is None:
            continue
        rank, role = meant
        # The better word wins; among equals the first column, as people read it.
        if role not in found or rank < found[role][0]:
            found[role] = (rank, column)
    return {role: column for role, (_rank, column) in found.items()}


def _meant(words: str) -> tuple[int, Role] | None:
    plain = _JOINTS.sub(" ", normalise_name(words)).strip(" :*")
    for form in (plain, _BRACKETS.sub(" ", plain).strip(), plain.rstrip(".")):
        if form in _MEANT:
            return _MEANT[form]
    return None


def signature_of(header: Sequence[str]) -> str:
    """Equal for tables with the same headers in the same order, however they are spaced."""
    return sha256_of([normalise_name(words) for words in header])
