"""When somebody may change people, roles and the hospital."""

from django.utils.translation import gettext as _

from medreview.accounts.access import can, check_can
from medreview.accounts.errors import FactorRequired, NotAllowed, NotYourself
from medreview.accounts.hospital_settings import HospitalSettings
from medreview.accounts.models import Hospital, Invitation, User
from medreview.accounts.permissions import Permission


def check_may(permission: Permission, hospital: Hospital, by: User | None) -> None:
    """One's own hospital only. ``by`` is None for a command or the demo, which may."""
    if by is None:
        return
    check_can(by, permission)
    if by.hospital_id != hospital.pk:
        raise NotAllowed(_("You manage your own hospital only."))


def check_may_manage(hospital: Hospital, by: User | None) -> None:
    """Whoever manages people does it in their own hospital."""
    check_may(Permission.PEOPLE_MANAGE, hospital, by)


def check_not_yourself(user: User, by: User | None) -> None:
    """Nobody raises, lowers or closes themselves."""
    if by is not None and by.pk == user.pk:
        raise NotYourself(_("Someone else changes your roles and your account."))


def check_may_go_without_factor(settings: HospitalSettings) -> None:
    """A second factor is turned off only where the hospital leaves it to each person."""
    if settings.second_factor == "required":
        raise FactorRequired(_("Your hospital asks everybody for a second factor; it stays on."))


def can_still_invite(invitation: Invitation) -> bool:
    """An invitation is worth what its author may do now: a demoted admin's opens nothing."""
    return can(invitation.invited_by, Permission.PEOPLE_MANAGE)
