"""The report on paper: each signed version stays readable exactly as it was signed."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline.models import Analysis
from analysis.review import queries
from analysis.review.services import decisions, signing
from medreview.accounts.models import User
from tests.conftest import PASSWORD
from tests.factories.review import accept_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada: User, signed_in: Callable[[User], Client]) -> Client:
    return signed_in(ada)


def sign(analysis: Analysis, by: User) -> None:
    signing.sign(analysis=analysis, version=analysis.version, password=PASSWORD, by=by)
    analysis.refresh_from_db()


def amend(analysis: Analysis, by: User) -> None:
    signing.amend(analysis=analysis, version=analysis.version, reason="A wrong unit.", by=by)
    analysis.refresh_from_db()


def paper(client: Client, analysis: Analysis, edition: int) -> str:
    """What was signed, without the line that says when it was printed."""
    answer = client.get(reverse("review:print-edition", args=[analysis.pk, edition]))
    return answer.content.decode().split('<main id="main"')[1].split("Printed")[0]


def test_a_signed_version_stays_as_it_was_signed_while_the_next_is_written(
    client: Client, analysis: Analysis, ada: User
) -> None:
    key = queries.finding_keys(analysis)[0]
    accept_all(analysis, by=ada)
    sign(analysis, ada)
    signed = paper(client, analysis, 1)

    amend(analysis, ada)
    decisions.edit(analysis=analysis, finding=key, version=1, text="It was 5.8.", by=ada)
    decisions.add_finding(analysis=analysis, title="Oedema", text="Both legs.", by=ada)
    open_again = client.get(reverse("review:print", args=[analysis.pk])).content.decode()
    analysis.refresh_from_db()
    sign(analysis, ada)

    assert "Version 1 signed by Ada" in signed
    assert paper(client, analysis, 1) == signed
    assert "Draft, not signed" in open_again
    assert "It was 5.8." in open_again
    assert "It was 5.8." in paper(client, analysis, 2)
    assert "Oedema" in paper(client, analysis, 2)


def test_every_signature_leads_to_what_was_signed(
    client: Client, analysis: Analysis, ada: User
) -> None:
    accept_all(analysis, by=ada)
    sign(analysis, ada)
    amend(analysis, ada)

    page = client.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()

    assert reverse("review:print-edition", args=[analysis.pk, 1]) in page
    assert "Amending, not signed" in page


def test_a_version_nobody_signed_is_no_page(client: Client, analysis: Analysis) -> None:
    answer = client.get(reverse("review:print-edition", args=[analysis.pk, 1]))

    assert answer.status_code == 404


def test_decisions_that_are_not_those_signed_are_said_to_be_others(
    analysis: Analysis, ada: User
) -> None:
    accept_all(analysis, by=ada)
    sign(analysis, ada)
    keys = queries.finding_keys(analysis)
    review = queries.review_of(analysis)
    signature = review.signature_on(1)

    other = review.as_of(0)

    assert signature is not None
    assert review.content_hash(keys) == signature.content_hash
    assert other.content_hash(keys) != signature.content_hash
