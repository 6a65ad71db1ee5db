"""The library: which documents are kept, what they say, and whether a quote stands in one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from graphcurate import queries as graph
from graphcurate.forms.library import WithdrawForm
from graphcurate.library import policies, queries
from graphcurate.library.document_states import DocumentState
from graphcurate.library.models import Document
from graphcurate.library.quotes import Place
from graphcurate.library.reading import reader
from graphcurate.library.vocabulary import MediaType
from graphcurate.presenters import library as presenters
from graphcurate.presenters.document_text import AT_ONCE, Leaves, leaves_of
from graphcurate.presenters.entry_names import Names
from graphcurate.queries import library_uses
from medreview.accounts.access import can, requires
from medreview.accounts.permissions import Permission
from medreview.common.clock import now
from medreview.common.htmx import page_or_partial
from medreview.common.text import whole_number

PER_PAGE = 100


@require_safe
@requires(Permission.GRAPH_READ)
def document_list(request: HttpRequest) -> HttpResponse:
    """The documents, narrowed by words and by state, each with how much rests on it."""
    words, state = request.GET.get("q", "").strip(), request.GET.get("state", "")
    start = whole_number(request.GET.get("from")) or 0
    wanted = state if state in set(DocumentState) else ""
    found = list(queries.documents(words, wanted)[start : start + PER_PAGE + 1])
    today, uses = now().date(), library_uses.use_counts()
    return page_or_partial(
        request,
        page="graphcurate/library/list.html",
        partial="graphcurate/library/_rows.html",
        context={
            "rows": presenters.document_rows(found[:PER_PAGE], uses, today),
            "sources": _sources(),
            "has_any": bool(found) or queries.documents().exists(),
            "words": words,
            "state": wanted,
            "states": [(one.value, presenters.STATES[one.value]) for one in DocumentState],
            "can_curate": can(request.user, Permission.GRAPH_CURATE),
            **_pages(request, start, more=len(found) > PER_PAGE),
        },
    )


def _sources() -> frozenset[str]:
    """Sources that have a page: a document may name one that no release holds yet."""
    return frozenset(source.key for source in graph.head().sources)


def _pages(request: HttpRequest, start: int, *, more: bool) -> dict[str, str]:
    def address(place: int) -> str:
        query = request.GET.copy()
        query["from"] = str(max(0, place))
        return f"{request.path}?{query.urlencode()}"

    return {
        "newer_url": address(start - PER_PAGE) if start else "",
        "older_url": address(start + PER_PAGE) if more else "",
    }


@require_safe
@requires(Permission.GRAPH_READ)
def document_detail(request: HttpRequest, pk: str) -> HttpResponse:
    """One document: its facts, what rests on it, and its text page by page."""
    return document_page(request, queries.document(pk))


def document_page(
    request: HttpRequest,
    document: Document,
    *,
    forms: dict[str, Any] | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a document, with what was wrong with a step that was tried."""
    today = now().date()
    leaves = leaves_of(queries.contents_of(document))
    here = _here(request)
    uses = library_uses.uses_of(document.sha256)
    places = {use.key: queries.place_of(use.key) for use in uses}
    quoted = [place for place in places.values() if place is not None]
    first = _first_leaf(request, leaves, here)
    names = Names([graph.head()], get_language() or "en")
    context = {
        "document": document,
        "sources": _sources(),
        "standing": presenters.standing_of(document, today),
        "media": presenters.MEDIA[document.media_type],
        "uses": presenters.use_rows(
            uses, queries.quote_states(use.key for use in uses), places, document, names
        ),
        "drafts": library_uses.drafts_quoting(document.sha256),
        "is_paged": document.pages is not None,
        "leaves": presenters.shown_leaves(document, leaves, first, quoted, here),
        "headings": leaves.headings(),
        "leaf_count": leaves.count,
        "first_leaf": first,
        "problem": problem,
        **_leaf_pages(request, leaves, first),
        **(_steps(document, forms or {}) if can(request.user, Permission.GRAPH_CURATE) else {}),
    }
    return render(request, "graphcurate/library/detail.html", context, status=status)


def _here(request: HttpRequest) -> Place | None:
    start = whole_number(request.GET.get("at"))
    end = whole_number(request.GET.get("to"))
    return Place(start, end) if start is not None and end is not None and end > start else None


