"""The worklist: lists and counts; take, give, give back, take over."""

from django.utils.translation import gettext as _
from rest_framework.request import Request

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import analysis_for
from analysis.worklist import pages, queries, services
from analysis.worklist.queues import Filters, Listing, Place, Severity
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.queries import colleague
from medreview.api.contracts.analyses import Holder
from medreview.api.contracts.base import FieldProblem
from medreview.api.contracts.worklist import (
    Colleague,
    ColleagueList,
    GiveAsked,
    NextUndecided,
    TakeOverAsked,
    WorklistAsked,
    WorklistCounts,
    WorklistPage,
)
from medreview.api.errors import WrongFields
from medreview.api.operations import ApiView, operation
from medreview.api.paging import after_of, links, no_such_place
from medreview.api.presenters.analyses import analysis_row, holder
from medreview.api.presenters.worklist import worklist_row
from medreview.api.versions import IF_MATCH, seen_by
from medreview.common.clock import now
from medreview.common.errors import NotFound, WrongState
from medreview.patients.services import note_listed

READ, DECIDE = Permission.ANALYSIS_READ, Permission.ANALYSIS_DECIDE


class Worklist(ApiView):
    """How long each list is."""

    @operation("worklist-counts", READ, gives=WorklistCounts)
    def get(self, request: Request) -> WorklistCounts:
        """The counts of all lists, at one moment and over the very rows the lists show."""
        counted = queries.counts(self.person)
        return WorklistCounts(**{one.value: counted.of(one) for one in Listing})


class WorklistOf(ApiView):
    """One list."""

    @operation("worklist-list", READ, asks=WorklistAsked, gives=WorklistPage)
    def get(self, request: Request, *, listing: str, asked: WorklistAsked) -> WorklistPage:
        """``waiting``, ``mine``, ``others``, ``overdue`` or ``signed``."""
        if listing not in set(Listing):
            raise NotFound
        moment = now()
        rows = queries.queue(self.person, listing, filters_of(asked), moment=moment)
        page = pages.page(
            rows,
            newest_first=listing == Listing.SIGNED,
            after=place_of(asked),
            size=asked.limit,
        )
        note_listed(by=self.person, count=len(page.rows))
        standings = queries.standings(page.rows, moment=moment)
        reasons = queries.open_reasons(page.rows)
        items = tuple(
            worklist_row(row, standings.get(row.pk), reasons.get(row.pk, ()), self.person)
            for row in page.rows
        )
        return WorklistPage(items=items, **links(request, as_text(page.after)))


def filters_of(asked: WorklistAsked) -> Filters:
    """What a list is narrowed to."""
    severity = Severity(asked.severity) if asked.severity else None
    return Filters(
        severity=severity,
        overdue=asked.overdue,
        holder=asked.holder,
        handed_off=asked.handed_off,
    )


def place_of(asked: WorklistAsked) -> Place | None:
    """Where a list goes on."""
    text = after_of(asked)
    place = Place.from_text(text) if text else None
    if text and place is None:
        raise no_such_place()
    return place


def as_text(place: Place | None) -> str | None:
    """A place as a cursor holds it."""
    return place.as_text() if place else None


class WorklistNext(ApiView):
    """What to turn to next."""

    @operation("worklist-next", READ, gives=NextUndecided)
    def get(self, request: Request) -> NextUndecided:
        """One's own or nobody's, the most urgent first; null when nothing waits."""
        found = queries.next_undecided(self.person)
        return NextUndecided(analysis=analysis_row(found) if found else None)


class Colleagues(ApiView):
    """To whom work can be given."""

    @operation("worklist-colleagues", DECIDE, gives=ColleagueList)
    def get(self, request: Request) -> ColleagueList:
        """Colleagues who may decide, by name."""
        found = queries.colleagues(self.person)
        return ColleagueList(
            items=tuple(Colleague(id=one.pk, name=one.get_full_name()) for one in found)
        )


class Claim(ApiView):
    """Hold an analysis."""

    @operation("analyses-claim", DECIDE, gives=Holder)
    def post(self, request: Request, *, pk: str) -> Holder:
        """Take what nobody holds; one's own claim runs on. Another's is refused, with who."""
        analysis = analysis_for(self.person, pk)
        services.claim(analysis=analysis, by=self.person)
        return held(self, analysis)

    @operation("analyses-release", DECIDE, gives=Holder)
    def delete(self, request: Request, *, pk: str) -> Holder:
        """Give back what one holds: it waits for anybody again."""
        analysis = analysis_for(self.person, pk)
        services.release_claim(analysis=analysis, by=self.person)
        return held(self, analysis)


class Assignment(ApiView):
    """Give an analysis to a colleague."""

    @operation("analyses-assign", DECIDE, takes=GiveAsked, gives=Holder)
    def post(self, request: Request, *, pk: str, body: GiveAsked) -> Holder:
        """Give what nobody holds, or what one holds oneself."""
        analysis = analysis_for(self.person, pk)
        to = receiver(self, body.to)
        services.assign(analysis=analysis, to=to, note=body.note, by=self.person)
        return held(self, analysis)


class HandOver(ApiView):
    """Hand over what one holds."""

    @operation("analyses-hand-over", DECIDE, takes=GiveAsked, gives=Holder)
    def post(self, request: Request, *, pk: str, body: GiveAsked) -> Holder:
        """Give what one holds to a colleague, with a note of where things stand."""
        analysis = analysis_for(self.person, pk)
        to = receiver(self, body.to)
        services.hand_over(analysis=analysis, to=to, note=body.note, by=self.person)
        return held(self, analysis)


class TakeOver(ApiView):
    """Take what a colleague holds."""

    @operation("analyses-take-over", DECIDE, takes=TakeOverAsked, gives=Holder, headers=IF_MATCH)
    def post(self, request: Request, *, pk: str, body: TakeOverAsked) -> Holder:
        """Take what somebody else holds; it is recorded, and they are told."""
        analysis = analysis_for(self.person, pk)
        named = seen_by(request, body.version)
        with named.checked(lambda: held(self, analysis)):
            services.take_over(analysis=analysis, version=named.version, by=self.person)
        return held(self, analysis)


def receiver(view: ApiView, pk: str) -> User:
    """The colleague named in the body; nobody of another hospital is one."""
    try:
        return colleague(view.person, pk)
    except NotFound:
        errors = [FieldProblem(pointer="/to", detail=_("There is no such colleague."))]
        raise WrongFields(_("Choose a colleague of your hospital."), errors) from None


def held(view: ApiView, analysis: Analysis) -> Holder:
    """In whose hand an analysis is now."""
    fresh = analysis_for(view.person, analysis.pk)
    standing = queries.standing_of(fresh)
    if standing is None:
        raise WrongState(_("This analysis is not open for decisions."))
    return holder(fresh, standing, view.person)
