"""What the guards of the house walk through: its files, its modules, its contracts."""

import importlib
from collections.abc import Iterator
from pathlib import Path

from medreview.common.contract import Contract

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("medreview", "analysis", "graphcurate", "memory")


def source_files(*suffixes: str, under: tuple[str, ...] = PACKAGES) -> Iterator[Path]:
    """Our own files with these suffixes, generated migrations left out."""
    for folder in under:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and "migrations" not in path.parts:
                yield path


def place(path: Path) -> str:
    """A file's path inside the repository."""
    return str(path.relative_to(ROOT))


def module_name(path: Path) -> str:
    """The dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def all_contracts() -> list[type[Contract]]:
    """Every contract of the product, whether somebody has imported it yet or not."""
    for path in source_files(".py"):
        if "class " in (text := path.read_text()) and "Contract)" in text:
            importlib.import_module(module_name(path))
    return sorted(_below(Contract), key=lambda one: (one.__module__, one.__qualname__))


def _below(parent: type[Contract]) -> set[type[Contract]]:
    found = set()
    for child in parent.__subclasses__():
        if child.__module__.startswith(PACKAGES):
            found |= {child} | _below(child)
    return found
