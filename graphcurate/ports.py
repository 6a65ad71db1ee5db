"""What the graph asks of the rooms above it, by dotted paths in the settings.

The graph knows no analysis. What a change of it would do to those that stand, and what its
vignettes make of it, is worked out by others and told in these words.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from graphcurate.contracts import GraphContent, Snapshot
from graphcurate.models import Release
from medreview.accounts.models import User
from medreview.common.contract import Contract


class ImpactState(StrEnum):
    NONE = "none"
    """Nobody has asked."""
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class ImpactSummary(Contract):
    """How far the impact of one content has been worked out, and what came of it."""

    state: ImpactState
    total: int = 0
    """Analyses that can differ, all of which are recomputed; until it is done, all there are."""
    done: int = 0
    differing: int = 0
    url: str = ""
    """The page that lists them."""


class VignetteOutcome(Contract):
    """What one vignette comes to, with the release that stands and with the candidate."""

    id: str
    title: str
    before: tuple[str, ...]
    """What the case comes to now, in sentences; the reasons to fail where it fails."""
    after: tuple[str, ...]

    @property
    def unchanged(self) -> bool:
        return self.before == self.after


class Impact(Protocol):
    """Which analyses a content would change."""

    def ask(
        self, candidate_hash: str, content: GraphContent, by: User, change_set: str | None = None
    ) -> None:
        """Work it out in the background; a second request for one content is as one."""

    def summary(self, candidate_hash: str, base: Release | None = None) -> ImpactSummary:
        """How far it is, beside ``base``; beside the current release where none is named."""


Vignettes = Callable[[Snapshot], tuple[VignetteOutcome, ...]]


def impact() -> Impact:
    """The room that works out impacts."""
    found: Impact = import_string(settings.GRAPH_IMPACT)
    return found


def vignettes() -> Vignettes:
    """The room that runs the vignettes."""
    found: Vignettes = import_string(settings.GRAPH_VIGNETTES)
    return found


def candidate_hash(content: GraphContent) -> str:
    """What names a content that is not a release yet."""
    return content.content_hash()
