"""A file of results part by part: each part planned beside what is stored, none kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from medreview.accounts.models import Hospital
from medreview.fhir import json_text
from medreview.fhir.elements import Json
from medreview.fhir.errors import Unreadable
from medreview.fhir.import_receipt import ImportReceipt, Tally
from medreview.fhir.planning import FileContents, Plan, plan_import
from medreview.fhir.result_writer import patient_resource, report_resource, result_resource
from medreview.fhir.sent_results import (
    NotTaken,
    Sent,
    SentFile,
    SentPerson,
    SentReport,
    SentResult,
)
from medreview.fhir.shape import Refused, Taken, storable
from medreview.fhir.whose import Whose

PART = 5_000
"""Rows that are held in memory at once."""
MOST_REFUSED = 10_000
"""Beyond this the columns were misread, or it is another kind of file."""
MOST_NOTES = 1_000
_SECOND_WORDS = frozenset({"corrected", "amended", "entered-in-error", "cancelled"})


@dataclass
class Parts:
    """The parts of one file, and the receipt of those that were taken so far.

    A table says each result once: a second row of the same result with another value is
    refused, unless it calls itself a correction. Messages follow one another in time, and of
    one sender's the one made later stands, in whatever order they come.
    """

    file: SentFile
    name: str
    hospital: Hospital
    is_table: bool
    people: dict[str, Taken] = field(default_factory=dict)
    """The Patient resources that came with it, by FHIR id."""
    _tally: Tally = field(default_factory=Tally)
    _notes: list[str] = field(default_factory=list)
    _more_notes: int = 0
    _patients: set[str] = field(default_factory=set)
    _seen: dict[int, int] = field(default_factory=dict)
    """Of a table's results: what each was, as short hashes. About 100 bytes a row."""

    def __post_init__(self) -> None:
        self._whose = Whose(self.hospital)
        self._note(self.file.notes)

    def plans(self) -> Iterator[Plan]:
        """Plans of one part after another, in the order of the file."""
        sent = iter(self.file.sent)
        size = PART if self.is_table else None
        while part := list(islice(sent, size)):
            contents = self._contents(part)
            plan = plan_import(contents, hospital=self.hospital, coming=self.people.keys())
            self._count(plan.receipt)
            yield plan
            if size is None:
                return

    @property
    def receipt(self) -> ImportReceipt:
        """What became of everything taken so far."""
        notes = list(self._notes)
        if self._more_notes:
            notes.append(
                ngettext("one more like these", "%d more like these", self._more_notes).replace(
                    "%d", str(self._more_notes)
                )
            )
        return self._tally.receipt(
            self.name,
            patients=tuple(sorted(self._patients)),
            notes=tuple(notes),
            gaps=self.file.gaps,
        )

    def _contents(self, part: list[Sent]) -> FileContents:
        self._whose.look_up(one.person for one in part if one.person is not None)
        taken: list[Taken] = []
        refused: list[Refused] = []
        for one in part:
            for made in self._made_of(one):
                (taken if isinstance(made, Taken) else refused).append(made)  # type: ignore[arg-type]
        return FileContents(self.name, tuple(taken), tuple(refused), (), (), newest_first=False)

    def _made_of(self, one: Sent) -> Iterable[Taken | Refused]:
        if isinstance(one, NotTaken):
            return (self._refused(one, one.reason),)
        found = self._whose.of(one.person)
        if found.reason:
            return (self._refused(one, found.reason),)
        resource = _resource(one, found.fhir_id)
        made = _taken(one.where, resource, as_received=one.raw)
        if self.is_table and isinstance(one, SentResult):
            reason = self._second(one, made)
            if reason is not None:
                return (self._refused(one, reason),) if reason else ()
        if isinstance(one, SentResult):
            self._note(f"{one.where}: {doubt}" for doubt in one.doubts)
        person = self._person(one) if found.is_ours else None
        return (person, made) if person else (made,)

    def _second(self, result: SentResult, made: Taken) -> str | None:
        """Why a row about a result that an earlier row told is refused; empty if it says the same.

        None for the first row, and for one that corrects the first.
        """
        key, content = int(made.fhir_id[:15], 16), int(made.content_hash[:15], 16)
        if key not in self._seen:
            self._seen[key] = content
            return None
        if self._seen[key] == content:
            self._tally.count(made.type, "same")
            return ""
        if result.status in _SECOND_WORDS:
            return None
        return _(
            "an earlier row has the same patient, test, order and date with another value: "
            "name the column that tells them apart, such as the order or the time"
        )

    def _person(self, one: SentResult | SentReport) -> Taken | None:
        """The Patient resource, once for each patient of the file."""
        person = one.person
        if person.fhir_id in self.people:
            return None
        place = _("%s, patient") % one.where
        resource = patient_resource(person, one.written)
        self.people[person.fhir_id] = _taken(place, resource, as_received="")
        return self.people[person.fhir_id]

    def _refused(self, one: Sent, reason: str) -> Refused:
        return Refused(
            where=one.where,
            raw=storable(one.raw),
            reason=reason,
            type=_type_of(one),
            fhir_id=one.fhir_id,
            owner=self._owner_of(one.person),
        )

    def _owner_of(self, person: SentPerson | None) -> str:
        """Whose record is not complete because of a refused row; empty where nobody can tell."""
        return self._whose.of(person).fhir_id if person else ""

    def _count(self, receipt: ImportReceipt) -> None:
        self._tally.add(receipt)
        self._patients |= set(receipt.patients)
        self._note(receipt.notes)
        if self._tally.refused > MOST_REFUSED:
            raise Unreadable(
                _(
                    "More than %(limit)d rows of %(name)s can't be taken: look at the columns "
                    "again. Nothing was imported."
                )
                % {"limit": MOST_REFUSED, "name": self.name}
            )

    def _note(self, notes: Iterable[str]) -> None:
        for note in notes:
            if len(self._notes) < MOST_NOTES:
                self._notes.append(note)
            else:
                self._more_notes += 1


def _type_of(one: Sent) -> str | None:
    if isinstance(one, NotTaken):
        return one.kind
    return "DiagnosticReport" if isinstance(one, SentReport) else "Observation"


def _resource(one: SentResult | SentReport, patient: str) -> Json:
    if isinstance(one, SentReport):
        return report_resource(one, patient)
    return result_resource(one, patient)


def _taken(where: str, resource: Json, *, as_received: str) -> Taken:
    # Saying the same in a later message is no change: when it was written is no part of it.
    said = {name: value for name, value in resource.items() if name != "meta"}
    return Taken(
        where=where,
        raw=json_text.dumps(resource),
        type=resource["resourceType"],
        fhir_id=resource["id"],
        content_hash=json_text.content_hash(said),
        resource=resource,
        as_received=as_received,
    )
