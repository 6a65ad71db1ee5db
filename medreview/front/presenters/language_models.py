"""The places models are asked at, and what a hospital's budgets leave, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from medreview.accounts.hospital_settings import HospitalSettings, ModelBudget, ModelRules
from medreview.accounts.models import Hospital
from medreview.front.model_forms import ModelRulesForm
from medreview.front.presenters.hospital import Difference
from medreview.front.presenters.model_words import amount_said, limit_said, number_said
from medreview.llm import queries
from medreview.llm.budgets import Limit, Scope
from medreview.llm.ledger import day_began
from medreview.llm.opening import limits_of, places_for
from medreview.llm.providers import Endpoint, JsonForm, ToolChoice


@dataclass(frozen=True)
class Place:
    """One place of the settings, without its key."""

    number: int
    host: str
    model: str
    provider: str
    is_local: bool
    is_allowed: bool
    has_key: bool
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Spending:
    """What one kind used up today, and how much of it there is."""

    name: str
    used: str
    limit: str
    percent: int | None
    """Of the limit, up to 100; None where there is none."""


def places(rules: ModelRules) -> list[Place]:
    """The places in the order they are asked, and whether this hospital lets them be."""
    allowed = places_for(rules.allowed)
    return [
        Place(
            number=number,
            host=_host(one.base_url),
            model=one.model,
            provider=one.provider,
            is_local=one.is_local,
            is_allowed=one in allowed,
            has_key=bool(one.api_key),
            details=tuple(_details(one)),
        )
        for number, one in enumerate(settings.LLM_ENDPOINTS)
    ]


def spent_today(hospital: Hospital, rules: ModelRules) -> list[Spending]:
    """What the hospital used up since its midnight, beside its budget of a day."""
    since = day_began(hospital)
    found = queries.spent(hospital=hospital, user=None, run="", since=since)[Scope.HOSPITAL_DAY]
    limit = limits_of(rules.budget)[Scope.HOSPITAL_DAY]
    tokens = _("no limit") if limit.tokens is None else number_said(limit.tokens)
    money = _("no limit") if limit.micros is None else amount_said(limit.micros)
    return [
        Spending(
            _("Tokens"), number_said(found.tokens), tokens, _share(found.tokens, limit.tokens)
        ),
        Spending(_("Money"), amount_said(found.micros), money, _share(found.micros, limit.micros)),
    ]


def installed_limits() -> dict[str, str]:
    """What the installation lets be spent, for the hint beside each pair of fields."""
    return {scope.value: limit_said(settings.LLM_LIMITS.get(scope, Limit())) for scope in Scope}


def differences(theirs: ModelRules, mine: ModelRules) -> list[Difference]:
    """What differs between two versions of the rules, in words."""
    now, wanted = _in_words(theirs), _in_words(mine)
    return [Difference(name, now[name], wanted[name]) for name in now if now[name] != wanted[name]]


def with_rules(now: HospitalSettings, rules: ModelRules) -> HospitalSettings:
    """The hospital's settings with these rules in the place of its own."""
    return now.model_copy(update={"models": rules})


def _host(address: str) -> str:
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.hostname}{port}"


def _details(place: Endpoint) -> Iterator[tuple[str, str]]:
    preset = place.preset
    json = {
        JsonForm.SCHEMA: _("with its schema"),
        JsonForm.OBJECT: _("as an object; the schema stands in the prompt"),
        JsonForm.PROMPT: _("in words alone"),
    }
    auto = preset.tool_choice is ToolChoice.AUTO
    yield _("JSON is asked for"), json[preset.json_form]
    yield _("Tools are offered"), _("with “auto”") if auto else _("without a word")
    yield _("Temperature"), _("sent") if preset.takes_temperature else _("not sent")
    yield _("Limit of tokens"), preset.tokens_parameter
    yield _("Tokens are counted"), _("by the provider") if preset.stream_usage else _("by us")
    yield _("Silence"), _("given up after %(n)s s") % {"n": f"{place.silence_seconds:g}"}


def _share(used: int, limit: int | None) -> int | None:
    if limit is None:
        return None
    return min(100, round(100 * used / limit)) if limit else 100


def _in_words(rules: ModelRules) -> dict[str, str]:
    fields = ModelRulesForm.base_fields
    scopes = {"run": _("a run"), "user_day": _("a person’s day"), "hospital_day": _("a day")}
    said = {
        str(fields[name].label): str(dict(fields[name].choices)[getattr(rules, name)])  # type: ignore[attr-defined]
        for name in ("allowed", "retriever_arm")
    }
    said[str(fields["diagnostician_steps"].label)] = str(rules.diagnostician_steps)
    for name in ModelBudget.model_fields:
        scope, _underscore, kind = name.rpartition("_")
        value = getattr(rules.budget, name)
        label = _("Tokens of %(scope)s") if kind == "tokens" else _("Money of %(scope)s")
        said[label % {"scope": scopes[scope]}] = _("not set") if value is None else str(value)
    return said
