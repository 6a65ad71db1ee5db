"""Units of a resource that the table of units doesn't know: kept as sent, not dropped. Pure."""

from collections.abc import Iterator
from typing import Any

from medreview.fhir.elements import Json
from medreview.fhir.values import read_unit


def unmapped_units(resource: Json) -> Iterator[str]:
    """Of an Observation, each unit of its own value and its components that nobody can be sure of.

    Such a value is shown as it was sent and compared with nothing in another unit.
    """
    if resource.get("resourceType") != "Observation":
        return
    components = resource.get("component")
    for part in (resource, *(components if isinstance(components, list) else ())):
        quantity: Any = part.get("valueQuantity") if isinstance(part, dict) else None
        if isinstance(quantity, dict):
            unit, ucum = read_unit(quantity)
            if unit and ucum is None:
                yield unit
