"""The records of North City Hospital. Every patient is invented."""

import datetime as dt

from medreview.demo.catalogue import CATALOGUE
from medreview.demo.record import DemoRecord, Person, Resource, as_bundle, quantity

LABORATORY = "North City Laboratory"


def kidney_disease_with_critical_potassium(today: dt.date) -> list[Resource]:
    """Falling filtration, an ACE inhibitor with a potassium-sparing diuretic, potassium 6.8."""
    record = _record(
        today,
        Person("hargreaves", "Hargreaves", ("Eleanor",), "female", "40011827", "1958-03-14", "Mrs"),
    )
    record.condition("Chronic kidney disease, stage 3b", "N18.32", days_ago=1900)
    record.condition("Heart failure, unspecified", "I50.9", days_ago=800)
    record.condition("Essential hypertension", "I10", days_ago=4100)
    record.takes("ramipril", "C09AA05", days_ago=2700, dosage="10 mg once daily")
    record.takes("spironolactone", "C03DA01", days_ago=120, dosage="25 mg once daily")
    record.takes("ibuprofen", "M01AE01", days_ago=60, dosage="400 mg up to three times daily")
    record.allergy("Penicillin", "91936005", reaction="rash", recorded="2019")
    record.draw(690, {"potassium": "4.6", "creatinine_f": "98 H", "egfr": "55 L", "urea": "8.1 H"})
    record.draw(410, {"potassium": "4.9", "creatinine_f": "105 H", "egfr": "51 L", "urea": "8.8 H"})
    record.draw(
        106,
        {
            "potassium": "5.3 H",
            "creatinine_f": "118 H",
            "egfr": "43 L",
            "urea": "10.4 H",
            "hemoglobin_f": "108 L",
            "phosphate": "1.41",
            "pth": "7.4 H",
        },
    )
    record.draw(
        1,
        {
            "potassium": "6.8 HH",
            "sodium": "137",
            "bicarbonate": "19 L",
            "creatinine_f": "142 H",
            "egfr": "35 L",
            "urea": "14.2 H",
            "phosphate": "1.52 H",
            "calcium": "2.21",
            "pth": "9.8 H",
            "hemoglobin_f": "98 L",
            "ferritin_f": "11 L",
            "mcv": "81",
            "albumin": "38",
        },
        name="Renal profile and blood count",
    )
    return [record.bundle()]


def iron_deficiency_hidden_by_inflammation(today: dt.date) -> list[Resource]:
    """Ferritin stands in range because the inflammation lifts it; saturation tells."""
    record = _record(
        today, Person("okafor", "Okafor", ("Ngozi",), "female", "40012943", "1982-07-02", "Ms")
    )
    record.condition("Rheumatoid arthritis, unspecified", "M06.9", days_ago=1500)
    record.takes("methotrexate", "L04AX03", days_ago=1300, dosage="15 mg once weekly")
    record.takes("omeprazole", "A02BC01", days_ago=700, dosage="20 mg once daily")
    record.no_known_allergies(days_ago=200, said_by="Dr M. Orlov")
    record.draw(300, {"hemoglobin_f": "117 L", "mcv": "79 L", "crp": "31 H"})
    record.draw(
        3,
        {
            "hemoglobin_f": "96 L",
            "mcv": "74 L",
            "wbc": "8.9",
            "platelets": "452 H",
            "ferritin_f": "85",
            "iron": "4.1 L",
            "tsat": "9 L",
            "crp": "68 H",
            "creatinine_f": "66",
        },
        name="Anaemia profile",
    )
    return [record.bundle()]


def a_stopped_statin(today: dt.date) -> list[Resource]:
    """Muscle and liver enzymes are raised; the statin was stopped months before."""
    record = _record(
        today, Person("lindqvist", "Lindqvist", ("Per",), "male", "40013310", "1965-01-23", "Mr")
    )
    record.condition("Pure hypercholesterolaemia", "E78.00", days_ago=3000)
    record.condition("Hypothyroidism, unspecified", "E03.9", days_ago=1800)
    record.takes(
        "atorvastatin",
        "C10AA05",
        days_ago=2900,
        dosage="40 mg once daily",
        status="stopped",
        ended_days_ago=150,
    )
    record.takes("levothyroxine", "H03AA01", days_ago=1700, dosage="75 micrograms once daily")
    record.draw(160, {"ck": "890 H", "alt_m": "88 H", "ldl": "2.4"})
    record.draw(
        5,
        {
            "ck": "1180 H",
            "alt_m": "96 H",
            "ast_m": "71 H",
            "ldl": "4.9 H",
            "hdl": "1.2",
            "triglycerides": "1.6",
            "tsh": "11.30 H",
            "creatinine_m": "88",
        },
        name="Lipids and enzymes",
    )
    return [record.bundle()]


def a_refuted_diabetes(today: dt.date) -> list[Resource]:
    """The diagnosis was refuted and the metformin entered in error: neither may come back."""
    record = _record(
        today, Person("moreau", "Moreau", ("Claire",), "female", "40014077", "1973-11-30", "Mme")
    )
    record.condition("Type 2 diabetes mellitus", "E11.9", days_ago=400, verification="refuted")
    record.condition("Obesity, unspecified", "E66.9", days_ago=2500)
    record.takes(
        "metformin",
        "A10BA02",
        days_ago=400,
        dosage="500 mg twice daily",
        status="entered-in-error",
    )
    record.takes("prednisolone", "H02AB06", days_ago=20, dosage="20 mg once daily")
    record.draw(2, {"glucose": "9.4 H", "hba1c": "40", "potassium": "4.1", "alt_f": "41 H"})
    return [record.bundle()]


