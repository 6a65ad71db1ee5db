"""Our functions answer plain questions, and tell a stranger nothing of themselves."""

from decimal import Decimal
from typing import Any

import pytest

from medreview.runtime.sandbox.errors import SnippetMistake
from medreview.runtime.sandbox.host_functions import Guard, check_plain, mean, median, stdev


def guarded(function: Any, *, seconds: float = 5, calls: int = 10) -> Any:
    return Guard(seconds=seconds, calls=calls).around({"asked": function})["asked"]


def test_digits_as_text_are_numbers():
    assert mean(["5.60", 6, Decimal("6.40"), 6.0]) == 6.0
    assert median(["1", "10", "3"]) == 3.0
    assert stdev(["2", "4"]) == pytest.approx(1.41421356)


@pytest.mark.parametrize(
    "numbers",
    [[], ["<5"], [True], [None], ["1e999999999"], [10**4000], ["9" * 200], ["NaN"], "12", 3],
)
def test_what_is_no_list_of_numbers_is_a_mistake(numbers: Any):
    with pytest.raises(SnippetMistake):
        mean(numbers)


def test_one_number_has_no_deviation():
    with pytest.raises(SnippetMistake, match="two numbers"):
        stdev([1])


def test_a_mistake_is_told_with_its_sentence():
    def asked() -> None:
        raise SnippetMistake("say more.")

    with pytest.raises(ValueError, match=r"asked: say more\.") as told:
        guarded(asked)()

    assert told.value.__cause__ is None
    assert told.value.__context__ is None


def test_a_failure_is_told_by_kind_only():
    def asked() -> None:
        raise KeyError("/etc/secret")

    with pytest.raises(RuntimeError) as told:
        guarded(asked)()

    assert str(told.value) == "asked could not answer"
    assert told.value.__context__ is None


def test_a_wrong_call_is_told_the_right_one_without_our_types():
    def asked(text: str, kind: str | None = None) -> None: ...

    with pytest.raises(ValueError, match=r"asked: call it as asked\(text, kind=None\)\."):
        guarded(asked)(1, 2, 3)


def test_calls_beyond_the_limit_are_refused():
    guard = Guard(seconds=5, calls=2)
    asked = guard.around({"asked": lambda: 1})["asked"]
    assert [asked(), asked()] == [1, 1]
    assert not guard.flooded

    with pytest.raises(RuntimeError, match="2 times"):
        asked()

    assert guard.flooded


def test_seconds_spent_for_a_snippet_come_to_an_end():
    with pytest.raises(TimeoutError):
        guarded(lambda: 1, seconds=0)()


@pytest.mark.parametrize(
    "value",
    [object(), {"a": {1}}, ["x" * 5_000_000], [[0] * 150_000, [0] * 150_000], [b"x"]],
)
def test_what_is_not_plain_or_too_much_is_refused(value: Any):
    with pytest.raises(SnippetMistake):
        check_plain([value])


def test_deep_shared_and_circular_lists_are_refused_quickly():
    deep: list[Any] = []
    circle: list[Any] = []
    circle.append(circle)
    for _ in range(100_000):
        deep = [deep]
    shared: list[Any] = ["a"]
    for _ in range(60):
        shared = [shared, shared]

    for value in (deep, circle, shared):
        with pytest.raises(SnippetMistake, match="too much"):
            check_plain([value])
