"""The screens of the library, asked by every role."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from graphcurate.library import queries, services
from graphcurate.library.models import Document
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.accounts.roles import PERMISSIONS_OF, Role
from tests.conftest import person
from tests.factories.library import FACTS, GUIDELINE, make_document, pdf_of

pytestmark = pytest.mark.django_db

SignedIn = Callable[[User], Client]

FILLED = {
    "title": "Invented guideline",
    "source": "KDIGO_AKI12",
    "licence_note": "Written for tests",
    "valid_until": "2031-12-31",
}


def sent(name: str = "k.pdf", content: bytes | None = None) -> dict[str, object]:
    content = pdf_of([["Severe hyper-", "kalaemia."]]) if content is None else content
    return {**FILLED, "file": SimpleUploadedFile(name, content)}


def page(name: str, document: Document) -> str:
    return reverse(f"graphcurate:{name}", args=[document.pk])


def checked(client: Client, **fields: str) -> str:
    answer = client.post(reverse("graphcurate:quote-check"), fields)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("role", list(Role))
def test_who_reads_the_graph_reads_documents_and_who_curates_keeps_them(
    role: Role, kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)
    client = signed_in(person("someone", "Some One", kim.hospital, role))
    may_curate = Permission.GRAPH_CURATE in PERMISSIONS_OF[role]

    read = [client.get(page(name, document)).status_code for name in ("document-detail",)]
    listed = client.get(reverse("graphcurate:library"))
    wrote = [
        client.post(reverse("graphcurate:document-new"), sent()).status_code,
        client.post(page("document-withdraw", document), {"reason": "x", "version": 1}).status_code,
        client.post(reverse("graphcurate:quote-check"), {"text": "x"}).status_code,
    ]

    assert (read, listed.status_code) == ([200], 200)
    assert ("Add a document" in listed.content.decode()) is may_curate
    assert wrote == ([302, 302, 200] if may_curate else [403, 403, 403])


def test_an_uploaded_pdf_is_shown_page_by_page_with_its_facts(
    kim: User, signed_in: SignedIn
) -> None:
    client = signed_in(kim)

    answer = client.post(reverse("graphcurate:document-new"), sent(), follow=True)

    shown = answer.content.decode()
    document = Document.objects.get()
    assert answer.redirect_chain == [(page("document-detail", document), 302)]
    for part in ("Severe hyper-\nkalaemia.", "Page 1", "Written for tests", "31-Dec-2031", "k.pdf"):
        assert part in shown
    assert reverse("graphcurate:document-page", args=[document.pk, 1]) in shown


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("scan.pdf", pdf_of([[]]), "scan.pdf holds no text"),
        ("a.docx", b"PK\x03\x04", "a.docx is a zip archive or an Office document"),
        ("e.txt", b"", "e.txt is empty"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_beside_it_and_the_rest_is_kept(
    kim: User, signed_in: SignedIn, name: str, content: bytes, word: str
) -> None:
    answer = signed_in(kim).post(reverse("graphcurate:document-new"), sent(name, content))

    assert answer.status_code == 422
    assert word in answer.content.decode()
    assert 'value="Invented guideline"' in answer.content.decode()
    assert not Document.objects.exists()


def test_a_file_over_the_limit_is_not_even_read(
    kim: User, signed_in: SignedIn, settings: object
) -> None:
    settings.UPLOAD_LIMIT = 1024

    answer = signed_in(kim).post(
        reverse("graphcurate:document-new"), sent("big.txt", b"sodium " * 400)
    )

    assert answer.status_code == 422
    assert "big.txt is larger than the 0 MB" in answer.content.decode()


def test_the_same_file_again_leads_to_the_document(kim: User, signed_in: SignedIn) -> None:
    document = make_document(by=kim)

    answer = signed_in(kim).post(
        reverse("graphcurate:document-new"), sent("again.txt", GUIDELINE.encode())
    )

    assert answer.status_code == 422
    assert page("document-detail", document) in answer.content.decode()


def test_a_passage_is_found_in_its_text_by_its_address(kim: User, signed_in: SignedIn) -> None:
    document = make_document(by=kim)
    start = queries.contents_of(document).text.index("Low sodium")

    shown = (
        signed_in(kim)
        .get(page("document-detail", document), {"at": start, "to": start + 10})
        .content.decode()
    )

    assert '<mark class="here" id="here" tabindex="-1">Low sodium</mark>' in shown


def test_text_of_a_document_is_never_markup(kim: User, signed_in: SignedIn) -> None:
    document = make_document(by=kim, text="<script>alert(1)</script> & more")

    shown = signed_in(kim).get(page("document-detail", document)).content.decode()

    assert "<script>alert(1)" not in shown
    assert "&lt;script&gt;alert(1)" in shown


def test_the_original_is_a_file_to_keep_and_nothing_that_runs(
    kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)

    answer = signed_in(kim).get(page("document-original", document))

    assert answer.content == GUIDELINE.encode()
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["Content-Disposition"] == f'attachment; filename="{document.pk}.txt"'


def test_a_page_of_a_pdf_is_a_picture_and_other_pages_are_none(
    kim: User, signed_in: SignedIn
) -> None:
    client = signed_in(kim)
    client.post(reverse("graphcurate:document-new"), sent())
    document = Document.objects.get()

    drawn = client.get(reverse("graphcurate:document-page", args=[document.pk, 1]))
    none = client.get(reverse("graphcurate:document-page", args=[document.pk, 2]))

    assert (drawn.status_code, drawn["Content-Type"]) == (200, "image/png")
    assert drawn.content.startswith(b"\x89PNG")
    assert none.status_code == 404


def test_a_withdrawn_document_says_why_and_who(kim: User, signed_in: SignedIn) -> None:
    document = make_document(by=kim)
    client = signed_in(kim)

    answer = client.post(
        page("document-withdraw", document),
        {"reason": "Its publisher retracted it.", "version": 1},
        follow=True,
    )

    shown = answer.content.decode()
    assert "This document was withdrawn." in shown
    assert "Its publisher retracted it." in shown
    assert "Kim" in shown


def test_a_step_on_an_older_page_is_a_409_that_keeps_the_words(
    kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)
    services.describe(document=document, facts=replace(FACTS, edition="2"), version=1, by=kim)

    answer = signed_in(kim).post(
        page("document-withdraw", document), {"reason": "My reason.", "version": 1}
    )

    assert answer.status_code == 409
    assert "Somebody changed this document" in answer.content.decode()
    assert "My reason." in answer.content.decode()
    assert 'name="version" value="2"' in answer.content.decode()


@pytest.mark.parametrize("step", ["withdraw", "supersede", "put-back"])
def test_a_step_without_a_reason_is_refused(kim: User, signed_in: SignedIn, step: str) -> None:
    document = make_document(by=kim)

    answer = signed_in(kim).post(page(f"document-{step}", document), {"version": 1})

    assert answer.status_code == 422
    assert Document.objects.get().state == "current"


def test_a_superseded_document_leads_to_the_newer_one(kim: User, signed_in: SignedIn) -> None:
    old, new = make_document(by=kim), make_document(by=kim, text=f"{GUIDELINE} 2027")

    answer = signed_in(kim).post(
        page("document-supersede", old),
        {"successor": new.pk, "reason": "New edition.", "version": 1},
        follow=True,
    )

    assert page("document-detail", new) in answer.content.decode()
    assert Document.objects.get(pk=old.pk).superseded_by == new


def test_two_who_correct_the_same_details_see_both(kim: User, signed_in: SignedIn) -> None:
    document = make_document(by=kim)
    services.describe(document=document, facts=replace(FACTS, edition="Theirs"), version=1, by=kim)
    client, mine = signed_in(kim), {**FILLED, "edition": "Mine", "version": 1}

    refused = client.post(page("document-edit", document), mine)
    saved = client.post(page("document-edit", document), {**mine, "version": 2})

    assert refused.status_code == 409
    assert "Theirs" in refused.content.decode()
    assert 'value="Mine"' in refused.content.decode()
    assert saved.status_code == 302
    assert Document.objects.get().edition == "Mine"


def test_a_quote_is_checked_by_whatever_names_a_form_has(kim: User, signed_in: SignedIn) -> None:
    document = make_document(by=kim)
    client = signed_in(kim)

    shown = checked(
        client,
        **{
            "row-1-document": document.sha256,
            "row-1-quote": "Severe hyperkalaemia is treated at once.",
            "document_name": "row-1-document",
            "text_name": "row-1-quote",
            "field": "quote-1",
            "locator_field": "locator-1",
        },
    )

    assert 'data-state="found"' in shown
    assert "Found word for word at character 11" in shown
    assert 'data-fills="locator-1" data-text="p. 1"' in shown


def test_a_near_miss_offers_the_closest_passage_and_names_the_letters(
    kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)
    client = signed_in(kim)

    shown = checked(
        client, document=document.pk, text="Severe hyperkalaemia is treаted", field="quote-1"
    )

    assert 'data-state="not_found"' in shown
    assert "<del>treаted</del><ins>treated</ins>" in shown
    assert "CYRILLIC SMALL LETTER A (U+0430)" in shown
    assert 'data-fills="quote-1" data-text="Severe hyperkalaemia is treated"' in shown


def test_a_check_says_what_it_lacks_and_what_became_of_the_document(
    kim: User, signed_in: SignedIn
) -> None:
    document = make_document(by=kim)
    client = signed_in(kim)
    services.withdraw(document=document, reason="Wrong.", version=1, by=kim)

    assert "Choose the document" in checked(client, text="Low sodium")
    assert "not in the library" in checked(client, text="Low sodium", document="doc_none")
    assert 'data-state=""' in checked(client, text=" ", document=document.pk)
    assert "Withdrawn" in checked(client, text="Low sodium", document=document.pk)
    assert "inside a word" in checked(client, text="ow sodium", document=document.pk)
    assert "Nothing in it comes close" in checked(client, text="Zebras", document=document.pk)


def test_the_list_is_narrowed_and_says_when_nothing_goes_by_it(
    kim: User, signed_in: SignedIn
) -> None:
    client = signed_in(kim)
    empty = client.get(reverse("graphcurate:library")).content.decode()
    make_document(by=kim)

    found = client.get(reverse("graphcurate:library"), {"q": "invented"})
    none = client.get(reverse("graphcurate:library"), {"q": "zebra", "state": "current"})
    part = client.get(reverse("graphcurate:library"), headers={"HX-Request": "true"})

    assert "No documents yet." in empty
    assert FACTS.title in found.content.decode()
    assert "No document goes by this." in none.content.decode()
    assert part.content.decode().count("<html") == 0
