"""The order in which the texts read: proposed by a model, within what never moves.

A critical comes first, in its own order. A finding stays together, its value before the rest of
it, and a finding with a critical value before those without.
"""

from collections.abc import Sequence

from analysis.pipeline.contracts import Statement, StatementKind


def is_order_of(proposed: Sequence[int], numbers: Sequence[int]) -> bool:
    """Whether it names each of them once, and nothing else."""
    return sorted(proposed) == sorted(numbers)


def reading_order(items: Sequence[Statement], proposed: Sequence[int]) -> tuple[int, ...]:
    """Every place of ``items``; those in ``proposed`` in its order, as far as they may move."""
    ranks = {place: rank for rank, place in enumerate(proposed)}
    after = len(ranks)
    rank_of = [ranks.get(place, after + place) for place in range(len(items))]
    criticals = {one.about for one in items if one.kind is StatementKind.CRITICAL}
    findings = {one.about for one in items if one.kind is StatementKind.VALUE}
    heads: dict[str | None, tuple[bool, int]] = {}
    for place, one in enumerate(items):
        is_critical = one.about in criticals
        rank = place if is_critical else rank_of[place]
        head = heads.get(one.about, (not is_critical, rank))
        heads[one.about] = min(head, (not is_critical, rank))

    def key(place: int) -> tuple[int, tuple[bool, int], bool, int]:
        one = items[place]
        if one.kind is StatementKind.CRITICAL:
            return (0, (False, place), False, place)
        if one.about in findings:
            return (1, heads[one.about], one.kind is not StatementKind.VALUE, rank_of[place])
        part = 2 if one.kind is StatementKind.PATTERN else 3
        return (part, (False, 0), False, rank_of[place])

    return tuple(sorted(range(len(items)), key=key))
