"""Tokens: made, used, refused, taken back; each with its line in the trail."""

import pytest

from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.tokens import services
from medreview.tokens.errors import TokenRefused, TooManyTokens
from medreview.tokens.models import Token

pytestmark = pytest.mark.django_db


def events(kind: str) -> int:
    return AuditEvent.objects.filter(event=kind).count()


def test_a_token_is_used_first_once(ada: User) -> None:
    token, text = services.make(name=" Bridge ", days=3, by=ada)

    used = [services.use(text).pk for _ in range(2)]

    token.refresh_from_db()
    assert used == [token.pk, token.pk]
    assert (token.name, token.first_used_at is not None) == ("Bridge", True)
    assert (events("token.made"), events("token.first_used")) == (1, 1)


def test_another_text_with_the_same_beginning_opens_nothing(ada: User) -> None:
    _token, text = services.make(name="", days=3, by=ada)

    with pytest.raises(TokenRefused) as refused:
        services.use(f"{text[:-1]}x")

    assert refused.value.why == "unknown"


def test_the_last_use_is_known_to_some_minutes(ada: User, stop_clock) -> None:
    stop_clock(2026, 11, 30, 8, 0)
    token, text = services.make(name="", days=3, by=ada)
    services.use(text)
    stop_clock(2026, 11, 30, 8, 4)
    services.use(text)
    token.refresh_from_db()
    soon = token.last_used_at

    later = stop_clock(2026, 11, 30, 8, 6)
    services.use(text)

    token.refresh_from_db()
    assert soon.minute == 0
    assert token.last_used_at == later


def test_a_token_that_is_revoked_twice_was_revoked_once(ada: User) -> None:
    token, text = services.make(name="", days=3, by=ada)

    services.revoke(token=token, by=ada)
    services.revoke(token=token, by=ada)

    with pytest.raises(TokenRefused) as refused:
        services.use(text)
    assert refused.value.why == "revoked"
    assert events("token.revoked") == 1


def test_a_token_ends_at_its_date_and_not_before(ada: User, stop_clock) -> None:
    stop_clock(2026, 11, 1)
    _token, text = services.make(name="", days=3, by=ada)
    stop_clock(2026, 11, 3, 23, 59)
    services.use(text)

    stop_clock(2026, 11, 4)

    with pytest.raises(TokenRefused) as refused:
        services.use(text)
    assert refused.value.why == "expired"


def test_tokens_that_ended_make_room_for_new_ones(ada: User) -> None:
    made = [services.make(name="", days=1, by=ada)[0] for _ in range(services.MOST_LIVE)]
    with pytest.raises(TooManyTokens):
        services.make(name="", days=1, by=ada)

    services.revoke(token=made[0], by=ada)

    assert services.make(name="", days=1, by=ada)
    assert Token.objects.filter(user=ada).count() == services.MOST_LIVE + 1
