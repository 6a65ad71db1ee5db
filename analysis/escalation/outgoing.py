"""The one door webhooks leave by: no redirects, no private address, an end to every wait.

A name is looked up once and the connection goes to the address that was judged: a name that
answers differently the second time leads nowhere else.
"""

import contextlib
import http.client
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import Future
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Event, Thread, Timer
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from analysis.escalation.errors import AddressRefused, NotDelivered
from medreview.common.errors import gettext_noop

STEP_SECONDS = 5
"""For a name, for a connection, and for each sign of the other side."""
WHOLE_SECONDS = 10
"""For all of it: one that answers a byte at a time ends too."""

Address = IPv4Address | IPv6Address

TRANSLATED = tuple(
    ip_network(each)
    for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "::/96", "fec0::/10")
)
"""Addresses that a router turns into others, which may be private; the last ones once were."""


def check_url(url: str) -> None:
    """Whether webhooks may be configured to go there; an address in figures is judged at once."""
    parts = _parts(url)
    try:
        address = ip_address(parts.hostname or "")
    except ValueError:
        if parts.scheme == "http" and parts.hostname != "localhost":
            raise AddressRefused(gettext_noop("A webhook goes to an https address.")) from None
        return
    if not may_go_to(address):
        raise AddressRefused(gettext_noop("Webhooks may not go to a private address."))
    if parts.scheme == "http" and not address.is_loopback:
        raise AddressRefused(gettext_noop("A webhook goes to an https address."))


def may_go_to(address: Address) -> bool:
    """Whether an address is public, or of a network the installation's settings allow."""
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return bool(settings.WEBHOOK_TO_THIS_MACHINE)
    if any(address in network for network in settings.WEBHOOK_NETWORKS):
        return True
    translated = any(address in network for network in TRANSLATED)
    return address.is_global and not address.is_multicast and not translated


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send it, or NotDelivered with the kind of fault. Only 2xx counts as taken."""
    try:
        status = _status(url, body, headers)
    except AddressRefused:
        raise NotDelivered("address_refused") from None
    except (socket.gaierror, UnicodeError):
        raise NotDelivered("name_not_found") from None
    except TimeoutError:
        raise NotDelivered("timeout") from None
    except (OSError, http.client.HTTPException) as problem:
        raise NotDelivered(type(problem).__name__) from None
    if 300 <= status < 400:
        raise NotDelivered("redirected")
    if not 200 <= status < 300:
        raise NotDelivered(f"http_{status}")


def _status(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    parts = _parts(url)
    begun = monotonic()
    sock = _opened(parts)
    was_cut = Event()
    late = Timer(max(0, begun + WHOLE_SECONDS - monotonic()), _cut, [sock, was_cut])
    late.daemon = True
    late.start()
    try:
        return _exchange(sock, parts, body, headers)
    except (OSError, http.client.HTTPException):
        if was_cut.is_set():
            raise TimeoutError from None
        raise
    finally:
        late.cancel()
        sock.close()


def _opened(parts: SplitResult) -> socket.socket:
    plain = socket.create_connection(_judged(parts), timeout=STEP_SECONDS)
    if parts.scheme != "https":
        return plain
    context = ssl.create_default_context()
    return context.wrap_socket(plain, server_hostname=parts.hostname, do_handshake_on_connect=False)


def _exchange(
    sock: socket.socket, parts: SplitResult, body: bytes, headers: Mapping[str, str]
) -> int:
    if isinstance(sock, ssl.SSLSocket):
        sock.do_handshake()
    # It keeps to this socket: the name is only what the other side is called.
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or _port(parts))
    connection.sock = sock
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    connection.request("POST", path, body, dict(headers))
    return connection.getresponse().status


def _cut(sock: socket.socket, was_cut: Event) -> None:
    was_cut.set()
    with contextlib.suppress(OSError):
        # The socket itself, whatever the layer above it is waiting for.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _judged(parts: SplitResult) -> tuple[str, int]:
    """The address to connect to; one that may not be reached spoils the whole name."""
    port = parts.port or _port(parts)
    found = _looked_up(parts.hostname or "", port)
    addresses = [ip_address(str(entry[4][0]).split("%")[0]) for entry in found]
    if not addresses or not all(may_go_to(address) for address in addresses):
        raise AddressRefused(gettext_noop("Webhooks may not go to a private address."))
    if parts.scheme == "http" and not all(address.is_loopback for address in addresses):
        raise AddressRefused(gettext_noop("A webhook goes to an https address."))
    return str(addresses[0]), port


def _looked_up(name: str, port: int) -> list[Any]:
    """What the name stands for; TimeoutError where nobody says so in time."""
    found: Future[list[Any]] = Future()

    def ask() -> None:
        try:
            found.set_result(socket.getaddrinfo(name, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as problem:
            found.set_exception(problem)

    # The system's own resolver knows no deadline: it is left behind, and ends by itself.
    Thread(target=ask, daemon=True).start()
    return found.result(timeout=STEP_SECONDS)


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and (parts.port is None or 0 < parts.port < 65536)
    except ValueError:
        raise AddressRefused(
            gettext_noop("Write an address such as https://pager.example/")
        ) from None
    plain = parts.scheme == "http" and settings.WEBHOOK_TO_THIS_MACHINE
    if not named or parts.username or parts.fragment or any(sign <= " " for sign in url):
        raise AddressRefused(gettext_noop("Write an address such as https://pager.example/"))
    if parts.scheme != "https" and not plain:
        raise AddressRefused(gettext_noop("A webhook goes to an https address."))
    return parts


def _port(parts: SplitResult) -> int:
    return 443 if parts.scheme == "https" else 80
