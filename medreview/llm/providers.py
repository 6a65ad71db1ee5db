"""What providers of models take differently: presets, each part of which may be set. Pure."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from medreview.llm.contracts import ChatRequest, Message, Role, ToolCall
from medreview.llm.schema import portable_schema
from medreview.llm.strict_json import as_text

Body = dict[str, Any]

WITHOUT_TEMPERATURE = ("o1", "o3", "o4", "gpt-5")
"""Models of OpenAI that refuse any temperature but their own."""


class JsonForm(StrEnum):
    """How a provider is asked for JSON."""

    SCHEMA = "schema"
    """``response_format`` with the schema."""
    OBJECT = "object"
    """``response_format`` for any object; the schema stands in the prompt."""
    PROMPT = "prompt"
    """Only in words."""


class ToolChoice(StrEnum):
    """How a provider is told that the model may call tools."""

    AUTO = "auto"
    """The word is sent."""
    OMITTED = "omitted"
    """Nothing is sent: the provider does it by itself, or refuses the word."""


@dataclass(frozen=True)
class Preset:
    """What one kind of provider takes."""

    takes_temperature: bool = True
    tokens_parameter: str = "max_tokens"
    tool_choice: ToolChoice = ToolChoice.AUTO
    json_form: JsonForm = JsonForm.SCHEMA
    stream_usage: bool = True
    """Whether it counts tokens at the end of a stream when it is asked to."""


PRESETS: dict[str, Preset] = {
    "openai": Preset(tokens_parameter="max_completion_tokens"),
    "gemini": Preset(),
    "vllm": Preset(),
    "ollama": Preset(tool_choice=ToolChoice.OMITTED),
    "other": Preset(json_form=JsonForm.OBJECT),
}
"""By the name that stands in LLM_PROVIDER."""


@dataclass(frozen=True)
class Endpoint:
    """One place a model answers at."""

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    provider: str = "openai"
    preset: Preset = PRESETS["openai"]
    silence_seconds: float = 60.0
    """How long nothing at all may come before the provider counts as silent."""
    is_local: bool = False
    """Whether it stands in the house, as whoever installed the product says."""

    def body(self, request: ChatRequest, *, nonce: str, most_tokens: int) -> Body:
        """The request as this provider takes it, always with a limit of tokens."""
        model = self.model_for(request)
        body: Body = {
            "model": model,
            "messages": self._messages(request, nonce),
            self.preset.tokens_parameter: most_tokens,
            "stream": True,
        }
        if self.preset.stream_usage:
            body["stream_options"] = {"include_usage": True}
        if request.temperature is not None and self._takes_temperature(model):
            body["temperature"] = request.temperature
        return body | self._tools(request) | self._json(request)

    def model_for(self, request: ChatRequest) -> str:
        """The model that would be asked."""
        return request.model or self.model

    def _takes_temperature(self, model: str) -> bool:
        refuses = self.provider == "openai" and model.startswith(WITHOUT_TEMPERATURE)
        return self.preset.takes_temperature and not refuses

    def _messages(self, request: ChatRequest, nonce: str) -> list[Body]:
        said = [_message(one) for one in request.messages]
        lines = []
        if request.reply_schema is not None:
            lines.append("Answer with one JSON object and nothing else.")
            if self.preset.json_form != JsonForm.SCHEMA:
                lines.append(f"Its schema: {as_text(portable_schema(request.reply_schema))}")
        if nonce:
            lines.append(f"Request {nonce}.")
        return [*said, {"role": "system", "content": "\n".join(lines)}] if lines else said

    def _tools(self, request: ChatRequest) -> Body:
        if not request.tools:
            return {}
        offered = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": portable_schema(tool.arguments),
                },
            }
            for tool in request.tools
        ]
        sent_choice = self.preset.tool_choice == ToolChoice.AUTO
        return {"tools": offered} | ({"tool_choice": "auto"} if sent_choice else {})

    def _json(self, request: ChatRequest) -> Body:
        if request.reply_schema is None or self.preset.json_form == JsonForm.PROMPT:
            return {}
        if self.preset.json_form == JsonForm.OBJECT:
            return {"response_format": {"type": "json_object"}}
        schema = {
            "name": request.reply_schema.__name__,
            "schema": portable_schema(request.reply_schema),
        }
        return {"response_format": {"type": "json_schema", "json_schema": schema}}


def _message(message: Message) -> Body:
    said: Body = {"role": message.role.value, "content": message.text}
    if message.role == Role.TOOL:
        return said | {"tool_call_id": message.tool_call_id or ""}
    if message.tool_calls:
        # Some providers refuse an empty text beside calls.
        content = {"content": message.text or None}
        return said | content | {"tool_calls": [_call(one) for one in message.tool_calls]}
    return said


def _call(call: ToolCall) -> Body:
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": as_text(call.arguments)},
    }
