"""A person's open sessions as rows."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from medreview.accounts.models import OpenSession


@dataclass(frozen=True)
class SessionRow:
    """One session that is open now."""

    pk: str
    browser: str
    network: str
    started_at: dt.datetime
    seen_at: dt.datetime
    with_code: bool
    is_here: bool
    """Whether it is the one this page was asked for in."""


def session_rows(sessions: Iterable[OpenSession], *, here: str = "") -> list[SessionRow]:
    """The sessions in the order given."""
    return [
        SessionRow(
            pk=session.pk,
            browser=session.browser or _("Unknown browser"),
            network=session.network,
            started_at=session.created_at,
            seen_at=session.seen_at,
            with_code=session.with_code,
            is_here=session.pk == here,
        )
        for session in sessions
    ]
