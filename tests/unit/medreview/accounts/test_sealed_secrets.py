import pytest

from medreview.accounts.errors import FactorUnreadable
from medreview.accounts.sealed_secrets import seal, unseal

ROOT, OTHER = b"r" * 32, b"o" * 32


def test_what_was_sealed_opens_under_the_same_root_key_only():
    sealed = seal("JBSWY3DP", ROOT)

    assert unseal(sealed, ROOT) == "JBSWY3DP"
    with pytest.raises(FactorUnreadable):
        unseal(sealed, OTHER)


def test_equal_secrets_do_not_look_equal():
    assert seal("JBSWY3DP", ROOT) != seal("JBSWY3DP", ROOT)


@pytest.mark.parametrize("broken", ["", "%", "AAAA"])
def test_what_is_broken_is_said_to_be(broken):
    with pytest.raises(FactorUnreadable):
        unseal(broken, ROOT)
