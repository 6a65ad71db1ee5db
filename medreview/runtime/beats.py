"""The beats of work with a model: observe, propose, validate, act; each records itself.

What a model says is a proposal. It is done only when the skill names the tool and the arguments
fit its type; everything else goes back to the model as words, or ends its work.
"""

from dataclasses import replace
from decimal import Decimal

from medreview.common.contract import Contract
from medreview.common.hashing import sha256_of, sha256_of_bytes
from medreview.llm import errors as llm
from medreview.llm.contracts import Attempt, ChatReply, ChatRequest, Message, Role, ToolCall
from medreview.runtime import recording
from medreview.runtime.context import Block, guessed_tokens, shown
from medreview.runtime.contracts import (
    Action,
    Observation,
    Proposal,
    Refusal,
    State,
    Task,
    Verdict,
)
from medreview.runtime.desk import Desk
from medreview.runtime.errors import SkillBroken, ToolError
from medreview.runtime.events import (
    ModelAsked,
    ModelFailed,
    ModelReplied,
    ProposalRejected,
    ToolAnswered,
    ToolCalled,
)
from medreview.runtime.limits import Room
from medreview.runtime.tools import Finished
from medreview.runtime.turns import turns_after

CALLS_AT_ONCE = 16
"""More calls of tools in one reply are refused as a whole."""

BACK_TO_THE_MODEL = {
    llm.UnknownTool: "You called a tool that you do not have.",
    llm.MalformedCall: "You called a tool with arguments that do not fit it.",
    llm.NotJson: "Your answer was not the JSON that was asked for.",
    llm.WrongShape: "Your answer did not have the shape that was asked for.",
}
"""Failures that the model itself can mend; every other one ends its work."""

REASON_OF = {
    "UnknownTool": "unknown_tool",
    "MalformedCall": "bad_arguments",
    "NotJson": "bad_reply",
    "WrongShape": "bad_reply",
}


def observe(state: State) -> Observation:
    """What the model is shown next."""
    tokens = sum(guessed_tokens(message.as_text()) for message in state.messages)
    return Observation(ask=state.asks + 1, messages=state.messages, tokens=tokens)


def propose(seen: Observation, task: Task, desk: Desk) -> Proposal:
    """Ask the model, within what the limits leave; question and reply are recorded."""
    tokens = seen.tokens + sum(_spec_tokens(tool.arguments) for tool in task.tools.values())
    with desk.limits.question(prompt_tokens=tokens) as room:
        request = desk.outgoing(_request(seen, task, desk, room))
        desk.journal.note(
            ModelAsked(
                stage=task.stage,
                ask=seen.ask,
                nonce=request.nonce,
                request_hash=sha256_of(recording.request_json(request)),
                tokens_guessed=tokens,
                tools=tuple(task.tools),
                payload={"request": recording.request_json(request)},
            )
        )
        try:
            reply = recording.clean(desk.gateway.chat(request, desk.deadline), request)
            reply = _sayable(reply, desk)
        except llm.ModelFailed as failure:
            return _failed(failure, seen, task, desk, room)
        _replied(reply, seen, task, desk, room)
    return Proposal(ask=seen.ask, reply=reply)


def validate(proposal: Proposal, task: Task) -> Verdict:
    """What of the proposal may be done: allow-listed tools, fitting arguments, a fitting reply."""
    reply = proposal.reply
    if reply is None:
        return Verdict((_mendable(proposal.fault, task),))
    if not reply.tool_calls:
        return _worded(reply, task)
    ids = [call.id for call in reply.tool_calls]
    if len(ids) > CALLS_AT_ONCE or len(set(ids)) < len(ids) or not all(ids):
        why = f"Call at most {CALLS_AT_ONCE} tools at once, each under an id of its own."
        return Verdict((Refusal("bad_calls", why),))
    return Verdict(tuple(_judged(call, task) for call in reply.tool_calls))


def act(verdict: Verdict, proposal: Proposal, state: State, task: Task, desk: Desk) -> State:
    """Do what was found good, tell the model the rest, and say where the work stands then."""
    state = replace(state, asks=proposal.ask, output=verdict.output)
    came_back: list[Message] = []
    for step in verdict.steps:
        if isinstance(step, Refusal):
            message = _leaving(step.message, desk)
            state = _reject(step, message, proposal, state, task, desk)
            came_back.append(message)
            continue
        state, message = _call(step, proposal, state, task, desk)
        came_back.append(message)
        if state.output is not None:
            break
    turns = turns_after(proposal.reply, tuple(came_back))
    return replace(state, messages=(*state.messages, *turns))


def _request(seen: Observation, task: Task, desk: Desk, room: Room) -> ChatRequest:
    return ChatRequest(
        messages=seen.messages,
        purpose=task.purpose,
        tools=tuple(tool.spec for tool in task.tools.values()),
        reply_schema=None if task.stop.submit else task.output,
        max_output_tokens=room.reply_tokens,
        nonce=sha256_of_bytes(f"{task.nonce}|{seen.ask}".encode())[:16],
        model=desk.model,
    )


def _leaving(message: Message, desk: Desk) -> Message:
    """A turn as the next question carries it: what is recorded of it adds up to that one."""
    return desk.outgoing(ChatRequest(messages=(message,), purpose="turn")).messages[0]


def _sayable(reply: ChatReply, desk: Desk) -> ChatReply:
    """The reply as it may be said to a model again; its parsed answer stays in the house."""
    turn = Message(role=Role.ASSISTANT, text=reply.text, tool_calls=reply.tool_calls)
    said = _leaving(turn, desk)
    return reply.model_copy(update={"text": said.text, "tool_calls": said.tool_calls})


