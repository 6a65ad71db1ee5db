"""Observations into results: its own value, each component, what it contains, its panel."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from medreview.fhir.codes import name_of, read_codings
from medreview.fhir.dates import read_moment, read_when
from medreview.fhir.elements import Json, object_at, objects_at, text_at
from medreview.fhir.flags import read_flag
from medreview.fhir.mapping.specimen import read_specimen
from medreview.fhir.ranges import read_ranges
from medreview.fhir.record import Corrected, LabRecord, Moment, Value, ValueKind
from medreview.fhir.shelf import Earlier, Shelf, contained_in, display_of
from medreview.fhir.values import absent, read_value

_TIMES = ("effectiveDateTime", "effectivePeriod", "effectiveInstant", "effectiveTiming")
_IN_PARTS = "Its parts carry the values."
NAMELESS = "Unnamed result"


@dataclass(frozen=True)
class Listing:
    """The reports that list an Observation: the one to show, and whether one is a laboratory's."""

    report: str | None = None
    is_laboratory: bool = False
    effective: Moment | None = None
    issued: Moment | None = None
    """The report's own times, for a result that carries none."""


@dataclass(frozen=True)
class Frame:
    """What an Observation says for itself and for all its parts."""

    key: str
    content: Json
    version: int
    shelf: Shelf
    holder: Json
    """Where ``#id`` references are looked up: the outermost resource."""
    listing: Listing
    earlier: tuple[Earlier, ...] = ()


def read_observation(frame: Frame) -> tuple[LabRecord, ...]:
    """Every result an Observation holds; none for a panel that only names its members."""
    return tuple(_results(frame))


def count_inner(content: Json) -> tuple[int, int]:
    """How many components an Observation has, and how many Observations it contains."""
    return len(objects_at(content, "component")), len(contained_in(content, "Observation"))


def members_of(content: Json) -> tuple[str, ...]:
    """The references of a panel's members; ``related`` is their older spelling."""
    members = [text_at(one, "reference") for one in objects_at(content, "hasMember")]
    members += [
        text_at(object_at(one, "target"), "reference")
        for one in objects_at(content, "related")
        if text_at(one, "type") == "has-member"
    ]
    return tuple(one for one in members if one)


def _results(frame: Frame) -> Iterator[LabRecord]:
    common = _common(frame)
    value = read_value(frame.content)
    components = objects_at(frame.content, "component")
    has_parts = bool(components or members_of(frame.content))
    if value.kind is not ValueKind.ABSENT or not has_parts or any(read_flag(frame.content)):
        if value.kind is ValueKind.ABSENT and has_parts:
            value = absent(_IN_PARTS)
        yield _record(frame, frame.key, frame.content, value, common)
    for place, component in enumerate(components):
        key = f"{frame.key}#component/{place}"
        yield _record(frame, key, component, read_value(component), common, part=place)


def _common(frame: Frame) -> dict[str, Any]:
    content, listing = frame.content, frame.listing
    effective = read_when(content, *_TIMES) or listing.effective or read_moment(None)
    specimen = object_at(content, "specimen")
    method = object_at(content, "method")
    return {
        "version": frame.version,
        "effective": effective,
        "issued": read_when(content, "issued") or listing.issued,
        "status": text_at(content, "status") or "",
        "categories": categories_of(content),
        "report": listing.report,
        "in_laboratory_report": listing.is_laboratory,
        "specimen": read_specimen(specimen, frame.shelf, frame.holder) if specimen else None,
        "method": name_of(method) if method else None,
        "performer": performers_of(content),
        "laboratory": laboratory_of(content),
        "notes": notes_of(content),
        "identifiers": identifiers_of(content),
    }


def _record(
    frame: Frame,
    key: str,
    content: Json,
    value: Value,
    common: dict[str, Any],
    part: int | None = None,
) -> LabRecord:
    concept = object_at(content, "code")
    flag, flag_text = read_flag(content)
    return LabRecord(
        id=key,
        name=name_of(concept) or NAMELESS,
        codings=read_codings(concept),
        value=value,
        ranges=read_ranges(content),
        source_flag=flag,
        source_flag_text=flag_text,
        earlier=_earlier(frame, value, part),
        **common,
    )


def _earlier(frame: Frame, value: Value, part: int | None) -> tuple[Corrected, ...]:
    """Earlier versions whose value or status was another one."""
    found = []
    for one in frame.earlier:
        components = objects_at(one.content, "component")
        if part is not None and part >= len(components):
            continue
        before = read_value(one.content if part is None else components[part])
        status = text_at(one.content, "status")
        if before != value or status != text_at(frame.content, "status"):
            found.append(
                Corrected(
                    version=one.version, value=before, status=status, received_at=one.received_at
                )
            )
    return tuple(found)


def inner_frames(frame: Frame) -> Iterator[Frame]:
    """The Observations that one contains, named by their place in it."""
    for place, one in enumerate(contained_in(frame.content, "Observation")):
        name = text_at(one, "id") or f"contained/{place}"
        yield replace(
            frame, key=f"{frame.key}#{name}", content=one, holder=frame.content, earlier=()
        )


def categories_of(content: Json) -> tuple[str, ...]:
    """The codes of a resource's categories; the words where one has no code."""
    found: list[str] = []
    for concept in objects_at(content, "category"):
        codes = [one.code for one in read_codings(concept) if one.code]
        found += codes or filter(None, [name_of(concept)])
    return tuple(dict.fromkeys(found))


def performers_of(content: Json) -> str | None:
    """Who did it, as the references name them."""
    names = [display_of(one) for one in objects_at(content, "performer")]
    return ", ".join(name for name in names if name) or None


_INSTITUTION = re.compile(
    r"lab|hospital|clinic|klinik|institut|cent(?:re|er)|patholog|diagnost|лаборатор|больниц|клиник"
    r"|институт|центр|检验|医院|中心|诊断",
    re.IGNORECASE,
)


def laboratory_of(content: Json) -> str | None:
    """The performer that is an organisation, by its reference or by what it is called."""
    return next(filter(None, map(_organisation, objects_at(content, "performer"))), None)


def _organisation(performer: Json) -> str | None:
    kind = text_at(performer, "type")
    reference = text_at(performer, "reference") or ""
    name = text_at(performer, "display")
    if kind == "Organization" or "Organization/" in reference:
        return name
    # A table or a v2 message names it without saying what it is.
    says_nothing = not kind and not reference
    return name if name and says_nothing and _INSTITUTION.search(name) else None


def notes_of(content: Json) -> tuple[str, ...]:
    """Remarks to a resource, in this and in older spellings."""
    notes = [text_at(one, "text") for one in objects_at(content, "note")]
    return tuple(note for note in (*notes, text_at(content, "comment", "comments")) if note)


def identifiers_of(content: Json) -> tuple[str, ...]:
    """The business identifiers of a resource, as ``system|value``."""
    return tuple(
        f"{text_at(one, 'system') or ''}|{value}"
        for one in objects_at(content, "identifier")
        if (value := text_at(one, "value"))
    )
