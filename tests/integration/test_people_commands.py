import io

import pytest
from django.core.management import CommandError, call_command

from medreview.accounts import queries as people
from medreview.accounts.roles import Role
from medreview.audit import queries
from medreview.common.errors import NotFound
from tests.factories.accounts import PASSWORD, make_hospital

pytestmark = pytest.mark.django_db


def create_user(*arguments: str) -> str:
    out = io.StringIO()
    call_command("create_user", *arguments, stdout=out)
    return out.getvalue()


def test_the_first_user_of_a_fresh_installation_opens_their_hospital(monkeypatch):
    monkeypatch.setenv("MEDREVIEW_PASSWORD", PASSWORD)

    said = create_user(
        "root", "--name", "Rut Adminova", "--hospital", "north", "--hospital-name", "North",
        "--role", "admin", "--role", "auditor",
    )  # fmt: skip

    user = people.user_named("root")
    assert said.startswith("root can sign in")
    assert user.roles == {Role.ADMIN, Role.AUDITOR}
    assert user.hospital.name == "North"
    assert user.check_password(PASSWORD)
    assert PASSWORD not in said


def test_an_unknown_hospital_is_a_sentence_and_makes_nobody(monkeypatch):
    monkeypatch.setenv("MEDREVIEW_PASSWORD", PASSWORD)

    with pytest.raises(CommandError, match=r"no hospital named nowhere\. --hospital-name"):
        create_user("root", "--name", "R", "--hospital", "nowhere", "--role", "admin")

    with pytest.raises(NotFound):
        people.user_named("root")


def test_a_weak_password_is_a_sentence_and_makes_nobody(monkeypatch):
    monkeypatch.setenv("MEDREVIEW_PASSWORD", "short")
    hospital = make_hospital()

    with pytest.raises(CommandError, match="too short"):
        create_user("root", "--name", "R", "--hospital", hospital.slug, "--role", "admin")

    assert not people.people_of(hospital).exists()


def test_without_anybody_to_ask_the_missing_password_is_a_sentence(monkeypatch):
    def nobody(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("getpass.getpass", nobody)
    hospital = make_hospital()

    with pytest.raises(CommandError, match="set MEDREVIEW_PASSWORD"):
        create_user("root", "--name", "R", "--hospital", hospital.slug, "--role", "admin")


def test_the_trail_of_a_fresh_installation_reads_as_words(capsys):
    make_hospital()
    events = queries.count()

    call_command("verify_audit")

    assert capsys.readouterr().out == f"Events: {events}. The trail adds up.\n"
