"""The form of a link, in the drawer beside the entry it leads from."""

from typing import Any

from django.urls import reverse

from graphcurate.applying import entries_of
from graphcurate.entry_fields import EntryKind
from graphcurate.forms.choices import EFFECTS
from graphcurate.pictures.neighbourhood import ChangeState
from graphcurate.pictures.svg import CHANGE_MARKS
from graphcurate.presenters import editor_links as links
from graphcurate.presenters.editor_controls import Standing, bound_sections
from graphcurate.presenters.entry_names import target_of
from graphcurate.presenters.pictures import CHANGES, ONE_OF_A_KIND
from graphcurate.views.edit_shared import Bench, relation_fields, subject_place


def drawer_of(bench: Bench, key: str, standing: Standing) -> dict[str, Any]:
    """A link that is there, with everything that can be changed of it."""
    entry = relation_fields(bench, key)
    subject, subject_key = subject_place(entry)
    mark = mark_of(bench, key)
    target_kind, target_key = target_of(entry)
    place = [EntryKind.RELATION.value, key]
    return {
        "relation": key,
        "subject": bench.names.of(subject.value, subject_key),
        "subject_url": reverse("graphcurate:entry-edit", args=[subject.value, subject_key]),
        "target": bench.names.of(target_kind, target_key),
        "target_key": entry.target,
        "target_kind": ONE_OF_A_KIND[entry.kind],
        "target_url": reverse("graphcurate:entry-edit", args=[target_kind, target_key]),
        "change": mark["word"],
        "css": mark["css"],
        "sign": mark["sign"],
        "removed": bench.desk.is_removed(EntryKind.RELATION, key),
        "parts": bound_sections(bench.sections(EntryKind.RELATION), standing),
        "url": reverse("graphcurate:entry-edit", args=place),
        "remove_url": reverse("graphcurate:entry-remove", args=place),
        "undo_url": reverse("graphcurate:entry-revert", args=place),
        "said": standing.problems.get("target", ()),
        "reviewed": entry.reviewed,
    }


def mark_of(bench: Bench, key: str) -> dict[str, Any]:
    """What the change set does to a link: style, sign and word."""
    before = entries_of(bench.desk.before, EntryKind.RELATION).get(key)
    after = entries_of(bench.desk.after, EntryKind.RELATION).get(key)
    change = ChangeState.SAME
    if before is None:
        change = ChangeState.ADDED
    elif after is None:
        change = ChangeState.REMOVED
    elif before != after:
        change = ChangeState.CHANGED
    return {
        "css": links.ANCHORS[change],
        "sign": CHANGE_MARKS[change],
        "word": CHANGES[change],
    }


def new_drawer(
    bench: Bench,
    subject: EntryKind,
    key: str,
    *,
    typed: str = "",
    effect: str = "",
    kind: str = "",
    fault: str = "",
    twin: str = "",
) -> dict[str, Any]:
    """A link that is not there yet: what it shall lead to, and with what effect."""
    return {
        "new": True,
        "subject": bench.names.of(subject.value, key),
        "subject_url": reverse("graphcurate:entry-edit", args=[subject.value, key]),
        "subject_kind": subject.value,
        "subject_key": key,
        "url": reverse("graphcurate:entry-create", args=[EntryKind.RELATION.value]),
        "options_url": reverse("graphcurate:entry-options"),
        "effects": EFFECTS,
        "typed": typed,
        "effect": effect or "contextualises",
        "of": kind or "target",
        "fault": fault,
        "twin_url": links.url_of(twin) if twin else "",
    }
