"""What can go wrong while a run moves, and while a model works in it."""

from medreview.common.errors import Denied, MedReviewError, WrongState, gettext_noop


class RunStopped(WrongState):
    """The run ended while work on it was under way: cancelled, or failed by somebody else."""


class LeaseLost(WrongState):
    """Another worker took the run over; what this one made is thrown away."""


class PayloadUnreadable(WrongState):
    """The payload of an event can't be opened: the patient's key is gone, or the row was moved."""


class ToolError(MedReviewError):
    """A tool could not do what it was asked; its sentence goes back to the model.

    Every other error of a tool is our own fault and ends the run.
    """


class ModelWorkEnded(MedReviewError):
    """The model's part ended without a result; the safe fallback stands in for it."""

    reason = "ended"
    """The code an event and a result carry."""


class LimitReached(ModelWorkEnded):
    """A limit bit: it says which, how much it allows and how much was used or asked for."""

    def __init__(self, limit: str, *, cap: object, used: object) -> None:
        super().__init__(
            gettext_noop("The limit of %(limit)s was reached: %(used)s of %(cap)s."),
            limit=limit,
            used=str(used),
            cap=str(cap),
        )
        self.limit, self.cap, self.used = limit, str(cap), str(used)
        self.reason = f"limit.{limit}"


class StopConditionMet(ModelWorkEnded):
    """The skill's own condition for giving up came true."""

    def __init__(self, condition: str, *, times: int) -> None:
        super().__init__(
            gettext_noop("The work with the model stopped: %(condition)s, %(times)s in a row."),
            condition=condition,
            times=times,
        )
        self.reason = f"stop.{condition}"


class SkillBroken(MedReviewError):
    """A skill, or the code that uses it, breaks the skill's own manifest."""


class SkillNotAllowed(Denied):
    """The skill as it stands was approved by nobody; the run stops before it is used."""


class SkillAllowedAlready(WrongState):
    """The skill may run as it stands; there is nothing to approve."""


class NoSuchApproval(WrongState):
    """The approval was revoked meanwhile, or was never this hospital's."""


class StaleSkill(WrongState):
    """The skill changed while somebody read it; both hashes are named."""


class ReplayDiffers(MedReviewError):
    """A run that is lived through again asked something else than it asked then."""
