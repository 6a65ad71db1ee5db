"""AES-256-GCM with the place bound in: what is moved elsewhere no longer opens. Pure."""

import hashlib
import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from medreview.patients.errors import SealBroken

KEY_BYTES = 32
NONCE_BYTES = 12
FORMAT = b"\x01"
"""The first byte of everything sealed; another way of sealing takes another."""


def new_key() -> bytes:
    """A fresh key."""
    return AESGCM.generate_key(bit_length=8 * KEY_BYTES)


def seal(key: bytes, plaintext: bytes, *, place: str) -> bytes:
    """Encrypt for one place; only the same key and place open it."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return FORMAT + nonce + AESGCM(key).encrypt(nonce, plaintext, place.encode())


def unseal(key: bytes, sealed: bytes, *, place: str) -> bytes:
    """What was sealed, or SealBroken when key, place or a single bit differs."""
    if sealed[:1] != FORMAT:
        raise SealBroken("What was stored here is not in a sealed form this version knows.")
    nonce, ciphertext = sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
    try:
        return AESGCM(key).decrypt(nonce, ciphertext, place.encode())
    except (InvalidTag, ValueError):
        raise SealBroken("What was sealed here was changed or moved and can't be read.") from None


def fingerprint(key: bytes) -> str:
    """A short name of a key that tells nothing of it."""
    return hashlib.sha256(b"medreview key fingerprint|" + key).hexdigest()[:16]


def keyed_hash(key: bytes, content: bytes) -> str:
    """Equal for equal content under one key, as lower-case hex; no help to a guess without it."""
    own_key = hmac.digest(key, b"medreview content hash", "sha256")
    return hmac.new(own_key, content, "sha256").hexdigest()
