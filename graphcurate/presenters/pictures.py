"""The picture of a neighbourhood with its words and addresses, for every page that shows one.

``picture_of(neighbourhood(...))`` gives what ``graphcurate/_picture.html`` takes. A page that edits
passes ``href_of``, so that a box opens the form of its link and not the page of what it leads to.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from graphcurate.contracts import Effect, RelationKind
from graphcurate.pictures.layout import narrow, wide
from graphcurate.pictures.matrix import Cell, Matrix, Row, matrix_svg
from graphcurate.pictures.neighbourhood import ChangeState, Node, Picture, kinds_by_biomarker
from graphcurate.pictures.svg import CHANGE_MARKS, EFFECT_MARKS, Label, Labels, svg
from graphcurate.words import KINDS, Words

ONE_OF_A_KIND: dict[RelationKind, Words] = {
    RelationKind.PARAMETER: gettext_lazy("Parameter"),
    RelationKind.CONDITION: gettext_lazy("Condition"),
    RelationKind.MEDICATION: gettext_lazy("Medication"),
    RelationKind.PREANALYTICAL: gettext_lazy("Preanalytical factor"),
}
DOES: dict[Effect, Words] = {
    Effect.RAISES: pgettext_lazy("effect of a link", "raises"),
    Effect.LOWERS: pgettext_lazy("effect of a link", "lowers"),
    Effect.BOTH: pgettext_lazy("effect of a link", "raises or lowers"),
    Effect.CONFOUNDS: pgettext_lazy("effect of a link", "disturbs the measurement"),
    Effect.EXPLAINS: pgettext_lazy("effect of a link", "explains"),
    Effect.CONTEXTUALISES: pgettext_lazy("effect of a link", "puts in context"),
}
CHANGES: dict[ChangeState, Words] = {
    ChangeState.SAME: pgettext_lazy("change of a link", "unchanged"),
    ChangeState.ADDED: pgettext_lazy("change of a link", "added"),
    ChangeState.CHANGED: pgettext_lazy("change of a link", "changed"),
    ChangeState.REMOVED: pgettext_lazy("change of a link", "removed"),
}
LEGEND: tuple[tuple[str, Words], ...] = (
    ("▲", gettext_lazy("raises it")),
    ("▼", gettext_lazy("lowers it")),
    ("▲▼", gettext_lazy("can raise or lower it")),
    ("≈", gettext_lazy("disturbs the measurement")),
    ("◆", gettext_lazy("helps to explain it")),
    ("◇", gettext_lazy("puts it in context")),
)


@dataclass(frozen=True)
class PictureView:
    """What the template of a picture takes."""

    title: str
    total: int
    depth: int
    changes: tuple[tuple[ChangeState, str, int, Words], ...]
    """State, sign, number and word of each kind of change; none without a change set."""
    wide: str = ""
    narrow: str = ""
    matrix: str = ""
    """In place of the other two where there is more than can be looked at."""
    legend: tuple[tuple[str, Words], ...] = LEGEND


def picture_of(
    picture: Picture,
    *,
    href_of: Callable[[Node], str] | None = None,
    drafted: bool = False,
    asked: Mapping[str, Any] | None = None,
) -> PictureView:
    """A neighbourhood as its page shows it.

    ``drafted`` says that it is drawn with a change set, so that every link tells its change.
    ``asked`` is what the address of the page asks for, which the cells of a matrix go on from.
    """
    counts = picture.changes
    view: dict[str, Any] = {
        "title": title_of(picture),
        "total": len(picture.nodes),
        "depth": picture.depth,
        "changes": tuple(
            (state, CHANGE_MARKS[state], counts[state], CHANGES[state]) for state in ChangeState
        )
        if drafted
        else (),
    }
    if not picture.fits:
        return PictureView(**view, matrix=drawn(matrix_svg(_matrix(picture, asked or {}))))
    labels = Labels(
        title=view["title"],
        kinds={kind: str(words) for kind, words in KINDS.items()},
        nodes={
            node.id: Label(said_of(node, picture, drafted=drafted), (href_of or page_of)(node))
            for node in picture.nodes
        },
        middles={
            key: Label(_("%(name)s, the biomarker in the middle") % {"name": name}, _biomarker(key))
            for key, name in {**picture.names, picture.key: picture.name}.items()
        },
        code=f"LOINC {picture.code}" if picture.code else "",
    )
    return PictureView(
        **view,
        wide=drawn(svg(wide(picture), labels, css="wide")),
        narrow=drawn(svg(narrow(picture), labels, css="narrow")),
    )


def title_of(picture: Picture) -> str:
    """The name of the picture, which also says where the same is listed."""
    total = len(picture.nodes)
    return ngettext(
        "%(name)s and its %(total)s link. The same link is in the table below.",
        "%(name)s and its %(total)s links. The same links are in the table below.",
        total,
    ) % {"name": picture.name, "total": total}


def said_of(node: Node, picture: Picture, *, drafted: bool = False) -> str:
    """A link in words: "Condition: CKD, lowers, added"; at depth 2 also through what."""
    said = f"{ONE_OF_A_KIND[node.kind]}: {node.name}, {DOES[node.relation.effect]}"
    if node.through:
        said = _("%(said)s %(name)s") % {"said": said, "name": picture.names[node.through]}
    return f"{said}, {CHANGES[node.change]}" if drafted else said


def page_of(node: Node) -> str:
    """The page of what a link leads to."""
    return thing_address(node.kind, node.key)


def thing_address(kind: RelationKind, key: str) -> str:
    """The page of a biomarker, condition, medication or preanalytical factor."""
    if kind is RelationKind.PARAMETER:
        return _biomarker(key)
    return reverse(f"graphcurate:{kind}-detail", args=[key])


def mark_of(effect: Effect) -> str:
    """The sign of an effect."""
    return EFFECT_MARKS[effect]


def _biomarker(key: str) -> str:
    return reverse("graphcurate:entry-detail", args=[key])


def _matrix(picture: Picture, asked: Mapping[str, Any]) -> Matrix:
    rows = kinds_by_biomarker(picture)
    most = max(max(counts.values()) for _key, _name, counts in rows)
    return Matrix(
        title=title_of(picture),
        columns=[str(KINDS[kind]) for kind in RelationKind],
        rows=[
            Row(
                name=name,
                href=_narrowed(asked, through=key),
                cells=[
                    Cell(
                        number=counts[kind],
                        text=str(counts[kind]),
                        said=f"{name}, {KINDS[kind]}: {counts[kind]}",
                        href=_narrowed(asked, through=key, kind=kind.value),
                        share=counts[kind] / most,
                    )
                    for kind in RelationKind
                ],
            )
            for key, name, counts in rows
        ],
    )


def _narrowed(asked: Mapping[str, Any], **more: str) -> str:
    query = QueryDict(mutable=True)
    query.update({key: value for key, value in asked.items() if value})
    for key, value in more.items():
        query[key] = value
    return f"?{query.urlencode()}#links"


def drawn(text: str) -> SafeString:
    """The text of an SVG as part of a page."""
    return mark_safe(text)  # noqa: S308 - made by picture_svg, which escapes every word and address
