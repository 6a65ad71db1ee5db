"""The queue's one door: a task is a function's name and an id, sent after commit."""

from collections.abc import Callable
from datetime import datetime
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

import structlog
from django.db import transaction
from django.db.models import Min
from django_q.models import OrmQ
from django_q.tasks import async_task

from medreview.common.clock import now
from medreview.common.errors import MedReviewError

log = structlog.get_logger(__name__)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

enqueue: Callable[..., Any] = async_task


def enqueue_after_commit(function: str, thing_id: str) -> None:
    """Run ``function`` with ``thing_id`` in a worker once this transaction is committed.

    Delivery is at least once and may fail: the function claims its own row first, and a row
    that waits too long is found by a sweep. The argument is stored as it is, so it is an id.
    """
    transaction.on_commit(partial(enqueue, function, thing_id))


class TaskBroke(MedReviewError):
    """A task ended by a fault. Its kind is told, and never its words."""


def told_by_kind(job: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A job whose faults reach the queue by their kind alone.

    The queue keeps and logs the text of what a task raised, and a database that refuses a row
    quotes the whole of it.
    """

    @wraps(job)
    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        try:
            return job(*args, **kwargs)
        except Exception as problem:
            log.exception("a task broke", job=job.__name__)
            raise TaskBroke(f"{job.__name__} broke with {type(problem).__name__}") from None

    return guarded


def waiting_since() -> datetime | None:
    """When the oldest task became due that no worker has taken; None when none waits."""
    due = OrmQ.objects.filter(lock__lte=now())
    since: datetime | None = due.aggregate(since=Min("lock"))["since"]
    return since


def depth() -> int:
    """How many tasks are in the queue, those being worked on among them."""
    count: int = OrmQ.objects.count()
    return count
