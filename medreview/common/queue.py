"""The queue's one door: a task is a function's name and an id, sent after commit."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django_q.tasks import async_task

enqueue: Callable[..., Any] = async_task


def enqueue_after_commit(function: str, thing_id: str) -> None:
    """Run ``function`` with ``thing_id`` in a worker once this transaction is committed.

    Delivery is at least once and may fail: the function claims its own row first, and a row
    that waits too long is found by a sweep. The argument is stored as it is, so it is an id.
    """
    transaction.on_commit(partial(enqueue, function, thing_id))
