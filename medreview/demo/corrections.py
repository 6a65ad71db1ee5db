"""A result the laboratory corrects after a report on it was signed."""

from decimal import Decimal

from medreview.demo.record import Resource, as_bundle

CORRECTED = "achterberg-report-1-ft4"
DILUTED = Decimal("48.6")


def correction_of(bundle: Resource) -> Resource:
    """Free thyroxine, first beyond what the analyser measures, measured again in a dilution."""
    resources = [entry["resource"] for entry in bundle["entry"]]
    first = next(each for each in resources if each["id"] == CORRECTED)
    quantity = {name: said for name, said in first["valueQuantity"].items() if name != "comparator"}
    return as_bundle(
        [
            first
            | {
                "status": "corrected",
                "valueQuantity": quantity | {"value": DILUTED},
                "note": [{"text": "Measured again in a dilution of 1 in 5."}],
            }
        ]
    )
