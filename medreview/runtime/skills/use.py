"""A skill at work: what its manifest promises is enforced here, whatever the model says.

It is allowed, or the run stops. Its input and output are of their contracts, its tools are those
it names, its caps and stop conditions hold. When the model's part ends without a result, the
safe fallback makes the output from the same input, and the reason is said.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from medreview.accounts.models import Hospital
from medreview.llm.contracts import Message, Role
from medreview.llm.errors import ModelFailed
from medreview.runtime.context import Shown, shown
from medreview.runtime.contracts import Task
from medreview.runtime.desk import Surroundings, desk_within
from medreview.runtime.errors import ModelWorkEnded, SkillBroken, SkillNotAllowed
from medreview.runtime.events import SkillEnded, SkillRefused, SkillUsed
from medreview.runtime.limits import MOST_STEPS, Caps
from medreview.runtime.loop import work
from medreview.runtime.skills import services
from medreview.runtime.skills.allowlist import check_allowed
from medreview.runtime.skills.contracts import Brief, Made, Skill
from medreview.runtime.skills.read import filled
from medreview.runtime.tools import Tool, allow_list


def use_skill(skill: Skill, brief: Brief, around: Surroundings, *, hospital: Hospital) -> Made:
    """The skill's output, by the model or by the fallback; an error only where code is wrong."""
    _check_allowed(skill, brief, around, hospital)
    _check_input(skill, brief, around, hospital)
    tools = allow_list(skill.manifest.tools, brief.tools)
    context = shown(brief.blocks, most_tokens=skill.manifest.caps.context_tokens)
    task = _task(skill, brief, tools, context)
    services.keep_text(skill=skill, hospital=hospital)
    around.journal.note(
        SkillUsed(stage=brief.stage, skill=skill.name, version=skill.version, skill_hash=skill.hash)
    )
    try:
        output, reason = work(task, desk_within(_caps(skill, brief), around)), ""
    except (ModelWorkEnded, ModelFailed) as ended:
        output, reason = skill.fallback(brief.given), _code_of(ended)
    _check_output(skill, output)
    around.journal.note(
        SkillEnded.model_validate(
            {
                "stage": brief.stage,
                "skill": skill.name,
                "outcome": "fallback" if reason else "made",
                "reason": reason,
                "output_hash": output.content_hash(),
            }
        )
    )
    return Made(output, by_model=not reason, reason=reason, cut=context.cut)


def _caps(skill: Skill, brief: Brief) -> Caps:
    """The manifest's caps, with the number of questions a setting puts in its place."""
    caps = skill.manifest.caps
    if brief.steps is None:
        return caps
    return caps.model_copy(update={"steps": max(1, min(MOST_STEPS, brief.steps))})


def _task(skill: Skill, brief: Brief, tools: Mapping[str, Tool], context: Shown) -> Task:
    opening: Iterable[Message] = (
        Message(role=Role.SYSTEM, text=filled(skill, brief.variables)),
        Message(role=Role.USER, text=context.text or "Begin."),
    )
    return Task(
        stage=brief.stage,
        purpose=skill.name,
        opening=tuple(opening),
        tools=tools,
        output=skill.output,
        stop=skill.manifest.stop,
        nonce=brief.nonce,
    )


def _check_allowed(skill: Skill, brief: Brief, around: Surroundings, hospital: Hospital) -> None:
    """A refusal stands in the run before it ends the run: the page of the skill tells of it."""
    try:
        check_allowed(skill, hospital=hospital.pk)
    except SkillNotAllowed:
        around.journal.note(
            SkillRefused(
                stage=brief.stage,
                skill=skill.name,
                version=skill.version,
                skill_hash=skill.hash,
            )
        )
        raise


def _check_input(skill: Skill, brief: Brief, around: Surroundings, hospital: Hospital) -> None:
    if not isinstance(brief.given, skill.input):
        raise _broken(skill, "it was given another thing than its input")
    if around.scope.hospital != hospital.pk:
        raise _broken(skill, "the scope is of another hospital")


def _check_output(skill: Skill, output: Any) -> None:
    """Of the contract, and still so after it was stored and read: nothing is taken on trust."""
    if not isinstance(output, skill.output):
        raise _broken(skill, "it ended with another thing than its output")
    try:
        skill.output.model_validate_json(output.as_text())
    except (ValidationError, ValueError) as problem:
        raise _broken(skill, "its output does not keep its own contract") from problem


def _code_of(ended: ModelWorkEnded | ModelFailed) -> str:
    return ended.reason if isinstance(ended, ModelWorkEnded) else f"model.{ended.code}"


def _broken(skill: Skill, why: str) -> SkillBroken:
    return SkillBroken("The skill %(name)s can't be used: %(why)s.", name=skill.name, why=why)
