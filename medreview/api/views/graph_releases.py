"""Releases of the graph: what each holds, its files, and what one has otherwise than another."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from graphcurate import queries
from graphcurate.applying import Change, changes_between
from graphcurate.entry_fields import EXISTS
from graphcurate.exchange.forms import MEDIA_TYPES, Form, file_name
from graphcurate.queries.exports import parts_of
from graphcurate.releasing.diff import tallies
from medreview.accounts.permissions import Permission
from medreview.api.contracts.base import Paging
from medreview.api.contracts.graph_entries import (
    EntryChanged,
    FieldChanged,
    ReleaseDiffPage,
    ReleaseRead,
)
from medreview.api.operations import ApiView, django_request, operation
from medreview.api.paging import links, next_entries
from medreview.api.views.graph import release_row
from medreview.common.errors import NotFound
from medreview.common.streaming import streamed

READ = Permission.GRAPH_READ
MEDIA = tuple(dict.fromkeys(kind.partition(";")[0] for kind in MEDIA_TYPES.values()))


class ReleaseDetail(ApiView):
    """One release."""

    @operation("graph-release", READ, gives=ReleaseRead)
    def get(self, request: Request, *, release: str) -> ReleaseRead:
        """A release with what it holds of each type, and the addresses of its files."""
        found = queries.release_named(release)
        content = queries.content_of_release(found)
        return ReleaseRead(
            **dict(release_row(found)),
            is_current=found == queries.current_release(),
            code_systems=found.code_systems,
            entries={tally.type: tally.after for tally in tallies(content, content)},
            files={
                form.value: reverse("api:graph-release-file", args=[found.name, form.value])
                for form in Form
            },
        )


class ReleaseFile(ApiView):
    """A release as a file."""

    def perform_content_negotiation(
        self,
        request: Request,
        force: bool = False,  # noqa: FBT001, FBT002 - as its parent has it
    ) -> tuple[Any, str]:
        """Any file is given to any reader: its form stands in the address."""
        return JSONRenderer(), "application/json"

    @operation("graph-release-file", READ, gives=None, files=MEDIA)
    def get(self, request: Request, *, release: str, form: str) -> HttpResponseBase:
        """A release whole, sent as it is written: `json`, `relations`, `names` or `fhir`.

        `json` is the exchange format, whose schema is the contract `GraphDocument`; `relations`
        and `names` are tables (CSV); `fhir` is a Bundle of value sets and concept maps (R4).
        """
        found = queries.release_named(release)
        if form not in set(Form):
            raise NotFound
        wanted = Form(form)
        return streamed(
            django_request(request),
            parts_of(found, wanted),
            content_type=MEDIA_TYPES[wanted],
            filename=file_name(wanted, found.name),
        )


class ReleaseDiff(ApiView):
    """What changed between two releases."""

    @operation("graph-release-diff", READ, asks=Paging, gives=ReleaseDiffPage)
    def get(self, request: Request, *, before: str, after: str, asked: Paging) -> ReleaseDiffPage:
        """Every entry that was added, changed or removed on the way from one release to another."""
        earlier, later = queries.release_named(before), queries.release_named(after)
        was, is_now = queries.content_of_release(earlier), queries.content_of_release(later)
        items, place = next_entries(entries_changed(changes_between(was, is_now)), asked, _place)
        return ReleaseDiffPage(
            before=earlier.name,
            after=later.name,
            tallies=tallies(was, is_now),
            items=items,
            **links(request, place),
        )


def entries_changed(changes: Iterable[Change]) -> list[EntryChanged]:
    """Changes of fields, entry by entry: a change of *exists* is the entry's own."""
    found = []
    for (kind, key), grouped in groupby(changes, key=lambda change: (change.kind, change.key)):
        listed = list(grouped)
        own = next((change for change in listed if change.field == EXISTS), None)
        found.append(
            EntryChanged(
                kind=kind,
                key=key,
                turn="changed" if own is None else "added" if own.new else "removed",
                fields=tuple(
                    FieldChanged(field=change.field, old=change.old, new=change.new)
                    for change in listed
                    if change.field != EXISTS
                ),
            )
        )
    return found


def _place(entry: EntryChanged) -> str:
    return f"{entry.kind}:{entry.key}"
