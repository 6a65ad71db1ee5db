"""The contracts of import-linter speak of every room there is."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

from django.apps import apps

from tests.architecture.house import PACKAGES, ROOT, module_name, place, source_files

FLOORS = {"urls", "views", "api", "management", "jobs", "presenters", "forms", "services"}
PURE_BY_NAME = {"contracts", "policies", "vocabulary"}


def contract(named: str) -> dict[str, Any]:
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    return next(one for one in rules["contracts"] if one["name"] == named)


def our_apps() -> list[str]:
    return [one.name for one in apps.get_app_configs() if one.name.startswith(PACKAGES)]


def test_every_app_has_its_place_in_the_house():
    layers = contract("The house stands on its foundation")["layers"]
    placed = {room.strip() for layer in layers for room in layer.split("|")}

    homeless = [app for app in our_apps() if not {app, app.split(".")[0]} & placed]

    assert homeless == []


def test_every_app_with_more_than_one_floor_keeps_their_order():
    ordered = set(contract("Every app has the same floors")["containers"])

    loose = []
    for app in our_apps():
        folder = ROOT / app.replace(".", "/")
        floors = {path.stem for path in folder.iterdir() if path.stem in FLOORS}
        if len(floors) > 1 and app not in ordered:
            loose.append(app)

    assert loose == []


def calls_itself_pure(path: Path) -> bool:
    """By its name, which promises it, or by the first paragraph of its docstring."""
    if path.stem in PURE_BY_NAME or path.stem.endswith("_states"):
        return True
    promise = (ast.get_docstring(ast.parse(path.read_text())) or "").split("\n\n")[0]
    return re.search(r"\bpure\b", promise, re.I) is not None


def test_what_calls_itself_pure_is_kept_so():
    rooms = contract("Pure rooms have no doors to the outside")["source_modules"]

    claimed = [
        module_name(path)
        for path in source_files(".py")
        if "management" not in path.parts and calls_itself_pure(path)
    ]

    unkept = [
        module
        for module in claimed
        if not any(module == room or module.startswith(f"{room}.") for room in rooms)
    ]
    assert unkept == []


def test_the_pure_rooms_that_are_named_exist():
    rooms = contract("Pure rooms have no doors to the outside")["source_modules"]

    paths = [ROOT / room.replace(".", "/") for room in rooms]

    gone = [
        place(path) for path in paths if not path.exists() and not path.with_suffix(".py").exists()
    ]
    assert gone == []
