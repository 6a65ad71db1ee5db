"""The queue's cluster, made safe against the death of any of its processes.

Its children share one queue and its lock. One that is killed while it holds the lock leaves it
taken for ever: the others live and nothing moves. So a child that died by a signal ends the
whole cluster, and the supervisor starts a fresh one; what was not acknowledged comes back.
"""

import contextlib
import os
import signal
import time
from multiprocessing.process import BaseProcess
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.utils.module_loading import import_string
from django_q import cluster

from medreview.server import services
from medreview.server.models import WORKER
from medreview.server.supervising import touch_beat_file
from medreview.server.warming import warm_up

BEAT_SECONDS = 5
BEAT = f"{__name__}.beat"


class GuardedSentinel(cluster.Sentinel):
    """The process that watches over the cluster's workers, pusher and monitor."""

    last_beat = float("-inf")

    def status(self) -> str:
        # Asked at every turn of the guard's loop: as long as it turns, the cluster is alive.
        self._beat()
        return str(super().status())

    def reincarnate(self, process: BaseProcess) -> None:
        if _was_killed(process):
            cluster.logger.critical("a child of the queue was killed: starting afresh")
            os.killpg(os.getpgrp(), signal.SIGKILL)
        super().reincarnate(process)

    def _beat(self) -> None:
        moment = time.monotonic()
        if moment - self.last_beat < BEAT_SECONDS:
            return
        self.last_beat = moment
        touch_beat_file()
        take_steps()


def take_steps() -> None:
    """A sign of life, then every step of a beat: what one of them meets keeps none from its turn.

    Without the sign the health page turns red.
    """
    for path in (BEAT, *settings.AT_EVERY_BEAT):
        try:
            import_string(path)()
        except Exception:
            cluster.logger.exception("a step of the workers' guard failed")
            with contextlib.suppress(Error):
                connection.close()


def beat() -> None:
    """The workers live."""
    services.beat(WORKER)


def run_cluster() -> None:
    """Work on the queue until told to stop. The caller leads a process group of its own."""
    cluster.Sentinel = GuardedSentinel
    warm_up()  # the workers are forked from this process and find it done
    cluster.Cluster().start()


def _was_killed(process: Any) -> bool:
    timer = getattr(process, "timer", None)
    timed_out = timer is not None and timer.value == 0
    return process.exitcode is not None and process.exitcode < 0 and not timed_out
