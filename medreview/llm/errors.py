"""Every way in which a language model can fail to answer, each under its own name.

``remedy`` says what the gateway does before it gives up: wait and ask again, ask once more with
another nonce, turn to the second provider, or nothing.
"""

from enum import StrEnum
from typing import ClassVar

from medreview.common.errors import Unavailable
from medreview.common.errors import gettext_noop as _
from medreview.llm.contracts import Attempt, Usage


class Remedy(StrEnum):
    """What may help against a failure."""

    WAIT = "wait"
    """The same again after a while, then the second provider."""
    ANOTHER_NONCE = "another_nonce"
    """Once more with a changed nonce, then the second provider."""
    ANOTHER_PROVIDER = "another_provider"
    NONE = "none"


class ModelFailed(Unavailable):
    """The language model gave no answer that can be used. Stages go on without it."""

    says: ClassVar[str] = _("The language model gave no usable answer.")
    remedy: ClassVar[Remedy] = Remedy.NONE

    def __init__(self, *, usage: Usage | None = None, retry_after: float | None = None) -> None:
        super().__init__(self.says)
        self.usage = usage or Usage()
        """Tokens the failed request cost."""
        self.retry_after = retry_after
        """Seconds the provider asked us to wait."""
        self.tried: tuple[Attempt, ...] = ()
        """Every request that was sent before it was given up."""

    @property
    def code(self) -> str:
        """The failure's name, as ledgers and events keep it."""
        return type(self).__name__


class BudgetSpent(ModelFailed):
    """The request would cost more than the run, the person or the hospital may spend."""

    says = _("The budget for the language model is spent. An admin can raise it.")
    for_scope: ClassVar[dict[str, str]] = {
        "run": _("This run's budget for the language model is spent."),
        "user_day": _("Today's budget of this person for the language model is spent."),
        "hospital_day": _("Today's budget of the hospital for the language model is spent."),
    }

    def __init__(self, scope: str = "") -> None:
        super().__init__()
        self.scope = str(scope)
        self.sentence = self.for_scope.get(self.scope, self.says)
        self.args = (self.sentence,)


class NotAllowed(ModelFailed):
    """The hospital decided that this model, or any, is not asked."""

    says = _("This hospital lets no language model be asked, or none that is set up here.")


# The provider can't be reached, or won't


class GatewayDown(ModelFailed):
    """The provider is not reachable, or answers that it is broken or overloaded."""

    says = _("The language model's provider can't be reached or is broken. Try again later.")
    remedy = Remedy.WAIT


class NoAnswer(GatewayDown):
    """The provider took the request and then said nothing for too long."""

    says = _("The language model's provider went silent. Try again later.")


class RateLimited(GatewayDown):
    """The provider takes no more requests for now."""

    says = _("The language model's provider takes no more requests for now. Try again later.")


class BreakerOpen(GatewayDown):
    """The provider failed so often that it is left alone for a while."""

    says = _("The language model's provider failed repeatedly and is left alone for a while.")
    remedy = Remedy.ANOTHER_PROVIDER


class DeadlinePassed(ModelFailed):
    """The time for an answer was over."""

    says = _("The language model did not answer in the time it was given.")


class KeyRefused(ModelFailed):
    """The provider does not accept the key, or the key may not use this model."""

    says = _("The language model's provider refuses the key. An admin checks LLM_API_KEY.")
    remedy = Remedy.ANOTHER_PROVIDER


class RequestRefused(ModelFailed):
    """The provider does not understand the request: a wrong address, model or preset."""

    says = _(
        "The language model's provider does not take the request. "
        "An admin checks LLM_BASE_URL, LLM_MODEL and LLM_PROVIDER."
    )
    remedy = Remedy.ANOTHER_PROVIDER


# It answered, and the answer can't be used


class BadReply(ModelFailed):
    """The model answered, and what it said can't be used."""


class Refused(BadReply):
    """The model, or its provider's filter, declined to answer."""

    says = _("The language model declined to answer.")


class Truncated(BadReply):
    """The answer breaks off: cut at the limit of tokens, or by the line."""

    says = _("The language model's answer breaks off before its end.")
    remedy = Remedy.ANOTHER_NONCE


class EmptyReply(BadReply):
    """The answer has neither text nor a call of a tool."""

    says = _("The language model answered with nothing.")
    remedy = Remedy.ANOTHER_NONCE


class NoChoices(BadReply):
    """The provider sent an answer without any choice in it."""

    says = _("The language model's provider sent an answer without content.")
    remedy = Remedy.ANOTHER_NONCE


class Looping(BadReply):
    """The model repeated itself without end."""

    says = _("The language model repeated itself without end.")
    remedy = Remedy.ANOTHER_NONCE


class Endless(BadReply):
    """The answer went on beyond every limit and was cut."""

    says = _("The language model's answer went on beyond its limit and was cut.")
    remedy = Remedy.ANOTHER_NONCE


class Garbled(BadReply):
    """The answer holds bytes or characters that are no text, or frames that are no protocol."""

    says = _("The language model's answer is garbled.")
    remedy = Remedy.ANOTHER_PROVIDER


class NotJson(BadReply):
    """JSON was asked for, and the answer is none, or not strictly."""

    says = _("The language model's answer is not the JSON that was asked for.")


class WrongShape(BadReply):
    """The answer is JSON, but not of the shape that was asked for."""

    says = _("The language model's answer does not have the shape that was asked for.")


class UnknownTool(BadReply):
    """The model called a tool it was not offered. Nothing was run."""

    says = _("The language model called a tool it was not offered.")


class MalformedCall(BadReply):
    """The model called a tool with arguments that don't fit it. Nothing was run."""

    says = _("The language model called a tool with arguments that don't fit it.")
