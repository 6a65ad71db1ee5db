"""Every line in its room, and no room too large to see across."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from tests.architecture.house import PACKAGES, place, source_files

LONGEST = 400
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "manager", "misc", "data", "info"}
KNOWN_ROOTS = {"medreview", "analysis", "memory", "graphcurate", "templates", "static", "tests"}
SCREEN = ("views", "presenters", "forms")
ASKING = r"\.objects\b|\.raw\(|connection\.cursor|\bget_object_or_404|\bget_list_or_404"
OUR_MODELS = tuple(
    f"{app}.models"
    for app in (one.name for one in apps.get_app_configs())
    if app.startswith(PACKAGES)
)


def lines_of(path: Path) -> int:
    return len(path.read_text().splitlines())


def test_no_file_is_longer_than_400_lines():
    code = source_files(".py", ".html", ".css", ".js", under=tuple(KNOWN_ROOTS))

    too_long = {place(path): lines_of(path) for path in code if lines_of(path) > LONGEST}

    assert too_long == {}


def test_no_room_is_named_after_nothing():
    nameless = [place(path) for path in source_files(".py") if path.stem in FORBIDDEN_NAMES]

    assert nameless == []


def in_room(path: Path, room: str) -> bool:
    return path.stem == room or path.parent.name == room


@pytest.mark.parametrize("room", SCREEN)
def test_rooms_of_the_screen_ask_no_database(room: str):
    asking = [
        place(path)
        for path in source_files(".py")
        if in_room(path, room) and re.search(ASKING, path.read_text())
    ]

    assert asking == []


def models_used_in(path: Path) -> Iterator[str]:
    """Names of model classes a file does more with than saying what kind of thing it is given."""
    tree = ast.parse(path.read_text())
    models = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OUR_MODELS)
        for alias in node.names
    }
    yield from (node.id for node in _beside_types(tree) if node.id in models)


def _beside_types(node: ast.AST) -> Iterator[ast.Name]:
    """Every name that is read, but for those of annotations and of ``isinstance``."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns"} or _asks_its_kind(node):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Name):
                yield child
            elif isinstance(child, ast.AST):
                yield from _beside_types(child)


def _asks_its_kind(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"isinstance", "cast"}


@pytest.mark.parametrize("room", SCREEN)
def test_rooms_of_the_screen_know_a_model_only_as_a_type(room: str):
    using = [
        f"{place(path)}: {name}"
        for path in source_files(".py")
        if in_room(path, room)
        for name in models_used_in(path)
    ]

    assert using == []


def test_no_import_hides_inside_a_function():
    hidden = [
        f"{place(path)}:{inner.lineno}"
        for path in source_files(".py")
        for outer in ast.walk(ast.parse(path.read_text()))
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]

    assert hidden == []


def test_every_file_of_code_says_what_it_promises():
    silent = [
        place(path)
        for path in source_files(".py")
        if path.read_text().strip() and ast.get_docstring(ast.parse(path.read_text())) is None
    ]

    assert silent == []
