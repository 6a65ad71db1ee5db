"""What a curator says of a document, and what is asked of it. Pure."""

import datetime as dt
import re
from dataclasses import dataclass

from medreview.common.errors import gettext_noop

LONGEST = {
    "title": 300,
    "source": 120,
    "edition": 60,
    "scope": 300,
    "language": 8,
    "licence_note": 300,
}
_KEY = re.compile(r"[A-Za-z0-9][\w.:-]*", re.ASCII)
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,4})?")


@dataclass(frozen=True)
class Facts:
    """Title, source and validity of a document, as they are written beside it."""

    title: str
    source: str
    licence_note: str
    edition: str = ""
    scope: str = ""
    language: str = ""
    valid_from: dt.date | None = None
    valid_until: dt.date | None = None

    def problems(self) -> dict[str, str]:
        """What is wrong with them, a sentence by field."""
        found = {
            name: gettext_noop("This is too long.")
            for name, most in LONGEST.items()
            if len(getattr(self, name)) > most
        }
        for name, sentence in _NEEDED.items():
            if not getattr(self, name):
                found[name] = sentence
        if self.source and not _KEY.fullmatch(self.source):
            found["source"] = gettext_noop(
                "The key of a source has letters, digits, hyphens and no spaces."
            )
        if self.language and not _LANGUAGE.fullmatch(self.language):
            found["language"] = gettext_noop("Write the language as en, ru or zh.")
        if self.valid_from and self.valid_until and self.valid_from > self.valid_until:
            found["valid_until"] = gettext_noop("Its last day is before its first.")
        return found


_NEEDED = {
    "title": gettext_noop("Say what the document is called."),
    "source": gettext_noop("Say which source of the graph it is."),
    "licence_note": gettext_noop("Say by what right it is kept, as: CC BY 4.0."),
}
