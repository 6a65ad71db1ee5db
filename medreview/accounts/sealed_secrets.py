"""The secrets of second factors, never as they are: sealed under the installation's root key."""

import base64
import hashlib
import hmac
import secrets

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.translation import gettext as _

from medreview.accounts.errors import FactorUnreadable

NONCE_BYTES = 12
PLACE = b"medreview second factor"


class SealedSecrets(DefaultMFAAdapter):
    """What allauth keeps of a person passes through here on its way into the database."""

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def encrypt(self, text: str) -> str:
        return seal(text, settings.SEALING_ROOT_KEY)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text, settings.SEALING_ROOT_KEY)


def seal(text: str, root: bytes) -> str:
    """Encrypt a secret under a key of its own kind, made from the root key."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = AESGCM(_key(root)).encrypt(nonce, text.encode(), PLACE)
    return base64.b64encode(nonce + sealed).decode()


def unseal(sealed: str, root: bytes) -> str:
    """The secret again, or FactorUnreadable under another root key or when a bit differs."""
    try:
        raw = base64.b64decode(sealed, validate=True)
        return AESGCM(_key(root)).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], PLACE).decode()
    except (InvalidTag, ValueError):
        raise FactorUnreadable(
            _("Second factors can't be read: the root key in use is not the one that sealed them.")
        ) from None


def _key(root: bytes) -> bytes:
    return hmac.digest(root, PLACE, hashlib.sha256)
