"""Tests of a real endpoint: left out unless ``-m live`` asks for them, and then never skipped."""

import pytest

from medreview.llm.asking import Telephone
from medreview.llm.gateway import OpenAILine
from medreview.settings.language_models import read_endpoints

UNSET = (
    "No endpoint is named: set LLM_BASE_URL, LLM_MODEL and LLM_API_KEY, as .env.example says, "
    "and run pytest -m live again."
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whoever doesn't ask for them calls no endpoint."""
    if "live" in config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("live")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def _closed_network() -> None:
    """These tests alone may leave this machine: to the endpoint that is named."""


@pytest.fixture(scope="session")
def live_model() -> Telephone:
    """The endpoint of the environment."""
    endpoints = read_endpoints()
    if not endpoints:
        pytest.fail(UNSET)
    return Telephone(tuple(OpenAILine(endpoint) for endpoint in endpoints))
