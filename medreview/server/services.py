"""Signs of life."""

from medreview.common.clock import now
from medreview.server.models import Heartbeat


def beat(name: str) -> None:
    """Note that ``name`` is alive now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now()})


def forget(name: str) -> None:
    """Forget that ``name`` was ever alive, so that only a new beat counts."""
    Heartbeat.objects.filter(name=name).delete()
