"""Each provider is asked in the words it takes, and always with a limit."""

import pytest
from pydantic import BaseModel

from medreview.llm.contracts import ChatRequest, Message, Role, ToolCall, ToolSpec
from medreview.llm.providers import PRESETS, Endpoint, JsonForm, Preset, ToolChoice


class Reply(BaseModel):
    text: str | None = None


class Lookup(BaseModel):
    name: str


TALK = (
    Message(role=Role.SYSTEM, text="You look things up."),
    Message(role=Role.USER, text="Ferritin?"),
    Message(
        role=Role.ASSISTANT,
        tool_calls=(ToolCall(id="c1", name="lookup", arguments={"name": "Ferritin β"}),),
    ),
    Message(role=Role.TOOL, text="found", tool_call_id="c1"),
)
REQUEST = ChatRequest(
    messages=TALK,
    purpose="test",
    tools=(ToolSpec(name="lookup", description="Looks up.", arguments=Lookup),),
    reply_schema=Reply,
)


def body_of(provider: str = "vllm", preset: Preset | None = None, model: str = "m"):
    place = Endpoint(
        base_url="http://127.0.0.1/v1",
        model=model,
        provider=provider,
        preset=preset or PRESETS[provider],
    )
    return place.body(REQUEST, nonce="n7", most_tokens=99)


@pytest.mark.parametrize("provider", PRESETS)
def test_every_provider_is_told_a_limit_of_tokens_by_the_name_it_knows(provider):
    body = body_of(provider)

    assert body[PRESETS[provider].tokens_parameter] == 99
    assert len({"max_tokens", "max_completion_tokens"} & body.keys()) == 1


@pytest.mark.parametrize("provider", PRESETS)
def test_schemas_hold_nothing_a_provider_may_refuse(provider):
    words = str(body_of(provider))

    for word in ("$schema", "$ref", "additionalProperties", "'const'", "'null'"):
        assert word not in words


@pytest.mark.parametrize(
    ("model", "is_sent"), [("gpt-4.1", True), ("gpt-5-mini", False), ("o3", False)]
)
def test_temperature_goes_only_to_models_that_take_one(model, is_sent):
    assert ("temperature" in body_of("openai", model=model)) is is_sent
    assert "temperature" not in body_of("vllm", Preset(takes_temperature=False))


def test_json_is_asked_for_in_the_form_of_the_provider():
    schema = body_of(preset=Preset(json_form=JsonForm.SCHEMA))
    anything = body_of(preset=Preset(json_form=JsonForm.OBJECT))
    words = body_of(preset=Preset(json_form=JsonForm.PROMPT))

    assert schema["response_format"]["json_schema"]["schema"]["type"] == "object"
    assert anything["response_format"] == {"type": "json_object"}
    assert "response_format" not in words
    assert "Its schema:" in words["messages"][-1]["content"]


def test_the_choice_of_tools_is_left_out_where_it_is_not_known():
    assert body_of(preset=Preset(tool_choice=ToolChoice.AUTO))["tool_choice"] == "auto"
    assert "tool_choice" not in body_of(preset=Preset(tool_choice=ToolChoice.OMITTED))


def test_a_conversation_goes_over_the_wire_turn_by_turn():
    said = body_of()["messages"]

    assert [one["role"] for one in said] == ["system", "user", "assistant", "tool", "system"]
    assert said[2]["content"] is None
    assert said[2]["tool_calls"][0]["function"] == {
        "name": "lookup",
        "arguments": '{"name": "Ferritin β"}',
    }
    assert said[3]["tool_call_id"] == "c1"
    assert "Request n7." in said[-1]["content"]
