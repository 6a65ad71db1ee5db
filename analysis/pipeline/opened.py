"""Outputs opened lately, kept in this process, so that a click doesn't open a thick record again.

Outputs never change. Nothing is handed out unless its patient's key was opened just before, so
what is kept is out of reach as soon as the key is destroyed.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from medreview.common.contract import Contract
from medreview.common.hashing import sha256_of_bytes

MOST_BYTES = 1_000_000
"""Sealed bytes whose contents are kept: about ten records of 5,000 results."""


class OpenedLately:
    """Contracts by the sealed bytes they came out of, the least used given up first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self._kept: OrderedDict[str, tuple[int, Contract]] = OrderedDict()
        self._lock = Lock()

    def get(self, sealed: bytes, unseal: Callable[[], Contract], *, place: str) -> Contract:
        """The contract in ``sealed``: kept from before, else unsealed now.

        ``place`` is whose it is and where it stands: bytes moved elsewhere are not the same.
        """
        name = f"{place}|{sha256_of_bytes(sealed)}"
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name][1]
        contract = unseal()
        with self._lock:
            self._kept[name] = (len(sealed), contract)
            while self.size() > self.most_bytes:
                self._kept.popitem(last=False)
        return contract

    def size(self) -> int:
        """Sealed bytes whose contents are kept just now."""
        return sum(size for size, _ in self._kept.values())
