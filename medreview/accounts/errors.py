"""What can be refused about people."""

from medreview.common.errors import Denied, Invalid, Unavailable, WrongState


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


class ChangedMeanwhile(WrongState):
    """Somebody changed a person or a team after this page was made."""


class WrongSettings(Invalid):
    """Settings that can't hold, which the text names."""


class FactorUnreadable(Unavailable):
    """What is kept of a second factor was sealed under another root key."""


class WrongCode(Invalid):
    """A code that is not the one just now, or was used already."""


class FactorRequired(Denied):
    """The hospital asks everybody for a second factor."""


class FactorStands(WrongState):
    """A second factor is on already, or is not on at all."""


class LinkSpent(WrongState):
    """A link that was used, revoked or has expired."""


class SessionOver(WrongState):
    """A session that ended already."""


class TeamNameTaken(Invalid):
    """Another team of the hospital has this name."""


class TeamInUse(WrongState):
    """A team that a step of the escalation, or something else, names."""
