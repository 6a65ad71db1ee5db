"""Where everything of a neighbourhood stands, so that nothing lies on anything else. Pure.

Parameters and preanalytical factors stand at the left of their biomarker, conditions and
medications at its right. At depth 2 every linked biomarker that has links of its own hangs on a
spine below the one in the middle, with its own links around it. Each link is one box.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from graphcurate.contracts import RelationKind
from graphcurate.pictures.neighbourhood import LEFT, RIGHT, ChangeState, Node, Picture

TEXT = 12
BOX, MIDDLE, GAP = 248, 148, 86
HEIGHT, PITCH, TALL = 26, 33, 40
HEADING, BETWEEN, EDGE = 22, 26, 6
WIDE = 2 * EDGE + 2 * BOX + 2 * GAP + MIDDLE
NARROW = 340
MARK_ROOM, PAD = 30, 9
SPINE = 18


class Box(NamedTuple):
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


@dataclass(frozen=True)
class Placed:
    """A link in its place, with as much of its name as there is room for."""

    box: Box
    node: Node
    text: str
    hub: bool = False
    """It has links of its own below, so it stands in the middle of them."""


@dataclass(frozen=True)
class Heading:
    """The name of a kind above its boxes."""

    x: float
    y: float
    kind: RelationKind


@dataclass(frozen=True)
class Edge:
    """A line to one link, as the path of an SVG."""

    path: str
    change: ChangeState


@dataclass(frozen=True)
class Middle:
    """A biomarker amid its links that is no link itself: the one asked for, or one left out."""

    box: Box
    key: str
    text: str


@dataclass(frozen=True)
class Drawing:
    """A picture with everything in its place."""

    width: float
    height: float
    middles: tuple[Middle, ...]
    """The one asked for first."""
    nodes: tuple[Placed, ...]
    headings: tuple[Heading, ...]
    edges: tuple[Edge, ...]


def wide(picture: Picture) -> Drawing:
    """For a screen or a sheet of paper: the biomarker in the middle, its links at both sides."""
    hubs = _hubs(picture)
    first = _Block(_links_of(None, picture, hubs), top=EDGE, tall=TALL)
    middles = [Middle(first.middle, picture.key, fitted(picture.name, MIDDLE - 2 * PAD))]
    blocks, spine, top = [first], [], first.bottom
    for via, hub in hubs.items():
        block = _Block(_links_of(via, picture, hubs), top=top + BETWEEN, tall=HEIGHT)
        if hub:
            block.nodes.insert(0, _placed(hub, block.middle, hub=True))
        else:
            middles.append(Middle(block.middle, via, fitted(picture.names[via], MIDDLE - 2 * PAD)))
        spine.append(_spine(first.middle, block.middle, hub))
        blocks.append(block)
        top = block.bottom
    return Drawing(
        width=WIDE,
        height=top + EDGE,
        middles=tuple(middles),
        nodes=tuple(placed for block in blocks for placed in block.nodes),
        headings=tuple(heading for block in blocks for heading in block.headings),
        edges=(*spine, *(edge for block in blocks for edge in block.edges)),
    )


def narrow(picture: Picture) -> Drawing:
    """For a telephone: the biomarker on top, its links one below the other."""
    hubs = _hubs(picture)
    top = Box(EDGE, EDGE, NARROW - 2 * EDGE, TALL)
    middles = [Middle(top, picture.key, fitted(picture.name, top.width - 2 * PAD))]
    column = _Column(top.y + top.height + 4)
    column.add(top, _links_of(None, picture, hubs))
    for via, hub in hubs.items():
        box = Box(EDGE + SPINE, column.y + 8, NARROW - 2 * EDGE - SPINE, HEIGHT)
        column.edges.append(_elbow(top, box, hub))
        if hub:
            column.nodes.append(_placed(hub, box, hub=True))
        else:
            middles.append(Middle(box, via, fitted(picture.names[via], box.width - 2 * PAD)))
        column.y = box.y + HEIGHT + 4
        column.add(box, _links_of(via, picture, hubs))
    return Drawing(
        width=NARROW,
        height=column.y + EDGE,
        middles=tuple(middles),
        nodes=tuple(column.nodes),
        headings=tuple(column.headings),
        edges=tuple(column.edges),
    )


def fitted(text: str, room: float, size: float = TEXT) -> str:
    """The text, or its beginning with an ellipsis where it would run out of its room."""
    if _length(text, size) <= room:
        return text
    kept = text
    while kept and _length(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip(" ,(/-") + "…"


def _length(text: str, size: float) -> float:
    return sum(_width(letter) for letter in text) * size


def _width(letter: str) -> float:
    """How wide a letter is in any of our fonts, at most: a share of the size."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "iljtfrI.,:;'|!()[] -/":
        return 0.35
    return 0.86 if letter in "mwMWшщюжфмыШЩЮЖФМЫ@%—" else 0.68 if letter.isupper() else 0.57


