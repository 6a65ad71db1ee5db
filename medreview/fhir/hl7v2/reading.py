"""A file of messages as results: bad messages and bad results cost only themselves."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from medreview.common.clock import now
from medreview.fhir.dates import is_future, read_moment
from medreview.fhir.errors import Unreadable
from medreview.fhir.hl7v2.fields import NotAMessage, Segment, segments_of
from medreview.fhir.hl7v2.groups import grouped
from medreview.fhir.hl7v2.messages import Problem, RawFile, RawMessage, cut
from medreview.fhir.hl7v2.results import MessageResults, writing_of
from medreview.fhir.sent_results import NotTaken, Sent, SentFile, Writing

_CLOCKS_DIFFER = dt.timedelta(days=1)
"""A message from further ahead would keep out every correction until that day."""


@dataclass
class _Seen:
    """What a person is told of the messages as a whole."""

    unused: Counter[str] = field(default_factory=Counter)
    undated: int = 0
    """Messages that do not say when they were made."""


def sent_of_messages(name: str, data: bytes, zone: ZoneInfo) -> SentFile:
    """The results of every message of a file; Unreadable when it holds no message at all."""
    found = cut(data)
    if not any(message.problem is None for message in found.messages):
        raise Unreadable(_no_message(name, found))
    seen = _Seen()
    sent = tuple(one for message in found.messages for one in _sent(message, zone, seen))
    return SentFile(sent=sent, notes=tuple(_notes(seen)), gaps=tuple(_gaps(found)))


def _sent(message: RawMessage, zone: ZoneInfo, seen: _Seen) -> Iterator[Sent]:
    if message.problem is not None:
        yield _not_taken(message, _words_of(message.problem))
        return
    try:
        segments = segments_of(message.text, message.charset)
        found = grouped(segments)
    except NotAMessage:
        yield _not_taken(message, _("it can't be cut into segments"))
        return
    kind, event = found.header.text(9, 1).upper(), found.header.text(9, 2).upper()
    if kind != "ORU" or event not in ("R01", ""):
        shown = "^".join(part for part in (kind, event) if part)[:20] or _("without a type")
        yield _not_taken(message, _("it is %s, no message of results (ORU^R01)") % shown)
        return
    seen.unused.update(found.unused)
    written = _written(found.header, zone)
    reader = MessageResults(
        message.number, found, zone, written=written, ends_open=message.ends_open
    )
    results = list(reader.sent())
    seen.undated += bool(results) and written is None
    if not results:
        yield _not_taken(message, _("it holds no result (OBX)"))
    yield from results


def _written(header: Segment, zone: ZoneInfo) -> Writing | None:
    written = writing_of(header, zone)
    if written and is_future(read_moment(written.at), now() + _CLOCKS_DIFFER):
        return None
    return written


def _not_taken(message: RawMessage, reason: str) -> NotTaken:
    return NotTaken(
        where=_("message %d") % message.number, raw=message.text, reason=reason, kind=None
    )


def _words_of(problem: Problem) -> str:
    sentences = {
        "no_header": _("it does not begin with a header (MSH)"),
        "no_separators": _("its header does not name the signs that part its fields"),
        "cut_short": _("it is cut short: its frame never ends"),
        "unknown_charset": _("its character set “%s” is not read") % problem.word,
        "not_text": _("its bytes are no text in its character set (%s)") % problem.word,
    }
    return sentences[problem.code]


def _no_message(name: str, found: RawFile) -> str:
    problem = found.messages[0].problem if found.messages else None
    if problem is None:
        return _("%s holds no HL7 message: there is an envelope and nothing in it.") % name
    return _("%(name)s can't be read as HL7: %(why)s.") % {"name": name, "why": _words_of(problem)}


def _notes(seen: _Seen) -> Iterator[str]:
    if seen.unused:
        names = ", ".join(f"{name[:10]} ({count})" for name, count in sorted(seen.unused.items()))
        yield _("segments that are not used: %s") % names
    if seen.undated:
        yield ngettext(
            "one message does not say when it was made (MSH-7): what is imported last counts",
            "%(count)d messages do not say when they were made (MSH-7): "
            "what is imported last counts",
            seen.undated,
        ) % {"count": seen.undated}


def _gaps(found: RawFile) -> Iterator[str]:
    if found.headers > found.trailers:
        yield _("the file has a header of a batch and no trailer, so it may be cut short")
    elif found.has_counts and found.promised > len(found.messages):
        yield _("the file holds %(found)d of the %(promised)d messages its trailer counts") % {
            "found": len(found.messages),
            "promised": found.promised,
        }
