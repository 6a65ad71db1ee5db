"""Our own functions that a snippet may call, behind a guard: plain values in, plain values out.

Whatever a snippet passes is a stranger's: bounded before it is looked at. Whatever goes wrong in
a function is told by kind only, so that no path, key or text of ours leaves with an error.
"""

import inspect
import logging
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal, InvalidOperation
from itertools import chain
from typing import Any

from medreview.runtime.sandbox.errors import SnippetMistake

HostFunction = Callable[..., Any]

_log = logging.getLogger(__name__)

_MOST_VALUES = 200_000
_MOST_CHARACTERS = 4_000_000
_DEEPEST = 12
_HOLDERS = frozenset({list, tuple, dict})
_LEAVES = frozenset({type(None), bool, int, float, Decimal})
_LARGEST_EXPONENT = 30
"""Beyond this no laboratory measures, and adding such numbers up takes for ever."""


class Guard:
    """Counts the calls of one snippet and the seconds they take of the host."""

    def __init__(self, *, seconds: float, calls: int) -> None:
        self._left, self._most = seconds, calls
        self.calls = 0

    @property
    def flooded(self) -> bool:
        """Whether the snippet called more often than it may."""
        return self.calls > self._most

    def around(self, functions: Mapping[str, HostFunction]) -> dict[str, HostFunction]:
        """The same functions, each behind the guard."""
        return {name: self._guarded(name, function) for name, function in functions.items()}

    def _guarded(self, name: str, function: HostFunction) -> HostFunction:
        signature = inspect.signature(function)

        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self.flooded:
                raise RuntimeError(f"a snippet may call our functions {self._most} times")
            if self._left <= 0:
                raise TimeoutError("our functions have worked long enough for this snippet")
            began = time.monotonic()
            try:
                return _answered(name, function, signature, args, kwargs)
            finally:
                self._left -= time.monotonic() - began

        return call


def _answered(
    name: str,
    function: HostFunction,
    signature: inspect.Signature,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Any:
    try:
        check_plain([*args, *kwargs.values()])
        bound = _bound(name, signature, args, kwargs)
        return function(*bound.args, **bound.kwargs)
    except SnippetMistake as mistake:
        problem: Exception = ValueError(f"{name}: {mistake}")
    except Exception as failure:
        # The text of such an error may hold a path or a value: only its kind is written down.
        _log.warning("snippet_function_failed", extra={"kind": type(failure).__name__})
        problem = RuntimeError(f"{name} could not answer")
    # Raised out here, it carries no other error along.
    raise problem


def _bound(
    name: str, signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> inspect.BoundArguments:
    try:
        return signature.bind(*args, **kwargs)
    except TypeError:
        raise SnippetMistake(f"call it as {name}{_as_called(signature)}.") from None


def _as_called(signature: inspect.Signature) -> str:
    """The arguments without their types, which are ours."""
    plain = [
        one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()
    ]
    return str(inspect.Signature(plain))


def check_plain(values: list[Any]) -> None:
    """Refuse what is not JSON-like, or more than a question needs."""
    level: list[Any] = [values]
    looked_at = characters = depth = 0
    while level:
        inner: list[Any] = []
        for holder in level:
            looked_at += len(holder)
            if looked_at > _MOST_VALUES or depth > _DEEPEST:
                raise SnippetMistake("that is too much to be passed at once.")
            leaves = chain(holder, holder.values()) if isinstance(holder, dict) else holder
            characters += _looked_over(leaves, inner)
        if characters > _MOST_CHARACTERS:
            raise SnippetMistake("that is too much text to be passed at once.")
        level, depth = inner, depth + 1


def _looked_over(values: Iterable[Any], inner: list[Any]) -> int:
    """The characters of the texts among these; lists and dictionaries are put aside for later."""
    characters = 0
    for one in values:
        kind = type(one)
        if kind is str:
            characters += len(one)
        elif kind in _HOLDERS:
            inner.append(one)
        elif kind not in _LEAVES:
            raise SnippetMistake("pass text, numbers, lists and dictionaries only.")
    return characters


def mean(numbers: list[Any]) -> float:
    """The arithmetic mean of numbers; digits as text will do."""
    return float(statistics.mean(_read(numbers)))


def median(numbers: list[Any]) -> float:
    """The middle one of numbers, or the mean of the two in the middle."""
    return float(statistics.median(_read(numbers)))


def stdev(numbers: list[Any]) -> float:
    """The sample standard deviation of two numbers or more."""
    read = _read(numbers)
    if len(read) < 2:
        raise SnippetMistake("it takes two numbers or more.")
    return float(statistics.stdev(read))


STATISTICS: Mapping[str, HostFunction] = {"mean": mean, "median": median, "stdev": stdev}
"""What the subset's missing ``statistics`` module is asked for."""


def _read(numbers: Any) -> list[Decimal]:
    if not isinstance(numbers, list | tuple) or not numbers:
        raise SnippetMistake("pass a list with at least one number.")
    return [_number(one) for one in numbers]


def _number(one: Any) -> Decimal:
    if isinstance(one, bool) or not isinstance(one, int | float | str | Decimal):
        raise SnippetMistake("one of these is not a number.")
    too_long = isinstance(one, str) and len(one) > 100
    too_large = isinstance(one, int) and one.bit_length() > 4 * _LARGEST_EXPONENT
    try:
        number = Decimal("NaN") if too_long or too_large else Decimal(str(one))
    except InvalidOperation:
        raise SnippetMistake("one of these is not a number.") from None
    if not number.is_finite() or abs(number.adjusted()) > _LARGEST_EXPONENT:
        raise SnippetMistake("one of these is not a number, or far too large or small.")
    return number
