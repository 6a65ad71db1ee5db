"""What this installation sends: e-mail by one URL, links that lead back, and where webhooks may go.

Nothing is sent unless somebody said where to: without a URL no e-mail is configured, and the
pages say so.
"""

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

Network = IPv4Network | IPv6Network

SMTP_PORTS = {"smtp": 587, "smtps": 465}
EMAIL_SECONDS = 10
"""How long a mail server may take for a step before it counts as unreachable."""
BACKENDS = "django.core.mail.backends"


def email_settings(url: str) -> dict[str, Any]:
    """Django's EMAIL settings of one URL; of an empty one a backend that sends nothing.

    ``smtp://`` speaks STARTTLS unless it ends in ``?tls=off``; ``smtps://`` speaks TLS from the
    first byte; ``file:///folder`` writes each message to a file.
    """
    if not url:
        return {"EMAIL_BACKEND": f"{BACKENDS}.dummy.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.path:
        return {
            "EMAIL_BACKEND": f"{BACKENDS}.filebased.EmailBackend",
            "EMAIL_FILE_PATH": unquote(parts.path),
        }
    if parts.scheme not in SMTP_PORTS or not parts.hostname:
        raise ValueError("write smtp://user:password@host:587, smtps://host or file:///folder")
    plain = parse_qs(parts.query).get("tls") == ["off"]
    return {
        "EMAIL_BACKEND": f"{BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or SMTP_PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and not plain,
        "EMAIL_TIMEOUT": EMAIL_SECONDS,
    }


def base_url(url: str) -> str:
    """The address people reach this installation by, without a slash at its end."""
    parts = urlsplit(url)
    if url and (parts.scheme not in {"http", "https"} or not parts.hostname or parts.query):
        raise ValueError("write the address people open, such as https://review.hospital.example")
    return url.rstrip("/")


def networks(text: str) -> list[Network]:
    """Networks written with commas, such as ``10.20.0.0/16,fd00::/8``."""
    return [ip_network(part.strip()) for part in text.split(",") if part.strip()]
