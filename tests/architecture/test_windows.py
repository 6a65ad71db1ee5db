"""Templates show; they ask nothing, decide nothing and carry no script."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

from tests.architecture.house import ROOT, place, source_files

TEMPLATES = list(source_files(".html", under=("templates",)))
INLINE = {
    "a script": re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", re.I),
    "a style element": re.compile(r"<style\b", re.I),
    "a style attribute": re.compile(r"\sstyle=", re.I),
    "an event attribute": re.compile(r"\son[a-z]+=", re.I),
    "htmx code": re.compile(r"hx-on|hx-vals=[\"']?js:", re.I),
    "an address elsewhere": re.compile(r"(?:src|href|action)=[\"']?(?:https?:)?//", re.I),
}
ASKING = re.compile(r"\bperms\.|\.objects\b|\|safe\b|autoescape off|mark_safe")
INCLUDE = re.compile(r"{%\s*include\s+[\"']([^\"']+)[\"']")
UNCOMMENTED = re.compile(r"{#.*?#}|{%\s*comment\s*%}.*?{%\s*endcomment\s*%}", re.S)


def text_of(path: Path) -> str:
    return UNCOMMENTED.sub("", path.read_text())


@pytest.mark.parametrize("what", INLINE)
def test_no_template_carries(what: str):
    carrying = [place(path) for path in TEMPLATES if INLINE[what].search(text_of(path))]

    assert carrying == []


def test_no_template_asks_for_permissions_or_rows_or_trusts_a_text():
    asking = [place(path) for path in TEMPLATES if ASKING.search(text_of(path))]

    assert asking == []


def test_what_is_included_is_a_component_or_starts_with_an_underscore():
    wrong = [
        f"{place(path)}: {name}"
        for path in TEMPLATES
        for name in INCLUDE.findall(text_of(path))
        if not name.startswith("components/") and not Path(name).name.startswith("_")
    ]

    assert wrong == []


def test_every_template_can_be_read():
    for path in TEMPLATES:
        get_template(str(path.relative_to(ROOT / "templates")))


def test_what_is_no_whole_page_says_so_by_its_name():
    pretending = [
        place(path)
        for path in TEMPLATES
        if "{% extends" not in path.read_text()
        and path.name != "base.html"
        and path.parent.name != "components"
        and not path.name.startswith("_")
    ]

    assert pretending == []
