"""What a hospital decides for itself: due times, escalation, what happens to an import. Pure."""

from decimal import Decimal
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


class ModelBudget(Contract):
    """What language models may use up in this hospital; None: as much as the installation lets."""

    run_tokens: Annotated[int, Field(ge=0)] | None = None
    user_day_tokens: Annotated[int, Field(ge=0)] | None = None
    hospital_day_tokens: Annotated[int, Field(ge=0)] | None = None
    run_money: Annotated[Decimal, Field(ge=0)] | None = None
    """In the currency of the price list, like the two below."""
    user_day_money: Annotated[Decimal, Field(ge=0)] | None = None
    hospital_day_money: Annotated[Decimal, Field(ge=0)] | None = None


class ModelRules(Contract):
    """Whether a language model may be asked, where it may stand, and how far its work may go."""

    allowed: Literal["none", "local", "any"] = "any"
    """*local*: only a place that whoever installed the product says stands in the house. Nobody is
    asked unless that person named a place at all."""
    diagnostician_steps: Annotated[int, Field(ge=1, le=25)] = 15
    """How many questions the diagnostician may ask."""
    retriever_arm: Literal["off", "code_mode", "tool_arm"] = "code_mode"
    """By which way a model looks in the record for what code left over."""
    budget: ModelBudget = ModelBudget()


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
    models: ModelRules = ModelRules()

    @model_validator(mode="after")
    def _steps_in_order(self) -> Self:
        times = [step.after_minutes for step in self.escalation]
        if times != sorted(times):
            raise ValueError("each step comes at the time of the one before it, or later")
        return self
