"""How many wrong passwords are too many: fewer for one account than for one address."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.db.models import Sum
from django.http import HttpRequest

PER_ACCOUNT = 5
"""``AXES_FAILURE_LIMIT``. Counted over all addresses: spreading the guesses gains nothing."""
ADDRESS_SHARE = 2
"""A whole ward may sign in from one address: it is given this many times as many."""


class Lockout(AxesDatabaseHandler):
    """Counts failures of an account and, at half weight, of an address."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        account, address = (
            attempts.aggregate(sum=Sum("failures_since_start"))["sum"] or 0
            for attempts in self.get_user_attempts(request, credentials)
        )
        return max(account, address // ADDRESS_SHARE)
