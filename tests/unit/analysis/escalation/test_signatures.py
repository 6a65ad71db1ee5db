"""Signatures as a receiver checks them, written here from the specification alone."""

import base64
import hmac
import json

from analysis.escalation.signatures import new_secret, shown, signed_headers


def verified(secret: str, body: bytes, headers: dict[str, str]) -> bool:
    """What the Standard Webhooks specification asks of a receiver."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    said = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    own = base64.b64encode(hmac.new(key, said, "sha256").digest()).decode()
    sent = [part.split(",", 1) for part in headers["webhook-signature"].split(" ")]
    return any(version == "v1" and hmac.compare_digest(own, one) for version, one in sent)


BODY = json.dumps({"type": "critical.waiting"}).encode()


def test_a_receiver_that_knows_the_secret_finds_the_message_whole():
    secret = new_secret()

    headers = signed_headers(BODY, message_id="msg_1", timestamp=1_700_000_000, keys=[secret])

    assert verified(shown(secret), BODY, headers)
    assert not verified(shown(secret), BODY + b" ", headers)
    assert not verified(shown(secret), BODY, headers | {"webhook-id": "msg_2"})
    assert not verified(shown(secret), BODY, headers | {"webhook-timestamp": "1700000001"})
    assert not verified(shown(new_secret()), BODY, headers)


def test_while_a_secret_is_replaced_both_are_good():
    new, old = new_secret(), new_secret()

    headers = signed_headers(BODY, message_id="msg_1", timestamp=1, keys=[new, old])

    assert verified(shown(new), BODY, headers)
    assert verified(shown(old), BODY, headers)


def test_the_published_example_of_the_specification_gives_its_signature():
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    body = b'{"test": 2432232314}'

    headers = signed_headers(
        body, message_id="msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp=1614265330, keys=[secret]
    )

    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