def comparator_values(today: dt.date) -> list[Resource]:
    """Values beyond what the analyser measures, and one limit that decides nothing."""
    record = _record(
        today, Person("achterberg", "Achterberg", ("Jan",), "male", "40014512", "1952-05-09", "Dhr")
    )
    record.condition("Atrial fibrillation, unspecified", "I48.91", days_ago=1000)
    record.takes("amiodarone", "C01BD01", days_ago=900, dosage="200 mg once daily")
    record.takes("apixaban", "B01AF02", days_ago=980, dosage="5 mg twice daily")
    record.no_known_allergies(days_ago=30, said_by="Nurse E. Hallam")
    record.draw(
        2,
        {
            "tsh": "<0.01 L",
            "ft4": ">100.0 H",
            "crp": "<6.0",
            "d_dimer": ">20000 H",
            "psa": "<0.10",
            "egfr": ">90",
            "potassium": "4.4",
            "ward_crp": "4.1",
        },
        name="Thyroid and clotting",
    )
    return [record.bundle()]


def a_child(today: dt.date) -> list[Resource]:
    """Ranges are for the child where they are printed; an adult's range decides nothing."""
    birth_date = today.replace(day=1) - dt.timedelta(days=4 * 365 + 60)
    record = _record(
        today, Person("tanaka", "Tanaka", ("Yui",), "female", "40015120", birth_date.isoformat())
    )
    record.draw(
        4,
        {
            "hemoglobin_child": "98 L",
            "mcv_child": "68 L",
            "ferritin_child": "6 L",
            "alp_unranged": "312",
            "wbc": "7.4",
            "platelets": "388",
        },
        name="Paediatric blood count",
    )
    return [record.bundle()]


def a_pregnancy(today: dt.date) -> list[Resource]:
    """Thirty-one weeks: falling platelets with rising enzymes and urate."""
    record = _record(
        today, Person("delgado", "Delgado", ("Lucía",), "female", "40015688", "1997-02-17", "Sra")
    )
    record.condition("Supervision of normal pregnancy, third trimester", "Z34.93", days_ago=70)
    record.resources.append(
        {
            "resourceType": "Observation",
            "id": "delgado-gestation",
            "status": "final",
            "category": [{"text": "Obstetrics"}],
            "code": {
                "coding": [
                    {"system": "http://loinc.org", "code": "18185-9", "display": "Gestational age"}
                ],
                "text": "Gestational age",
            },
            "subject": {"reference": "Patient/delgado"},
            "effectiveDateTime": record.day(1),
            "valueQuantity": {"value": 31, "unit": "weeks", "code": "wk"},
        }
    )
    record.takes("ferrous sulfate", "B03AA07", days_ago=90, dosage="200 mg once daily")
    record.no_known_allergies(days_ago=180, said_by="Midwife A. Rowe")
    record.draw(40, {"hemoglobin_pregnancy": "112", "platelets": "171", "alt_f": "24"})
    record.draw(
        1,
        {
            "hemoglobin_pregnancy": "101 L",
            "platelets": "92 L",
            "alt_f": "88 H",
            "ast_f": "79 H",
            "urate": "412 H",
            "creatinine_f": "78",
        },
        name="Antenatal profile",
    )
    return [record.bundle()]


def an_amended_result(today: dt.date) -> list[Resource]:
    """The first potassium was haemolysed; the laboratory sent a corrected one later."""
    record = _record(
        today, Person("whitcombe", "Whitcombe", ("Arthur",), "male", "40016231", "1949-09-12", "Mr")
    )
    record.condition("Essential hypertension", "I10", days_ago=5200)
    record.takes("indapamide", "C03BA11", days_ago=400, dosage="1.5 mg once daily")
    record.takes("sertraline", "N06AB06", days_ago=240, dosage="50 mg once daily")
    first = record.draw(
        2,
        {
            "potassium": "6.9 HH",
            "sodium": "126 L",
            "creatinine_m": "92",
            "ward_crp": "3.2",
            "ward_hemoglobin": "141",
        },
        specimen=("HEM", "haemolysed"),
    )
    corrected = dict(first[0])
    corrected["status"] = "corrected"
    corrected["valueQuantity"] = quantity("4.4", CATALOGUE["potassium"])
    corrected["note"] = [{"text": "Repeated on a fresh sample; the first was haemolysed."}]
    del corrected["interpretation"], corrected["specimen"]
    return [record.bundle(), as_bundle([corrected])]


def nothing_abnormal(today: dt.date) -> list[Resource]:
    """A whole profile in range, every result with its range."""
    record = _record(
        today, Person("svensson", "Svensson", ("Elin",), "female", "40016780", "1990-06-21", "Ms")
    )
    record.no_known_allergies(days_ago=10, said_by="Dr A. Petrova")
    record.draw(
        6,
        {
            "hemoglobin_f": "134 N",
            "mcv": "89 N",
            "wbc": "6.1 N",
            "platelets": "244 N",
            "sodium": "140 N",
            "potassium": "4.2 N",
            "creatinine_f": "64 N",
            "alt_f": "19 N",
            "tsh": "1.85 N",
            "glucose": "5.1 N",
            "ferritin_f": "58 N",
        },
        name="Health check",
    )
    return [record.bundle()]


def _record(today: dt.date, person: Person) -> DemoRecord:
    return DemoRecord(person, today, LABORATORY)
