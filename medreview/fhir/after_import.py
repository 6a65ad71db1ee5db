"""What follows on an import: a worker is called after its commit, and again until it is done."""

import datetime as dt

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from medreview.common.clock import now
from medreview.common.queue import TaskBroke, enqueue_after_commit
from medreview.fhir.models import Import

JOB = "medreview.fhir.jobs.follow"
PATIENCE = dt.timedelta(minutes=5)
"""Longer than the queue itself takes to bring back what a dead worker left."""
FOR = dt.timedelta(days=7)
"""What breaks every time is not tried for ever."""
AT_ONCE = 20


def call(made: Import) -> None:
    """Have a worker do what follows on an import, once this transaction is committed."""
    made.called_at = now()
    made.save(update_fields=["called_at"])
    enqueue_after_commit(JOB, made.pk)


def follow(import_id: str) -> None:
    """Give the import to all who wait for one. A second delivery finds that done, and stops.

    What breaks keeps nobody else from it; the whole is then tried again, and all who wait for
    imports bear being told twice.
    """
    if not Import.objects.filter(pk=import_id, followed_at=None).exists():
        return
    broken = [job for job in settings.AFTER_IMPORT if not _told(job, import_id)]
    if broken:
        raise TaskBroke(f"{len(broken)} of those who wait for imports broke")
    Import.objects.filter(pk=import_id).update(followed_at=now())


def _told(job: str, import_id: str) -> bool:
    try:
        import_string(job)(import_id)
    except TaskBroke:
        return False
    return True


@transaction.atomic
def call_again() -> int:
    """Call a worker for every import whose call was lost, or broke; how many."""
    moment = now()
    lost = Import.objects.select_for_update(skip_locked=True).filter(
        followed_at=None, called_at__lt=moment - PATIENCE, created_at__gt=moment - FOR
    )
    found = list(lost.order_by("called_at")[:AT_ONCE])
    for made in found:
        call(made)
    return len(found)
