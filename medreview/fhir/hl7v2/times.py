"""Times of messages as FHIR writes them: as precise as sent, with the sender's zone. Pure."""

import datetime as dt
import re
from zoneinfo import ZoneInfo

_MOMENT = re.compile(
    r"(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.(\d{1,4}))?)?)?)?)?)?"
    r"([+-]\d{4})?",
    re.ASCII,
)


def moment_of(text: str, zone: ZoneInfo, offset: str = "") -> str:
    """A moment, with its own zone, the message's ``offset`` or the hospital's; empty if none.

    An hour without minutes is that hour's beginning.
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        return ""
    year, month, day, hour, minute, second, fraction, own = found.groups()
    try:
        date = dt.date(int(year), int(month or 1), int(day or 1))
        if hour is None:
            return "-".join(part for part in (year, month, day) if part)
        time = dt.time(int(hour), int(minute or 0), int(second or 0))
        moment = dt.datetime.combine(date, time, _zone(own or offset) or zone)
        written = moment.isoformat()
    except (ValueError, OverflowError):
        return ""
    return written if not fraction else f"{written[:19]}.{fraction}{written[19:]}"


def written_of(text: str, zone: ZoneInfo) -> str:
    """When a message was made, to the minute or second; empty where it does not surely say so."""
    found = _MOMENT.fullmatch(text)
    written = moment_of(text, zone) if found and found[5] else ""
    if not found or not written:
        return ""
    # The hour that clocks go through twice tells no order, unless the zone is named.
    moment = dt.datetime.fromisoformat(written[:19]).replace(tzinfo=zone)
    if not found[8] and moment.utcoffset() != moment.replace(fold=1).utcoffset():
        return ""
    return written if found[6] else written[:16] + written[19:]


def day_of(text: str) -> str:
    """The day, month or year of a birth date; empty where it is none."""
    return moment_of(text[:8], ZoneInfo("UTC")) if text[:4].isdigit() else ""


def offset_of(text: str) -> str:
    """The zone a moment names, such as ``+0100``; empty where it names none."""
    found = _MOMENT.fullmatch(text)
    return (found[8] or "") if found else ""


def _zone(offset: str) -> dt.timezone | None:
    if not offset:
        return None
    hours, minutes = int(offset[1:3]), int(offset[3:5])
    if hours > 14 or minutes > 59:
        raise ValueError("no place has such a zone")
    delta = dt.timedelta(hours=hours, minutes=minutes)
    return dt.timezone(-delta if offset[0] == "-" else delta)
