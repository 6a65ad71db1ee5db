"""A second factor: turned on with a code, asked for at sign-in, reset by an admin.

The codes themselves are allauth's; what may happen, and what the trail says of it, is ours.
"""

import base64

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from medreview.accounts import guards, queries, sessions
from medreview.accounts.errors import FactorStands, WrongCode
from medreview.accounts.models import User
from medreview.accounts.sealed_secrets import seal, unseal
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now

LAST = "last_counter"
"""The period of the code taken last: it and every earlier one are spent, in every process."""

GROUP = 4


def is_on(user: User) -> bool:
    """Whether this person has a second factor."""
    return _of(user, Authenticator.Type.TOTP).exists()


def is_required(user: User) -> bool:
    """Whether the hospital asks everybody for a second factor."""
    return queries.settings_of(user.hospital).second_factor == "required"


def is_owed(user: User) -> bool:
    """Whether the hospital asks for a second factor that this person has not got."""
    return is_required(user) and not is_on(user)


def new_secret() -> str:
    """A secret to be shown to one person, sealed until then."""
    return str(get_adapter().encrypt(generate_totp_secret()))


def in_groups(sealed: str) -> str:
    """The secret as a person types it, in groups of four."""
    plain = get_adapter().decrypt(sealed)
    return " ".join(plain[at : at + GROUP] for at in range(0, len(plain), GROUP))


def picture(user: User, sealed: str) -> str:
    """The secret as a picture for a camera: an SVG in a data address."""
    adapter = get_adapter()
    url = adapter.build_totp_url(user, adapter.decrypt(sealed))
    drawn = adapter.build_totp_svg(url).encode()
    return f"data:image/svg+xml;base64,{base64.b64encode(drawn).decode()}"


@transaction.atomic
def turn_on(*, user: User, sealed: str, code: str) -> list[str]:
    """Ask this person for codes from now on; the recovery codes, to be shown once."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if is_on(user):
        raise FactorStands(_("Your second factor is on already."))
    secret = get_adapter().decrypt(sealed)
    counter = _counter_of(secret, code)
    if counter is None:
        raise WrongCode(_("This is not the code of just now. Wait for the next one and try again."))
    kept = TOTP.activate(user, secret).instance
    kept.data[LAST] = counter
    kept.save(update_fields=["data"])
    audit.record(EventType.FACTOR_TURNED_ON, thing=user, by=user)
    return _fresh_codes(user)


@transaction.atomic
def takes(*, user: User, code: str) -> bool:
    """Whether this is the person's code of just now or a recovery code; either works once."""
    kept = _of(user, Authenticator.Type.TOTP).select_for_update().first()
    if kept is None:
        return False
    counter = _counter_of(get_adapter().decrypt(kept.data["secret"]), code)
    if counter is not None:
        return _spend(kept, counter)
    codes = _of(user, Authenticator.Type.RECOVERY_CODES).first()
    if codes is None or not RecoveryCodes(codes).validate_code(_digits(code)):
        return False
    audit.record(
        EventType.RECOVERY_CODE_USED,
        thing=user,
        by=user,
        counts={"left": recovery_codes_left(user)},
    )
    return True


def recovery_codes_left(user: User) -> int:
    """How many recovery codes were not used yet."""
    codes = _of(user, Authenticator.Type.RECOVERY_CODES).first()
    return len(RecoveryCodes(codes).get_unused_codes()) if codes else 0


@transaction.atomic
def make_recovery_codes(*, user: User) -> list[str]:
    """Ten new recovery codes, to be shown once; the old ones open nothing any more."""
    if not is_on(user):
        raise FactorStands(_("Turn your second factor on first."))
    audit.record(EventType.RECOVERY_CODES_MADE, thing=user, by=user)
    return _fresh_codes(user)


@transaction.atomic
def turn_off(*, user: User) -> None:
    """Ask this person for no code any more, where the hospital allows that."""
    guards.check_may_go_without_factor(queries.settings_of(user.hospital))
    if not is_on(user):
        raise FactorStands(_("Your second factor is off already."))
    Authenticator.objects.filter(user=user).delete()
    audit.record(EventType.FACTOR_TURNED_OFF, thing=user, by=user)


@transaction.atomic
def reset(*, user: User, by: User) -> None:
    """Take a lost second factor away; sessions and tokens end, a password begins the next."""
    guards.check_may_manage(user.hospital, by)
    guards.check_not_yourself(user, by)
    if not is_on(user):
        raise FactorStands(_("This person has no second factor."))
    Authenticator.objects.filter(user=user).delete()
    sessions.cut_off(user=user, by=by, why="factor_reset")
    audit.record(EventType.FACTOR_RESET, thing=user, by=by, hospital=user.hospital)


@transaction.atomic
def reseal(new_root: bytes, old_root: bytes) -> int:
    """Seal every secret under another root key; how many."""
    rows = list(Authenticator.objects.select_for_update())
    for row in rows:
        for name in {"secret", "seed"} & row.data.keys():
            plain = unseal(row.data[name], old_root)
            row.data[name] = seal(plain, new_root)
        row.save(update_fields=["data"])
    return len(rows)


def _fresh_codes(user: User) -> list[str]:
    _of(user, Authenticator.Type.RECOVERY_CODES).delete()
    return [
        f"{code[:GROUP]}-{code[GROUP:]}" for code in RecoveryCodes.activate(user).generate_codes()
    ]


def _spend(kept: Authenticator, counter: int) -> bool:
    if counter <= kept.data.get(LAST, 0):
        return False
    kept.data[LAST] = counter
    kept.last_used_at = now()
    kept.save(update_fields=["data", "last_used_at"])
    return True


def _counter_of(secret: str, code: str) -> int | None:
    typed = _digits(code)
    found = [
        counter
        for counter in yield_hotp_counters_from_time()
        if constant_time_compare(typed, format_hotp_value(hotp_value(secret, counter)))
    ]
    return found[-1] if found else None


def _digits(code: str) -> str:
    return "".join(letter for letter in code if letter.isascii() and letter.isdigit())


def _of(user: User, kind: Authenticator.Type) -> QuerySet[Authenticator]:
    return Authenticator.objects.filter(user=user, type=kind)
