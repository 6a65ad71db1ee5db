"""Why a row of a file, or the whole of it, can't be taken."""

from medreview.common.errors import Invalid


class FileRefused(Invalid):
    """A file of which nothing can be taken; the sentence says why."""


class RowRefused(Invalid):
    """A row that can't be taken; ``field`` names what is wrong, where it is one field."""

    def __init__(self, sentence: str, *, of: str = "", **values: str | int) -> None:
        super().__init__(sentence, **values)
        self.field = of
