"""A record of five thousand results: eight years of follow-up after a transplant."""

import datetime as dt
import random

from medreview.demo.record import DemoRecord, Person, Resource

DRAWS = 250
"""Times a sample was taken; with twenty tests each this makes five thousand results."""

DAYS_BETWEEN = 12

TYPICAL = {
    "potassium": (4.6, 0.4, 1),
    "sodium": (139, 2, 0),
    "bicarbonate": (23, 2, 0),
    "creatinine_m": (138, 14, 0),
    "egfr": (48, 5, 0),
    "urea": (10.5, 1.5, 1),
    "phosphate": (1.18, 0.15, 2),
    "calcium": (2.38, 0.07, 2),
    "pth": (8.2, 1.4, 1),
    "magnesium": (0.74, 0.06, 2),
    "albumin": (39, 2, 0),
    "hemoglobin_m": (121, 7, 0),
    "mcv": (91, 2, 0),
    "wbc": (6.2, 1.2, 1),
    "platelets": (214, 30, 0),
    "crp": (4.0, 3.0, 1),
    "alt_m": (27, 7, 0),
    "alp": (92, 14, 0),
    "ggt": (44, 12, 0),
    "bilirubin": (10, 3, 0),
}
"""Mean, spread and decimals of each test; the laboratory prints ranges and sends no flags."""

SEED = 20260101
"""The same numbers on every machine."""


def five_thousand_results(today: dt.date) -> list[Resource]:
    """Twenty tests at each of 250 draws, the last of them yesterday."""
    record = DemoRecord(
        Person("kowalczyk", "Kowalczyk", ("Tomasz",), "male", "70023377", "1956-02-11", "Pan"),
        today,
        "South Bay Laboratory",
    )
    record.condition("Kidney transplant status", "Z94.0", days_ago=DRAWS * DAYS_BETWEEN)
    record.condition("Chronic kidney disease, stage 3a", "N18.31", days_ago=1200)
    record.takes("tacrolimus", "L04AD02", days_ago=DRAWS * DAYS_BETWEEN, dosage="2 mg twice daily")
    record.takes("prednisolone", "H02AB06", days_ago=2000, dosage="5 mg once daily")
    record.no_known_allergies(days_ago=100, said_by="Dr P. Nowak")
    chance = random.Random(SEED)  # noqa: S311 - invented laboratory values, not a secret
    for number in range(DRAWS):
        results = {
            key: f"{max(chance.gauss(mean, spread), 0.1):.{decimals}f}"
            for key, (mean, spread, decimals) in TYPICAL.items()
        }
        record.draw(1 + (DRAWS - 1 - number) * DAYS_BETWEEN, results, name="Transplant clinic")
    return [record.bundle()]
