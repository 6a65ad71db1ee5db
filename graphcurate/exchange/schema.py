"""The JSON Schema (2020-12) of the exchange format, made of the contracts. Pure."""

import json
from pathlib import Path
from typing import Any

from graphcurate.exchange.document import SCHEMA_ID, GraphDocument

SCHEMA_FILE = Path(__file__).parent / "schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """What a file of whole entries is checked against."""
    made = GraphDocument.model_json_schema(mode="validation")
    parts = made.pop("$defs")
    for name in ("Biomarker", "Domain"):
        # Relations stand in a list of their own, and a limit names its source by its key.
        del parts[name]["properties"]["relations"]
    limit = parts["CriticalLimit"]["properties"]["source"]
    parts["CriticalLimit"]["properties"]["source"] = {
        "anyOf": [{"type": "string"}, {"type": "null"}],
        "default": limit["default"],
        "description": "Key of a source.",
    }
    used = _used(made, parts)
    kept = {name: parts[name] for name in sorted(used)}
    return {"$schema": DIALECT, "$id": SCHEMA_ID, **made, "$defs": kept}


def schema_text() -> str:
    """The schema as it is kept in the repository."""
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _used(said: Any, parts: dict[str, Any]) -> set[str]:
    """The parts a schema refers to, and those that they refer to."""
    found: set[str] = set()
    waiting = [said]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            name = str(one.get("$ref", "")).rpartition("/")[2]
            if name in parts and name not in found:
                found.add(name)
                waiting.append(parts[name])
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return found


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
