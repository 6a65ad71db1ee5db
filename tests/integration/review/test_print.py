"""The report on paper: each signed version stays readable exactly as it was signed."""

import re
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


def test_sentences_name_end_notes_and_no_source_is_listed_twice(
    client: Client, analysis: Analysis
) -> None:
    page = client.get(reverse("review:print", args=[analysis.pk])).content.decode()

    notes = re.findall(r'id="note-(\d+)">\d+\. (.*?)</p>', page)
    cited = {int(n) for each in re.findall(r"<sup>([\d, ]+)</sup>", page) for n in each.split(", ")}
    titles = [text for _, text in notes]
    assert cited
    assert cited <= {int(number) for number, _ in notes}
    assert len(titles) == len(set(titles))


def test_a_class_of_medicines_is_printed_with_the_records_own_name(
    client: Client, analysis: Analysis
) -> None:
    page = client.get(reverse("review:print", args=[analysis.pk])).content.decode()

    assert "ACE inhibitors (class) (ramipril)" in page


def test_what_is_in_range_is_no_limit_of_the_report(client: Client, analysis: Analysis) -> None:
    page = client.get(reverse("review:print", args=[analysis.pk])).content.decode()

    limits = page.split("What this report can’t tell")[1].split("</tbody>")[0]
    assert "In range" not in limits
    assert "<h2>In range</h2>" in page
