"""The orders of one message as results and reports, or why one of them can't be taken."""

from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from medreview.fhir.elements import Json
from medreview.fhir.hl7v2.fields import Repetition, Segment
from medreview.fhir.hl7v2.groups import Grouped, Observation, Order
from medreview.fhir.hl7v2.observation_values import (
    Document,
    concept_of,
    flags_of,
    value_elements,
)
from medreview.fhir.hl7v2.times import day_of, moment_of, offset_of, written_of
from medreview.fhir.sent_results import (
    SENDER,
    NotTaken,
    Sent,
    SentPerson,
    SentReport,
    SentResult,
    SentSpecimen,
    Writing,
    stable_result_id,
)

_RESULT_STATUS = {
    "F": "final", "C": "corrected", "A": "amended", "U": "final", "P": "preliminary",
    "R": "preliminary", "S": "preliminary", "I": "registered", "O": "registered",
    "N": "cancelled", "X": "cancelled", "D": "entered-in-error", "W": "entered-in-error",
}  # fmt: skip
_REPORT_STATUS = {
    "F": "final", "C": "corrected", "M": "corrected", "A": "partial", "P": "preliminary",
    "R": "preliminary", "I": "registered", "O": "registered", "S": "registered",
    "X": "cancelled",
}  # fmt: skip
_SEXES = {"M": "male", "F": "female", "O": "other", "A": "other", "U": "unknown"}
_NUMBER_TYPES = ("MR", "MRN", "PI", "PT", "")
_LONGEST_NUMBER = 128


class Refused(ValueError):
    """A result that can't be taken; the sentence says why."""


class MessageResults:
    """The results of one message."""

    def __init__(
        self,
        number: int,
        grouped: Grouped,
        zone: ZoneInfo,
        *,
        written: Writing | None,
        ends_open: bool,
    ) -> None:
        self._written = written
        self._place = _("message %d") % number
        self._grouped, self._zone = grouped, zone
        self._offset = offset_of(grouped.header.text(7))
        last = [one for order in grouped.orders for one in order.observations][-1:]
        self._open_end = last[0].number if last and ends_open else 0

    def sent(self) -> Iterator[Sent]:
        """Each OBX, and a report for each OBR that has results."""
        for order in self._grouped.orders:
            taken: list[SentResult] = []
            twins: Counter[tuple[str, ...]] = Counter()
            for observation in order.observations:
                one = self._one(order, observation, twins)
                if isinstance(one, SentResult):
                    taken.append(one)
                yield one
            if taken and order.segment is not None:
                yield self._report(order, taken)

    def _one(
        self, order: Order, observation: Observation, twins: Counter[tuple[str, ...]]
    ) -> SentResult | NotTaken:
        where = f"{self._place}, OBX {observation.number}"
        raw = self._raw(order, observation)
        person: SentPerson | None = None
        fhir_id: str | None = None
        try:
            person = person_of(order.pid)
            identity = self._identity(order, observation.segment, twins)
            fhir_id = stable_result_id(person, identity)
            result = self._result(order, observation, person, identity, where, raw)
        except Refused as problem:
            return NotTaken(where, raw, str(problem), person, fhir_id)
        return result

    def _result(
        self,
        order: Order,
        observation: Observation,
        person: SentPerson,
        identity: tuple[str, ...],
        where: str,
        raw: str,
    ) -> SentResult:
        segment = observation.segment
        unit = _unit(segment)
        status = _status(order, segment)
        value, odd_type = self._value(observation, unit)
        concept = _concept(segment, 3)
        effective, doubts = self._effective(order, segment)
        if odd_type:
            doubts.append(_("its type “%s” is not read; its words are kept") % odd_type[:10])
        return SentResult(
            where=where,
            raw=raw,
            person=person,
            identity=identity,
            name=str(concept.get("text", "")),
            codings=tuple(concept.get("coding", ())),
            value=value,
            unit=unit,
            status=status,
            effective=effective,
            issued=self._moment(order.segment, 22),
            flags=flags_of(segment, 8),
            range_text="\n".join(one.text for one in segment.repetitions(7)),
            specimen=self._specimen(order),
            order=_order_number(order),
            method=_words(segment, 17),
            performer=segment.text(23) or _words(segment, 15),
            notes=_notes(observation.notes),
            doubts=tuple(doubts),
            written=self._written,
        )

    def _value(self, observation: Observation, unit: str) -> tuple[Json, str]:
        segment = observation.segment
        if observation.number == self._open_end and not segment.raw_field(11).strip():
            raise Refused(_("the file ends in the middle of it"))
        try:
            value, odd_type = value_elements(segment, unit)
        except Document:
            raise Refused(_("its value is a document, which is not read")) from None
        if segment.text(11).upper() == "U" and not value:
            raise Refused(_("it makes an earlier result final without repeating its value"))
        return value, odd_type

    def _identity(
        self, order: Order, segment: Segment, twins: Counter[tuple[str, ...]]
    ) -> tuple[str, ...]:
        code, name, system = (segment.text(3, place) for place in (1, 2, 3))
        if not (code or name):
            raise Refused(_("it names no test"))
        number = _order_number(order)
        if not number:
            # Without an order number its time and panel tell one result from the next.
            number = "|".join((self._moment(order.segment, 7) or segment.text(14), _panel(order)))
        identity = ("hl7", number, code or name, system, segment.text(4))
        twins[identity] += 1
        # The same test twice in one order, without a sub-id: two results, and neither is lost.
        return identity if twins[identity] == 1 else (*identity, str(twins[identity]))

    def _effective(self, order: Order, segment: Segment) -> tuple[str, list[str]]:
        for holder, place, label in ((segment, 14, "OBX-14"), (order.segment, 7, "OBR-7")):
            text = holder.text(place) if holder else ""
            if not text:
                continue
            moment = moment_of(text, self._zone, self._offset)
            odd = _("%(field)s “%(text)s” is no time") % {"field": label, "text": text[:30]}
            return moment, [] if moment else [odd]
        return "", [_("it has no date, so nothing can tell whether it is still current")]

    def _report(self, order: Order, results: list[SentResult]) -> SentReport:
        segment = order.segment
        assert segment is not None  # noqa: S101 - the caller has looked
        concept = _concept(segment, 4)
        status = segment.text(25).upper()
        return SentReport(
            where=f"{self._place}, OBR {order.number}",
            raw="\n".join(one.raw for one in (self._grouped.header, order.pid, segment) if one),
            person=results[0].person,
            identity=("hl7", _order_number(order) or self._moment(segment, 7), _panel(order)),
            name=str(concept.get("text", "")) or _("Laboratory report"),
            codings=tuple(concept.get("coding", ())),
            results=tuple(dict.fromkeys(one.fhir_id for one in results)),
            status=_REPORT_STATUS.get(status, "unknown"),
            effective=self._moment(segment, 7),
            issued=self._moment(segment, 22),
            notes=_notes(order.notes),
            order=_order_number(order),
            written=self._written,
        )

    def _specimen(self, order: Order) -> SentSpecimen | None:
        if order.specimen is not None:
            states = [one for place in (21, 24) for one in order.specimen.repetitions(place)]
            conditions = [one.component(2) or one.component(1) for one in states]
            return SentSpecimen(
                name=_words(order.specimen, 4),
                conditions=tuple(filter(None, conditions)),
                collected=self._moment(order.specimen, 17),
            )
        found = order.segment.repetitions(15) if order.segment else []
        parts = found[0].parts(1) if found else []
        # The parts of the first component are a code and its words.
        name = next((part for part in reversed(parts[:2]) if part), "")
        return SentSpecimen(name) if name else None

    def _moment(self, segment: Segment | None, place: int) -> str:
        return moment_of(segment.text(place), self._zone, self._offset) if segment else ""

    def _raw(self, order: Order, observation: Observation) -> str:
        segments = (self._grouped.header, order.pid, order.segment, order.specimen)
        lines = [one.raw for one in segments if one is not None]
        return "\n".join([*lines, observation.segment.raw, *(one.raw for one in observation.notes)])


