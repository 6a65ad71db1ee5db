"""The tree of the house in each file's own words; run as a module it writes it into house.md."""

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.house import ROOT, place, source_files

HOUSE = ROOT / "medreview" / "docs" / "house.md"
BEGIN, END = "<!-- the tree, made by make docs -->", "<!-- end of the tree -->"

UNTOLD = {"__init__.py", "apps.py"}
"""Every app has them; an app's own sentence stands in its heading."""

FIRST_SENTENCE = re.compile(r"\A/[/*]\s*(.+?[.:])(?=\s)", re.S)


def tree() -> str:
    """One chapter for each room, one line for each file."""
    return "\n".join([*_rooms(), *_pages(), *_served()])


def written(text: str) -> str:
    """This text of house.md with the tree as it is now."""
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    return f"{before}{BEGIN}\n\n{tree()}\n{END}{after}"


def _rooms() -> Iterator[str]:
    rooms: dict[Path, list[Path]] = {}
    for path in source_files(".py"):
        if path.name not in UNTOLD and path.read_text().strip():
            rooms.setdefault(_room_of(path), []).append(path)
    for room, files in sorted(rooms.items()):
        app = room / "apps.py"
        yield f"### {place(room)}\n" + (f"\n{_promise(app)}\n" if app.exists() else "")
        yield _table((str(path.relative_to(room)), _promise(path)) for path in files)


def _room_of(path: Path) -> Path:
    """The app a file belongs to, or the folder of ``medreview`` it stands in."""
    return next(
        folder
        for folder in path.parents
        if (folder / "apps.py").exists() or folder.parent in {ROOT, ROOT / "medreview"}
    )


def _promise(path: Path) -> str:
    """The first paragraph of a file's docstring, on one line."""
    return " ".join((ast.get_docstring(ast.parse(path.read_text())) or "").split("\n\n")[0].split())


def _pages() -> Iterator[str]:
    yield "### templates\n\nA name that begins with `_` is a part of a page.\n"
    folders: dict[Path, list[str]] = {}
    for path in source_files(".html", under=("templates",)):
        folders.setdefault(path.parent, []).append(path.stem)
    for folder, names in sorted(folders.items()):
        listed = "  ".join(sorted(names, key=lambda name: name.lstrip("_")))
        yield f"```\n{place(folder)}/\n{textwrap.indent(textwrap.fill(listed, 94), '  ')}\n```\n"


def _served() -> Iterator[str]:
    yield "### static\n"
    files = source_files(".css", ".js", under=("static",))
    yield _table((str(path.relative_to(ROOT / "static")), _comment(path)) for path in files)


def _comment(path: Path) -> str:
    """The first sentence of a style sheet or a script, which says what it is for."""
    found = FIRST_SENTENCE.match(path.read_text())
    return " ".join(found[1].replace("\n//", " ").split()) if found else ""


def _table(lines: Iterable[tuple[str, str]]) -> str:
    rows = list(lines)
    width = max(len(name) for name, _ in rows)
    return (
        "```\n"
        + "".join(f"{name:{width}}  {says}".rstrip() + "\n" for name, says in rows)
        + "```\n"
    )


if __name__ == "__main__":
    HOUSE.write_text(written(HOUSE.read_text()))
