"""What a process makes once and keeps, made before the first person waits for it."""

import logging
import threading

from django.conf import settings
from django.db import connections
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


def warm_up() -> None:
    """Make everything of ``settings.AT_START``. What fails here is made when it is needed."""
    for path in settings.AT_START:
        try:
            import_string(path)()
        except Exception as problem:
            log.warning("%s could not be made early: %s", path, type(problem).__name__)
    connections.close_all()


def warm_up_aside() -> threading.Thread:
    """Do it in a thread, so that the process answers meanwhile."""
    thread = threading.Thread(target=warm_up, name="warm-up", daemon=True)
    thread.start()
    return thread