def _spec_tokens(arguments: type[Contract]) -> int:
    return guessed_tokens(str(arguments.model_json_schema()))


def _replied(reply: ChatReply, seen: Observation, task: Task, desk: Desk, room: Room) -> None:
    tried = reply.tried or (Attempt(provider="", model=reply.model, outcome="", usage=reply.usage),)
    tokens_in, tokens_out, money = _booked(tried, desk, room)
    said = recording.reply_json(reply)
    desk.journal.note(
        ModelReplied(
            stage=task.stage,
            ask=seen.ask,
            reply_hash=sha256_of(said),
            model=recording.word(reply.model),
            provider=recording.word(reply.provider),
            finish=recording.word(reply.finish),
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            tokens_cached=reply.usage.cached,
            money=str(money),
            attempts=reply.attempts,
            milliseconds=round(reply.seconds * 1000),
            payload={"reply": said},
        )
    )


def _failed(
    failure: llm.ModelFailed, seen: Observation, task: Task, desk: Desk, room: Room
) -> Proposal:
    last = Attempt(provider="", model=desk.model or "", outcome="", usage=failure.usage)
    tried = failure.tried or (last,)
    tokens_in, tokens_out, money = _booked(tried, desk, room)
    desk.journal.note(
        ModelFailed(
            stage=task.stage,
            ask=seen.ask,
            error=failure.code,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            money=str(money),
            payload={"tried": recording.plain([one.as_json() for one in tried])},
        )
    )
    if type(failure) not in BACK_TO_THE_MODEL:
        raise failure
    return Proposal(ask=seen.ask, fault=failure.code)


def _booked(tried: tuple[Attempt, ...], desk: Desk, room: Room) -> tuple[int, int, Decimal]:
    """Tokens in and out and money of every request that was sent, booked with the limits."""
    tokens_in = sum(max(0, one.usage.input) for one in tried)
    tokens_out = sum(max(0, one.usage.output) for one in tried)
    money = sum((desk.price(one.model, one.usage) for one in tried), Decimal(0))
    room.took(tokens=tokens_in + tokens_out, money=money)
    return tokens_in, tokens_out, money


def _mendable(fault: str, task: Task) -> Refusal:
    words = {error.__name__: said for error, said in BACK_TO_THE_MODEL.items()}[fault]
    return Refusal(REASON_OF[fault], f"{words} {_what_is_asked(task)}")


def _worded(reply: ChatReply, task: Task) -> Verdict:
    """A reply without calls: the result itself, where the skill ends with one."""
    if task.stop.submit:
        return Verdict((Refusal("no_proposal", _what_is_asked(task)),))
    if not isinstance(reply.parsed, task.output):
        return Verdict((Refusal("bad_reply", _what_is_asked(task)),))
    return Verdict(output=reply.parsed)


def _what_is_asked(task: Task) -> str:
    tools = f" You have these tools: {', '.join(task.tools)}." if task.tools else ""
    if task.stop.submit:
        return f"Call {task.stop.submit} when you are done.{tools}"
    return f"Answer in the shape that was asked for.{tools}"


def _judged(call: ToolCall, task: Task) -> Action | Refusal:
    tool = task.tools.get(call.name)
    if tool is None:
        return Refusal("unknown_tool", f"There is no such tool. {_what_is_asked(task)}", call)
    try:
        return Action(call, tool, tool.read(call.arguments))
    except ToolError as problem:
        return Refusal("bad_arguments", str(problem), call)


def _reject(
    step: Refusal, message: Message, proposal: Proposal, state: State, task: Task, desk: Desk
) -> State:
    desk.journal.note(
        ProposalRejected.model_validate(
            {
                "stage": task.stage,
                "ask": proposal.ask,
                "reason": step.reason,
                "payload": {"message": message.as_json()},
            }
        )
    )
    return replace(state, rejections=state.rejections + 1)


def _call(
    step: Action, proposal: Proposal, state: State, task: Task, desk: Desk
) -> tuple[State, Message]:
    number = state.calls + 1
    state = replace(state, calls=number, rejections=0)
    with desk.limits.action():
        desk.journal.note(
            ToolCalled(
                stage=task.stage,
                ask=proposal.ask,
                call=number,
                tool=step.tool.name,
                payload={"arguments": step.arguments.model_dump(mode="json")},
            )
        )
        outcome, text, output = _answer(step, task, desk)
        message = Message(role=Role.TOOL, text=text, tool_call_id=step.call.id)
        message = _leaving(message, desk)
        said = message.as_json()
        desk.journal.note(
            ToolAnswered.model_validate(
                {
                    "stage": task.stage,
                    "call": number,
                    "outcome": outcome,
                    "answer_hash": sha256_of(said),
                    "payload": {"message": said},
                }
            )
        )
    errors = state.errors + 1 if outcome == "refused" else 0
    return replace(state, errors=errors, output=output), message


def _answer(step: Action, task: Task, desk: Desk) -> tuple[str, str, Contract | None]:
    """What the tool did: answered, refused in a sentence, or ended the work with its output."""
    try:
        made = step.tool.act(step.arguments, desk.scope)
    except ToolError as problem:
        return "refused", str(problem), None
    if isinstance(made, Finished):
        if step.tool.name != task.stop.submit or not isinstance(made.output, task.output):
            raise SkillBroken(
                "The tool %(tool)s ended the work, or ended it with another thing than the "
                "skill's output.",
                tool=step.tool.name,
            )
        return "ended", "Taken.", made.output
    block = Block(step.tool.name, made, step.tool.most_tokens)
    return "answered", shown((block,), most_tokens=step.tool.most_tokens).text, None
