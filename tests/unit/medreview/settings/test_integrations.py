"""What libraries would write of a patient stays out of the log, at any level."""

import pytest

from medreview.settings.integrations import logging_settings


@pytest.mark.parametrize("name", ["django.db.backends", "openai", "httpx2", "httpcore2"])
def test_a_library_that_writes_what_it_carries_is_silent_even_at_debug(name: str):
    assert logging_settings("DEBUG")["loggers"][name]["level"] == "WARNING"
