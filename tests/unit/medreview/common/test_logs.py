"""A log line tells where something went wrong and never with what values."""

import json
import sys

from medreview.common.logs import plain_exceptions


def fail_with(name: str) -> None:
    secret = name
    raise ValueError(f"Key (family)=({secret}) already exists")


def test_an_exception_is_logged_without_its_text_or_its_variables():
    try:
        fail_with("Quillfeather")
    except ValueError:
        event = plain_exceptions(None, "error", {"event": "broke", "exc_info": sys.exc_info()})

    assert event["exception"][0]["kind"] == "builtins.ValueError"
    assert "fail_with" in event["exception"][0]["places"][-1]
    assert "Quillfeather" not in json.dumps(event)


def test_the_causes_of_an_exception_are_told_too():
    try:
        try:
            fail_with("x")
        except ValueError as problem:
            raise KeyError("y") from problem
    except KeyError as problem:
        event = plain_exceptions(None, "error", {"exc_info": problem})

    kinds = [one["kind"] for one in event["exception"]]
    assert kinds == ["builtins.KeyError", "builtins.ValueError"]
