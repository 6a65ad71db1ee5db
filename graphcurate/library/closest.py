"""The passage of a document that comes closest to a quote it does not hold. Pure."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from difflib import Match, SequenceMatcher

from graphcurate.library.quotes import QUOTE_LENGTH, Place, Searchable, folded
from medreview.common.letters import drawn
from medreview.common.word_diff import words_of

_SEED = 8
"""Letters that must agree in a row for a place to be looked at; 4 where no place has 8."""
_SEEDS = 24
_PLACES = 60
"""Places looked at for one seed: what stands more often tells nothing."""
_BUCKET = 64
_LEAST = 0.5
"""How much of the quote's letters a passage must share to be offered."""
_ENOUGH = 160
"""Letters that tell whether two passages are alike."""
_FEW = 8
"""Words that are looked for by their letters when none of them is found."""
_STRAY = 4
"""By how many words a lone word that agrees may stand out of line."""


def closest(document: Searchable, quote: str) -> Place | None:
    """The passage most like the quote, word by word; None where nothing comes close."""
    wanted = folded(quote[:QUOTE_LENGTH])
    begin = _likely_start(document, wanted)
    if begin is None:
        return None
    last = len(document.folded) - 1
    start = document.offset_of(min(last, max(0, begin - _BUCKET)))
    end = document.offset_of(min(last, begin + len(wanted) + 2 * _BUCKET)) + 1
    spans = _word_spans(document.text, start, end)
    place = _aligned(document.text, spans, words_in(quote))
    if place is None or _likeness(document.text[place.start : place.end], quote) < _LEAST:
        return None
    return _trimmed(document.text, place, quote.strip())


def _trimmed(text: str, place: Place, quote: str) -> Place:
    """Without the comma or bracket around the passage that the quote doesn't have."""
    start, end = place.start, place.end
    while quote[0].isalnum() and start < end and not text[start].isalnum():
        start += 1
    while quote[-1].isalnum() and start < end and unicodedata.category(text[end - 1])[0] == "P":
        end -= 1
    return Place(start, end)


def words_in(text: str) -> list[str]:
    """The words of a text, without what stands between them."""
    return [word for word in words_of(text) if not word.isspace()]


def _likely_start(document: Searchable, wanted: str) -> int | None:
    """Where in the folded text the quote would begin, by what most of its parts say."""
    for text, said, size in (
        (document.folded, wanted, _SEED),
        (document.lowered, wanted.lower(), _SEED),
        (document.lowered, wanted.lower(), _SEED // 2),
    ):
        votes: Counter[int] = Counter()
        for at in _seeds(said, size):
            places = list(_places(text, said[at : at + size]))
            for place in places:
                votes[(place - at) // _BUCKET] += _PLACES // len(places)
        if votes:
            best = max(votes, key=lambda each: (votes[each] + votes[each + 1], -each))
            return best * _BUCKET
    return None


def _seeds(wanted: str, size: int) -> list[int]:
    last = len(wanted) - size
    if last < 0:
        return []
    stride = max(size // 2, last // _SEEDS, 1)
    return [*range(0, last, stride), last]


def _places(text: str, seed: str) -> Iterator[int]:
    place = text.find(seed)
    for _ in range(_PLACES):
        if place < 0:
            return
        yield place
        place = text.find(seed, place + 1)


def _aligned(text: str, spans: list[Place], ours: list[str]) -> Place | None:
    """The stretch of words that stands where the quote's words would."""
    theirs = [text[span.start : span.end] for span in spans]
    if not theirs or not ours:
        return None
    matcher = SequenceMatcher(None, theirs, ours, autojunk=False)
    blocks = _neighbours(matcher.get_matching_blocks()[:-1])
    if blocks:
        begin = max(0, blocks[0].a - blocks[0].b)
        after = min(len(spans), blocks[-1].a + len(ours) - blocks[-1].b)
    elif len(ours) <= _FEW:
        begin, after = _by_letters(theirs, ours)
    else:
        return None
    return Place(spans[begin].start, spans[max(begin, after - 1)].end)


def _neighbours(blocks: list[Match]) -> list[Match]:
    """Equal words near the longest run of them: a lone "the" far off belongs to no passage."""
    if not blocks:
        return []
    longest = max(blocks, key=lambda block: block.size)
    shift = longest.a - longest.b
    return [block for block in blocks if block.size > 2 or abs(block.a - block.b - shift) <= _STRAY]


def _by_letters(theirs: list[str], ours: list[str]) -> tuple[int, int]:
    """The words that are most like the quote's letter by letter, where none is the same."""
    size = min(len(ours), len(theirs))
    wanted = " ".join(ours)
    best = max(
        range(len(theirs) - size + 1),
        key=lambda at: _likeness(" ".join(theirs[at : at + size]), wanted),
    )
    return best, best + size


def _likeness(one: str, other: str) -> float:
    """From 0 to 1, by letters, as they are drawn and without regard to case."""
    mine, theirs = (drawn(text[:_ENOUGH]).lower() for text in (one, other))
    return SequenceMatcher(None, mine, theirs, autojunk=False).ratio()


def _word_spans(text: str, start: int, end: int) -> list[Place]:
    """Every word that begins in this stretch, whole."""
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    spans, at = [], start
    for word in words_of(text[start:end]):
        if not word.isspace():
            spans.append(Place(at, at + len(word)))
        at += len(word)
    return spans
