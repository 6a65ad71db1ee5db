"""The version a write names, and what stands now where it is not the newest."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.utils.translation import gettext as _
from rest_framework.request import Request

from analysis.pipeline.errors import StaleVersion
from analysis.review.errors import StaleDecision
from analysis.worklist.errors import StaleHolding
from medreview.api.errors import Stale, VersionMissing
from medreview.common.contract import Contract
from medreview.common.display import in_words

IF_MATCH = {"If-Match": "The version you saw, as \"3\"; or send 'version' in the body."}


@dataclass(frozen=True)
class Seen:
    """The version that a caller saw."""

    version: int
    by_header: bool

    @contextmanager
    def checked(self, current: Callable[[], Contract]) -> Iterator[None]:
        """Whatever is refused inside as stale is answered with what stands now."""
        try:
            yield
        except (StaleVersion, StaleDecision, StaleHolding) as problem:
            raise self._stale(in_words(problem), current) from None

    def check(self, newest: int, current: Callable[[], Contract]) -> None:
        """Refuse where another version is the newest."""
        if self.version != newest:
            raise self._stale(_("Somebody changed this after your page was made."), current)

    def _stale(self, sentence: str, current: Callable[[], Contract]) -> Stale:
        return Stale(sentence, current=current().as_json(), by_header=self.by_header)


def seen_by(request: Request, named: int | None) -> Seen:
    """The version of ``If-Match``, else of the body; one of them is a must."""
    header = request.headers.get("If-Match", "").strip()
    if header:
        text = header.removeprefix("W/").strip('"')
        is_number = text.isascii() and text.isdigit() and len(text) < 10
        return Seen(int(text) if is_number else -1, by_header=True)
    if named is None:
        raise VersionMissing(_("Name the version you saw, by If-Match or by 'version'."))
    return Seen(named, by_header=False)
