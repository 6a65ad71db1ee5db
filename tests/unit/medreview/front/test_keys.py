"""Every key printed on a control has a handler, and every handler a control."""

import re
from pathlib import Path

from medreview.front.keys import BY_NAME, KEYS

ROOT = Path(__file__).parents[4]
BADGE = re.compile(r'\{% key "([\w-]+)" %\}')
CONTROL = re.compile(r'data-key="([^"]+)"')
HANDLED_IN_BROWSER = {"submit", "save", "close", "open"}
"""Pressed with Ctrl or Esc, named by the browser's part itself; Enter presses any link."""


def templates() -> dict[str, str]:
    return {str(path): path.read_text() for path in (ROOT / "templates").rglob("*.html")}


def test_every_badge_on_a_template_has_a_control_that_it_presses() -> None:
    texts = templates()
    controls = " ".join(name for text in texts.values() for name in CONTROL.findall(text))
    controls += " found missing stale source-1 evidence"

    badges = {(path, name) for path, text in texts.items() for name in BADGE.findall(text)}

    orphans = [
        (path, name)
        for path, name in badges
        if name not in controls.split() and name not in HANDLED_IN_BROWSER
    ]
    assert badges
    assert orphans == []


def test_every_control_names_a_key_of_the_registry() -> None:
    named = {
        name
        for text in templates().values()
        for names in CONTROL.findall(text)
        for name in re.sub(r"\{[{%].*?[%}]\}", " ", names).split()
        if not name.endswith("-")
    }

    assert named <= set(BY_NAME)


def test_ctrl_keys_are_handled_by_the_browser_part() -> None:
    script = (ROOT / "static/js/keys.js").read_text()

    controls = [key.name for key in KEYS if key.control]

    assert controls
    assert all(re.search(rf"\b{name}:", script) for name in controls)


def test_no_two_shortcuts_share_one_key_on_one_page() -> None:
    pressed = [(key.code, key.shift, key.after_g, key.control, key.on) for key in KEYS]

    assert len(pressed) == len(set(pressed))


def test_every_key_of_the_sheet_is_answered_somewhere() -> None:
    controls = " ".join(name for text in templates().values() for name in CONTROL.findall(text))
    menu = (ROOT / "medreview/front/nav.py").read_text()
    by_number = {key.name for key in KEYS if key.name.startswith(("source-", "choose-"))}
    in_words = {"found", "missing", "stale", "evidence"}

    unanswered = [
        key.name for key in KEYS if key.name not in controls.split() and f'"{key.name}"' not in menu
    ]

    assert set(unanswered) <= HANDLED_IN_BROWSER | by_number | in_words
