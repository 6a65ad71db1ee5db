"""A model words and orders the statements; code takes only what says the very same.

Criticals are never shown to it. One question for an analysis, a few for a very long one, none
where nothing is to be worded.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from analysis.pipeline.contracts import (
    RefusedWording,
    Statement,
    StatementKind,
    StatementList,
    WhyRefused,
    WordedBy,
    Wording,
)
from analysis.pipeline.reasoner.faithful import Change, change_of
from analysis.pipeline.reasoner.grounding import Draft, Grounding
from analysis.pipeline.reasoner.ordering import is_order_of, reading_order
from analysis.pipeline.reasoner.rewordings import (
    MOST_STATEMENTS,
    Numbered,
    Rewording,
    ToWord,
    Worded,
)
from analysis.pipeline.reasoner.spacing import spaced_as
from analysis.pipeline.stage import Helper
from medreview.runtime.context import Block
from medreview.runtime.skills.contracts import Brief, Skill
from medreview.runtime.skills.read import read_skill

MOST_LETTERS = 30_000
"""Of the statements of one question."""
MOST_QUESTIONS = 3
BLOCK_TOKENS = 15_000
TOO_MANY = "too_many"
NONE_STANDS = "none_stands"
"""Codes: not every statement was shown; nothing of what the model proposed could be taken."""


@cache
def skill() -> Skill:
    """The skill as it stands beside this file."""
    return read_skill(Path(__file__).parent / "skill")


@dataclass
class Reworder:
    """The statements of one analysis, as far as a model has worded them."""

    drafts: Sequence[Draft]
    grounding: Grounding
    items: list[Statement]
    refused: list[RefusedWording] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    offered: int = 0
    orders_refused: int = 0
    reason: str = ""

    def ask(self, helper: Helper) -> None:
        """A question for each batch, until one comes to nothing."""
        batches = list(_batches(self.items))
        for number, batch in enumerate(batches[:MOST_QUESTIONS], start=1):
            given = ToWord(statements=tuple(_numbered(self.items, batch)))
            block = Block("statements", as_lines(given), BLOCK_TOKENS)
            brief = Brief("reasoner", given, nonce=f"wording|{number}", blocks=(block,))
            made = helper.use(skill(), brief)
            self.offered += len(batch)
            if not made.by_model or not isinstance(made.output, Worded):
                self.reason = made.reason
                break
            self._take(made.output, batch)
        else:
            if len(batches) > MOST_QUESTIONS:
                self.reason = TOO_MANY

    def _take(self, worded: Worded, batch: Sequence[int]) -> None:
        seen: set[int] = set()
        for rewording in worded.rewordings:
            place = rewording.number - 1
            if place not in batch or place in seen:
                self._refuse(None, rewording.text or rewording.plain, NOT_SHOWN)
                continue
            seen.add(place)
            self._reword(place, rewording)
        proposed = [number - 1 for number in worded.order]
        if proposed and not is_order_of(proposed, batch):
            self.orders_refused += 1
            proposed = []
        self.order += proposed or batch

    def _reword(self, place: int, rewording: Rewording) -> None:
        """The text and the plain words of one statement, each by itself."""
        was = self.items[place]
        changed: dict[str, str] = {}
        text = self._taken(place, was.text, rewording.text)
        if text != was.text:
            changed |= {"text": text, "worded_by": WordedBy.MODEL, "rule_text": was.text}
        plain = self._taken(place, was.plain, rewording.plain) if was.plain else None
        if plain and was.plain and plain != was.plain:
            changed |= {"plain": plain, "plain_worded_by": WordedBy.MODEL, "rule_plain": was.plain}
        self.items[place] = was.model_copy(update=changed)

    def _taken(self, place: int, sentence: str, wording: str) -> str:
        """The wording where it says the same; else the sentence, and why is kept."""
        wording = spaced_as(sentence, wording)
        if not wording or wording == sentence:
            return sentence
        change = change_of(sentence, wording, self.names) or self._stray(place, wording)
        if change is None:
            return wording
        self._refuse(place, wording, change, instead_of=sentence)
        return sentence

    def _stray(self, place: int, wording: str) -> Change | None:
        """What of it is not in the package, by the same check that the rules' sentences pass."""
        draft = self.drafts[place]
        worded = draft.statement.model_copy(update={"text": wording, "plain": None})
        cut = self.grounding.check(Draft(worded, draft.given)).cut
        return Change(WhyRefused.GROUNDING, cut) if cut else None

    def _refuse(
        self, place: int | None, wording: str, change: Change, *, instead_of: str = ""
    ) -> None:
        self.refused.append(
            RefusedWording(
                about=None if place is None else self.items[place].about,
                instead_of=instead_of,
                wording=wording,
                reason=change.reason,
                why=change.why,
            )
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Every name the analysis knows."""
        return self.grounding.names

    def wording(self) -> tuple[tuple[int, ...], Wording]:
        """The order of the texts, and whose words they are in."""
        order = reading_order(self.items, self.order)
        # What the rules would read, so that "reordered" speaks of the model alone.
        reordered = order != reading_order(self.items, sorted(self.order))
        worded = sum(one != one.by_rule() for one in self.items)
        stands = bool(worded or reordered)
        return (order if reordered else ()), Wording(
            by=WordedBy.MODEL if stands else WordedBy.FALLBACK,
            reason=self.reason or ("" if stands else NONE_STANDS),
            offered=self.offered,
            worded=worded,
            reordered=reordered,
            order_refused=self.orders_refused,
            refused=tuple(self.refused),
        )


NOT_SHOWN = Change(WhyRefused.UNKNOWN, "It is for no sentence that was shown, or for one twice.")


def reworded(
    said: StatementList, drafts: Sequence[Draft], grounding: Grounding, helper: Helper | None
) -> StatementList:
    """The same statements, worded and ordered by a model where that changes nothing they say."""
    if helper is None or not any(_may_be_worded(one) for one in said.items):
        return said
    reworder = Reworder(drafts, grounding, list(said.items))
    reworder.ask(helper)
    order, wording = reworder.wording()
    # Made anew and not copied, so that the contract's own rules are asked.
    return StatementList(
        items=tuple(reworder.items), cannot_tell=said.cannot_tell, order=order, wording=wording
    )


def as_lines(given: ToWord) -> str:
    """The statements as a model reads them: no line can be begun from inside a text."""
    return "\n".join(line for one in given.statements for line in _lines(one))


def _lines(one: Numbered) -> Iterator[str]:
    yield f"[{one.number}] finding {one.finding}, {one.kind}: {one.text}"
    if one.plain:
        yield f"[{one.number}] plain: {one.plain}"


def _may_be_worded(one: Statement) -> bool:
    return one.cut is None and one.kind is not StatementKind.CRITICAL


def _batches(items: Sequence[Statement]) -> Iterator[list[int]]:
    """Places of statements, as many as one question holds; a finding is not torn."""
    batch: list[int] = []
    letters = 0
    for group in _groups(items):
        longer = sum(len(items[place].text) + len(items[place].plain or "") for place in group)
        full = len(batch) + len(group) > MOST_STATEMENTS or letters + longer > MOST_LETTERS
        if batch and full:
            yield batch
            batch, letters = [], 0
        batch, letters = [*batch, *group], letters + longer
    if batch:
        yield batch


def _groups(items: Sequence[Statement]) -> list[list[int]]:
    """The places of each finding, and each other statement by itself."""
    groups: dict[object, list[int]] = {}
    for place, one in enumerate(items):
        if _may_be_worded(one):
            groups.setdefault(one.about or place, []).append(place)
    return list(groups.values())


def _numbered(items: Sequence[Statement], batch: Sequence[int]) -> Iterator[Numbered]:
    findings: Mapping[str, int] = {
        about: number
        for number, about in enumerate(
            dict.fromkeys(one.about for one in items if one.about is not None), start=1
        )
    }
    for place in batch:
        one = items[place]
        yield Numbered(
            number=place + 1,
            finding=findings[one.about] if one.about is not None else 0,
            kind=one.kind,
            text=" ".join(one.text.split()),
            plain=" ".join((one.plain or "").split()),
        )
