"""What a conversation grows by between two questions. Pure."""

from medreview.llm.contracts import ChatReply, Message, Role


def turns_after(reply: ChatReply | None, came_back: tuple[Message, ...]) -> tuple[Message, ...]:
    """The model's turn, and what came back to it; a reply nobody could use leaves no turn."""
    if reply is None:
        return came_back
    answered = {message.tool_call_id for message in came_back if message.role is Role.TOOL}
    calls = tuple(call for call in reply.tool_calls if call.id in answered)
    said = reply.text or ("" if calls else "(nothing)")
    return (Message(role=Role.ASSISTANT, text=said, tool_calls=calls), *came_back)
