"""The fields of every contract as a page; run as a module it writes them into contracts.md."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import Any, get_args

from medreview.common.contract import Contract
from tests.architecture.house import ROOT, all_contracts

PAGE = ROOT / "medreview" / "docs" / "contracts.md"
BEGIN, END = "<!-- the fields, made by make docs -->", "<!-- end of the fields -->"

SHOWN = (
    "medreview.fhir.record",
    "medreview.fhir.ranges",
    "medreview.fhir.import_receipt",
    "analysis.pipeline.contracts",
    "graphcurate.contracts",
    "analysis.evaluation.scorecard",
)
"""What leaves the product or crosses an app; the events of a run stand in ``runtime/events.py``."""

WORDS = (
    (r"ForwardRef\('(\w+)'\)|'([A-Z]\w+)'", r"\1\2"),
    (r"(?:\w+\.)+(?=\w)", ""),
    (r"tuple\[(.+), \.\.\.\]", r"list of \1"),
    (r"dict\[str, (.+)\]", r"\1 by name"),
    (r" \| None$", " or null"),
    (r"\bstr\b", "text"),
    (r"\bDecimal\b", "decimal as text"),
    (r"\bbool\b", "yes or no"),
    (r"\bint\b|\bfloat\b", "number"),
    (r"\bdatetime\b", "time with zone"),
)


def fields() -> str:
    """One chapter for each module of contracts, one paragraph for each contract."""
    return "\n".join(_chapters())


def written(text: str) -> str:
    """This text of contracts.md with the fields as they are now."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n\n{fields()}\n{END}{rest.split(END)[1]}"


def _chapters() -> Iterator[str]:
    module = ""
    for contract in all_contracts():
        if not contract.__module__.startswith(SHOWN):
            continue
        if contract.__module__ != module:
            module = contract.__module__
            yield f"## `{module}`\n"
        yield f"### {contract.__name__}\n\n{_promise(contract)}\n"
        yield "; ".join(_fields_of(contract)) + ".\n"
        if notes := [f"- `{name}`: {note}" for name, note in _said(contract)]:
            yield "\n".join(notes) + "\n"


def _promise(contract: type[Contract]) -> str:
    said = "" if contract.__doc__ is None else " ".join(contract.__doc__.split())
    parent = contract.__bases__[0]
    return said if parent is Contract else f"{said} All of {parent.__name__}, and:"


def _fields_of(contract: type[Contract]) -> Iterator[str]:
    for name, field in contract.model_fields.items():
        if name in contract.__annotations__:
            mark = "" if field.is_required() else "?"
            yield f"`{field.alias or name}{mark}` {_type(field.annotation)}"


def _said(contract: type[Contract]) -> Iterator[tuple[str, str]]:
    """What the source explains under a field."""
    body = ast.parse(textwrap.dedent(inspect.getsource(contract))).body[0].body  # type: ignore[attr-defined]
    for field, under in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(under, ast.Expr):
            yield field.target.id, " ".join(str(under.value.value).split())  # type: ignore[attr-defined, union-attr]


def _type(annotation: Any) -> str:
    text = (
        annotation.__name__
        if isinstance(annotation, type) and not get_args(annotation)
        else repr(annotation)
    )
    for pattern, word in WORDS:
        text = re.sub(pattern, word, text)
    return text + "".join(_choices(annotation))


def _choices(annotation: Any) -> Iterator[str]:
    """The words a field may hold, where they are a closed list."""
    for one in (annotation, *get_args(annotation)):
        if isinstance(one, type) and issubclass(one, StrEnum):
            yield " (" + ", ".join(f"`{member.value}`" for member in one) + ")"


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "medreview.settings.test")
    django.setup()
    PAGE.write_text(written(PAGE.read_text()))
