"""A modest, safe part of what was said, read by fixed rules: no model is asked. Pure.

It knows the names it is given, phrases of allergies, and the words of negation, time and person
(``memory.saying``). A thing that is perhaps denied is *possible*, a relative's thing is family
history, a stranger's is no fact, and what has no known name is not found: silence of this extractor
says nothing about the patient.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memory.facts import Body, Words
from memory.saying.assertion import SPEAKER, Assertion, Cues, Denial, Said
from memory.saying.words import words_of
from memory.values import Relation
from memory.vocabulary import Experiencer, SectionKey, SourceKind, Speaker, Stance, Status
from memory.write_path import rule_cues as cues
from memory.write_path.lexicon import Lexicon, Named
from memory.write_path.reconcile import Act, Heard, MadeBy

NEAR = 6
"""Words within which a dose or a way of taking belongs to a medicine."""
CONFIDENCE = 0.6
"""Of what a rule read: never as sure as a person."""

STOPS, STARTS, ALLERGIC = Cues(cues.STOPS), Cues(cues.STARTS), Cues(cues.ALLERGIC)
KIN = {relation: Cues(words) for relation, words in cues.KIN.items()}
NOTHING = {
    SectionKey.ALLERGIES: Cues(cues.NO_ALLERGIES),
    SectionKey.CHRONIC_CONDITIONS: Cues(cues.NO_CONDITIONS),
    SectionKey.MEDICATIONS: Cues(cues.NO_MEDICINES),
}
FREQUENCIES = Cues(cues.FREQUENCIES)
CONDITIONS = frozenset({SectionKey.CHRONIC_CONDITIONS, SectionKey.DIAGNOSES})


@dataclass(frozen=True)
class Turn:
    """A stretch of words of one speaker."""

    source: str
    kind: SourceKind
    speaker: Speaker
    text: str


def heard_in(turn: Turn, lexicon: Lexicon) -> tuple[Heard, ...]:
    """What the rules read out of one speaker's words, in their order."""
    said = Said(turn.text)
    named = tuple(lexicon.find(said.words))
    found = [*_denied_wholes(turn, said), *(_heard(turn, said, one) for one in named)]
    kept = [one for one in found if one is not None]
    return tuple(sorted(kept, key=lambda one: one.words.start))


def _heard(turn: Turn, said: Said, named: Named) -> Heard | None:
    meant = said.assertion(named.start, named.end)
    first, last = said.sentence(named.start)
    relation = _relation(said, named, first)
    if (meant.of_another or meant.of_child) and relation is None:
        return None  # a neighbour's: no fact of this patient, nor of their family
    allergic = ALLERGIC.within(said.words, first, last)
    section = _section(named, is_allergy=allergic is not None, is_relative=relation is not None)
    if section is None:
        return None
    act = Act.STATES if section is SectionKey.ALLERGIES else _act(said, named, first)
    denial = _denial(said, named, meant, allergic)
    body = Body(
        section=section,
        name_raw=said.quote(named.start, named.end),
        name_normalized=named.term.normalized,
        code=named.term.code,
        fields=_fields(said, named, section, relation, last),
        stance=_stance(denial, act, is_supposed=meant.is_supposed),
        experiencer=Experiencer.RELATIVE if relation else Experiencer.PATIENT,
        status=_status(meant, act, section),
    )
    denies = body.stance is Stance.ABSENT
    return Heard(
        body=body,
        words=_words(turn, said, first, last),
        act=Act.DENIES if denies else act,
        confidence=CONFIDENCE,
        made_by=MadeBy.RULE,
    )


def _denial(said: Said, named: Named, meant: Assertion, allergic: int | None) -> Denial:
    """Whether the thing is denied, or that somebody is allergic to it, or perhaps one of them."""
    denials = [meant.denial]
    if allergic is not None:
        length = ALLERGIC.at(said.words, allergic)
        denials.append(said.assertion(allergic, allergic + length).denial)
    if said.is_perhaps_denied_behind(named.end):
        denials.append(Denial.PERHAPS)
    return max(denials, key=list(Denial).index)


def _section(named: Named, *, is_allergy: bool, is_relative: bool) -> SectionKey | None:
    section = named.term.section
    if is_relative:
        # What medicine a relative takes is nobody's history.
        return SectionKey.FAMILY_HISTORY if section in CONDITIONS else None
    if is_allergy and section is SectionKey.MEDICATIONS:
        return SectionKey.ALLERGIES
    return section


def _act(said: Said, named: Named, first: int) -> Act:
    """What is said to have happened to a medicine, by the words around it."""
    if named.term.section is not SectionKey.MEDICATIONS:
        return Act.STATES
    before = max(first, named.start - NEAR)
    stops = STOPS.within(said.words, before, named.start)
    starts = STARTS.within(said.words, before, named.start)
    if stops is not None and (starts is None or stops > starts):
        return Act.STOPS
    if STOPS.within(said.words, named.end, said.clause_end(named.end)) is not None:
        return Act.STOPS
    return Act.STATES if starts is None else Act.STARTS


