"""The lines of a bulk edit with what each would do, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from graphcurate.entry_fields import EntryKind
from graphcurate.presenters.entry_names import Names
from graphcurate.presenters.field_words import LANGUAGES
from graphcurate.reviewing.bulk import BulkRow, Fate

FATES: dict[Fate, tuple[str, str | Promise]] = {
    Fate.NEW: ("good", pgettext_lazy("line", "New")),
    Fate.KNOWN: ("", pgettext_lazy("line", "Already there")),
    Fate.REPEATED: ("", pgettext_lazy("line", "Twice")),
    Fate.CLASHES: ("waits", pgettext_lazy("line", "Clashes")),
    Fate.UNKNOWN: ("bad", pgettext_lazy("line", "Unknown biomarker")),
    Fate.UNREADABLE: ("bad", pgettext_lazy("line", "Not readable")),
}


@dataclass(frozen=True)
class BulkLine:
    """One line as the preview shows it."""

    number: int
    written: str
    biomarker: str
    language: str | Promise
    text: str
    fate: str
    tone: str
    word: str | Promise
    why: str


def bulk_lines(rows: Iterable[BulkRow], names: Names) -> list[BulkLine]:
    """Every line with its fate."""
    return [_line(row, names) for row in rows]


def _line(row: BulkRow, names: Names) -> BulkLine:
    tone, word = FATES[row.fate]
    return BulkLine(
        number=row.number,
        written=row.written,
        biomarker=names.of(EntryKind.BIOMARKER, row.biomarker) if row.biomarker else "",
        language=LANGUAGES.get(row.language, row.language),
        text=row.text,
        fate=row.fate.value,
        tone=tone,
        word=word,
        why=_why(row, names),
    )


def _why(row: BulkRow, names: Names) -> str:
    if row.fate is Fate.CLASHES:
        others = ", ".join(names.of(EntryKind.BIOMARKER, key) for key in row.others)
        said = _("%(others)s is called so already; a result under this name would match neither.")
        return said % {"others": others}
    return {
        Fate.KNOWN: _("The biomarker has this name."),
        Fate.REPEATED: _("An earlier line says the same."),
        Fate.UNKNOWN: _("No biomarker has this key or name."),
        Fate.UNREADABLE: _("Neither “biomarker, language, synonym” nor “name → biomarker”."),
    }.get(row.fate, "")
