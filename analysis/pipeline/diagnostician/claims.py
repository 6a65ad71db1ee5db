"""Whether a model's plan for names can be taken, or every reason why not. Pure.

A key that does not fit what is known of the result is never taken: its unit, its specimen and
the kind of figure its name says must be those of the test.
"""

from collections import Counter
from collections.abc import Iterator

from analysis.pipeline.diagnostician.contracts import (
    Decision,
    NameAnswer,
    NamingPlan,
    UnresolvedName,
    UnresolvedNames,
)
from graphcurate.contracts import Biomarker, Snapshot
from graphcurate.figures import figure_of
from graphcurate.gaps.suggestions import Fit, unit_fit
from graphcurate.names import BLOOD, family_of_specimen, parts_of

MOST_REASONS = 40
"""A model that got everything wrong learns no more from the hundredth reason."""


def problems(plan: NamingPlan, given: UnresolvedNames, snapshot: Snapshot) -> tuple[str, ...]:
    """Every reason why the plan is refused, in sentences for the model; none: it is taken."""
    found = list(_parity(plan, given))
    names = {one.id: one for one in given.names}
    for answer in plan.answers:
        name = names.get(answer.id)
        why = _why_not(answer, name, snapshot) if name is not None else None
        if why is not None:
            found.append(f"{answer.id}: {why}")
    more = len(found) - MOST_REASONS
    return (*found[:MOST_REASONS], *((f"And {more} more.",) if more > 0 else ()))


def _parity(plan: NamingPlan, given: UnresolvedNames) -> Iterator[str]:
    answered = Counter(answer.id for answer in plan.answers)
    asked = [one.id for one in given.names]
    lost = [name for name in asked if name not in answered]
    added = [name for name in answered if name not in asked]
    twice = [name for name, times in answered.items() if times > 1]
    for names, said in ((lost, "left out"), (added, "not asked"), (twice, "answered twice")):
        if names:
            yield f"{said}: {', '.join(names)}."


def _why_not(answer: NameAnswer, name: UnresolvedName, snapshot: Snapshot) -> str | None:
    if answer.decision is Decision.BIOMARKER:
        return _why_not_biomarker(answer.key, name, snapshot)
    if answer.decision is Decision.DOMAIN:
        return _why_not_domain(answer.key, snapshot)
    if answer.key:
        return "only a biomarker or a domain has a key."
    if answer.decision is Decision.MODEL_KNOWLEDGE and not answer.related:
        return "for model_knowledge bring related items, or answer unknown."
    return None


def _why_not_biomarker(key: str, name: UnresolvedName, snapshot: Snapshot) -> str | None:
    entry = snapshot.biomarkers.get(key)
    if entry is None:
        return "there is no biomarker of this key; look it up, or answer otherwise."
    if name.could_be and key not in name.could_be:
        return f"this name can only be one of {', '.join(name.could_be)}."
    return why_unfit(entry, name)


def _why_not_domain(key: str, snapshot: Snapshot) -> str | None:
    domain = snapshot.domains.get(key)
    if domain is None:
        return f"there is no domain of this key; there are {', '.join(sorted(snapshot.domains))}."
    return None if domain.relations else "this domain relates nothing; answer otherwise."


def why_unfit(entry: Biomarker, name: UnresolvedName) -> str | None:
    """Why a result of this name can't be of this test; None where nothing speaks against it."""
    if name.unit and unit_fit(entry, [name.unit]) is not Fit.FITS:
        units = ", ".join(entry.units) or "no unit"
        return f"its unit is none of {entry.key} ({units})."
    if not _specimen_fits(entry, name):
        return f"its specimen is not that of {entry.key} ({entry.specimen or 'not stated'})."
    figures = {figure for unit in entry.units if (figure := figure_of(unit))}
    said = parts_of(name.name).figure
    if said and figures and said not in figures:
        return f"its name says a {said}, and {entry.key} is none."
    return None


def _specimen_fits(entry: Biomarker, name: UnresolvedName) -> bool:
    """Name and specimen say one fluid at most, and it is the test's."""
    said = set(parts_of(name.name).families)
    given = family_of_specimen(name.specimen)
    said |= {given} if given else set()
    if not said:
        return True
    own = family_of_specimen(entry.specimen)
    return said == {own} or (own is None and said == {BLOOD})
