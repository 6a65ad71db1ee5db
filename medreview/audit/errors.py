"""What can go wrong with the trail."""

from medreview.common.errors import Unavailable


class TrailUnavailable(Unavailable):
    """The event could not be recorded, so what it records does not happen."""
