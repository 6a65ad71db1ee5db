"""The records of South Bay Hospital. Every patient is invented."""

import datetime as dt

from medreview.demo.record import DemoRecord, Person, Resource

LABORATORY = "South Bay Laboratory"


def a_report_in_russian(today: dt.date) -> list[Resource]:
    """Names and units in Russian, no codes, and one local test that nobody can map."""
    record = _record(
        today,
        Person("sokolova", "Соколова", ("Анна", "Викторовна"), "female", "70020415", "1968-12-05"),
    )
    record.condition("Гипотиреоз неуточнённый", "E03.9", days_ago=900)
    record.takes("левотироксин", "H03AA01", days_ago=880, dosage="50 мкг 1 раз в день")
    record.draw(
        4,
        {
            "ru_hemoglobin": "104 L",
            "ru_ferritin": "8 L",
            "ru_tsh": "9.80 H",
            "ru_ft4": "9.9 L",
            "ru_potassium": "4.3",
            "ru_sodium": "139",
            "ru_creatinine": "71",
            "ru_local": "5.2 H",
        },
        name="Биохимия и гормоны",
    )
    return [record.bundle()]


def a_report_in_chinese(today: dt.date) -> list[Resource]:
    """Names in Chinese, no codes, flags as arrows."""
    record = _record(today, Person("wang", "王", ("建国",), "male", "70021188", "1961-04-18"))
    record.condition("慢性乙型肝炎", "B18.1", days_ago=3600)
    record.takes("恩替卡韦", "J05AF10", days_ago=1500, dosage="0.5 mg 每日一次")
    record.draw(
        2,
        {
            "zh_alt": "168 ↑",
            "zh_ast": "121 ↑",
            "zh_bilirubin": "41.5 ↑",
            "zh_platelets": "88 ↓",
            "zh_hemoglobin": "142",
            "zh_creatinine": "83",
            "zh_potassium": "4.0",
        },
        name="肝功能",
    )
    return [record.bundle()]


def stale_results(today: dt.date) -> list[Resource]:
    """Everything is two years old, a critical potassium among it: no alert today."""
    record = _record(
        today, Person("pereira", "Pereira", ("João",), "male", "70022040", "1963-08-30", "Sr")
    )
    record.condition("Chronic kidney disease, stage 4", "N18.4", days_ago=1500)
    record.draw(
        760,
        {
            "potassium": "6.7 HH",
            "creatinine_m": "268 H",
            "egfr": "22 L",
            "hemoglobin_m": "104 L",
            "lactate": "1.4",
        },
        name="Renal profile",
    )
    return [record.bundle()]


def a_namesake(today: dt.date) -> list[Resource]:
    """The same name as a patient of the other hospital: told apart by birth date and number."""
    record = _record(
        today,
        Person(
            "hargreaves-younger", "Hargreaves", ("Eleanor",), "female", "70022913", "1991-10-08"
        ),
    )
    record.draw(
        9,
        {"inr": "1.0", "hemoglobin_f": "131", "vitamin_d": "31 L", "calcitriol": "34 L"},
        name="Vitamin D",
    )
    return [record.bundle()]


def _record(today: dt.date, person: Person) -> DemoRecord:
    return DemoRecord(person, today, LABORATORY)
