"""Resolve a hand-off. Who holds the analysis answers for it; there is no second hand to be in."""

from django.db import transaction

from analysis.pipeline.models import Analysis
from analysis.worklist import services
from medreview.accounts.access import check_can
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.runtime import handoffs
from medreview.runtime.models import Handoff


@transaction.atomic
def answer(*, analysis: Analysis, handoff: str, note: str, version: int, by: User) -> Handoff:
    """A person looked at what it names: they write what came of it, and the review goes on.

    It is a step of the review as a decision is: what nobody holds becomes theirs, another's is
    ``Held``, and of an analysis that is no longer open nothing is resolved.
    """
    check_can(by, Permission.ANALYSIS_DECIDE)
    found = handoffs.handoff_of(analysis.run, handoff)
    services.renew(analysis=analysis, by=by)
    return handoffs.answer(handoff=found, note=note, version=version, by=by)
