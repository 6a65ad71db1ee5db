"""What can be refused about people."""

from medreview.common.errors import Denied, Invalid, WrongState


class NotAllowed(Denied):
    """This person's roles do not include what was asked."""


class LastAdmin(WrongState):
    """A hospital keeps at least one person who can manage people."""


class NotYourself(Denied):
    """Nobody changes their own roles."""


class NameTaken(Invalid):
    """Another person signs in by this name."""


class WeakPassword(Invalid):
    """The password does not meet the rules, which the text names."""


class UnknownZone(Invalid):
    """A hospital's clock is none of the known time zones."""


class SettingsChanged(WrongState):
    """Somebody changed the hospital's settings after this page was made."""


class WrongSettings(Invalid):
    """Settings that can't hold, which the text names."""
