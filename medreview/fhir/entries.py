"""A file's text cut into its entries: Bundles of every type, NDJSON, arrays, single resources.

Nothing is judged here beyond what is needed to cut: an entry is a place, a piece of text and
what the container said about it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from medreview.fhir import json_spans, json_text
from medreview.fhir.elements import text_at
from medreview.fhir.errors import NotJson, NotStrictJson, Unreadable
from medreview.fhir.json_spans import BrokenStructure, Member
from medreview.fhir.unpacking import FileText

MAX_NESTED_BUNDLES = 5
_TYPE_IS = re.compile(r'"resourceType"\s*:\s*"([^"\\]{1,64})"')
_NDJSON_NAME = re.compile(r"\.(ndjson|jsonl)(\.gz)?$", re.IGNORECASE)
_DELETES = re.compile(r'"method"\s*:\s*"DELETE"')
_LOCAL = re.compile(r"(?:\S*/)?([A-Z][A-Za-z]{1,63})/([A-Za-z0-9\-._]{1,64})(?:/_history/\S*)?")
_LISTS = ("entry", "resources")
_CONTAINER_WORDS = ('"entry"', '"resources"', '"Bundle"')


@dataclass(frozen=True)
class Entry:
    """One thing a file holds, before anyone looked inside."""

    where: str
    """Its place in words, such as ``entry 17``."""
    raw: str
    full_url: str | None = None
    problem: str | None = None
    """Why it can't be taken, when the container already tells."""
    deletes: str | None = None
    """``Observation/x``, of an entry by which the source takes a resource back."""
    at: str = ""
    """When it did, as far as the entry says so."""


@dataclass
class Contents:
    """What one file holds, and what its containers said about themselves."""

    entries: list[Entry] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    """Why the file itself says that it is not the whole answer."""
    newest_first: bool = False
    """Whether a history Bundle lists versions, the newest first."""


def contents_of(file: FileText) -> Contents:
    """Everything the file holds, in its order; Unreadable when it is no JSON at all."""
    first = file.text.lstrip()[:1]
    if first not in ("{", "["):
        raise Unreadable(_("%s is not JSON.") % file.name)
    is_lines = _NDJSON_NAME.search(file.name)
    contents = _lines_of(file.text) if is_lines else _values_of(file)
    if first == "[" and not any(entry.raw[:1] == "{" for entry in contents.entries):
        raise Unreadable(_("%s is not FHIR: it is a list without any JSON object.") % file.name)
    return contents


def _values_of(file: FileText) -> Contents:
    contents = Contents()
    try:
        _add_values(contents, file.text)
    except BrokenStructure as problem:
        if _looks_like_lines(file.text):
            return _lines_of(file.text)
        raise Unreadable(_broken_sentence(file, problem.position)) from problem
    _refuse_lone_garbage(file, contents)
    return contents


def _refuse_lone_garbage(file: FileText, contents: Contents) -> None:
    only = contents.entries[0] if len(contents.entries) == 1 else None
    # Text that shows a resource's type is kept and listed as an entry that can't be taken.
    if only and only.where == _("resource") and not _TYPE_IS.search(only.raw):
        try:
            json_text.parse(only.raw)
        except NotJson as problem:
            raise Unreadable(
                _("%(name)s can't be read: %(why)s.") % {"name": file.name, "why": problem}
            ) from problem
        except NotStrictJson:
            return  # listed as the one entry that could not be taken


def _add_values(contents: Contents, text: str) -> None:
    spans = list(json_spans.values(text))
    for number, (start, end) in enumerate(spans, 1):
        where = _("resource") if len(spans) == 1 else _("resource %d") % number
        if text[start] == "[":
            for place, (begin, stop) in enumerate(json_spans.elements(text, start), 1):
                _add(contents, Entry(_("entry %d") % place, text[begin:stop]))
        else:
            _add(contents, Entry(where, text[start:end]))


def _lines_of(text: str) -> Contents:
    contents = Contents()
    for number, line in enumerate(text.split("\n"), 1):
        entry = Entry(_("line %d") % number, line.strip())
        if not entry.raw:
            continue
        try:
            _add(contents, entry)
        except BrokenStructure:
            contents.entries.append(entry)
    return contents


