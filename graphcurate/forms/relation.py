"""What a curator fills in about a link: its effect, when, why, and what it rests on."""

from django.utils.translation import gettext_lazy as _

from graphcurate.editing.controls import Choices, Field, Kind, Rows, Section
from graphcurate.forms import choices

LONGEST_RATIONALE = 280

EFFECT = Field("effect", _("Effect"), Kind.CHOICE, choices=choices.EFFECTS)
DIRECTION = Field("when_direction", _("Matters for"), Kind.CHOICE, choices=choices.DIRECTIONS)
RATIONALE = Field(
    "rationale",
    _("Rationale"),
    Kind.AREA,
    longest=LONGEST_RATIONALE,
    wide=True,
    counted=True,
)
WHEN = (
    Field("when_population", _("Only in"), hint=_("as: pregnancy, second trimester"), longest=60),
    Field("when_dose", _("Only at a dose"), hint=_("as: above 3 g a day"), longest=120),
    Field("when_timing", _("Only at a time"), hint=_("as: within 24 h after a dose"), longest=120),
)


def evidence(documents: Choices) -> Rows:
    """The evidence of a link; a quote comes from one of the library's ``documents``."""
    return Rows(
        "evidence",
        _("Evidence"),
        adds=_("Add a quote or a source"),
        numbered="rank",
        keys=(Field("id", "", Kind.HIDDEN, longest=120),),
        columns=(
            Field("source", _("Source"), Kind.PICK, of="source", longest=120, wide=True),
            Field("document", _("Document in the library"), Kind.CHOICE, choices=documents),
            Field("locator", _("Section and page"), longest=200),
            Field("quote", _("Quote"), Kind.AREA, longest=4000, wide=True),
            Field(
                "level",
                _("Level"),
                Kind.CHOICE,
                choices=choices.EVIDENCE_LEVELS,
                offered="expert",
            ),
            Field(
                "direction",
                _("It"),
                Kind.CHOICE,
                choices=choices.EVIDENCE_DIRECTIONS,
                default="supports",
            ),
            Field("certainty", _("Certainty (GRADE)"), Kind.CHOICE, choices=choices.CERTAINTIES),
            Field("rank", _("Place (0 is the chief one)"), Kind.WHOLE, default=0),
            Field("review_by", _("Look again by"), Kind.DATE, hint=_("as 2028-11-30")),
        ),
    )


def sections(documents: Choices) -> tuple[Section, ...]:
    """The whole form but for the target, which names the link and stays."""
    return (
        Section("link", _("Link"), (EFFECT, DIRECTION, RATIONALE)),
        Section("when", _("Only when"), WHEN),
        Section("evidence", _("Evidence"), (evidence(documents),)),
    )
