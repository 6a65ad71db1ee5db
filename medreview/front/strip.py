"""How many critical values wait: on every page of those who may answer for them.

The same question, asked again and again, brings word of an analysis that has ended meanwhile.
"""

import logging
from typing import Any

from django.db import Error, transaction
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from analysis.escalation.queries import Waiting, waiting_for
from analysis.review.views.awaited import asks_quickly
from medreview.accounts.access import can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission

log = logging.getLogger(__name__)


def criticals_waiting(request: HttpRequest) -> dict[str, Any]:
    """A context processor: the strip of this person, asked for only by pages that show it."""
    return {"criticals_strip": SimpleLazyObject(lambda: strip_of(request))}


def strip_of(request: HttpRequest) -> dict[str, Any]:
    """What the strip says; empty for those who may not answer. Never a name of a patient."""
    user = getattr(request, "user", None)
    if not isinstance(user, User) or not can(user, Permission.CRITICAL_ACKNOWLEDGE):
        return {}
    return {"waiting": _waiting(user), "seconds": 2 if asks_quickly(request) else 60}


def _waiting(user: User) -> Waiting | None:
    try:
        with transaction.atomic():
            return waiting_for(user)
    except Error as problem:
        # The page is still good, and says what it doesn't know. The text may hold patient data.
        log.error("criticals could not be counted: %s", type(problem).__name__)
        return None
