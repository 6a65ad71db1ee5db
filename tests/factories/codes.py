"""A second factor as a test holds it: the secret in its hand, codes from the clock."""

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt

from medreview.accounts import second_factor
from medreview.accounts.models import User


def code_of(secret: str, *, later: int = 0) -> str:
    """The code an app shows now, or some periods later."""
    counters = list(yield_hotp_counters_from_time())
    return format_hotp_value(hotp_value(secret, counters[len(counters) // 2] + later))


def enrol(user: User) -> tuple[str, list[str]]:
    """Turn a person's second factor on; the secret and the recovery codes."""
    sealed = second_factor.new_secret()
    secret = decrypt(sealed)
    codes = second_factor.turn_on(user=user, sealed=sealed, code=code_of(secret, later=-1))
    return secret, codes


def stored(user: User) -> str:
    """All that is kept of a person's factors, as text."""
    return " ".join(str(row.data) for row in Authenticator.objects.filter(user=user))
