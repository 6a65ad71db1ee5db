"""The graph, for reading: look a result up, list what is in it."""

from django.urls import reverse
from rest_framework.request import Request

from graphcurate import queries
from graphcurate.contracts import Biomarker, Domain
from graphcurate.models import Release
from graphcurate.presenters.entries import speaks_for
from medreview.accounts.permissions import Permission
from medreview.api.contracts.base import Paging
from medreview.api.contracts.graph import (
    BiomarkerPage,
    BiomarkerRow,
    BiomarkersAsked,
    DomainList,
    DomainRow,
    LookupAsked,
    LookupFound,
    ReleasePage,
    ReleaseRow,
)
from medreview.api.operations import ApiView, operation
from medreview.api.paging import after_of, links, next_entries
from medreview.common.errors import NotFound
from medreview.common.keyset import slice_of
from medreview.common.text import normalise_name

READ = Permission.GRAPH_READ


class Lookup(ApiView):
    """What the graph knows of a result."""

    @operation("graph-lookup", READ, asks=LookupAsked, gives=LookupFound)
    def get(self, request: Request, *, asked: LookupAsked) -> LookupFound:
        """By LOINC code, else by name with unit and specimen: a biomarker, a domain, or why not."""
        release = queries.current_release()
        answer = queries.lookup_of(release).find(
            codes=[asked.loinc] if asked.loinc else (),
            name=asked.name or None,
            specimen=asked.specimen or None,
            unit=asked.unit or None,
        )
        return LookupFound(
            release=release.name,
            answer=answer,
            biomarker_url=_address("biomarker", answer.biomarker),
            domain_url=_address("domain", answer.domain),
        )


class Biomarkers(ApiView):
    """The biomarkers of the current release."""

    @operation("graph-biomarkers", READ, asks=BiomarkersAsked, gives=BiomarkerPage)
    def get(self, request: Request, *, asked: BiomarkersAsked) -> BiomarkerPage:
        """Biomarkers that any name, code or key of theirs speaks for, by key."""
        release = queries.current_release()
        snapshot = queries.snapshot_of(release)
        wanted = normalise_name(asked.q)
        rows = [
            biomarker_row(entry)
            for _key, entry in sorted(snapshot.biomarkers.items())
            if asked.domain in {"", entry.domain} and speaks_for(entry, wanted)
        ]
        items, after = next_entries(rows, asked)
        return BiomarkerPage(release=release.name, items=items, **links(request, after))


def biomarker_row(entry: Biomarker) -> BiomarkerRow:
    """One biomarker in a list."""
    return BiomarkerRow(
        key=entry.key,
        name=entry.name,
        domain=entry.domain,
        specimen=entry.specimen,
        loinc=tuple(code.code for code in entry.loinc),
        units=entry.units,
        reviewed=entry.reviewed,
    )


class BiomarkerDetail(ApiView):
    """One biomarker."""

    @operation("graph-biomarker", READ, gives=Biomarker)
    def get(self, request: Request, *, key: str) -> Biomarker:
        """Everything the current release says of one biomarker."""
        found = queries.snapshot_of(queries.current_release()).biomarkers.get(key)
        if found is None:
            raise NotFound
        return found


class Domains(ApiView):
    """The domains of the current release."""

    @operation("graph-domains", READ, gives=DomainList)
    def get(self, request: Request) -> DomainList:
        """The fields of laboratory medicine, by key."""
        release = queries.current_release()
        entries = sorted(queries.snapshot_of(release).domains.items())
        rows = (
            DomainRow(key=key, name=entry.names.get("en", key), scope=entry.scope)
            for key, entry in entries
        )
        return DomainList(release=release.name, items=tuple(rows))


class DomainDetail(ApiView):
    """One domain."""

    @operation("graph-domain", READ, gives=Domain)
    def get(self, request: Request, *, key: str) -> Domain:
        """One domain: its scope, its LOINC rule and its defaults."""
        found = queries.snapshot_of(queries.current_release()).domains.get(key)
        if found is None:
            raise NotFound
        return found


class Releases(ApiView):
    """Releases of the graph."""

    @operation("graph-releases", READ, asks=Paging, gives=ReleasePage)
    def get(self, request: Request, *, asked: Paging) -> ReleasePage:
        """Every release there was, newest first."""
        page = slice_of(
            queries.all_releases(),
            order=("-created_at", "-pk"),
            after=after_of(asked),
            size=asked.limit,
        )
        items = tuple(release_row(release) for release in page.rows)
        return ReleasePage(items=items, **links(request, page.after))


def release_row(release: Release) -> ReleaseRow:
    """One release in a list."""
    return ReleaseRow(
        name=release.name,
        origin=release.origin,
        notes=release.notes,
        sha256=release.content_hash,
        made_at=release.created_at,
    )


def _address(kind: str, key: str | None) -> str | None:
    return reverse(f"api:graph-{kind}", args=[key]) if key else None
