"""What can be wrong with the graph, for people."""

from medreview.common.errors import Unavailable


class NoRelease(Unavailable):
    """There is no release to look anything up in."""
