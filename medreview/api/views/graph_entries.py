"""Things, sources and relations of a release, one by one and in lists."""

from collections.abc import Callable
from typing import TypeVar

from django.utils.translation import gettext as _
from rest_framework.request import Request

from graphcurate import queries
from graphcurate.contracts import GraphContent, NamedThing, RelationEntry, Source
from graphcurate.entry_fields import key_of
from graphcurate.errors import NoContent
from graphcurate.models import Release
from medreview.accounts.permissions import Permission
from medreview.api.contracts.base import FieldProblem
from medreview.api.contracts.graph_entries import (
    RelationPage,
    RelationsAsked,
    SourcePage,
    SourcesAsked,
    ThingPage,
    ThingsAsked,
)
from medreview.api.errors import WrongFields
from medreview.api.operations import ApiView, operation
from medreview.api.paging import links, next_entries
from medreview.common.contract import Contract
from medreview.common.display import in_words
from medreview.common.errors import NotFound
from medreview.common.text import normalise_name

READ = Permission.GRAPH_READ

AnyEntry = TypeVar("AnyEntry", bound=Contract)


class Things(ApiView):
    """Conditions, medications and preanalytical factors."""

    @operation("graph-things", READ, asks=ThingsAsked, gives=ThingPage)
    def get(self, request: Request, *, asked: ThingsAsked) -> ThingPage:
        """What relations lead to besides biomarkers, by kind and key."""
        release, content = content_asked(asked.release)
        wanted = normalise_name(asked.q)
        rows = [
            thing
            for thing in sorted(content.things, key=key_of)
            if asked.kind in {"", thing.kind.value} and _is_called(thing, wanted)
        ]
        items, after = next_entries(rows, asked, key_of)
        return ThingPage(release=release.name, items=items, **links(request, after))


class ThingDetail(ApiView):
    """One condition, medication or preanalytical factor."""

    @operation("graph-thing", READ, gives=NamedThing)
    def get(self, request: Request, *, kind: str, key: str) -> NamedThing:
        """Its names in every language and its codes, as the current release has them."""
        return only(queries.head().things, lambda thing: key_of(thing) == f"{kind}:{key}")


class Sources(ApiView):
    """What relations rest on."""

    @operation("graph-sources", READ, asks=SourcesAsked, gives=SourcePage)
    def get(self, request: Request, *, asked: SourcesAsked) -> SourcePage:
        """Guidelines, labels, books and papers that evidence cites, by key."""
        release, content = content_asked(asked.release)
        wanted = normalise_name(asked.q)
        rows = [
            source
            for source in sorted(content.sources, key=key_of)
            if _cites(source, wanted)
            and asked.verified in {None, source.identifier_verified}
            and asked.outdated in {None, source.retracted or source.superseded_by is not None}
        ]
        items, after = next_entries(rows, asked)
        return SourcePage(release=release.name, items=items, **links(request, after))


class SourceDetail(ApiView):
    """One source."""

    @operation("graph-source", READ, gives=Source)
    def get(self, request: Request, *, key: str) -> Source:
        """One source, as the current release has it."""
        return only(queries.head().sources, lambda source: source.key == key)


class Relations(ApiView):
    """Relations with their evidence."""

    @operation("graph-relations", READ, asks=RelationsAsked, gives=RelationPage)
    def get(self, request: Request, *, asked: RelationsAsked) -> RelationPage:
        """Relations of biomarkers (tier 1) and of domains (tier 2), by id, each with its evidence.

        A biomarker's are those that lead from it; `target` gives those that lead to a thing.
        """
        release, content = content_asked(asked.release)
        rows = [
            relation
            for relation in sorted(content.relations, key=key_of)
            if _is_asked(relation, asked)
        ]
        items, after = next_entries(rows, asked)
        return RelationPage(release=release.name, items=items, **links(request, after))


class RelationDetail(ApiView):
    """One relation."""

    @operation("graph-relation", READ, gives=RelationEntry)
    def get(self, request: Request, *, pk: str) -> RelationEntry:
        """One relation with its evidence, as the current release has it."""
        return only(queries.head().relations, lambda relation: relation.id == pk)


def content_asked(name: str) -> tuple[Release, GraphContent]:
    """The release a question names, or the current one, and what it holds."""
    try:
        release = queries.release_named(name) if name else queries.current_release()
        return release, queries.content_of_release(release)
    except (NotFound, NoContent) as problem:
        errors = [FieldProblem(pointer="release", detail=in_words(problem))]
        raise WrongFields(_("A parameter does not fit."), errors) from None


def only(entries: tuple[AnyEntry, ...], is_meant: Callable[[AnyEntry], bool]) -> AnyEntry:
    """The entry that is meant; NotFound where there is none."""
    for entry in entries:
        if is_meant(entry):
            return entry
    raise NotFound


def _is_called(thing: NamedThing, wanted: str) -> bool:
    said = (
        thing.key,
        thing.name,
        *(code.code for code in thing.codes),
        *(name for names in thing.names.values() for name in names),
    )
    return any(wanted in normalise_name(text) for text in said)


def _cites(source: Source, wanted: str) -> bool:
    said = (source.key, source.title, source.organisation, source.doi, source.url)
    return any(wanted in normalise_name(text) for text in said if text)


def _is_asked(relation: RelationEntry, asked: RelationsAsked) -> bool:
    return (
        asked.biomarker in {"", relation.biomarker}
        and asked.domain in {"", relation.domain}
        and asked.kind in {"", relation.kind.value}
        and asked.target in {"", relation.target}
        and asked.reviewed in {None, relation.reviewed}
        and (not asked.source or asked.source in relation.sources)
    )
