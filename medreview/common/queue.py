"""The queue's one door: a task is a function's name and an id, sent after commit."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Min
from django_q.models import OrmQ
from django_q.tasks import async_task

from medreview.common.clock import now

enqueue: Callable[..., Any] = async_task


def enqueue_after_commit(function: str, thing_id: str) -> None:
    """Run ``function`` with ``thing_id`` in a worker once this transaction is committed.

    Delivery is at least once and may fail: the function claims its own row first, and a row
    that waits too long is found by a sweep. The argument is stored as it is, so it is an id.
    """
    transaction.on_commit(partial(enqueue, function, thing_id))


def waiting_since() -> datetime | None:
    """When the oldest task became due that no worker has taken; None when none waits."""
    due = OrmQ.objects.filter(lock__lte=now())
    since: datetime | None = due.aggregate(since=Min("lock"))["since"]
    return since
