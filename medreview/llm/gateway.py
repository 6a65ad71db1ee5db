"""The one door to language models."""

from typing import Protocol

from medreview.llm.contracts import ChatReply, ChatRequest, Deadline


class Gateway(Protocol):
    """Something a model can be asked through."""

    def chat(self, request: ChatRequest, deadline: Deadline) -> ChatReply:
        """The model's checked answer, or one of ``medreview.llm.errors``, by the deadline."""
        ...


def configured_gateway() -> Gateway | None:
    """The gateway of the settings, or None where no model is configured."""
    return None
