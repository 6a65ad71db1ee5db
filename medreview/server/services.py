"""Signs of life, and results of checks that take long."""

from datetime import timedelta

from medreview.common.clock import now
from medreview.server.models import CheckResult, Heartbeat


def beat(name: str) -> None:
    """Note that ``name`` is alive now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now()})


def forget(name: str) -> None:
    """Forget that ``name`` was ever alive, so that only a new beat counts."""
    Heartbeat.objects.filter(name=name).delete()


def is_time_for(name: str, *, every: timedelta) -> bool:
    """Whether a check is due; of all who ask at once, one is told so."""
    moment = now()
    _row, is_first = CheckResult.objects.get_or_create(name=name, defaults={"asked_at": moment})
    due = CheckResult.objects.filter(name=name, asked_at__lte=moment - every)
    return is_first or bool(due.update(asked_at=moment))


def note_result(name: str, *, seen: int, problems: int) -> None:
    """Note what a check found."""
    moment = now()
    found = {"at": moment, "is_well": not problems, "seen": seen, "problems": problems}
    CheckResult.objects.update_or_create(
        name=name, defaults=found, create_defaults={**found, "asked_at": moment}
    )