def writing_of(header: Segment, zone: ZoneInfo) -> Writing | None:
    """When the sender made this message (MSH-7), and its name (MSH-3, MSH-4)."""
    at = written_of(header.text(7), zone)
    if not at:
        return None
    names = [quote(header.raw_field(place).strip(), safe="") for place in (3, 4)]
    return Writing(at, SENDER + ":".join(names) if any(names) else "")


def person_of(pid: Segment | None) -> SentPerson:
    """The patient of a PID: the record number among its identifiers, never a name alone."""
    if pid is None:
        raise Refused(_("its message names no patient: there is no PID"))
    number, authority = _record_number(pid)
    if not number:
        raise Refused(_("its message names no patient id in PID-3"))
    if len(number) > _LONGEST_NUMBER or not number.isprintable():
        raise Refused(_("its patient id can't be used"))
    names = pid.repetitions(5)
    family, given = (names[0].component(1), names[0].component(2)) if names else ("", "")
    middle = names[0].component(3) if names else ""
    return SentPerson(
        number=number,
        authority=authority,
        family=family,
        given=" ".join(part for part in (given, middle) if part),
        birth_date=day_of(pid.text(7)),
        sex=_SEXES.get(pid.text(8).upper(), ""),
    )


def _record_number(pid: Segment) -> tuple[str, str]:
    stated = [one for one in pid.repetitions(3) if one.component(1)]
    for kind in _NUMBER_TYPES:
        for one in stated:
            if one.component(5).upper() == kind:
                return one.component(1), one.component(4)
    if len(stated) == 1:
        return stated[0].component(1), stated[0].component(4)
    return "" if stated else pid.text(2), ""


def _status(order: Order, segment: Segment) -> str:
    said = segment.text(11)
    if said:
        # A letter nobody knows stays as sent: the gate takes it as unknown, and says so.
        return _RESULT_STATUS.get(said.upper(), said)
    overall = order.segment.text(25) if order.segment else ""
    return _RESULT_STATUS.get(overall.upper(), overall)


def _concept(segment: Segment, place: int) -> Json:
    found = segment.repetitions(place)
    return concept_of(found[0]) if found else {}


def _unit(segment: Segment) -> str:
    found = segment.repetitions(6)
    if not found:
        return ""
    return found[0].text if not found[0].has_components else _first_said(found[0])


def _first_said(one: Repetition) -> str:
    return one.component(1) or one.component(2)


def _words(segment: Segment, place: int) -> str:
    found = segment.repetitions(place)
    if not found:
        return ""
    return found[0].component(9) or found[0].component(2) or found[0].component(1)


def _order_number(order: Order) -> str:
    for segment, places in ((order.segment, (3, 2)), (order.orc, (3, 2))):
        for place in places if segment else ():
            found = segment.repetitions(place) if segment else []
            if found:
                return found[0].text
    return ""


def _panel(order: Order) -> str:
    return order.segment.text(4) or order.segment.text(4, 2) if order.segment else ""


def _notes(segments: list[Segment]) -> tuple[str, ...]:
    texts = ("\n".join(one.text for one in segment.repetitions(3)) for segment in segments)
    return tuple(text for text in texts if text)
