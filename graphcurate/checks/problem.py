"""What is wrong with an entry, or worth a second look, in a sentence."""

import dataclasses
from dataclasses import dataclass

from graphcurate.entry_fields import EntryKind


@dataclass(frozen=True)
class Problem:
    """One problem of one entry. ``values`` fill the sentence's ``%(name)s``.

    What ``blocks`` may be saved in a draft, not sent for review; the rest is said and left to
    the curator.
    """

    kind: EntryKind
    key: str
    field: str
    """The field to look at, as ``entry_fields`` addresses it; empty for the entry as a whole."""
    sentence: str
    values: dict[str, str | int] = dataclasses.field(default_factory=dict)
    blocks: bool = True

    def __str__(self) -> str:
        return self.sentence % self.values if self.values else self.sentence