def _looks_like_lines(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and any(_is_resource_line(line) for line in lines)


def _is_resource_line(line: str) -> bool:
    try:
        (start, _end), *others = json_spans.values(line)
    except ValueError:
        return False
    return not others and line[start] == "{" and _TYPE_IS.search(line) is not None


def _add(contents: Contents, entry: Entry, *, depth: int = 0) -> None:
    """Add an entry, or what is inside it when it is a container."""
    container = None if entry.problem or depth > MAX_NESTED_BUNDLES else _container(entry.raw)
    if container is None:
        contents.entries.append(entry)
    else:
        _open(contents, entry, container, depth=depth)


def _add_inner(contents: Contents, entry: Entry, *, depth: int, in_bundle: bool) -> None:
    try:
        _add(contents, _resource_of(entry) if in_bundle else entry, depth=depth)
    except BrokenStructure:
        contents.entries.append(entry)


def _container(raw: str) -> list[Member] | None:
    """The members of a Bundle, or of a plain object that keeps resources in a list."""
    if raw[:1] != "{" or not any(word in raw for word in _CONTAINER_WORDS):
        return None
    found = list(json_spans.members(raw))
    types = [raw[member.start + 1 : member.end - 1] for member in found if _named_type(member)]
    if types == ["Bundle"] or (not types and any(_is_list(raw, member) for member in found)):
        return found
    return None


def _named_type(member: Member) -> bool:
    return member.name == "resourceType"


def _is_list(raw: str, member: Member) -> bool:
    return member.name in _LISTS and raw[member.start] == "["


def _open(contents: Contents, outer: Entry, found: list[Member], *, depth: int) -> None:
    raw = outer.raw
    is_bundle = any(member.name == "resourceType" for member in found)
    if not is_bundle:
        contents.notes.append(
            _("%s: this is no FHIR Bundle; the resources in its list were read.") % outer.where
        )
    before, number = len(contents.entries), 0
    lists = [member for member in found if member.name in _LISTS]
    if len(lists) > 1:
        contents.notes.append(_("%s: it holds two lists of entries; both were read.") % outer.where)
    for member in lists:
        in_bundle = member.name == "entry"
        for start, end in _inside(raw, member):
            number += 1
            place = _("entry %d") % number
            where = place if outer.where == _("resource") else f"{outer.where}, {place}"
            inner = Entry(where, raw[start:end])
            _add_inner(contents, inner, depth=depth + 1, in_bundle=in_bundle)
    if is_bundle:
        _read_bundle_words(contents, outer, found, taken=len(contents.entries) - before)


def _inside(raw: str, member: Member) -> Iterator[tuple[int, int]]:
    """What a list holds; whatever else stands in a list's place is one entry by itself."""
    if _is_list(raw, member):
        yield from json_spans.elements(raw, member.start)
    elif raw[member.start : member.end] != "null":
        yield member.start, member.end


def _resource_of(entry: Entry) -> Entry:
    """The resource inside a Bundle entry; what the entry says when there is none."""
    if entry.raw[:1] != "{":
        return replace(entry, problem=_("it is no JSON object"))
    found = list(json_spans.members(entry.raw))
    resources = [member for member in found if member.name == "resource"]
    if any(_asks_to_delete(entry.raw, member) for member in found):
        return _deletion(entry, found)
    if not resources:
        if any(member.name == "resourceType" for member in found):
            return entry
        return replace(entry, problem=_("it holds no resource"))
    if len(resources) > 1:
        return replace(entry, problem=_("it names “resource” twice"))
    try:
        full_url = _text_of(entry.raw, found, "fullUrl")
    except NotStrictJson as problem:
        return replace(entry, problem=str(problem))
    inner = entry.raw[resources[0].start : resources[0].end]
    return replace(entry, raw=inner, full_url=full_url)


def _asks_to_delete(raw: str, member: Member) -> bool:
    said = raw[member.start : member.end] if member.name == "request" else ""
    return _DELETES.search(said) is not None


def _deletion(entry: Entry, found: list[Member]) -> Entry:
    """A resource the source took back, by name; one that is named otherwise is not guessed at."""
    try:
        words = {
            member.name: json_text.parse(entry.raw[member.start : member.end])
            for member in found
            if member.name in ("request", "response")
        }
    except NotStrictJson as problem:
        return replace(entry, problem=str(problem))
    named = _LOCAL.fullmatch(str(text_at(words.get("request"), "url") or ""))
    if named is None:
        return replace(entry, problem=_("it asks to delete what it does not name by type and id"))
    at = text_at(words.get("response"), "lastModified") or ""
    return replace(entry, deletes=f"{named[1]}/{named[2]}", at=at)


def _text_of(raw: str, found: list[Member], name: str) -> str | None:
    texts = [raw[member.start : member.end] for member in found if member.name == name]
    if not texts:
        return None
    value = json_text.parse(texts[-1])
    return value if isinstance(value, str) else None


def _read_bundle_words(
    contents: Contents, outer: Entry, found: list[Member], *, taken: int
) -> None:
    """What a Bundle says of itself: its kind, its total, whether pages are missing."""
    try:
        words = dict(_bundle_words(outer.raw, found))
    except NotStrictJson as problem:
        contents.entries.append(
            Entry(
                _("the Bundle itself") if outer.where == _("resource") else outer.where,
                "{" + '"resourceType":"Bundle"' + "}",
                problem=_("of its own fields: %s") % problem,
            )
        )
        return
    contents.newest_first = contents.newest_first or words.get("type") == "history"
    _note_missing_pages(contents, words, taken)


def _bundle_words(raw: str, found: list[Member]) -> Iterator[tuple[str, object]]:
    seen: set[str] = set()
    for member in found:
        if member.name == "entry":
            continue
        if member.name in seen:
            raise NotStrictJson(_("it names “%s” twice") % member.name[:40])
        seen.add(member.name)
        yield member.name, json_text.parse(raw[member.start : member.end])


def _note_missing_pages(contents: Contents, words: dict[str, object], taken: int) -> None:
    if words.get("type") not in ("searchset", "history"):
        return
    links = words.get("link")
    relations = [link.get("relation") for link in _objects(links)]
    total = words.get("total")
    if "next" in relations:
        contents.gaps.append(_("the file is one page of an answer that goes on"))
    elif isinstance(total, json_text.Number) and taken < total:
        contents.gaps.append(
            _("the file holds %(taken)d of the %(total)s entries its Bundle speaks of")
            % {"taken": taken, "total": total}
        )


def _objects(value: object) -> list[dict[str, object]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _broken_sentence(file: FileText, position: int) -> str:
    line = file.text.count("\n", 0, position) + 1
    if position >= len(file.text.rstrip()):
        return _("%s is not complete JSON: it ends in the middle.") % file.name
    return _("%(name)s is not JSON: line %(line)d can't be read.") % {
        "name": file.name,
        "line": line,
    }
