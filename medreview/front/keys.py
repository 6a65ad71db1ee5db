"""Every keyboard shortcut of the product, said once.

The badge on a button, the sheet behind ``?`` and the handler in the browser all read this
registry. A key presses the control that carries its name in ``data-key``; a control that is
absent, hidden or disabled has no key.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


@dataclass(frozen=True)
class Key:
    """One shortcut: what to press, and what it does in words."""

    name: str
    code: str
    """``event.code``, so that it is the same key on every layout."""
    badge: str
    does: str | Promise
    shift: bool = False
    after_g: bool = False
    """Pressed after ``g``: go to a part of the product."""
    control: bool = False
    """Pressed with Ctrl (or Command); these also work while typing."""
    alt: bool = False
    """Pressed with Alt; it speaks of the row it is pressed in."""
    on: str = ""
    """The one page it belongs to, where the same key means something else on another."""

    def as_json(self) -> dict[str, str | bool]:
        """What the browser needs to know of it."""
        return {
            "name": self.name,
            "code": self.code,
            "shift": self.shift,
            "afterG": self.after_g,
            "control": self.control,
            "alt": self.alt,
        }


KEYS: tuple[Key, ...] = (
    Key("accept", "KeyA", "A", gettext_lazy("Accept the finding")),
    Key("edit", "KeyE", "E", gettext_lazy("Edit the interpretation")),
    Key("reject", "KeyR", "R", gettext_lazy("Reject the finding")),
    Key("comment", "KeyC", "C", gettext_lazy("Comment")),
    Key("next", "KeyJ", "J", gettext_lazy("Next")),
    Key("previous", "KeyK", "K", gettext_lazy("Previous")),
    Key("evidence", "KeyO", "O", gettext_lazy("Open the first source")),
    *(
        Key(f"source-{n}", f"Digit{n}", str(n), gettext_lazy("Open source by its number"))
        for n in range(1, 10)
    ),
    Key("found", "KeyF", "F", gettext_lazy("Go to what was found")),
    Key("missing", "KeyM", "M", gettext_lazy("Go to what is missing")),
    Key("stale", "KeyS", "S", gettext_lazy("Go to what is stale")),
    Key("undo", "KeyU", "U", gettext_lazy("Undo the last decision")),
    Key("sign", "KeyS", "Shift+S", gettext_lazy("Sign the report"), shift=True),
    Key("next-undecided", "KeyD", "D", gettext_lazy("Go to the next undecided")),
    Key("claim", "KeyL", "L", gettext_lazy("Take the analysis into your hands")),
    Key("give", "KeyH", "H", gettext_lazy("Give the analysis to a colleague")),
    Key("new", "KeyN", "N", gettext_lazy("New")),
    Key("earlier", "BracketLeft", "[", gettext_lazy("Earlier point")),
    Key("later", "BracketRight", "]", gettext_lazy("Later point")),
    Key("table", "KeyT", "T", gettext_lazy("Go to the table")),
    Key("next-error", "KeyE", "E", gettext_lazy("On a run: go to the next error"), on="run"),
    Key("open", "Enter", "Enter", gettext_lazy("On a run: open or close the event"), on="run"),
    Key(
        "relative", "KeyR", "R", gettext_lazy("On a run: times of day or since its start"), on="run"
    ),
    Key("deeper", "Equal", "+", gettext_lazy("Show links of what is linked"), shift=True),
    *(
        Key(f"choose-{n}", f"Digit{n}", str(n), gettext_lazy("Choose by number"), on="coverage")
        for n in range(1, 10)
    ),
    Key("map", "KeyM", "M", gettext_lazy("On coverage: what the name could be"), on="coverage"),
    Key(
        "not-laboratory",
        "KeyX",
        "X",
        gettext_lazy("On coverage: it is no laboratory test"),
        on="coverage",
    ),
    Key("read", "KeyA", "A", gettext_lazy("In the guided review: accept it"), on="guided"),
    Key("change", "KeyE", "E", gettext_lazy("In the guided review: edit it"), on="guided"),
    Key("pass", "KeyF", "F", gettext_lazy("In the guided review: flag or skip it"), on="guided"),
    Key("viewed", "KeyV", "V", gettext_lazy("On a change set: viewed"), on="change"),
    Key(
        "next-unviewed",
        "BracketRight",
        "]",
        gettext_lazy("On a change set: go to the next unviewed"),
        on="change",
    ),
    Key(
        "move-up",
        "ArrowUp",
        "Alt+↑",
        gettext_lazy("In the graph editor: move the link up"),
        alt=True,
        on="editor",
    ),
    Key(
        "move-down",
        "ArrowDown",
        "Alt+↓",
        gettext_lazy("In the graph editor: move the link down"),
        alt=True,
        on="editor",
    ),
    Key(
        "remove",
        "Delete",
        "Del",
        gettext_lazy("In the graph editor: remove the link"),
        on="editor",
    ),
    Key("search", "Slash", "/", gettext_lazy("Search")),
    Key("help", "Slash", "?", gettext_lazy("Show the keys"), shift=True),
    Key("go-home", "KeyH", "G H", gettext_lazy("Go to the start page"), after_g=True),
    Key("go-patients", "KeyP", "G P", gettext_lazy("Go to patients"), after_g=True),
    Key("go-reviews", "KeyR", "G R", gettext_lazy("Go to reviews"), after_g=True),
    Key("go-graph", "KeyG", "G G", gettext_lazy("Go to the graph"), after_g=True),
    Key("go-audit", "KeyA", "G A", gettext_lazy("Go to the audit trail"), after_g=True),
    Key("submit", "Enter", "Ctrl+Enter", gettext_lazy("Send the form"), control=True),
    Key("save", "KeyS", "Ctrl+S", gettext_lazy("Save the draft"), control=True),
    Key("close", "Escape", "Esc", gettext_lazy("Close"), control=False),
)

BY_NAME: dict[str, Key] = {key.name: key for key in KEYS}
