"""Webhooks signed as the Standard Webhooks specification says. Pure."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence

PREFIX = "whsec_"
SECRET_BYTES = 32


def new_secret() -> bytes:
    """A fresh secret."""
    return secrets.token_bytes(SECRET_BYTES)


def shown(secret: bytes) -> str:
    """The secret as it is handed to the other side, once."""
    return PREFIX + base64.b64encode(secret).decode()


def signed_headers(
    body: bytes, *, message_id: str, timestamp: int, keys: Sequence[bytes]
) -> dict[str, str]:
    """The three headers by which a receiver knows who sent this, when, and that it is whole.

    One signature for each key: while a secret is being replaced both are good.
    """
    said = f"{message_id}.{timestamp}.".encode() + body
    signatures = [base64.b64encode(hmac.digest(key, said, hashlib.sha256)).decode() for key in keys]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }
