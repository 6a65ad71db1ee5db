"""What is made where it is missing can't be made twice, however many ask at once."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db.models import Model, UniqueConstraint

from tests.architecture.house import place, source_files

MAKERS = ("get_or_create", "update_or_create", "aget_or_create", "aupdate_or_create")
NO_LOOKUP = ("defaults", "create_defaults")


def test_every_row_that_is_found_or_made_is_the_only_one_of_its_kind() -> None:
    places = list(_places())

    assert len(places) > 10
    assert [where for where, model, asked in places if not _is_one_at_most(model, asked)] == []


def _places() -> Iterator[tuple[str, type[Model], frozenset[str]]]:
    """Each call, the model it names, and the fields by which it looks."""
    models = {model.__name__: model for model in apps.get_models()}
    for path in source_files(".py"):
        for call in _calls(path):
            named = {each.id for each in ast.walk(call.func) if isinstance(each, ast.Name)}
            (name,) = named & models.keys()
            asked = frozenset(str(word.arg) for word in call.keywords) - {*NO_LOOKUP}
            yield f"{place(path)}:{call.lineno}", models[name], asked


def _calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        func = node.func if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and isinstance(func, ast.Attribute) and func.attr in MAKERS:
            yield node


def _is_one_at_most(model: type[Model], asked: frozenset[str]) -> bool:
    """Whether the database itself keeps a second row with these fields out."""
    plain = {model._meta.get_field(name).name for name in asked - {"pk"}}
    single = {field.name for field in model._meta.get_fields() if getattr(field, "unique", False)}
    together = [set(fields) for fields in model._meta.unique_together]
    together += [
        set(one.fields)
        for one in model._meta.constraints
        if isinstance(one, UniqueConstraint) and one.fields and one.condition is None
    ]
    return "pk" in asked or bool(plain & single) or any(fields <= plain for fields in together)
