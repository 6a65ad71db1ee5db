"""Canonical JSON, and the sha-256 of it."""

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> str:
    """JSON text that is equal for equal values: sorted keys, no spaces, no NaN."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def sha256_of(value: Any) -> str:
    """Sha-256 of a JSON-ready value's canonical text, as lower-case hex."""
    return sha256_of_bytes(canonical_json(value).encode())


def sha256_of_bytes(content: bytes) -> str:
    """Sha-256 of bytes, as lower-case hex."""
    return hashlib.sha256(content).hexdigest()
