"""What models were asked in a run: one line for each use of a skill, and all of it together."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from medreview.front.presenters.model_words import (
    OUTCOMES,
    money_said,
    number_said,
    questions_said,
    reason_said,
    tokens_said,
)
from medreview.front.presenters.runs import span
from medreview.runtime.model_account import ModelAccount, Took, Use, tokens_of
from medreview.runtime.outline import Outline, Step

MOST_LINES = 30
"""More uses than this are shown by stage only; the events show each."""
SHORT_HASH = 12


@dataclass(frozen=True)
class UseLine:
    """One use of a skill, or those of one stage."""

    stage: str
    skill: str
    version: str
    skill_hash: str
    url: str
    questions: str
    tools: str
    refused: str
    retries: str
    tokens: str
    cost: str
    spent: str
    """How long its requests took."""
    ended: str
    reason: str
    state: str
    """``made``, ``fallback`` or ``open``; nothing for several."""


@dataclass(frozen=True)
class ModelPart:
    """The models' part in a run, as its page tells it."""

    models: str
    questions: str
    tokens: str
    tokens_in: int
    tokens_out: int
    cost: str
    micros: int
    retries: str
    lines: list[UseLine]
    is_by_stage: bool
    loose: str
    """What the ledger knows of requests that no event of the run does; nothing: none."""


def model_part(account: ModelAccount, url_of: Callable[[int], str]) -> ModelPart | None:
    """The models' part; None where no model was asked. ``url_of``: where an event is shown."""
    if not account.uses and not account.loose:
        return None
    by_stage = len(account.uses) > MOST_LINES
    took = account.took
    return ModelPart(
        models=", ".join(account.models),
        questions=questions_said(len(account.asks)),
        tokens=tokens_said(took),
        tokens_in=took.tokens_in,
        tokens_out=took.tokens_out,
        cost=money_said(took.cost),
        micros=took.cost.micros,
        retries=number_said(sum(use.retries for use in account.uses)),
        lines=_by_stage(account, url_of) if by_stage else [_line(u, url_of) for u in account.uses],
        is_by_stage=by_stage,
        loose=_loose_said(account),
    )


def step_notes(outline: Outline, account: ModelAccount) -> dict[int, str]:
    """What models took in each step, by the number of the event that began it."""
    notes: dict[int, list[Use]] = {}
    for use in account.uses:
        step = _step_of(outline, use)
        if step is not None:
            notes.setdefault(step.first, []).append(use)
    return {first: _note(uses) for first, uses in notes.items()}


def _step_of(outline: Outline, use: Use) -> Step | None:
    began = [step for step in outline.steps if step.first < use.seq and step.name == use.stage]
    return max(began, key=lambda step: step.first, default=None)


def _note(uses: list[Use]) -> str:
    took = _sum(uses)
    asked = questions_said(sum(len(use.asks) for use in uses))
    parts = [asked, tokens_said(took), money_said(took.cost)]
    fallback = any(use.outcome == "fallback" for use in uses)
    return " · ".join([*parts, _("fallback")] if fallback else parts)


def _sum(uses: list[Use]) -> Took:
    return sum((use.took for use in uses), Took())


def _line(use: Use, url_of: Callable[[int], str]) -> UseLine:
    state = use.outcome if use.ended else "open"
    unended = _("not ended: its worker stopped, or is at it")
    return UseLine(
        stage=use.stage,
        skill=use.skill,
        version=use.version,
        skill_hash=use.skill_hash[:SHORT_HASH],
        url=url_of(use.seq),
        questions=number_said(len(use.asks)),
        tools=number_said(len(use.tools)),
        refused=number_said(use.rejections),
        retries=number_said(use.retries),
        tokens=tokens_said(use.took),
        cost=money_said(use.took.cost),
        spent=span(use.milliseconds),
        ended=str(OUTCOMES["skill.ended"].get(use.outcome, use.outcome)) if use.ended else unended,
        reason=reason_said(use.reason) if use.reason else "",
        state=state,
    )


def _by_stage(account: ModelAccount, url_of: Callable[[int], str]) -> list[UseLine]:
    stages: dict[str, list[Use]] = {}
    for use in account.uses:
        stages.setdefault(use.stage, []).append(use)
    return [_stage_line(stage, uses, url_of) for stage, uses in stages.items()]


def _stage_line(stage: str, uses: list[Use], url_of: Callable[[int], str]) -> UseLine:
    took = _sum(uses)
    fallbacks = sum(use.outcome == "fallback" for use in uses)
    said = ngettext(
        "%(n)s use, %(fallbacks)s of them in the fallback",
        "%(n)s uses, %(fallbacks)s of them in the fallback",
        len(uses),
    )
    return UseLine(
        stage=stage,
        skill=", ".join(dict.fromkeys(use.skill for use in uses)),
        version="",
        skill_hash="",
        url=url_of(uses[0].seq),
        questions=number_said(sum(len(use.asks) for use in uses)),
        tools=number_said(sum(len(use.tools) for use in uses)),
        refused=number_said(sum(use.rejections for use in uses)),
        retries=number_said(sum(use.retries for use in uses)),
        tokens=tokens_said(took),
        cost=money_said(took.cost),
        spent=span(sum(use.milliseconds for use in uses)),
        ended=said % {"n": number_said(len(uses)), "fallbacks": number_said(fallbacks)},
        reason="",
        state="",
    )


def _loose_said(account: ModelAccount) -> str:
    if not account.loose:
        return ""
    took = tokens_of(account.loose)
    said = ngettext(
        "%(n)s request stands in the ledger and in no event of this run, because its worker was "
        "stopped meanwhile: %(tokens)s, %(cost)s.",
        "%(n)s requests stand in the ledger and in no event of this run, because their worker was "
        "stopped meanwhile: %(tokens)s, %(cost)s.",
        len(account.loose),
    )
    return said % {
        "n": number_said(len(account.loose)),
        "tokens": tokens_said(took),
        "cost": money_said(took.cost),
    }
