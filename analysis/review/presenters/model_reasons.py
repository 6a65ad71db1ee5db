"""Why a model's part of a stage came to nothing, in words. One table of every code there is.

A code is a kind of event (``limit.steps``, ``stop.errors``, ``ended``) or the name of the gateway's
failure (``model.Looping``), whose own sentence is said.
"""

from collections.abc import Iterable, Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from analysis.pipeline.contracts import StageReport
from analysis.review.presenters.steps import STEPS
from medreview.llm.errors import ModelFailed

OF_THE_WORK: dict[str, str | Promise] = {
    "limit.steps": gettext_lazy("The language model asked as often as it may, without a result."),
    "limit.tokens": gettext_lazy("The language model used up the text it may read and write."),
    "limit.money": gettext_lazy("The language model used up the money it may cost."),
    "limit.time": gettext_lazy("The language model used up its time."),
    "stop.rejections": gettext_lazy("What the language model proposed was refused repeatedly."),
    "stop.errors": gettext_lazy("The language model made the same kind of error repeatedly."),
    "ended": gettext_lazy("The language model ended its work without a result."),
}


def _kinds(of: type[ModelFailed]) -> Iterator[type[ModelFailed]]:
    yield of
    for kind in of.__subclasses__():
        yield from _kinds(kind)


OF_THE_MODEL: dict[str, str] = {f"model.{kind.__name__}": kind.says for kind in _kinds(ModelFailed)}


def model_reason(code: str) -> str:
    """The sentence of a code; of one that is new, that nobody has written its sentence yet."""
    if code in OF_THE_MODEL:
        return gettext(OF_THE_MODEL[code])
    unknown = gettext("The language model's part ended without a result (%(code)s).")
    return str(OF_THE_WORK.get(code) or unknown % {"code": code})


def stages_without_model(stages: Iterable[StageReport]) -> list[str]:
    """A line for each stage in which a model was asked in vain: which, and why.

    Who shows them says beside them that what the rules made stands.
    """
    return [
        gettext("%(step)s: %(why)s")
        % {"step": STEPS.get(stage.name, stage.name), "why": model_reason(stage.error or "")}
        for stage in stages
        if stage.lacks_model
    ]
