"""A record with names no list of ours knows, for a demo in which a model is asked. Invented."""

import datetime as dt

from medreview.demo.catalogue import LabTest
from medreview.demo.record import DemoRecord, Person, Resource
from medreview.demo.stories_north import LABORATORY

FROM_ELSEWHERE = {
    "kallium": LabTest("Kallium", None, "mmol/L", "mmol/L", "3.5", "5.1"),
    "ferritn": LabTest("Ferritn", None, "µg/L", "ug/L", "15", "150"),
    "zonulin": LabTest("Zonulin", None, "ng/mL", "ng/mL", "0", "48"),
    "creatinin": LabTest("Creatinin (Jaffé)", None, "µmol/L", "umol/L", "45", "84"),
}
"""Tests of a laboratory abroad: by name alone, as somebody typed it."""


def names_from_elsewhere(today: dt.date) -> list[Resource]:
    """Results, a diagnosis and a medicine that are told by nothing but a stranger's spelling."""
    record = DemoRecord(
        Person("barroso", "Barroso", ("Inês",), "female", "40018123", "1961-09-08", "Ms"),
        today,
        LABORATORY,
    )
    record.condition("Diabetes Typ II bekannt", "E11.9", days_ago=2400)
    record.takes("Spironolacton Hexal", "C03DA01", days_ago=200, dosage="25 mg, 1-0-0")
    for resource in record.resources[1:]:
        named = resource.get("medicationCodeableConcept") or resource["code"]
        del named["coding"]
    record.draw(
        4,
        {"kallium": "5.9 H", "ferritn": "9 L", "zonulin": "71 H", "creatinin": "79"},
        name="Laboratory abroad",
        tests=FROM_ELSEWHERE,
    )
    record.draw(2, {"potassium": "5.6 H", "crp": "12 H"}, name="Blood tests")
    return [record.bundle()]