def _stance(denial: Denial, act: Act, *, is_supposed: bool) -> Stance:
    if is_supposed:
        return Stance.HYPOTHETICAL
    if act is Act.STOPS:
        return Stance.PRESENT  # "no longer take": it was taken
    if denial is Denial.CLEAR:
        return Stance.ABSENT
    return Stance.POSSIBLE if denial is Denial.PERHAPS else Stance.PRESENT


def _status(meant: Assertion, act: Act, section: SectionKey) -> Status:
    if act is Act.STOPS:
        return Status.STOPPED
    if meant.is_past:
        return Status.STOPPED if section is SectionKey.MEDICATIONS else Status.RESOLVED
    return Status.ACTIVE if section is SectionKey.MEDICATIONS else Status.UNKNOWN


def _relation(said: Said, named: Named, first: int) -> Relation | None:
    """The relative whose thing it is: named before it, or behind it where nobody else was."""
    before = _kin_between(said, first, named.start)
    if before is not None:
        place, relation = before
        return relation if SPEAKER.within(said.words, place + 1, named.start) is None else None
    if SPEAKER.within(said.words, first, named.start) is not None:
        return None
    behind = _kin_between(said, named.end, said.clause_end(named.end))
    return behind[1] if behind is not None else None


def _kin_between(said: Said, start: int, end: int) -> tuple[int, Relation] | None:
    found = {kin.within(said.words, start, end): relation for relation, kin in KIN.items()}
    places = {place: relation for place, relation in found.items() if place is not None}
    return max(places.items()) if places else None


def _fields(
    said: Said, named: Named, section: SectionKey, relation: Relation | None, last: int
) -> dict[str, Any]:
    if relation is not None:
        return {"relation": relation.value}
    if section is not SectionKey.MEDICATIONS:
        return {"kind": "medicine"} if section is SectionKey.ALLERGIES else {}
    end = min(last, named.end + NEAR)
    return dict(_dose(said, named.end, end)) | dict(_frequency(said, named.end, end + NEAR))


def _dose(said: Said, start: int, end: int) -> Iterator[tuple[str, Any]]:
    for place in range(start, end - 1):
        digits = said.words[place].text
        unit = cues.DOSE_UNITS.get(_unit_at(said, place + 1, end))
        if digits[0].isdigit() and ":" not in digits and unit:
            yield "dose", {"digits": digits, "unit": unit}
            return


def _unit_at(said: Said, place: int, end: int) -> str:
    """A unit's word; Chinese ones are of two letters."""
    pair = "".join(word.text for word in said.words[place : min(end, place + 2)])
    return pair if pair in cues.DOSE_UNITS else said.words[place].text


def _frequency(said: Said, start: int, end: int) -> Iterator[tuple[str, Any]]:
    for place in range(start, min(end, len(said.words))):
        length = FREQUENCIES.at(said.words, place)
        if length:
            text = said.quote(place, place + length)
            times, per = _BY_WORDS[tuple(w.text for w in said.words[place : place + length])]
            yield "frequency", {"times": times, "per": per.value, "text": text}
            return


_BY_WORDS = {
    tuple(word.text for word in words_of(said)): meant for said, meant in cues.FREQUENCIES.items()
}


def _denied_wholes(turn: Turn, said: Said) -> Iterator[Heard]:
    """ "No allergies": the absence of a whole section is a thing somebody said."""
    for section, nothing in NOTHING.items():
        for first, last in said.sentences:
            place = next((at for at in range(first, last) if nothing.at(said.words, at)), None)
            if place is None or _is_anothers(said, first, place):
                continue
            length = nothing.at(said.words, place)
            body = Body(
                section=section,
                name_raw=said.quote(place, place + length),
                name_normalized=f"no {section.value}",
                stance=Stance.ABSENT,
                whole=True,
            )
            yield Heard(
                body=body,
                words=_words(turn, said, first, last),
                act=Act.DENIES,
                confidence=CONFIDENCE,
                made_by=MadeBy.RULE,
            )


def _is_anothers(said: Said, first: int, place: int) -> bool:
    meant = said.assertion(place, place + 1)
    return meant.of_another or meant.of_child or meant.is_supposed


def _words(turn: Turn, said: Said, first: int, last: int) -> Words:
    """The sentence it stands in, word for word."""
    text = said.quote(first, last)[:2_000]
    return Words(
        source=turn.source,
        kind=turn.kind,
        speaker=turn.speaker,
        text=text,
        start=said.words[first].start,
    )
