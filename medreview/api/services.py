"""Count requests, and do once what was asked twice. Both hold for every web process."""

import datetime as dt
from collections.abc import Callable

from django.conf import settings
from django.db import connection, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled

from medreview.accounts.models import User
from medreview.api.errors import KeyUsedOtherwise
from medreview.api.models import Allowance, AskedOnce
from medreview.audit import services as audit
from medreview.audit.event_types import EventType
from medreview.common.clock import now

KEYS_KEPT = dt.timedelta(days=1)
"""How long an Idempotency-Key stands for what was first asked with it."""

MINUTE = 60

COUNT_ONE = """
    INSERT INTO api_allowance (caller, minute, used) VALUES (%s, %s, 1)
    ON CONFLICT (caller, minute) DO UPDATE SET used = api_allowance.used + 1
    RETURNING used
"""


def count_person(user: User) -> None:
    """One more request of this person; Throttled beyond what a minute allows."""
    _count(user.pk, settings.API_REQUESTS_A_MINUTE["person"])


def count_stranger(address: str) -> None:
    """One more request from this address without a token; Throttled beyond its minute."""
    caller = salted_hmac("medreview.api.allowance", address).hexdigest()
    _count(f"address:{caller}", settings.API_REQUESTS_A_MINUTE["stranger"])


def _count(caller: str, most: int) -> None:
    moment = now().timestamp()
    minute = int(moment // MINUTE)
    # One statement: two web processes never count the same request away.
    with connection.cursor() as cursor:
        cursor.execute(COUNT_ONE, [caller, minute])
        used = cursor.fetchone()[0]
    if used == 1:
        Allowance.objects.filter(minute__lt=minute - 1).delete()
    if used > most:
        raise Throttled(wait=MINUTE - moment % MINUTE)


@transaction.atomic
def once(*, key: str, question: str, make: Callable[[], str], by: User) -> str:
    """What came of this question when it was first asked with this key: an id.

    The second of two at once waits for the first, and gets its answer.
    """
    AskedOnce.objects.filter(created_at__lt=now() - KEYS_KEPT).delete()
    asked, is_new = AskedOnce.objects.get_or_create(by=by, key=key, defaults={"question": question})
    if asked.question != question:
        raise KeyUsedOtherwise(_("This Idempotency-Key was used for another question."))
    if is_new:
        asked.answer = make()
        asked.save(update_fields=["answer"])
    return asked.answer


def note_refused(*, permission: str, route: str, by: User) -> None:
    """Record that somebody's roles did not include what their program asked."""
    audit.record(
        EventType.ACCESS_DENIED,
        thing=("Permission", permission),
        by=by,
        detail={"route": route},
    )
