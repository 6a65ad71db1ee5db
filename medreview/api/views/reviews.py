"""Findings and what is said of them: decide, add, remark, sign, amend."""

from collections.abc import Callable

from django.utils.translation import gettext_noop
from rest_framework.request import Request

from analysis.pipeline import queries as pipeline
from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.errors import Locked
from analysis.review.models import Decision
from analysis.review.services import decisions, notes, signing
from analysis.review.views.shared import Opened, as_it_stands_now, opened
from medreview.accounts import sessions
from medreview.accounts.permissions import Permission
from medreview.accounts.sessions import Confirmed
from medreview.api.contracts.reviews import (
    AddedRow,
    AmendmentAsked,
    AmendmentRow,
    CommentAsked,
    CommentRow,
    DecisionAsked,
    DecisionList,
    DecisionRow,
    FindingAsked,
    FindingList,
    SignatureAsked,
    SignatureRow,
)
from medreview.api.operations import ApiView, django_request, operation
from medreview.api.presenters import reviews
from medreview.api.presenters.analyses import analysis_row
from medreview.api.versions import IF_MATCH, seen_by
from medreview.api.views.analyses import finished

READ, DECIDE, SIGN = (
    Permission.ANALYSIS_READ,
    Permission.ANALYSIS_DECIDE,
    Permission.ANALYSIS_SIGN,
)


class Findings(ApiView):
    """The findings of one analysis."""

    @operation("analyses-findings", READ, gives=FindingList)
    def get(self, request: Request, *, pk: str) -> FindingList:
        """Every finding once, in the order of review, with the decision that stands."""
        return reviews.finding_list(opened(django_request(request), pk))

    @operation("findings-add", DECIDE, takes=FindingAsked, gives=AddedRow, status=201)
    def post(self, request: Request, *, pk: str, body: FindingAsked) -> AddedRow:
        """A finding of the reviewer's own, signed and printed like the others."""
        seen = opened(django_request(request), pk)
        added = decisions.add_finding(
            analysis=seen.analysis, title=body.title, text=body.text, by=seen.user
        )
        number = len(seen.findings) + len(seen.review.standing_added()) + 1
        return reviews.added_row(added, number, as_it_stands_now(seen).review)


class Decisions(ApiView):
    """Everything said on one analysis."""

    @operation("analyses-decisions", READ, gives=DecisionList)
    def get(self, request: Request, *, pk: str) -> DecisionList:
        """Decisions, remarks, signatures and amendments, oldest first."""
        return reviews.decision_list(queries.review_of(finished(self, pk)))


class FindingDecisions(ApiView):
    """Decide on one finding."""

    @operation(
        "findings-decide",
        DECIDE,
        takes=DecisionAsked,
        gives=DecisionRow,
        headers=IF_MATCH,
        status=201,
    )
    def post(self, request: Request, *, pk: str, number: int, body: DecisionAsked) -> DecisionRow:
        """Accept, edit, reject, or undo the decision that stands.

        A newer decision than the one named is answered with it, as ``current``.
        """
        seen = opened(django_request(request), pk)
        key = seen.key_of(number)
        named = seen_by(request, body.version)
        make = DECIDING[body.kind]
        with named.checked(lambda: standing_now(seen, key)):
            return reviews.decision_row(make(seen, number, named.version, body))


def accepted(seen: Opened, number: int, version: int, body: DecisionAsked) -> Decision:
    """The finding is right as drafted."""
    finding = seen.finding(number)
    return decisions.accept(
        analysis=seen.analysis,
        finding=finding.key,
        version=version,
        tier=finding.assessment.evidence_tier if finding.assessment else None,
        confirmed=body.confirmed,
        by=seen.user,
    )


def edited(seen: Opened, number: int, version: int, body: DecisionAsked) -> Decision:
    """The finding is right in these words."""
    return decisions.edit(
        analysis=seen.analysis,
        finding=seen.finding(number).key,
        version=version,
        text=body.text,
        by=seen.user,
    )


def rejected(seen: Opened, number: int, version: int, body: DecisionAsked) -> Decision:
    """The finding is not to be reported."""
    return decisions.reject(
        analysis=seen.analysis,
        finding=seen.finding(number).key,
        version=version,
        reason=body.reason.value if body.reason else "",
        comment=body.comment,
        by=seen.user,
    )


def undone(seen: Opened, number: int, version: int, body: DecisionAsked) -> Decision:
    """The standing decision is taken back."""
    return decisions.undo(
        analysis=seen.analysis, finding=seen.key_of(number), version=version, by=seen.user
    )


DECIDING: dict[str, Callable[[Opened, int, int, DecisionAsked], Decision]] = {
    "accepted": accepted,
    "edited": edited,
    "rejected": rejected,
    "undone": undone,
}


def standing_now(seen: Opened, key: str) -> DecisionRow | FindingList:
    """The newest decision on a finding; all findings where there is none."""
    made = queries.decisions_on(seen.analysis, key)
    return reviews.decision_row(made[-1]) if made else reviews.finding_list(seen)


class FindingComments(ApiView):
    """Remark on one finding."""

    @operation("findings-comment", DECIDE, takes=CommentAsked, gives=CommentRow, status=201)
    def post(self, request: Request, *, pk: str, number: int, body: CommentAsked) -> CommentRow:
        """A remark for the next reader; it decides nothing."""
        seen = opened(django_request(request), pk)
        made = notes.comment(
            analysis=seen.analysis, finding=seen.key_of(number), text=body.text, by=seen.user
        )
        return reviews.comment_row(made)


class Signatures(ApiView):
    """Sign a report."""

    @operation(
        "analyses-sign",
        SIGN,
        takes=SignatureAsked,
        gives=SignatureRow,
        headers=IF_MATCH,
        status=201,
    )
    def post(self, request: Request, *, pk: str, body: SignatureAsked) -> SignatureRow:
        """Answer for the whole report with one's password; a token alone signs nothing."""
        seen = opened(django_request(request), pk)
        named = seen_by(request, body.version)
        # Counted before the service's transaction, which a refusal would take back.
        confirmed = sessions.confirm(
            django_request(request), password=body.password, purpose="signature"
        )
        if confirmed is Confirmed.LOCKED:
            wait = sessions.minutes_to_wait(django_request(request))
            said = gettext_noop("Too many wrong passwords. Wait %(n)d minutes.")
            raise Locked(said, n=wait)
        with named.checked(lambda: analysis_row(newest(seen))):
            made = signing.sign(
                analysis=seen.analysis,
                version=named.version,
                password=body.password,
                despite=body.despite,
                by=seen.user,
            )
        return reviews.signature_row(made)


class Amendments(ApiView):
    """Open a signed report again."""

    @operation(
        "analyses-amend",
        SIGN,
        takes=AmendmentAsked,
        gives=AmendmentRow,
        headers=IF_MATCH,
        status=201,
    )
    def post(self, request: Request, *, pk: str, body: AmendmentAsked) -> AmendmentRow:
        """Open a signed report again, saying why; the signed edition stays on record."""
        seen = opened(django_request(request), pk)
        named = seen_by(request, body.version)
        with named.checked(lambda: analysis_row(newest(seen))):
            made = signing.amend(
                analysis=seen.analysis, version=named.version, reason=body.reason, by=seen.user
            )
        return reviews.amendment_row(made)


def newest(seen: Opened) -> Analysis:
    """The analysis as it is now."""
    return pipeline.analysis_for(seen.user, seen.analysis.pk)
