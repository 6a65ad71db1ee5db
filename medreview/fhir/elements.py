"""Looking into FHIR JSON of any shape without ever failing on it.

What should be a list may be one thing, what should be an object may be text. These
functions give the wanted shape or nothing, so that a mapping never has to ask.
"""

from decimal import Decimal
from typing import Any

from medreview.common.text import visible

Json = dict[str, Any]

_ABSENT_REASON_URL = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"


def object_at(holder: Any, name: str) -> Json:
    """The object under this name; the first where a list was sent; else an empty one."""
    found = holder.get(name) if isinstance(holder, dict) else None
    if isinstance(found, list):
        found = next((item for item in found if isinstance(item, dict)), None)
    return found if isinstance(found, dict) else {}


def objects_at(holder: Any, name: str) -> list[Json]:
    """Every object under this name, also where one was sent without its list."""
    found = holder.get(name) if isinstance(holder, dict) else None
    if found is None:
        return []
    if isinstance(found, dict):
        return [found]
    if isinstance(found, list):
        return [item for item in found if isinstance(item, dict)]
    return []


def text_of(found: Any) -> str | None:
    """A text without the spaces around it or unseen letters; a number as its digits; else None."""
    if found is None:
        return None
    if isinstance(found, str):
        return visible(found).strip() or None
    if isinstance(found, int | Decimal) and not isinstance(found, bool):
        return str(found)
    return None


def text_at(holder: Any, *names: str) -> str | None:
    """The first text found under one of these names."""
    if not isinstance(holder, dict):
        return None
    for name in names:
        found = holder.get(name)
        if found is not None and (text := text_of(found)):
            return text
    return None


def texts_at(holder: Any, name: str) -> tuple[str, ...]:
    """Every text under this name."""
    found = holder.get(name) if isinstance(holder, dict) else None
    items = found if isinstance(found, list) else [found]
    return tuple(text for item in items if (text := text_of(item)))


def absent_reason(holder: Any) -> str | None:
    """The code of the data-absent-reason extension, where the source left a gap on purpose."""
    for extension in objects_at(holder, "extension"):
        if extension.get("url") == _ABSENT_REASON_URL:
            return text_at(extension, "valueCode", "valueString") or "unknown"
    return None
