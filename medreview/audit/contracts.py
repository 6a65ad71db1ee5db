"""What a week of a hospital's trail says, in ids and counts."""

from medreview.common.contract import Contract

MANY_PATIENTS = 10
"""Fewer patients in a week are never called many."""
MANY_TIMES = 2


class Tally(Contract):
    """How often something happened to or by one person."""

    person: str
    """A user's id; empty where nobody is known."""
    what: str
    """A code: an event, a permission, a route."""
    times: int


class Change(Contract):
    """A change of who may do what."""

    seq: int
    event: str
    by: str
    thing_kind: str
    thing_id: str
    detail: dict[str, str]


class PersonWeek(Contract):
    """How one person read patient data in the week, and in the weeks before it."""

    person: str
    reads: int
    patients: int
    """How many different ones."""
    prints: int
    exports: int
    at_night: int
    """Reads between 22:00 and 6:00 where the hospital is."""
    weeks_before: int
    """In how many of the eight weeks before this person read anything."""
    most_patients_before: int
    """In one of those weeks."""
    at_night_before: int
    """In all of those weeks together."""

    @property
    def is_new(self) -> bool:
        """Whether there is nothing to compare with."""
        return self.weeks_before == 0

    @property
    def reads_at_new_hours(self) -> bool:
        """At night, and never at night in the weeks before."""
        return not self.is_new and self.at_night > 0 and self.at_night_before == 0

    @property
    def reads_many_more(self) -> bool:
        """More than twice as many patients as in any of the weeks before."""
        more = self.patients > MANY_TIMES * self.most_patients_before
        return not self.is_new and more and self.patients >= MANY_PATIENTS


class ChainCheck(Contract):
    """What a walk over the chain found when the report was made."""

    first_seq: int
    """Where the walk began: behind the head that was seen before the week, or at the start."""
    last_seq: int
    head_hash: str
    """The head it ended at. A later week's report begins there, and holds the chain to it."""
    problems: tuple[str, ...]


class WeekFacts(Contract):
    """Everything a weekly report says."""

    week: str
    events: int
    sign_ins: int
    people_signed_in: int
    wrong_passwords: tuple[Tally, ...]
    lock_outs: tuple[Tally, ...]
    unknown_names: int
    """Attempts with a name that nobody has, in the whole installation."""
    denied: tuple[Tally, ...]
    changes: tuple[Change, ...]
    exports: tuple[Tally, ...]
    people: tuple[PersonWeek, ...]
    chain: ChainCheck
