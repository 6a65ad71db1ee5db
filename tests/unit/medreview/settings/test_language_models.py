"""Where models answer is read with care, and a wrong variable is a sentence."""

import pytest

from medreview.llm.providers import PRESETS, JsonForm
from medreview.settings.language_models import (
    ModelPlace,
    read_endpoints,
    read_price_list,
)

FIRST = {"LLM_BASE_URL": "https://models.example/v1/", "LLM_MODEL": "m", "LLM_API_KEY": "secret"}
SECOND = {"LLM_SECOND_BASE_URL": "http://127.0.0.1:11434/v1", "LLM_SECOND_MODEL": "local"}


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for prefix in ("LLM_", "LLM_SECOND_"):
        for name in ModelPlace.model_fields:
            monkeypatch.delenv(prefix + name.upper(), raising=False)
    monkeypatch.chdir("/")


def given(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


def test_without_variables_no_model_is_asked():
    assert read_endpoints() == ()


def test_the_first_place_is_asked_first_and_each_has_its_preset(monkeypatch):
    given(monkeypatch, **FIRST, LLM_PROVIDER="openai", **SECOND, LLM_SECOND_PROVIDER="ollama")

    first, second = read_endpoints()

    assert (first.base_url, first.preset) == ("https://models.example/v1", PRESETS["openai"])
    assert (second.model, second.api_key, second.preset) == ("local", "", PRESETS["ollama"])


def test_a_part_of_a_preset_may_be_set(monkeypatch):
    given(monkeypatch, **FIRST, LLM_PROVIDER="vllm", LLM_JSON_FORM="prompt", LLM_TEMPERATURE="off")

    (place,) = read_endpoints()

    assert place.preset.json_form == JsonForm.PROMPT
    assert not place.preset.takes_temperature
    assert place.preset.tokens_parameter == PRESETS["vllm"].tokens_parameter


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"LLM_MODEL": "m"}, "LLM: set BASE_URL and MODEL together, or neither"),
        (FIRST | {"LLM_BASE_URL": "models.example"}, "LLM_BASE_URL: write an address such as"),
        (FIRST | {"LLM_PROVIDER": "nobody"}, "LLM_PROVIDER: Input should be"),
        (FIRST | {"LLM_SECOND_MODEL": "m"}, "LLM_SECOND: set BASE_URL and MODEL together"),
        (SECOND, "LLM_BASE_URL: set the first place before the second."),
    ],
)
def test_what_is_set_wrongly_is_said_and_nothing_starts(monkeypatch, capsys, variables, sentence):
    given(monkeypatch, **variables)

    with pytest.raises(SystemExit):
        read_endpoints()

    said = capsys.readouterr().err
    assert sentence in said
    assert "secret" not in said


def test_a_key_is_shown_nowhere(monkeypatch):
    given(monkeypatch, **FIRST)

    assert "secret" not in f"{ModelPlace()!r} {read_endpoints()!r}"


def test_a_place_stands_in_the_house_only_where_that_is_said(monkeypatch):
    given(monkeypatch, **FIRST, **SECOND)
    assert not any(place.is_local for place in read_endpoints()), "an address says nothing"

    given(monkeypatch, LLM_SECOND_IS_LOCAL="true")

    assert [place.is_local for place in read_endpoints()] == [False, True]


def test_prices_are_read_from_the_file_that_is_named(monkeypatch, tmp_path, capsys):
    monkeypatch.delenv("LLM_PRICES", raising=False)
    assert list(read_price_list().models) == ["double"]
    price = '[{"from": "2026-01-01", "input": "1", "cached": "0.5", "output": "4"}]'
    listed = tmp_path / "prices.json"
    listed.write_text(f'{{"currency": "EUR", "per_tokens": 1000000, "models": {{"m": {price}}}}}')

    given(monkeypatch, LLM_PRICES=str(listed))
    assert (read_price_list().currency, list(read_price_list().models)) == ("EUR", ["m"])

    listed.write_text("{}")
    with pytest.raises(SystemExit):
        read_price_list()
    assert "LLM_PRICES: it is no list of prices" in capsys.readouterr().err
