"""That the release of the graph that is current now would change an analysis, and how."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from analysis.impact.presenters.differences import Summed, summed
from analysis.impact.queries import NewerRelease, newer_release
from analysis.pipeline.models import Analysis


@dataclass(frozen=True)
class NewerReleaseNote:
    """What the head of a page says of a newer release; never that it changes nothing."""

    text: str
    known: bool
    differences: Summed
    rerun_url: str
    """Asks the same of the newer release, and of the record as it is now."""


def newer_release_note(analysis: Analysis) -> NewerReleaseNote | None:
    """None where the current release would say the same."""
    newer = newer_release(analysis)
    if newer is None:
        return None
    return NewerReleaseNote(
        text=_text(newer),
        known=newer.known,
        differences=summed(newer.differences),
        rerun_url=reverse("review:rerun", args=[analysis.pk]),
    )


def _text(newer: NewerRelease) -> str:
    if newer.known:
        said = gettext("A newer release would change this: %(release)s, on the record as it was.")
    elif newer.failed:
        said = gettext(
            "Release %(release)s is newer than the one this was made with. Whether it would change "
            "anything here could not be worked out yet; it is tried again."
        )
    else:
        said = gettext(
            "Release %(release)s is newer than the one this was made with. Whether it would change "
            "anything here is being worked out."
        )
    return said % {"release": newer.release}
