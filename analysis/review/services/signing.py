"""Answer for a critical value; sign the report; open a signed one again."""

import datetime as dt
from collections import Counter

from django.db import transaction

from analysis.pipeline import services as pipeline
from analysis.pipeline.models import AlertState, Analysis, CriticalAlert
from analysis.pipeline.queries import of_same_value
from analysis.pipeline.since import replaced_by
from analysis.review import policies, queries
from analysis.review.errors import WrongPassword
from analysis.review.models import Amendment, CriticalAcknowledgement, Signature
from analysis.review.services import drafts
from analysis.review.vocabulary import DecisionKind, DraftKind
from analysis.worklist import services as worklist
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.errors import gettext_noop
from medreview.runtime import recorder


@transaction.atomic
def acknowledge(
    *,
    alert: CriticalAlert,
    told: str,
    told_at: dt.datetime,
    read_back: str,
    version: int,
    by: User,
) -> CriticalAcknowledgement:
    """Somebody was told of a critical value and read it back.

    The answer is to the measured value: every other open alert on it is answered with it.
    """
    policies.check_told(told)
    policies.check_read_back(read_back)
    # Locked in one order, so that two people who answer at once wait for one another.
    alike = list(of_same_value(alert).select_for_update(of=("self",)).order_by("created_at", "id"))
    policies.check_told_at(told_at, raised_at=alike[0].created_at, now=now())
    answer = _answer(alert, told=told, told_at=told_at, read_back=read_back, version=version, by=by)
    for other in alike:
        if other.pk != alert.pk and other.state == AlertState.RAISED:
            seen = other.version
            _answer(other, told=told, told_at=told_at, read_back=read_back, version=seen, by=by)
    return answer


def _answer(
    alert: CriticalAlert,
    *,
    told: str,
    told_at: dt.datetime,
    read_back: str,
    version: int,
    by: User,
) -> CriticalAcknowledgement:
    alert = pipeline.acknowledge_critical(alert=alert, read_back=read_back, version=version, by=by)
    drafts.forget(analysis=alert.analysis, finding=alert.result, kind=DraftKind.READ_BACK, by=by)
    return CriticalAcknowledgement.objects.create(
        alert=alert, told=told, told_at=told_at, read_back=read_back, by=by
    )


@transaction.atomic
def sign(
    *, analysis: Analysis, version: int, password: str, despite: str = "", by: User
) -> Signature:
    """Answer for the whole report. The server checks what the button promised.

    ``despite`` says why it is signed although the record changed since; without it, it is not.
    """
    if not by.check_password(password):
        raise WrongPassword(gettext_noop("This is not your password."))
    recorder.lock(analysis.run_id)
    fresh = Analysis.objects.select_related("patient", "run").get(pk=analysis.pk)
    keys = queries.finding_keys(fresh)
    said = queries.review_of(fresh)
    policies.check_can_sign(
        state=fresh.state,
        open_findings=said.open_among(keys),
        open_criticals=len(said.open_alerts()),
    )
    policies.check_seen_as_outdated(outdated=fresh.outdated, despite=despite)
    worklist.end(analysis=fresh, by=by)
    stand = [said.standing_on(key) for key in (*keys, *(added.pk for added in said.added))]
    standing = [decision for decision in stand if decision is not None]
    kinds = Counter(decision.kind for decision in standing)
    pipeline.mark_signed(analysis=fresh, version=version, by=by)
    return Signature.objects.create(
        analysis=fresh,
        edition=fresh.edition,
        content_hash=said.content_hash(keys),
        accepted=kinds[DecisionKind.ACCEPTED],
        edited=kinds[DecisionKind.EDITED],
        rejected=kinds[DecisionKind.REJECTED],
        added=kinds[DecisionKind.ADDED],
        criticals=len(said.alerts),
        despite=despite.strip() if fresh.outdated else "",
        by=by,
    )


@transaction.atomic
def amend(*, analysis: Analysis, version: int, reason: str, by: User) -> Amendment:
    """Open a signed report again, saying why; the signed edition stays on record."""
    policies.check_text(reason)
    newer = replaced_by(analysis)
    policies.check_can_amend(analysis.state, replaced_by=newer.number if newer else "")
    opened = pipeline.mark_amended(analysis=analysis, version=version, by=by)
    worklist.reopen(analysis=opened, by=by)
    drafts.forget(analysis=opened, finding="", kind=DraftKind.AMEND, by=by)
    return Amendment.objects.create(analysis=opened, edition=opened.edition, reason=reason, by=by)
