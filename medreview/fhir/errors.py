"""What can go wrong between a file and a stored record."""

from medreview.common.errors import Invalid


class Unreadable(Invalid):
    """A file that can't be read at all; the sentence names it and says why."""


class Unexplained(Unreadable):
    """A table, and nobody has said what its columns mean."""


class NotStrictJson(Invalid):
    """A piece of text that strict JSON refuses; the sentence says what it holds."""


class NotJson(NotStrictJson):
    """A piece of text that is no JSON of any kind."""