def _first_leaf(request: HttpRequest, leaves: Leaves, here: Place | None) -> int:
    asked = whole_number(request.GET.get("page"))
    if asked is None and here is not None:
        asked = leaves.leaf_at(here.start)
    return min(max(1, asked or 1), leaves.count)


def _leaf_pages(request: HttpRequest, leaves: Leaves, first: int) -> dict[str, str]:
    before, after = max(1, first - AT_ONCE), first + AT_ONCE
    return {
        "newer_url": f"{request.path}?page={before}#text" if first > 1 else "",
        "older_url": f"{request.path}?page={after}#text" if after <= leaves.count else "",
    }


def _steps(document: Document, forms: dict[str, Any]) -> dict[str, Any]:
    """What a curator may do with it, each with its form."""
    start = {"version": document.version}
    others = [one for one in queries.current_documents() if one.pk != document.pk]
    return {
        "can_curate": True,
        "can_withdraw": policies.can_move(document.state, DocumentState.WITHDRAWN),
        "can_supersede": policies.can_move(document.state, DocumentState.SUPERSEDED),
        "can_put_back": policies.can_move(document.state, DocumentState.CURRENT),
        "others": others,
        "withdraw_form": WithdrawForm(initial=start, auto_id="withdraw_%s"),
        "supersede_form": WithdrawForm(initial=start, auto_id="supersede_%s"),
        "put_back_form": WithdrawForm(initial=start, auto_id="put_back_%s"),
        **forms,
    }


@require_safe
@requires(Permission.GRAPH_READ)
def document_picture(request: HttpRequest, pk: str, number: int) -> HttpResponse:
    """One page of a PDF as a picture."""
    document = queries.document(pk)
    is_drawn = document.media_type == MediaType.PDF and 1 <= number <= (document.pages or 0)
    drawn = reader.picture(queries.content_of(document), number) if is_drawn else None
    if drawn is None:
        raise Http404(_("There is no picture of this page."))
    return HttpResponse(drawn, content_type="image/png")


@require_safe
@requires(Permission.GRAPH_READ)
def document_original(request: HttpRequest, pk: str) -> HttpResponse:
    """The file as it was sent, to be kept and not to be opened here."""
    document = queries.document(pk)
    response = HttpResponse(queries.content_of(document), content_type="application/octet-stream")
    response.headers["Content-Disposition"] = _attachment(document)
    return response


def _attachment(document: Document) -> str:
    """Named by its id: what a stranger called it never gets into a header."""
    ending = {
        MediaType.PDF.value: "pdf",
        MediaType.HTML.value: "html",
        MediaType.MARKDOWN.value: "md",
        MediaType.PLAIN.value: "txt",
    }[document.media_type]
    return f'attachment; filename="{document.pk}.{ending}"'


@require_POST
@requires(Permission.GRAPH_CURATE)
def quote_check(request: HttpRequest) -> HttpResponse:
    """Whether a document says this, and where; else the closest passage, as a word diff.

    ``document`` is its sha-256 or id, ``text`` the passage. A form with names of its own says in
    ``document_name`` and ``text_name`` what it calls them, and in ``field`` and ``locator_field``
    the ids of the controls that an answer may fill.
    """
    sent = request.POST
    wanted = sent.get(sent.get("document_name") or "document", "").strip()
    text = sent.get(sent.get("text_name") or "text", "").strip()
    answer = presenters.beside(
        _answer(wanted, text),
        field=sent.get("field", ""),
        locator_field=sent.get("locator_field", ""),
    )
    return render(request, "graphcurate/library/_quote_check.html", {"answer": answer})


def _answer(wanted: str, text: str) -> presenters.QuoteAnswer:
    if not text:
        return presenters.QuoteAnswer(None)
    if not wanted:
        return presenters.QuoteAnswer(None, problem=_("Choose the document it is quoted from."))
    document = queries.document_with_hash(wanted) or queries.document_with_id(wanted)
    if document is None:
        return presenters.QuoteAnswer(
            None, problem=_("The document it is quoted from is not in the library.")
        )
    return presenters.quote_answer(queries.check_quote(document, text), now().date())
