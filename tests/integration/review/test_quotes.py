"""The evidence drawer of a link that quotes a document, and what becomes of the document."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from analysis.pipeline.models import Analysis
from graphcurate.contracts import Evidence
from graphcurate.library import queries, services
from graphcurate.library.models import Document
from graphcurate.models import Demand
from graphcurate.queries import content_of_release, current_release
from graphcurate.services.releases import load_starter
from medreview.accounts.models import User
from medreview.common.clock import now, today
from tests.factories.impacts import LINK, make_next_release
from tests.factories.library import make_document
from tests.factories.review import make_review

pytestmark = pytest.mark.django_db

SignedIn = Callable[[User], Client]

PASSAGE = "A haemolysed sample is drawn again"


def reviewed(document: Document, by: User) -> Analysis:
    """A review made with a release in which ``LINK`` quotes the document."""
    load_starter()
    whole = content_of_release(current_release())
    place = queries.place_of((document.sha256, None, PASSAGE))
    quoting = Evidence(
        id="e1",
        source="KDIGO_AKI12",
        locator="p. 1",
        quote=PASSAGE,
        document=document.sha256,
        offset=place.start,
        level="guideline",
        agent_type="curator",
        checked_by="kim",
        checked_at=now(),
    )
    links = [
        one.model_copy(update={"evidence": (quoting,)}) if one.id == LINK else one
        for one in whole.relations
    ]
    make_next_release(whole.model_copy(update={"relations": tuple(links)}))
    return make_review(by=by, key="hargreaves")


def drawer_of(client: Client, analysis: Analysis) -> str:
    """The drawer of the finding that asks for the link."""
    url = reverse("review:evidence", args=[analysis.pk, 1])
    return client.get(url, {"ev": LINK}).content.decode()


def page_of(client: Client, analysis: Analysis) -> str:
    return client.get(reverse("review:finding", args=[analysis.pk, 1])).content.decode()


def test_a_quote_stands_verbatim_between_its_sentences_with_all_it_can_be_checked_by(
    ada: User, kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)
    analysis = reviewed(document, ada)
    client = signed_in(ada)

    shown = drawer_of(client, analysis)

    assert f"<mark>{PASSAGE}</mark>" in shown
    assert "Severe hyperkalaemia is treated at once." in shown
    assert "before anybody acts on it." in shown
    for part in (
        "KDIGO Clinical Practice Guideline for Acute Kidney Injury",
        document.title,
        "page 1",
        "Written for tests",
        "Matches the stored text word for word.",
        f"Checked by {kim.full_name}",
        f"{reverse('graphcurate:document-detail', args=[document.pk])}?at=",
    ):
        assert part in shown
    assert 'data-testid="doubtful"' not in shown
    assert "Quote in doubt" not in page_of(client, analysis)


def test_the_drawer_counts_other_uses_of_the_links_and_names_none(
    ada: User, kim: User, signed_in: SignedIn
) -> None:
    analysis = reviewed(make_document(by=kim), ada)
    Demand.objects.all().delete()
    Demand.objects.create(biomarker="potassium", week=today(), asked=14)

    shown = " ".join(drawer_of(signed_in(ada), analysis).split())

    assert "14 analyses of the last 90 days asked what the graph links to this test" in shown


def test_a_withdrawn_document_marks_the_drawer_and_the_row_of_an_old_analysis(
    ada: User, kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)
    analysis = reviewed(document, ada)
    services.withdraw(document=document, reason="Its publisher retracted it.", version=1, by=kim)
    client = signed_in(ada)

    shown = drawer_of(client, analysis)

    assert 'data-testid="doubtful"' in shown
    assert "The document it is quoted from was withdrawn." in shown
    assert "Its publisher retracted it." in shown
    assert f"<mark>{PASSAGE}</mark>" in shown
    assert "Quote in doubt" in page_of(client, analysis)


def test_the_graph_itself_and_the_library_name_the_link_that_rests_on_the_document(
    ada: User, kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)
    reviewed(document, ada)
    client = signed_in(kim)

    kept = client.get(reverse("graphcurate:document-detail", args=[document.pk])).content.decode()
    services.withdraw(document=document, reason="Retracted.", version=1, by=kim)
    entry = client.get(reverse("graphcurate:entry-detail", args=["potassium"])).content.decode()

    assert "1 quote rests on it" in kept
    assert f"<mark>{PASSAGE}</mark>" in kept
    assert PASSAGE in entry
    assert "withdrawn" in entry.lower()
