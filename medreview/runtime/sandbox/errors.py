"""What can go wrong between a snippet and the house."""

from medreview.common.errors import MedReviewError, Unavailable


class SnippetMistake(MedReviewError):
    """A snippet called one of our functions in a way it does not answer. Told to its author.

    The sentence holds nothing of the record: a snippet's error goes where its output goes.
    """


class SandboxUnavailable(Unavailable):
    """No worker for snippets could be had: too many are busy, or none can be started here."""
