"""Which biomarkers a name that no biomarker has could be of: by the lookup, then by likeness. Pure.

A suggestion decides nothing. A curator chooses, and a second person reads what was chosen.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from graphcurate.contracts import Biomarker
from graphcurate.lookup import Lookup
from graphcurate.names import family_of_specimen, parts_of
from graphcurate.snapshot import all_names
from medreview.common.text import normalise_name
from medreview.fhir.units import Factor, charge_factors, comparable, known_unit

MOST = 9
"""As many as there are digits to choose with."""
LIKE = 0.34
"""How like a name has to be to be worth a look: 'Ghrelin' is not 'Ferritin'."""
_CLEAR = 0.62
_READ = 40


class Fit(StrEnum):
    """Whether the units of the results are units of the biomarker."""

    FITS = "fits"
    DIFFERS = "differs"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Asked:
    """What is known of a name that nobody knows."""

    name: str
    units: Sequence[str] = ()
    specimens: Sequence[str] = ()
    proposed: Sequence[str] = ()
    """Keys that a model took it for."""


@dataclass(frozen=True)
class Suggestion:
    """One biomarker it could be, and what speaks for and against."""

    key: str
    like: float
    """From 0 to 1; 1 where the graph's own lookup names it."""
    because: str
    """The name of the biomarker that is most like it."""
    unit: Fit
    specimen: Fit
    by_model: bool = False
    """A model took a result of this name for it."""
    shared: bool = False
    """Another biomarker bears this very name: alone it would stay ambiguous."""


class Suggestions:
    """The names of one release by their threes of letters. Build it once, ask it many times."""

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        self.entries = lookup.snapshot.biomarkers
        self._names: list[tuple[str, str, int]] = []
        self._by_three: dict[str, list[int]] = defaultdict(list)
        self._owners: dict[str, set[str]] = defaultdict(set)
        for entry in self.entries.values():
            self._add(entry)

    def of(self, asked: Asked, most: int = MOST) -> tuple[Suggestion, ...]:
        """The likeliest biomarkers: those whose unit fits first, then by likeness."""
        found = self._like(asked.name)
        unit = asked.units[0] if asked.units else None
        specimen = asked.specimens[0] if asked.specimens else None
        answer = self.lookup.find_name(asked.name, specimen=specimen, unit=unit)
        named = (answer.biomarker,) if answer.biomarker else answer.candidates
        for key in named:
            found[key] = (1.0, self.entries[key].name)
        for key in asked.proposed:
            if key in self.entries:
                found.setdefault(key, (0.0, self.entries[key].name))
        best = sorted(
            found.items(), key=lambda one: (one[0] not in asked.proposed, -one[1][0], one[0])
        )[:_READ]
        made = [self._suggestion(key, like, name, asked) for key, (like, name) in best]
        return tuple(sorted(made, key=_order)[:most])

    def _add(self, entry: Biomarker) -> None:
        for name in dict.fromkeys(all_names(entry)):
            threes = _threes(name)
            for three in threes:
                self._by_three[three].append(len(self._names))
            self._names.append((entry.key, name, len(threes)))
            self._owners[normalise_name(name)].add(entry.key)

    def _like(self, name: str) -> dict[str, tuple[float, str]]:
        """Each biomarker with its likest name, by the threes of letters they have in common."""
        threes = _threes(name)
        common = Counter(place for three in threes for place in self._by_three.get(three, ()))
        found: dict[str, tuple[float, str]] = {}
        for place, shared in common.items():
            key, known, size = self._names[place]
            like = 2 * shared / (len(threes) + size)
            if like >= LIKE and like > found.get(key, (0.0, ""))[0]:
                found[key] = (min(like, 0.99), known)
        return found

    def _suggestion(self, key: str, like: float, because: str, asked: Asked) -> Suggestion:
        entry = self.entries[key]
        return Suggestion(
            key=key,
            like=like,
            because=because,
            unit=unit_fit(entry, asked.units),
            specimen=_specimen_fit(entry, asked.specimens),
            by_model=key in asked.proposed,
            shared=bool(self._owners.get(normalise_name(asked.name), set()) - {key}),
        )


def unit_fit(entry: Biomarker, units: Iterable[str]) -> Fit:
    """Whether results in these units can be results of this biomarker."""
    said = [known_unit(unit) or unit for unit in units]
    if not said or not entry.units:
        return Fit.UNKNOWN
    factors = [
        *(Factor.model_validate(one.model_dump()) for one in entry.conversions),
        *charge_factors(entry.key),
    ]
    fits = any(
        one == known or comparable(one, known, factors) for one in said for known in entry.units
    )
    return Fit.FITS if fits else Fit.DIFFERS


def _specimen_fit(entry: Biomarker, specimens: Iterable[str]) -> Fit:
    said = {family for one in specimens if (family := family_of_specimen(one))}
    own = family_of_specimen(entry.specimen)
    if not said or not own:
        return Fit.UNKNOWN
    return Fit.FITS if own in said else Fit.DIFFERS


def _order(one: Suggestion) -> tuple[object, ...]:
    """What can't be it by its unit or specimen comes last; a model's proposal before a likeness,
    a clear likeness before a faint one."""
    against = Fit.DIFFERS in (one.unit, one.specimen)
    faint = one.like < _CLEAR and not one.by_model
    return against, not one.by_model, faint, one.unit is not Fit.FITS, -one.like, one.key


def _threes(name: str) -> frozenset[str]:
    core = parts_of(name).core or normalise_name(name)
    padded = f"  {core} "
    return frozenset(padded[place : place + 3] for place in range(len(padded) - 2))
