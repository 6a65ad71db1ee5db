"""The family of errors every package extends; one middleware turns them into answers.

The text of an error is a sentence for a person: what happened, to what, and what to do.
It never carries patient data. Rules are pure and know no language: they mark their sentence
with ``gettext_noop``, and the page that shows it looks it up (``display.in_words``).
"""


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for the catalogue of translations; it stays as it is."""
    return sentence


class MedReviewError(Exception):
    """Something the product expected and can explain.

    ``values`` fill the sentence's ``%(name)s``, after it was translated where it is shown.
    """

    def __init__(self, sentence: str = "", **values: str | int) -> None:
        super().__init__(sentence % values if values else sentence)
        self.sentence, self.values = sentence, values


class Invalid(MedReviewError):
    """The input can't be used as it is (422)."""


class Denied(MedReviewError):
    """The person may not do this (403)."""


class NotFound(MedReviewError):
    """There is no such thing, or not for this person (404)."""


class WrongState(MedReviewError):
    """The thing is not in a state that allows this (409)."""


class Unavailable(MedReviewError):
    """Something the answer depends on can't be reached just now (503)."""
