"""Unsent words, kept on the server for their author; and who is here."""

import datetime as dt

from django.db import transaction

from analysis.pipeline.models import Analysis
from analysis.review.models import Draft, Presence
from analysis.review.policies import LONGEST_TEXT
from analysis.review.vocabulary import DraftKind
from medreview.accounts.models import User
from medreview.common.clock import now
from medreview.common.errors import Invalid, gettext_noop


@transaction.atomic
def save(
    *, analysis: Analysis, finding: str, kind: DraftKind, text: str, by: User
) -> dt.datetime | None:
    """Keep what was typed so far, and say when; an emptied field forgets it."""
    if len(text) > 2 * LONGEST_TEXT:
        raise Invalid(gettext_noop("This text is too long to keep."))
    if not text.strip():
        forget(analysis=analysis, finding=finding, kind=kind, by=by)
        return None
    draft, _ = Draft.objects.update_or_create(
        analysis=analysis,
        finding=finding,
        kind=kind,
        by=by,
        defaults={"text": text, "saved_at": now()},
    )
    return draft.saved_at


def forget(*, analysis: Analysis, finding: str, kind: DraftKind, by: User) -> None:
    """What was sent needs no draft any more."""
    Draft.objects.filter(analysis=analysis, finding=finding, kind=kind, by=by).delete()


def note_presence(*, analysis: Analysis, by: User) -> None:
    """This person has the analysis open just now."""
    Presence.objects.update_or_create(analysis=analysis, by=by, defaults={"seen_at": now()})
