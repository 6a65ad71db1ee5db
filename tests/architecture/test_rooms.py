"""Every line in its room, and no room too large to see across."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.house import place, source_files

LONGEST = 400
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "manager", "misc", "data", "info"}
KNOWN_ROOTS = {"medreview", "analysis", "memory", "graphcurate", "templates", "static", "tests"}


def lines_of(path: Path) -> int:
    return len(path.read_text().splitlines())


def test_no_file_is_longer_than_400_lines():
    code = source_files(".py", ".html", ".css", ".js", under=tuple(KNOWN_ROOTS))

    too_long = {place(path): lines_of(path) for path in code if lines_of(path) > LONGEST}

    assert too_long == {}


def test_no_room_is_named_after_nothing():
    nameless = [place(path) for path in source_files(".py") if path.stem in FORBIDDEN_NAMES]

    assert nameless == []


@pytest.mark.parametrize("room", ["views", "presenters", "forms"])
def test_rooms_of_the_screen_ask_no_database(room: str):
    asking = [
        place(path)
        for path in source_files(".py")
        if (path.stem == room or path.parent.name == room)
        and re.search(r"\.objects\b|\.raw\(|connection\.cursor", path.read_text())
    ]

    assert asking == []


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
