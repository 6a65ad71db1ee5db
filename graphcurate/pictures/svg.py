"""A placed neighbourhood as the text of an SVG. Pure.

Every link is an ``<a>`` with its whole name in words; effect and change are told by signs and by
dashes, colours come from ``picture.css`` and only repeat them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from graphcurate.contracts import Effect, RelationKind
from graphcurate.pictures.layout import PAD, Box, Drawing, Edge, Middle, Placed
from graphcurate.pictures.neighbourhood import ChangeState

EFFECT_MARKS = {
    Effect.RAISES: "▲",
    Effect.LOWERS: "▼",
    Effect.BOTH: "▲▼",
    Effect.CONFOUNDS: "≈",
    Effect.EXPLAINS: "◆",
    Effect.CONTEXTUALISES: "◇",
}
CHANGE_MARKS = {
    ChangeState.SAME: "",
    ChangeState.ADDED: "+",
    ChangeState.CHANGED: "~",
    ChangeState.REMOVED: "−",
}


@dataclass(frozen=True)
class Label:
    """What a link of the picture says and where it leads."""

    said: str
    """All of it in words, such as "Condition: CKD, lowers, added"."""
    href: str


@dataclass(frozen=True)
class Labels:
    """Every word and address of a picture; it knows none of its own."""

    title: str
    kinds: Mapping[RelationKind, str]
    nodes: Mapping[str, Label]
    """By the id of the relation."""
    middles: Mapping[str, Label]
    """By the key of the biomarker."""
    code: str = ""
    """A second line under the name in the middle."""


def svg(drawing: Drawing, labels: Labels, *, css: str) -> str:
    """The picture as SVG text; ``css`` tells the style sheet which of its forms this is."""
    size = f'width="{drawing.width:g}" height="{drawing.height:g}"'
    parts = [
        f'<svg class="ego {css}" viewBox="0 0 {drawing.width:g} {drawing.height:g}" {size} '
        f'role="group" aria-label="{escape(labels.title)}" data-picture>'
    ]
    parts += [_edge(edge) for edge in drawing.edges]
    parts += [
        f'<text class="kind" x="{head.x:g}" y="{head.y:g}" aria-hidden="true">'
        f"{escape(labels.kinds[head.kind])}</text>"
        for head in drawing.headings
    ]
    for place, middle in enumerate(drawing.middles):
        code = "" if place else labels.code
        parts.append(_middle(middle, labels.middles[middle.key], code))
    parts += [_node(placed, labels.nodes[placed.node.id]) for placed in drawing.nodes]
    return "".join([*parts, "</svg>"])


def _edge(edge: Edge) -> str:
    return f'<path class="{edge.change}" d="{edge.path}"/>'


def _middle(middle: Middle, label: Label, code: str) -> str:
    x = middle.box.x + middle.box.width / 2
    y = middle.box.middle + (-2 if code else 4)
    second = f'<text class="code" x="{x:g}" y="{y + 14:g}">{escape(code)}</text>' if code else ""
    return (
        f'<a class="middle" href="{escape(label.href)}" aria-label="{escape(label.said)}">'
        f"{_title(label)}{_rect(middle.box, 6)}"
        f'<text x="{x:g}" y="{y:g}">{escape(middle.text)}</text>{second}</a>'
    )


def _node(placed: Placed, label: Label) -> str:
    box, node = placed.box, placed.node
    sign = CHANGE_MARKS[node.change]
    text = f"{sign} {placed.text}" if sign else placed.text
    css = f"node {node.change}{' hub' if placed.hub else ''}"
    return (
        f'<a class="{css}" href="{escape(label.href)}" data-id="{escape(node.id)}" '
        f'aria-label="{escape(label.said)}">{_title(label)}{_rect(box, 4)}'
        f'<text x="{box.x + PAD:g}" y="{box.middle + 4:g}">{escape(text)}</text>'
        f'<text class="effect" x="{box.x + box.width - PAD:g}" y="{box.middle + 4:g}">'
        f"{EFFECT_MARKS[node.relation.effect]}</text></a>"
    )


def _title(label: Label) -> str:
    """What a pointer is told; the ear has the label already."""
    return f"<title>{escape(label.said)}</title>"


def _rect(box: Box, round_by: int) -> str:
    return (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" '
        f'rx="{round_by}"/>'
    )
