"""The names the memory's rules know: medicines and conditions of the graph's present release."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from graphcurate.contracts import NamedThing
from graphcurate.queries import current_release, snapshot_of
from memory.values import Code
from memory.vocabulary import SectionKey
from memory.write_path.lexicon import Lexicon, Term

CHRONIC = re.compile(
    r"E0[35]|E1[0-4]|E66|E78|I1[0-5]|I2[05]|I48|I50|J4[1-5]|N18|G2[05]|G35|G40|M0[5-6]|M10|M32"
    r"|K5[01]|K74|B18|B2[0-4]|D5[67]|L40"
)
"""Categories of ICD-10 that stay once they are there: our own choice, for where a person is asked
and what never ages out. A condition outside it is a diagnosis like any other."""


def names_of_the_graph() -> Lexicon:
    """The names of the release that is current now."""
    return _lexicon(current_release().content_hash)


@lru_cache(maxsize=2)
def _lexicon(_content_hash: str) -> Lexicon:
    snapshot = snapshot_of(current_release())
    return Lexicon(
        (
            *_terms(snapshot.medications, {}),
            *_terms(snapshot.conditions, _sections(snapshot.conditions)),
        )
    )


def _sections(conditions: Mapping[str, NamedThing]) -> dict[str, SectionKey]:
    return {
        key: SectionKey.CHRONIC_CONDITIONS if _is_chronic(thing) else SectionKey.DIAGNOSES
        for key, thing in conditions.items()
    }


def _is_chronic(thing: NamedThing) -> bool:
    return any(CHRONIC.match(code.code) for code in thing.codes if "icd" in code.system.casefold())


def _terms(things: Mapping[str, NamedThing], sections: Mapping[str, SectionKey]) -> Iterator[Term]:
    for key, thing in things.items():
        first = thing.codes[0] if thing.codes else None
        code = Code(system=first.system, code=first.code) if first else None
        section = sections.get(key, SectionKey.MEDICATIONS)
        for name in {thing.name, *(one for names in thing.names.values() for one in names)}:
            yield Term(name, thing.name, section, code)
