"""A hospital with the starter's graph, whose runs may ask a double."""

from collections.abc import Callable
from typing import Any

import pytest

from graphcurate.services.releases import load_starter
from medreview.llm.double.server import Double
from tests.doubles import honest
from tests.factories.model_runs import place_of


@pytest.fixture
def starter(db: None) -> None:
    """The graph that comes with the product."""
    load_starter()


@pytest.fixture
def honest_model(llm_double: Callable[..., Double], settings: Any, starter: None) -> Double:
    """Every run asks an honest model until the test ends."""
    double = llm_double(answer=honest.answer)
    settings.LLM_ENDPOINTS = (place_of(double),)
    return double