def _hubs(picture: Picture) -> dict[str, Node | None]:
    """The biomarkers that links lead through, each with the link to it where that is shown."""
    leading = {node.through for node in picture.nodes if node.through}
    hubs: dict[str, Node | None] = {via: None for via in picture.names if via in leading}
    for node in picture.nodes:
        is_hub = node.through is None and node.kind is RelationKind.PARAMETER
        if is_hub and node.key in hubs and hubs[node.key] is None:
            hubs[node.key] = node
    return hubs


def _links_of(via: str | None, picture: Picture, hubs: Mapping[str, Node | None]) -> list[Node]:
    standing = [hub for hub in hubs.values() if hub]
    return [node for node in picture.nodes if node.through == via and node not in standing]


class _Block:
    """One biomarker with its links at both sides."""

    def __init__(self, nodes: Sequence[Node], *, top: float, tall: float) -> None:
        self.nodes: list[Placed] = []
        self.headings: list[Heading] = []
        self.edges: list[Edge] = []
        left, right = (_rows(nodes, kinds) for kinds in (LEFT, RIGHT))
        height = max(_height(left), _height(right), tall)
        self.bottom = top + height
        self.middle = Box(EDGE + BOX + GAP, top + (height - tall) / 2, MIDDLE, tall)
        for rows, x in ((left, EDGE), (right, WIDE - EDGE - BOX)):
            self._fill(rows, x, top + (height - _height(rows)) / 2)

    def _fill(self, rows: Sequence[Node | RelationKind], x: float, top: float) -> None:
        for row in rows:
            if isinstance(row, RelationKind):
                self.headings.append(Heading(x, top + 15, row))
                top += HEADING
                continue
            box = Box(x, top, BOX, HEIGHT)
            self.nodes.append(_placed(row, box))
            self.edges.append(Edge(_curve(self.middle, box), row.change))
            top += PITCH


class _Column:
    """Links one below the other, each set in under its biomarker."""

    def __init__(self, y: float) -> None:
        self.y = y
        self.nodes: list[Placed] = []
        self.headings: list[Heading] = []
        self.edges: list[Edge] = []

    def add(self, under: Box, nodes: Sequence[Node]) -> None:
        x = under.x + SPINE
        for row in _rows(nodes, (*LEFT, *RIGHT)):
            if isinstance(row, RelationKind):
                self.headings.append(Heading(x, self.y + 15, row))
                self.y += HEADING
                continue
            box = Box(x, self.y, NARROW - EDGE - x, HEIGHT)
            self.nodes.append(_placed(row, box))
            self.edges.append(_elbow(under, box, row))
            self.y += PITCH


def _rows(nodes: Sequence[Node], kinds: Sequence[RelationKind]) -> list[Node | RelationKind]:
    rows: list[Node | RelationKind] = []
    for kind in kinds:
        listed = [node for node in nodes if node.kind is kind]
        rows += [kind, *listed] if listed else []
    return rows


def _height(rows: Sequence[Node | RelationKind]) -> float:
    headings = sum(isinstance(row, RelationKind) for row in rows)
    return headings * HEADING + (len(rows) - headings) * PITCH


def _placed(node: Node, box: Box, *, hub: bool = False) -> Placed:
    change = 0 if node.change is ChangeState.SAME else 2 * TEXT
    return Placed(box, node, fitted(node.name, box.width - PAD - MARK_ROOM - change), hub)


def _curve(middle: Box, box: Box) -> str:
    """From the middle to the near edge of a box at either side."""
    at_left = box.x < middle.x
    start = middle.x if at_left else middle.x + middle.width
    end = box.x + box.width if at_left else box.x
    bend = (start + end) / 2
    return (
        f"M{start:g} {middle.middle:g}C{bend:g} {middle.middle:g} "
        f"{bend:g} {box.middle:g} {end:g} {box.middle:g}"
    )


def _elbow(start: Box, box: Box, node: Node | None) -> Edge:
    """Down from under the left end of a box, then into another that is set in."""
    x = start.x + SPINE / 2
    return Edge(f"M{x:g} {start.y + start.height:g}V{box.middle:g}H{box.x:g}", _change_of(node))


def _spine(middle: Box, hub: Box, node: Node | None) -> Edge:
    """From the middle down, clear of every box, to a biomarker with links of its own."""
    x = middle.x - SPINE
    return Edge(
        f"M{middle.x:g} {middle.middle + 8:g}H{x:g}V{hub.middle:g}H{hub.x:g}", _change_of(node)
    )


def _change_of(node: Node | None) -> ChangeState:
    return node.change if node else ChangeState.SAME
