"""Whatever a model nests, its answer gets a name of ours and never breaks the run."""

import sys

import pytest
from pydantic import BaseModel, JsonValue

from medreview.llm.contracts import ChatRequest, ToolSpec
from medreview.llm.draft import Draft, DraftCall
from medreview.llm.errors import BadReply, Garbled
from medreview.llm.judging import calls_of, parsed_of


class Anything(BaseModel):
    value: JsonValue = None


REQUEST = ChatRequest(
    messages=(),
    purpose="test",
    tools=(ToolSpec("say", "Say it.", Anything),),
    reply_schema=Anything,
)


@pytest.mark.parametrize("depth", [sys.getrecursionlimit() // 2, 100_000])
def test_nesting_without_end_is_a_bad_answer(depth: int):
    nested = '{"value": ' + "[" * depth + "]" * depth + "}"
    calling = Draft(calls={0: DraftCall("call_1", "say", nested)})

    with pytest.raises(BadReply):
        parsed_of(Draft(text=nested), REQUEST)
    with pytest.raises(BadReply):
        calls_of(calling, REQUEST)


@pytest.mark.parametrize("text", ['{"value": [{"a": "\\u0000"}]}', '{"value": {"\\ud800": 1}}'])
def test_what_no_table_takes_is_found_however_deep(text: str):
    with pytest.raises(Garbled):
        parsed_of(Draft(text=text), REQUEST)
