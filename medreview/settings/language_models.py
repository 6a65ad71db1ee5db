"""The places language models answer at: LLM_… for the first, LLM_SECOND_… for the one after it,
LLM_PRICES for what they cost and LLM_BUDGET_… for how much that may be."""

import sys
from decimal import Decimal
from pathlib import Path
from typing import Literal, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from medreview.llm.budgets import Limit, Scope
from medreview.llm.pricing import BUILT_IN, PriceList, read_prices
from medreview.llm.providers import PRESETS, Endpoint, JsonForm, Preset, ToolChoice

Value = TypeVar("Value")
Place = TypeVar("Place", bound=BaseSettings)
ROOT = Path(__file__).resolve().parents[2]


class ModelPlace(BaseSettings):
    """What may be set of one place; what is left empty is as its provider's preset has it."""

    model_config = SettingsConfigDict(
        env_prefix="LLM_",
        env_file=ROOT / ".env",
        env_ignore_empty=True,
        extra="ignore",
        hide_input_in_errors=True,
    )

    base_url: str = ""
    """Where it answers, such as ``https://api.openai.com/v1``; empty: no model is asked."""

    api_key: str = Field(default="", repr=False)
    model: str = ""
    provider: Literal["openai", "gemini", "vllm", "ollama", "other"] = "other"

    temperature: bool | None = None
    """Whether the model takes one."""
    tokens_parameter: Literal["max_tokens", "max_completion_tokens"] | None = None
    tool_choice: ToolChoice | None = None
    json_form: JsonForm | None = None
    stream_usage: bool | None = None
    silence_seconds: float = Field(default=60.0, gt=0, le=600)
    """How long nothing at all may come before the provider counts as silent."""
    is_local: bool = False
    """Whether it stands in the house: said, never guessed from its address. A hospital that lets
    only a local model be asked asks no other."""

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in {"http", "https"} or not parts.hostname):
            raise ValueError("write an address such as https://api.openai.com/v1")
        return value.rstrip("/")

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if bool(self.base_url) != bool(self.model):
            raise ValueError("set BASE_URL and MODEL together, or neither")
        return self

    def endpoint(self) -> Endpoint | None:
        """The place as the gateway takes it; None where none is set."""
        if not self.base_url:
            return None
        return Endpoint(
            base_url=self.base_url,
            model=self.model,
            api_key=self.api_key,
            provider=self.provider,
            preset=self._preset(),
            silence_seconds=self.silence_seconds,
            is_local=self.is_local,
        )

    def _preset(self) -> Preset:
        preset = PRESETS[self.provider]
        return Preset(
            takes_temperature=_or(self.temperature, preset.takes_temperature),
            tokens_parameter=_or(self.tokens_parameter, preset.tokens_parameter),
            tool_choice=_or(self.tool_choice, preset.tool_choice),
            json_form=_or(self.json_form, preset.json_form),
            stream_usage=_or(self.stream_usage, preset.stream_usage),
        )


class SecondModelPlace(ModelPlace):
    """Who is asked where the first one can't answer."""

    model_config = SettingsConfigDict(env_prefix="LLM_SECOND_")


class ModelPrices(BaseSettings):
    """Where the prices stand that whoever installs has looked up."""

    model_config = ModelPlace.model_config

    prices: Path | None = None
    """A file as ``medreview/llm/pricing.json`` is one; unset: the double alone has a price."""

    @field_validator("prices")
    @classmethod
    def _can_be_read(cls, value: Path | None) -> Path | None:
        try:
            read_prices(value or BUILT_IN)
        except (OSError, ValidationError) as problem:
            said = "it can't be read" if isinstance(problem, OSError) else "it is no list of prices"
            raise ValueError(f"{said}; write it as medreview/llm/pricing.json is written") from None
        return value


class ModelBudget(BaseSettings):
    """How much may be spent; money counts where a price is known, tokens always."""

    model_config = ModelPlace.model_config | {"env_prefix": "LLM_BUDGET_"}

    run_tokens: int = Field(default=200_000, ge=0)
    user_day_tokens: int = Field(default=1_000_000, ge=0)
    hospital_day_tokens: int = Field(default=10_000_000, ge=0)
    run_money: Decimal | None = Field(default=None, ge=0)
    """In the currency of the price list; unset: no limit."""
    user_day_money: Decimal | None = Field(default=None, ge=0)
    hospital_day_money: Decimal | None = Field(default=None, ge=0)

    def limits(self) -> dict[Scope, Limit]:
        """The limits by what they are counted over."""
        return {
            Scope.RUN: Limit.of(self.run_tokens, self.run_money),
            Scope.USER_DAY: Limit.of(self.user_day_tokens, self.user_day_money),
            Scope.HOSPITAL_DAY: Limit.of(self.hospital_day_tokens, self.hospital_day_money),
        }


def read_limits() -> dict[Scope, Limit]:
    """How much may be spent, or an exit with one sentence for each wrong variable."""
    return _read(ModelBudget).limits()


def read_price_list() -> PriceList:
    """What models cost, or an exit with one sentence where the file named is none."""
    return read_prices(_read(ModelPrices).prices or BUILT_IN)


def read_endpoints() -> tuple[Endpoint, ...]:
    """The places that are set, or an exit with one sentence for each wrong variable."""
    found = [_read(ModelPlace).endpoint(), _read(SecondModelPlace).endpoint()]
    if found[0] is None and found[1] is not None:
        sys.stderr.write("LLM_BASE_URL: set the first place before the second.\n")
        sys.exit(2)
    return tuple(one for one in found if one is not None)


def _read(place: type[Place]) -> Place:
    try:
        return place()
    except ValidationError as problem:
        prefix = place.model_config.get("env_prefix", "")
        for error in problem.errors(include_input=False, include_url=False):
            name = prefix + "_".join(str(part) for part in error["loc"]).upper()
            sys.stderr.write(f"{name.rstrip('_')}: {error['msg'].removeprefix('Value error, ')}\n")
        sys.exit(2)


def _or(said: Value | None, otherwise: Value) -> Value:
    return otherwise if said is None else said
