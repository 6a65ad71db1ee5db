"""What can go wrong with the trail and its examination."""

from medreview.common.errors import Invalid, Unavailable, WrongState, gettext_noop


class TrailUnavailable(Unavailable):
    """The event could not be recorded, so what it records does not happen."""


class WeekNotOver(WrongState):
    """A report of a week that goes on would be another one tomorrow."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This week is not over yet. Its report can be made on the Monday after.")
        )


class NoteMissing(Invalid):
    """An examination without a word about what was looked at."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("Write what you looked at and what you found before you sign.")
        )


class ReportChanged(WrongState):
    """What is signed is not what was seen."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This is not the report you saw. Read the page again before you sign.")
        )


class AlreadyExamined(WrongState):
    """One person signs one report once."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("You have signed this week already; it stands below."))
