"""The shapes of all contracts as text; run as a module it writes the snapshot."""

import json
import os
import re
from pathlib import Path

SNAPSHOT = Path(__file__).resolve().parents[1] / "data" / "shapes.json"


def shapes() -> dict[str, dict[str, object]]:
    """Each contract's version and fields, with their types and whether they are required."""
    from tests.architecture.house import all_contracts  # noqa: PLC0415 - after Django's setup

    return {
        f"{contract.__module__}.{contract.__qualname__}": {
            "version": contract.contract_version,
            "fields": {
                (field.alias or name): _type(field.annotation)
                + ("" if field.is_required() else "?")
                for name, field in contract.model_fields.items()
            },
        }
        for contract in all_contracts()
    }


def as_text(found: dict[str, dict[str, object]]) -> str:
    """The snapshot's own text."""
    return json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _type(annotation: object) -> str:
    text = (
        annotation.__name__
        if isinstance(annotation, type) and not hasattr(annotation, "__args__")
        else repr(annotation)
    )
    # A name used before its class stands in quotes until somebody has used it.
    text = re.sub(r"ForwardRef\('(\w+)'\)|'([A-Z]\w+)'", r"\1\2", text)
    return re.sub(r"(?:[a-z_]+\.)+(?=[A-Za-z])", "", text)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "medreview.settings.test")
    django.setup()
    SNAPSHOT.write_text(as_text(shapes()))
