"""A file of messages as results: bad messages and bad results cost only themselves."""

from collections import Counter
from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from medreview.fhir.errors import Unreadable
from medreview.fhir.hl7v2.fields import NotAMessage, segments_of
from medreview.fhir.hl7v2.groups import grouped
from medreview.fhir.hl7v2.messages import Problem, RawFile, RawMessage, cut
from medreview.fhir.hl7v2.results import MessageResults
from medreview.fhir.sent_results import NotTaken, Sent, SentFile


def sent_of_messages(name: str, data: bytes, zone: ZoneInfo) -> SentFile:
    """The results of every message of a file; Unreadable when it holds no message at all."""
    found = cut(data)
    if not any(message.problem is None for message in found.messages):
        raise Unreadable(_no_message(name, found))
    unused: Counter[str] = Counter()
    sent = tuple(one for message in found.messages for one in _sent(message, zone, unused))
    return SentFile(sent=sent, notes=tuple(_notes(unused)), gaps=tuple(_gaps(found)))


def _sent(message: RawMessage, zone: ZoneInfo, unused: Counter[str]) -> Iterator[Sent]:
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
    unused.update(found.unused)
    results = list(MessageResults(message.number, found, zone, ends_open=message.ends_open).sent())
    if not results:
        yield _not_taken(message, _("it holds no result (OBX)"))
    yield from results


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


def _notes(unused: Counter[str]) -> Iterator[str]:
    if unused:
        names = ", ".join(f"{name[:10]} ({count})" for name, count in sorted(unused.items()))
        yield _("segments that are not used: %s") % names


def _gaps(found: RawFile) -> Iterator[str]:
    if found.headers > found.trailers:
        yield _("the file has a header of a batch and no trailer, so it may be cut short")
    elif found.has_counts and found.promised > len(found.messages):
        yield _("the file holds %(found)d of the %(promised)d messages its trailer counts") % {
            "found": len(found.messages),
            "promised": found.promised,
        }
