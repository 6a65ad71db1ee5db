"""What an admin sees and ends of the programs that act for the people of their hospital."""

import pytest
from django.urls import reverse

from medreview.accounts import second_factor, services
from medreview.audit.models import AuditEvent
from medreview.tokens import services as tokens
from tests.factories.codes import enrol


def works(client, text):
    return client.get("/api/v1/me/", headers={"Authorization": f"Bearer {text}"}).status_code == 200


def test_an_admin_sees_and_revokes_a_token_of_a_colleague(client, signed_in, root, ada):
    token, text = tokens.make(name="Bridge", days=3, by=ada)
    before = works(client, text)

    admin = signed_in(root)
    page = admin.get(reverse("front:person", args=[ada.pk])).content.decode()
    answer = admin.post(reverse("front:person-token-revoke", args=[token.pk]))

    assert "Bridge" in page
    assert text not in page
    assert answer["Location"] == reverse("front:person", args=[ada.pk])
    assert (before, works(client, text)) == (True, False)
    event = AuditEvent.objects.get(event="token.revoked")
    assert (event.actor, event.thing_id, event.chain) == (root.pk, token.pk, root.hospital_id)


def test_the_token_of_another_hospital_is_none_of_an_admins(client, signed_in, root, oleg):
    token, text = tokens.make(name="Bridge", days=3, by=oleg)

    answer = signed_in(root).post(reverse("front:person-token-revoke", args=[token.pk]))

    assert answer.status_code == 404
    assert works(client, text)


def test_nobody_revokes_a_colleagues_token_without_the_right_to(client, signed_in, ada, kim):
    token, text = tokens.make(name="Bridge", days=3, by=ada)

    answers = [
        signed_in(kim).post(reverse(name, args=[token.pk])).status_code
        for name in ("front:person-token-revoke", "front:token-revoke")
    ]

    assert answers == [403, 404]
    assert works(client, text)


def closed_and_opened_again(ada, root):
    services.deactivate_user(user=ada, by=root)
    services.reactivate_user(user=ada, by=root)


def closed_and_opened_by_a_command(ada, root):
    services.deactivate_user(user=ada)
    services.reactivate_user(user=ada)


def factor_reset(ada, root):
    enrol(ada)
    second_factor.reset(user=ada, by=root)


@pytest.mark.parametrize(
    "shut", [closed_and_opened_again, closed_and_opened_by_a_command, factor_reset]
)
def test_what_shuts_a_person_out_ends_their_tokens_for_good(client, ada, root, shut):
    _token, text = tokens.make(name="Bridge", days=3, by=ada)
    before = works(client, text)

    shut(ada, root)

    assert (before, works(client, text)) == (True, False)
    assert AuditEvent.objects.filter(event="token.revoked").count() == 1


def test_ending_sessions_leaves_programs_alone_and_the_page_says_so(client, signed_in, root, ada):
    _token, text = tokens.make(name="Bridge", days=3, by=ada)
    admin = signed_in(root)

    admin.post(reverse("front:sessions-end", args=[ada.pk]))

    assert works(client, text)
    assert (
        "Ending sessions leaves tokens alone."
        in admin.get(reverse("front:person", args=[ada.pk])).content.decode()
    )
