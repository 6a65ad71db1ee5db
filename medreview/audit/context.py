"""Which request an event happened in, known to the trail without being handed around."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

IPV4_KEPT, IPV6_KEPT = 24, 48
"""Bits kept of an address: enough to tell networks apart, not people."""


@dataclass(frozen=True)
class RequestContext:
    """The id of a request as its error page prints it, and the client's network."""

    request: str = ""
    address: str = ""


_current: ContextVar[RequestContext] = ContextVar("audit_request")
_NO_REQUEST = RequestContext()


def current() -> RequestContext:
    """The request being answered; empty in a worker or a command."""
    return _current.get(_NO_REQUEST)


@contextmanager
def within(context: RequestContext) -> Iterator[None]:
    """Events recorded inside carry this request."""
    token = _current.set(context)
    try:
        yield
    finally:
        _current.reset(token)


def network_of(address: str | None) -> str:
    """An address without its last part; empty where it can't be read."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return ""
    kept = IPV4_KEPT if parsed.version == 4 else IPV6_KEPT
    return str(ip_network(f"{parsed}/{kept}", strict=False))
