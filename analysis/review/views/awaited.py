"""What this browser asked for and hasn't seen the end of: told once, on whatever page it is.

It is kept with the session: who asked is told where they asked, and nobody else.
"""

import datetime as dt
from collections.abc import Sequence

from django.http import HttpRequest

from analysis.pipeline.models import Analysis
from analysis.review.queries import ended_among
from medreview.accounts.access import person_of
from medreview.common.clock import now

AWAITED = "awaited_analyses"
MOST = 20
QUICK_FOR = dt.timedelta(minutes=2)
"""So long a page asks every other second; what takes longer than this is asked for slowly."""


def wait_for(request: HttpRequest, analysis: Analysis) -> None:
    """Tell this browser when the analysis has ended."""
    others = {pk: at for pk, at in _kept(request).items() if pk != analysis.pk}
    newest = dict(list(others.items())[1 - MOST :])
    request.session[AWAITED] = {**newest, analysis.pk: now().timestamp()}


def saw_end(request: HttpRequest, pk: str) -> None:
    """The end of this analysis was seen on its own page, so nothing is left to tell."""
    _forget(request, [pk])


def asks_quickly(request: HttpRequest) -> bool:
    """Whether something asked for just now may end at any moment."""
    since = (now() - QUICK_FOR).timestamp()
    return any(at > since for at in _kept(request).values())


def take_ended(request: HttpRequest) -> Sequence[Analysis]:
    """What has ended since it was asked for; told now, it is told to this browser once.

    What is open before the reader is left out: its own page says it.
    """
    kept = _kept(request)
    if not kept:
        return ()
    shown = request.headers.get("HX-Current-URL", "")
    ended = ended_among(person_of(request), [pk for pk in kept if pk not in shown])
    _forget(request, [analysis.pk for analysis in ended])
    return ended


def _forget(request: HttpRequest, ids: Sequence[str]) -> None:
    kept = _kept(request)
    left = {pk: at for pk, at in kept.items() if pk not in ids}
    # A session is only written when something is left out of it.
    if len(left) < len(kept):
        request.session[AWAITED] = left


def _kept(request: HttpRequest) -> dict[str, float]:
    return dict(request.session.get(AWAITED, {}))
