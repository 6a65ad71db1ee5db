"""What a hospital decides for itself: due times, escalation, what happens to an import. Pure."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from medreview.common.contract import Contract

Minutes = Annotated[int, Field(ge=1, le=60 * 24 * 365)]


class DueTimes(Contract):
    """Within how many minutes of being ready an analysis should be signed, by what it holds."""

    critical: Minutes = 60
    """It raised a critical value."""
    abnormal: Minutes = 24 * 60
    """It holds an abnormal result, and none that is critical."""
    other: Minutes = 72 * 60


class EscalationStep(Contract):
    """Whom an unacknowledged critical value is brought to, and after how long."""

    after_minutes: Annotated[int, Field(ge=0, le=60 * 24 * 7)]
    """Since the value was raised."""
    to: Literal["reviewer", "team", "person"]
    """*reviewer*: whoever holds the analysis, else whoever asked for it."""
    team: str | None = None
    """The team's id, for ``to="team"``."""
    person: str | None = None
    """The person's id, for ``to="person"``."""

    @model_validator(mode="after")
    def _names_whom(self) -> Self:
        if (self.team is None) == (self.to == "team"):
            raise ValueError("a team is named for a step to a team, and only there")
        if (self.person is None) == (self.to == "person"):
            raise ValueError("a person is named for a step to a person, and only there")
        return self


class HospitalSettings(Contract):
    """The settings of one hospital, as one value that is changed as a whole."""

    analyse_on_import: bool = False
    """Whether an import that brings a patient new results starts an analysis of them."""
    due: DueTimes = DueTimes()
    claim_minutes: Minutes = 30
    """How long a claimed analysis stays with its reviewer without a sign of work."""
    escalation: tuple[EscalationStep, ...] = (EscalationStep(after_minutes=0, to="reviewer"),)
    """In order of ``after_minutes``."""
    second_factor: Literal["optional", "required"] = "optional"

    @model_validator(mode="after")
    def _steps_in_order(self) -> Self:
        times = [step.after_minutes for step in self.escalation]
        if times != sorted(times):
            raise ValueError("each step comes at the time of the one before it, or later")
        return self
