"""What a snippet says is plain text, and never more than allowed."""

import datetime as dt
from decimal import Decimal

import pytest

from medreview.runtime.sandbox.output import CUT, Collected, clean, short_error


@pytest.mark.parametrize("limit", [0, 1, 50, len(CUT), 200])
def test_more_than_allowed_is_cut_and_said_so_within_the_limit(limit: int):
    collected = Collected(limit)
    collected.add("x" * 150)
    collected.add("y" * 100)

    assert collected.cut
    assert len(collected.text()) == limit
    assert collected.text().endswith(CUT[:limit])


def test_an_error_beside_it_takes_its_part_of_the_limit():
    collected = Collected(100)
    collected.add("x" * 100)

    said = collected.text(beside="E" * 30)

    assert len(said) == 70
    assert collected.cut


def test_exactly_as_much_as_allowed_is_whole():
    collected = Collected(5)
    collected.add("abcde")

    assert not collected.cut
    assert collected.text() == "abcde"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"b": [1, None, "µ"]}, '{"b": [1, null, "µ"]}'),
        (Decimal("5.60"), '"5.60"'),
        (dt.date(2026, 11, 30), '"2026-11-30"'),
        ({1}, "[1]"),
        (print, '"<builtin_function_or_method>"'),
    ],
)
def test_a_last_value_is_said_as_json(value: object, said: str):
    collected = Collected(1000)
    collected.add_value(value)

    assert collected.text() == said


@pytest.mark.parametrize("value", [float("nan"), {(1, 2): 3}, pytest.param(10**5000, id="huge")])
def test_what_is_no_json_is_named_so(value: object):
    collected = Collected(1000)
    collected.add_value(value)

    assert "is not JSON" in collected.text()


def test_lists_that_share_lists_are_not_written_out_to_their_end():
    value: list[object] = ["a"]
    for _ in range(60):
        value = [value, value]
    collected = Collected(1000)

    collected.add_value(value)

    assert collected.cut
    assert len(collected.text()) == 1000


def test_halves_of_letters_and_nul_do_not_come_through():
    assert clean("a\ud800b\0c") == "a?b\ufffdc"


def test_an_error_is_no_way_to_say_more():
    assert len(short_error("x" * 10_000_000)) == 1001
