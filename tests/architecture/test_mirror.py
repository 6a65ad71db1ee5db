"""A unit test stands where the module stands that it is about."""

from pathlib import Path

from tests.architecture.house import ROOT, place, source_files

UNIT = ROOT / "tests" / "unit"

ABOUT_A_PACKAGE = {"test_bug_reports.py", "test_known_bugs.py", "test_published_flags.py"}
"""Collections of other people's cases, which no single module answers."""


def modules_it_may_be_about(test: Path) -> list[Path]:
    """``test_units_rare.py`` may be about ``units_rare.py`` or, an aspect of it, ``units.py``."""
    words = test.stem.removeprefix("test_").split("_")
    folder = ROOT / test.parent.relative_to(UNIT)
    names = ["_".join(words[:count]) for count in range(len(words), 0, -1)]
    return [folder / f"{name}.py" for name in names] + [folder / name for name in names]


def test_every_unit_test_is_named_after_a_module():
    strays = [
        place(path)
        for path in source_files(".py", under=("tests/unit",))
        if path.name.startswith("test_")
        and path.name not in ABOUT_A_PACKAGE
        and not any(module.exists() for module in modules_it_may_be_about(path))
    ]

    assert strays == []
