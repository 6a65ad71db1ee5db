"""What a provider says beside the answer is believed in nothing either."""

import pytest

from medreview.llm.draft import Draft


def said_by(**frame: object) -> Draft:
    draft = Draft()
    draft.add({"choices": [{"delta": {"content": "Iron is low."}}], **frame})
    return draft


@pytest.mark.parametrize("model", ["gpt-4.1-2025-04-14", "models/gemini-2.5", "meta/llama:70b@q4"])
def test_the_name_of_a_model_is_kept(model: str):
    assert said_by(model=model).model == model


@pytest.mark.parametrize(
    "model", ["double\x00", "\ud800", "Zebedee Canary", "m" * 81, "Zebedée", "gpt\n"]
)
def test_what_is_no_name_of_a_model_reaches_no_table(model: str):
    assert said_by(model=model).model == ""


@pytest.mark.parametrize(
    "usage", [{"total_tokens": 9}, {"prompt_tokens": "9"}, {"prompt_tokens": -1}, {"x": None}]
)
def test_who_speaks_of_tokens_and_counts_none_is_estimated(usage: dict[str, object]):
    used = said_by(usage=usage).usage(asked_letters=40)

    assert (used.input, used.output, used.estimated) == (10, 3, True)
