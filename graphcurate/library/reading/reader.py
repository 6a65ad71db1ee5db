"""Have a stranger's file read in a process of its own, and say what came of it."""

import json
import signal
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from graphcurate.library.contents import Contents, Section
from graphcurate.library.errors import Unreadable
from graphcurate.library.reading.kinds import kind_of
from graphcurate.library.reading.limits import DRAWING, MEGABYTE, READING, Limits
from graphcurate.library.reading.refusals import SENTENCES, Refused
from graphcurate.library.vocabulary import MediaType
from medreview.common.errors import Unavailable, gettext_noop

_ROOT = Path(__file__).resolve().parents[3]
_AT_ONCE = BoundedSemaphore(2)
"""Files that one web process has read at the same time: a third waits."""


def read(name: str, content: bytes, limits: Limits = READING) -> tuple[MediaType, Contents]:
    """The kind and the contents of a file; Unreadable says in a sentence why there are none."""
    try:
        if len(content) > settings.UPLOAD_LIMIT:
            raise Refused("too_large", limit=settings.UPLOAD_LIMIT // MEGABYTE)
        media_type = kind_of(name, content)
        return media_type, _contents(_answer([media_type.value], content, limits))
    except Refused as refused:
        raise unreadable(name, refused) from refused


def picture(content: bytes, page: int, limits: Limits = DRAWING) -> bytes | None:
    """A page of a PDF as a PNG picture; None where it can't be drawn within the limits."""
    try:
        drawn = _answer([MediaType.PDF.value, str(page)], content, limits)
    except Refused:
        return None
    return drawn if drawn.startswith(b"\x89PNG") else None


def unreadable(name: str, refused: Refused) -> Unreadable:
    """What a person is told: what happened, to which file, and what to do."""
    values = {
        key: _(value) if isinstance(value, str) else value for key, value in refused.values.items()
    }
    return Unreadable(SENTENCES[refused.code], name=name, **values)


def _contents(answer: bytes) -> Contents:
    said: dict[str, Any] = json.loads(answer)
    if "refused" in said:
        raise Refused(said["refused"], **said["values"])
    sections = tuple(Section(**section) for section in said["sections"])
    return Contents(said["text"], tuple(said["pages"]), sections)


def _answer(order: list[str], content: bytes, limits: Limits) -> bytes:
    if not _AT_ONCE.acquire(timeout=limits.wall_seconds):
        raise Unavailable(
            gettext_noop("Other documents are being read just now. Try again in a minute.")
        )
    try:
        # Files instead of pipes: the limit on the size of files holds what comes back too.
        with TemporaryFile() as given, TemporaryFile() as answer:
            given.write(content)
            given.seek(0)
            _run(order, given, answer, limits)
            answer.seek(0)
            return answer.read(limits.output)
    finally:
        _AT_ONCE.release()


def _run(order: list[str], given: Any, answer: Any, limits: Limits) -> None:
    child = [sys.executable, "-s", "-B", "-m", "graphcurate.library.reading.child"]
    process = subprocess.Popen(  # noqa: S603 - our own program and arguments, no shell
        [*child, json.dumps(asdict(limits)), *order],
        stdin=given,
        stdout=answer,
        stderr=subprocess.DEVNULL,
        cwd=_ROOT,
        # Nothing of ours goes along: no secret, no address of the database.
        env={"LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"},
        start_new_session=True,
    )
    try:
        status = process.wait(timeout=limits.wall_seconds)
    except subprocess.TimeoutExpired:
        status = -signal.SIGXCPU
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    if status:
        raise Refused(_FATES.get(status, "gave_up"))


_FATES = {
    -signal.SIGXCPU: "too_long",
    # The limit on processor time is followed by this one where the first is not heard.
    -signal.SIGKILL: "too_long",
    -signal.SIGXFSZ: "too_much_text",
}
