"""Documents kept, corrected, withdrawn, superseded and put back; and what becomes of quotes."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction

from graphcurate.library import queries, services
from graphcurate.library.document_states import DocumentState
from graphcurate.library.errors import Known, NoDocument, StaleDocument
from graphcurate.library.models import Document, DocumentText
from graphcurate.library.vocabulary import QuoteState
from medreview.accounts.models import User
from medreview.audit.models import AuditEvent
from medreview.common.errors import Invalid, WrongState
from tests.factories.library import FACTS, GUIDELINE, make_document, pdf_of

pytestmark = pytest.mark.django_db

PASSAGE = "Severe hyperkalaemia is treated at once."


def quote_of(document: Document, text: str = PASSAGE) -> queries.QuoteKey:
    place = queries.place_of((document.sha256, None, text))
    return document.sha256, place.start if place else 0, text


def state_of(quote: queries.QuoteKey) -> QuoteState:
    return queries.quote_states([quote])[quote]


def test_a_file_is_kept_with_its_text_its_pages_and_who_brought_it(kim: User) -> None:
    content = pdf_of([["Severe hyper-", "kalaemia."], ["Sodium"]])

    made = services.add_document(file_name="k.pdf", content=content, facts=FACTS, by=kim)

    assert (made.pages, made.uploaded_by, made.state) == (2, kim, "current")
    assert queries.content_of(made) == content
    assert queries.contents_of(made).text == "Severe hyper-\nkalaemia.\n\nSodium"
    event = AuditEvent.objects.get(event="document.added")
    assert (event.thing_id, event.detail["sha256"]) == (made.pk, made.sha256)


def test_the_same_bytes_are_kept_once_and_lead_to_where_they_are(kim: User) -> None:
    kept = make_document(by=kim)

    with pytest.raises(Known) as known:
        services.add_document(
            file_name="again.txt", content=GUIDELINE.encode(), facts=FACTS, by=kim
        )

    assert known.value.document == kept.pk
    assert "again.txt is in the library already" in str(known.value)


def test_the_text_of_a_document_is_never_changed(kim: User) -> None:
    make_document(by=kim)

    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        DocumentText.objects.all()._raw_delete(DocumentText.objects.db)


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"title": ""}, "what the document is called"),
        ({"source": "two words"}, "no spaces"),
        ({"licence_note": ""}, "by what right"),
        ({"language": "English"}, "as en, ru or zh"),
        ({"edition": "9" * 61}, "too long"),
        (
            {"valid_from": dt.date(2026, 2, 1), "valid_until": dt.date(2026, 1, 1)},
            "before its first",
        ),
    ],
)
def test_what_is_said_of_a_document_is_checked(
    kim: User, changed: dict[str, object], word: str
) -> None:
    document = make_document(by=kim)

    with pytest.raises(Invalid, match=word):
        services.describe(document=document, facts=replace(FACTS, **changed), version=1, by=kim)


def test_correcting_the_details_leaves_bytes_and_text_alone(kim: User) -> None:
    document = make_document(by=kim)

    corrected = services.describe(
        document=document, facts=replace(FACTS, edition="2027"), version=1, by=kim
    )

    assert (corrected.edition, corrected.version) == ("2027", 2)
    assert state_of(quote_of(document)) is QuoteState.FOUND
    assert AuditEvent.objects.filter(event="document.described").count() == 1


def test_what_becomes_of_a_document_marks_every_quote_that_rests_on_it(kim: User) -> None:
    old, new = make_document(by=kim), make_document(by=kim, text=f"{GUIDELINE} 2027")
    quote = quote_of(old)

    seen = [state_of(quote)]
    services.supersede(document=old, successor=new, reason="New edition.", version=1, by=kim)
    seen.append(state_of(quote))
    services.withdraw(document=old, reason="It was wrong.", version=2, by=kim)
    seen.append(state_of(quote))
    services.put_back(document=old, reason="It was right.", version=3, by=kim)
    seen.append(state_of(quote))

    assert seen == ["found", "document_superseded", "document_withdrawn", "found"]
    events = AuditEvent.objects.filter(event__startswith="document.").order_by("seq")
    assert [event.event for event in events][2:] == [
        "document.superseded",
        "document.withdrawn",
        "document.put_back",
    ]
    standing = queries.document(old.pk)
    assert (standing.state_reason, standing.state_by) == ("It was right.", kim)


def test_a_document_holds_through_its_last_day(
    kim: User, stop_clock: Callable[..., dt.datetime]
) -> None:
    stop_clock(2026, 6, 30, 12)
    document = make_document(by=kim, facts=replace(FACTS, valid_until=dt.date(2026, 6, 30)))
    quote = quote_of(document)

    assert state_of(quote) is QuoteState.FOUND
    assert queries.quote_states([quote], on=dt.date(2026, 7, 1)) == {
        quote: QuoteState.DOCUMENT_EXPIRED
    }


def test_a_quote_is_found_at_its_place_and_nowhere_else(kim: User) -> None:
    document = make_document(by=kim)
    sha256, offset, text = quote_of(document)
    changed = text.replace("hyper", "hypеr")  # a Cyrillic letter

    assert state_of((sha256, offset, text)) is QuoteState.FOUND
    assert state_of((sha256, None, text)) is QuoteState.FOUND
    assert state_of((sha256, offset + 1, text)) is QuoteState.NOT_FOUND
    assert state_of((sha256, offset, changed)) is QuoteState.NOT_FOUND
    assert state_of(("0" * 64, offset, text)) is QuoteState.DOCUMENT_UNKNOWN
    assert queries.quote_states([]) == {}


def test_a_withdrawn_document_does_not_hide_that_the_words_are_not_in_it(kim: User) -> None:
    document = make_document(by=kim)
    services.withdraw(document=document, reason="Wrong.", version=1, by=kim)

    assert state_of((document.sha256, 0, "Never said.")) is QuoteState.NOT_FOUND


def test_many_quotes_of_many_documents_are_asked_at_once(
    kim: User, django_assert_max_num_queries: Callable[..., object]
) -> None:
    documents = [make_document(by=kim, text=f"{GUIDELINE} {number}") for number in range(4)]
    quotes = [quote_of(document) for document in documents] * 50

    with django_assert_max_num_queries(1 + len(documents)):
        states = queries.quote_states(quotes)

    assert set(states.values()) == {QuoteState.FOUND}


def test_a_quote_is_shown_with_the_sentences_around_it(kim: User) -> None:
    document = make_document(by=kim)
    text = "A haemolysed sample is drawn again"
    quote = quote_of(document, text)

    held = queries.held_quotes([quote, ("0" * 64, 1, "x")])

    assert held[quote].before == PASSAGE
    assert held[quote].after == "before anybody acts on it."
    assert held[quote].page == 1
    assert held["0" * 64, 1, "x"].document is None


def test_a_near_miss_is_refused_and_the_closest_passage_named(kim: User) -> None:
    document = make_document(by=kim)

    check = queries.check_quote(document, "Severe hyperkalaemia is treatеd at once")

    assert check.found is None
    assert check.closest == "Severe hyperkalaemia is treated at once"
    assert check.page == 1
    (pair,) = check.diff.look_alikes
    assert pair.before_name == "CYRILLIC SMALL LETTER IE (U+0435)"
    assert queries.check_quote(document, check.closest).found is not None
    assert queries.check_quote(document, "Quixotic zebras jump.").closest == ""


@pytest.mark.parametrize("service", [services.withdraw, services.put_back])
def test_a_step_on_an_older_version_is_refused(kim: User, service: Callable[..., object]) -> None:
    document = make_document(by=kim)
    services.withdraw(document=document, reason="Wrong.", version=1, by=kim)

    with pytest.raises(StaleDocument, match="after your page was made"):
        service(document=document, reason="Later.", version=1, by=kim)


@pytest.mark.parametrize(("reason", "word"), [("  ", "Say why"), ("x" * 501, "at most 500")])
def test_whatever_marks_quotes_says_why(kim: User, reason: str, word: str) -> None:
    with pytest.raises(Invalid, match=word):
        services.withdraw(document=make_document(by=kim), reason=reason, version=1, by=kim)


def test_a_document_moves_only_from_where_it_stands(kim: User) -> None:
    document = make_document(by=kim)

    with pytest.raises(WrongState, match="is current"):
        services.put_back(document=document, reason="Why not.", version=1, by=kim)


def test_only_another_current_document_takes_a_documents_place(kim: User) -> None:
    one, two = make_document(by=kim), make_document(by=kim, text=f"{GUIDELINE} 2027")
    services.withdraw(document=two, reason="Wrong.", version=1, by=kim)

    with pytest.raises(Invalid, match="its own place"):
        services.supersede(document=one, successor=one, reason="New.", version=1, by=kim)
    with pytest.raises(WrongState, match="not current itself"):
        services.supersede(document=one, successor=two, reason="New.", version=1, by=kim)
    assert queries.document(one.pk).state == DocumentState.CURRENT


def test_documents_are_found_by_words_and_by_state(kim: User) -> None:
    make_document(by=kim)
    old = make_document(by=kim, text="Iron.", facts=replace(FACTS, title="Iron", edition="2019"))
    services.withdraw(document=old, reason="Old.", version=1, by=kim)

    assert [one.title for one in queries.documents("iron 2019")] == ["Iron"]
    assert [one.title for one in queries.documents(state="withdrawn")] == ["Iron"]
    assert [one.title for one in queries.current_documents()] == [FACTS.title]
    with pytest.raises(NoDocument):
        queries.document("doc_none")
