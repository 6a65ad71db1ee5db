import pytest

from medreview.audit import context
from medreview.audit.context import RequestContext, network_of


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2::7", "2001:db8:1::/48"),
        ("", ""),
        (None, ""),
        ("evil\r\nline", ""),
    ],
)
def test_an_address_keeps_its_network_only(address, network):
    assert network_of(address) == network


def test_events_know_their_request_only_while_it_is_answered():
    seen = RequestContext(request="req_1", address="192.0.2.0/24")

    with context.within(seen):
        inside = context.current()

    assert inside == seen
    assert context.current() == RequestContext()
