"""Requests to models as the ledger would have written them, by the hundred if need be."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from medreview.accounts.models import Hospital
from medreview.common.ids import new_id
from medreview.llm.models import LLMCall

NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)


def call_of(hospital: Hospital, **changed: Any) -> LLMCall:
    """One request that was answered, not yet saved."""
    said: dict[str, Any] = {
        "run": "",
        "purpose": "planner",
        "ask": new_id("ask"),
        "nth": 1,
        "at": NOON,
        "provider": "other",
        "model": "double",
        "outcome": "ok",
        "prompt_hash": "0" * 64,
        "input_tokens": 100,
        "output_tokens": 20,
        "cached_tokens": 0,
        "is_estimated": False,
        "micros": 1_000,
        "milliseconds": 200,
        **changed,
    }
    return LLMCall(id=new_id(LLMCall.id_prefix), hospital=hospital, **said)


def make_calls(hospital: Hospital, *each: dict[str, Any]) -> list[LLMCall]:
    """One request for each of these, saved."""
    return keep(call_of(hospital, **changed) for changed in each)


def keep(calls: Iterable[LLMCall]) -> list[LLMCall]:
    """The requests saved, a thousand at a time."""
    return LLMCall.objects.bulk_create(calls, batch_size=1_000)
