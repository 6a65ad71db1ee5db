"""What can be refused about taking an analysis out of the house."""

from medreview.common.errors import NotFound, WrongState


class NotSigned(WrongState):
    """Nobody answers for this edition yet: it is printed as a draft and never exported."""


class NotAsSigned(WrongState):
    """The decisions on record are, by their hash, not the ones that were signed."""


class NoSuchEdition(NotFound):
    """The analysis never had this edition."""


class NoSuchFormat(NotFound):
    """Nothing is exported in this form."""
