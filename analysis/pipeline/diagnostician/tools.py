"""What a model may do about names: look tests and domains up, many at once, and hand in a plan."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from analysis.pipeline.diagnostician.claims import problems
from analysis.pipeline.diagnostician.contracts import LookUp, NamingPlan, UnresolvedNames
from graphcurate.contracts import Biomarker, Domain
from graphcurate.lookup import Lookup
from medreview.common.text import normalise_name
from medreview.runtime.errors import ToolError
from medreview.runtime.tools import Finished, Scope, Tool

MOST_KEYS = 1_500
"""Keys in the list that a miss answers with."""
ANSWER_TOKENS = 30_000


@dataclass
class NameDesk:
    """The tools for one batch of names, and the account of how they were used."""

    given: UnresolvedNames
    lookup: Lookup
    looked_up_alone: int = field(default=0, init=False)
    """Look-ups of a single name."""
    refused: int = field(default=0, init=False)
    """Plans that could not be taken."""

    @property
    def one_at_a_time(self) -> bool:
        """Whether names were looked up one after the other, though several waited."""
        return self.looked_up_alone > 1 and len(self.given.names) > 1

    def tools(self) -> tuple[Tool, ...]:
        """The three tools of the skill."""
        return (
            Tool(
                "lookup_biomarker",
                "Tests of the graph by name or key. Ask for everything in one call.",
                LookUp,
                self._biomarkers,
                ANSWER_TOKENS,
            ),
            Tool(
                "lookup_domain",
                "Fields of laboratory medicine by name or key. Ask for everything in one call.",
                LookUp,
                self._domains,
            ),
            Tool(
                "submit_diagnostic_plan",
                "One answer for every name, when you are done. A plan that can't be taken comes "
                "back with the reasons.",
                NamingPlan,
                self._submit,
            ),
        )

    def _biomarkers(self, asked: LookUp, scope: Scope) -> str:
        self._count(asked)
        answers = {name: self._find(name) for name in dict.fromkeys(asked.names)}
        lines = [f"{_quoted(name)}: {_told(found)}" for name, found in answers.items()]
        if not all(answers.values()):
            lines.append(_listed("The keys of all biomarkers", self.lookup.snapshot.biomarkers))
        return "\n".join(lines)

    def _domains(self, asked: LookUp, scope: Scope) -> str:
        self._count(asked)
        domains = self.lookup.snapshot.domains
        found = {name: _domain_called(name, domains.values()) for name in asked.names}
        lines = [
            f"{_quoted(name)}: {_domain_line(domain) if domain else 'no such domain'}"
            for name, domain in found.items()
        ]
        if not all(found.values()):
            lines.append(_listed("The keys of all domains", domains))
        return "\n".join(lines)

    def _submit(self, plan: NamingPlan, scope: Scope) -> Finished:
        reasons = problems(plan, self.given, self.lookup.snapshot)
        if reasons:
            self.refused += 1
            raise ToolError(
                "The plan is not taken. %(reasons)s Hand in the whole plan again.",
                reasons=" ".join(reasons),
            )
        return Finished(plan)

    def _count(self, asked: LookUp) -> None:
        if len(asked.names) == 1:
            self.looked_up_alone += 1

    def _find(self, name: str) -> tuple[Biomarker, ...]:
        """The test of this key, else those that the name can mean."""
        known = self.lookup.snapshot.biomarkers
        entry = known.get(name.strip().casefold())
        if entry is not None:
            return (entry,)
        answer = self.lookup.find_name(name)
        keys = (answer.biomarker,) if answer.biomarker else answer.candidates
        return tuple(known[key] for key in keys)


def _told(entries: tuple[Biomarker, ...]) -> str:
    said = "; or ".join(map(_biomarker_line, entries)) or "not in the graph"
    return f"could be {said}" if len(entries) > 1 else said


def _biomarker_line(entry: Biomarker) -> str:
    units = ", ".join(entry.units) or "none"
    return (
        f"key {entry.key}, {entry.name}; domain {entry.domain}; "
        f"specimen {entry.specimen or 'not stated'}; units {units}"
    )


def _domain_line(domain: Domain) -> str:
    name = domain.names.get("en", domain.key)
    return f"key {domain.key}, {name}; {domain.scope}"


def _domain_called(name: str, domains: Iterable[Domain]) -> Domain | None:
    said = normalise_name(name)
    called = (one for one in domains if said in _names_of(one))
    return next(called, None)


def _names_of(domain: Domain) -> Iterator[str]:
    yield from map(normalise_name, (domain.key, *domain.names.values()))


def _listed(title: str, keys: Iterable[str]) -> str:
    known = sorted(keys)
    more = f", and {len(known) - MOST_KEYS} more" if len(known) > MOST_KEYS else ""
    return f"{title}: {', '.join(known[:MOST_KEYS])}{more}."


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
