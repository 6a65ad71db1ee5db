"""By code, by name, then by domain: what the graph knows of a result. Pure, indexed once."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from graphcurate import patterns
from graphcurate.contracts import (
    Biomarker,
    LoincRule,
    LookupAnswer,
    LookupHow,
    Snapshot,
)
from graphcurate.figures import COUNT, FRACTION, PER_FIELD, figure_of
from graphcurate.names import (
    BLOOD,
    NameParts,
    comparable,
    family_of_specimen,
    parts_of,
    slipped,
    turned,
)

TELLING = frozenset({COUNT, FRACTION, PER_FIELD})
"""Kinds of figure that no other kind of figure can stand for."""

_SUSCEPTIBILITY = "[susceptibility]"
"""'Amikacin [Susceptibility]' is a finding about a bacterium, not a drug level."""

NOTHING = LookupAnswer(how=LookupHow.NONE)


@dataclass(frozen=True)
class _Owner:
    """A biomarker as the bearer of one name."""

    key: str
    display: bool
    """The name is one it is shown by, not a synonym."""
    family: str | None
    figures: frozenset[str]
    said: frozenset[str] = frozenset()
    """The specimens that all its names of this core say; none where it is also listed bare."""

    @property
    def stated(self) -> bool:
        """Its names say a specimen other than blood, so the core says nothing without one."""
        return bool(self.said - {BLOOD})


class Lookup:
    """The indexes of one snapshot. Build it once for a release and ask it many times."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._codes: dict[str, LookupAnswer] = {}
        self._names: dict[str, dict[str, _Owner]] = defaultdict(dict)
        self._cores: dict[str, dict[str, _Owner]] = defaultdict(dict)
        for entry in snapshot.biomarkers.values():
            self._index_codes(entry)
            self._index_names(entry)
        self._rules = sorted(
            ((entry, entry.rule) for entry in snapshot.domains.values() if entry.rule),
            key=lambda pair: pair[1].order,
        )

    def find(
        self,
        *,
        codes: Iterable[str] = (),
        name: str | None = None,
        specimen: str | None = None,
        unit: str | None = None,
        display: str | None = None,
        loinc_class: str | None = None,
        unitless: bool = False,
    ) -> LookupAnswer:
        """The biomarker of a result, or its domain, or the biomarkers it could be.

        ``codes`` are LOINC codes; where there is any, the name is never asked: a code the graph
        lacks goes to its domain by ``display``, the name LOINC gives it (or ``name``).
        ``unitless`` says that a result is known to carry no unit, not only that none was given.
        """
        known = tuple(code.strip() for code in codes if code and code.strip())
        for code in known:
            if code in self._codes:
                return self._codes[code]
        if known:
            domain = self.domain_of_loinc(known[0], display or name, loinc_class)
            how = LookupHow.DOMAIN if domain else LookupHow.NONE
            return LookupAnswer(how=how, domain=domain)
        return self.find_name(name or "", specimen=specimen, unit=unit, unitless=unitless)

    def find_name(
        self,
        name: str,
        *,
        specimen: str | None = None,
        unit: str | None = None,
        unitless: bool = False,
    ) -> LookupAnswer:
        """By name alone: exact first, then what is left of it without specimen and figure.

        Where neither name nor specimen says a fluid, reports mean blood: "Glucose" is serum's,
        urine's is called so. That holds for the names the graph lists bare. "pH", which it lists
        for arterial blood and for urine alike, is ambiguous; so is a result without any unit if a
        urine strip or sediment prints that name too ("Glucose: negative", "RBC: 2-3").
        """
        parts = parts_of(name)
        family = self._one_family(parts, specimen)
        if not parts.core or family is None:
            return NOTHING
        figure = figure_of(unit)
        if _contradict(parts.figure, figure):
            return NOTHING
        for owners in self._bearers(name, parts):
            fitting = [owner for owner in owners.values() if _fits(owner, family, parts)]
            if not family:
                fitting = self._by_convention(fitting, parts.core, figure, unitless=unitless)
            if fitting:
                return self._answer(fitting, figure)
        return self._bracketed(name, specimen, unit)

    def domain_of_loinc(
        self, code: str, display: str | None, loinc_class: str | None = None
    ) -> str | None:
        """The domain of a LOINC code the graph lacks, by LOINC's own name of it and its class."""
        if code in self._codes:
            return self._codes[code].domain
        for entry, rule in self._rules:
            if display and _rule_takes(rule, display, loinc_class):
                return entry.key
        return None

    def _index_codes(self, entry: Biomarker) -> None:
        for code in entry.loinc:
            how = LookupHow.LOINC if code.primary else LookupHow.ALTERNATIVE_LOINC
            self._codes[code.code] = LookupAnswer(biomarker=entry.key, how=how, domain=entry.domain)

    def _index_names(self, entry: Biomarker) -> None:
        family = family_of_specimen(entry.specimen)
        figures = frozenset(filter(None, map(figure_of, entry.units)))
        shown = {entry.name, *entry.names.values()}
        for name in sorted({*shown, *(s for names in entry.synonyms.values() for s in names)}):
            parts = parts_of(name)
            owner = _Owner(entry.key, name in shown, family, figures)
            self._names[comparable(name)].setdefault(entry.key, owner)
            cores = [parts.core]
            if name in shown and "(" in name:
                # 'Growth hormone (somatotropin)' is also called what stands before the bracket.
                cores.append(parts_of(name.partition("(")[0]).core)
            for core in cores:
                known = self._cores[core].get(entry.key)
                if known is None or (known.said and not parts.families):
                    self._cores[core][entry.key] = replace(
                        owner, display=False, said=parts.families
                    )

    def _bearers(self, name: str, parts: NameParts) -> Iterable[dict[str, _Owner]]:
        """Who bears the name as it stands, then who bears its core."""
        yield self._names.get(comparable(name), {})
        yield self._names.get(turned(name), {})
        yield self._cores.get(parts.core, {})

    @staticmethod
    def _one_family(parts: NameParts, specimen: str | None) -> str | None:
        """The specimen that name and result agree on, ``""`` if unstated, None if they differ."""
        stated = set(parts.families)
        given = family_of_specimen(specimen)
        if given:
            stated.add(given)
        if len(stated) > 1:
            return None
        return stated.pop() if stated else ""

    def _by_convention(
        self, owners: list[_Owner], core: str, figure: str | None, *, unitless: bool
    ) -> list[_Owner]:
        """Of a name without a fluid: who bears it bare, or all it could be if none does."""
        bare = [owner for owner in owners if not owner.said]
        if not bare:
            return [] if len(owners) == 1 and owners[0].stated else owners
        others = [twin for twin in self._cores.get(core, {}).values() if twin.stated]
        if figure in TELLING and not any(figure in owner.figures for owner in bare):
            # "RBC" by the field of view is the sediment's, whatever else is unsaid.
            return [twin for twin in others if figure in twin.figures] or bare
        return bare + [twin for twin in others if unitless and self._of_urinalysis(twin)]

    def _of_urinalysis(self, owner: _Owner) -> bool:
        return self.snapshot.biomarkers[owner.key].domain == "urinalysis"

    def _answer(self, owners: list[_Owner], figure: str | None) -> LookupAnswer:
        """One owner is the answer; of several the unit may leave one, else none is chosen."""
        left = [owner for owner in owners if not figure or figure in owner.figures]
        if len(owners) > 1 and len(left) == 1:
            owners = left
        if len(owners) > 1:
            return LookupAnswer(
                how=LookupHow.AMBIGUOUS, candidates=tuple(sorted(o.key for o in owners))
            )
        owner = owners[0]
        if figure in TELLING and figure not in owner.figures:
            # A share under the name of a number of cells, or the reverse, is another test.
            return NOTHING
        return LookupAnswer(
            biomarker=owner.key,
            how=LookupHow.NAME if owner.display else LookupHow.SYNONYM,
            domain=self.snapshot.biomarkers[owner.key].domain,
        )

    def _bracketed(self, name: str, specimen: str | None, unit: str | None) -> LookupAnswer:
        """'Creatine Kinase (CK)': both what stands outside and inside must say the same."""
        bracketed = re.fullmatch(r"([^()]+)\(([^()]+)\)([^()]*)", comparable(name))
        if not bracketed:
            return NOTHING
        before, inside, after = (text.strip(" ,") for text in bracketed.groups())
        outer = self.find_name(
            ", ".join(filter(None, (before, after))), specimen=specimen, unit=unit
        )
        inner = self.find_name(
            ", ".join(filter(None, (inside, after))), specimen=specimen, unit=unit
        )
        if inner.biomarker and outer.how is LookupHow.NONE and self._misspelt(before, inner):
            return inner
        return outer if outer.biomarker and outer.biomarker == inner.biomarker else NOTHING

    def _misspelt(self, text: str, answer: LookupAnswer) -> bool:
        """'Carcinoembyronic Antigen (CEA)': a slip in a long word, and the bracket confirms."""
        entry = self.snapshot.biomarkers[answer.biomarker or ""]
        return any(
            slipped(comparable(text), comparable(name))
            for name in {entry.name, *entry.synonyms.get("en", ())}
        )


def _fits(owner: _Owner, family: str, parts: NameParts) -> bool:
    """The specimen agrees or is unstated; what the name says of the figure agrees too."""
    if family and owner.family and owner.family != family:
        return False
    if family and family != BLOOD and owner.family is None:
        return False
    return not (parts.figure and owner.figures and parts.figure not in owner.figures)


def _contradict(said: str | None, figure: str | None) -> bool:
    """A 'count' in per cent: nobody can say which of the two was meant."""
    return bool(said and figure in TELLING and said != figure)


def _rule_takes(rule: LoincRule, display: str, loinc_class: str | None) -> bool:
    text = display.casefold()
    if _SUSCEPTIBILITY in text:
        return False
    if rule.exclude_pattern and patterns.found(rule.exclude_pattern, text):
        return False
    if loinc_class and rule.classes and not _class_agrees(loinc_class, rule.classes):
        return False
    return patterns.found(rule.name_pattern, text)


def _class_agrees(loinc_class: str, classes: tuple[str, ...]) -> bool:
    return loinc_class.upper() in classes
