"""Synonyms and name mappings by the dozen: preview first, then into a change set, and out again."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from graphcurate.forms.bulk import BulkForm
from graphcurate.models import ChangeSet
from graphcurate.presenters.bulk import FATES, bulk_lines
from graphcurate.presenters.entry_names import Names
from graphcurate.presenters.flags import set_choices
from graphcurate.queries import change_sets as asked
from graphcurate.queries import review
from graphcurate.reviewing.bulk import TAKEN, BulkRow, read
from graphcurate.services import bulk, change_sets
from medreview.accounts.access import person_of, requires
from medreview.accounts.models import User
from medreview.accounts.permissions import Permission
from medreview.common.display import in_words
from medreview.common.errors import Invalid
from medreview.common.hashing import sha256_of


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.GRAPH_CURATE)
def bulk_edit(request: HttpRequest) -> HttpResponse:
    """Lines in; what each would do; and, once that was seen, into a change set."""
    user = person_of(request)
    sets = list(review.drafts_of(user))
    posted = request.method == "POST"
    chosen = {"change_set": request.GET.get("into", "")}
    form = BulkForm(
        request.POST if posted else None,
        request.FILES if posted else None,
        sets=set_choices(sets),
        initial=chosen,
    )
    if not posted:
        return render(request, "graphcurate/changes/bulk.html", {"form": form})
    if not form.is_valid():
        return render(request, "graphcurate/changes/bulk.html", {"form": form}, status=422)
    said = form.cleaned_data
    into = next((one for one in sets if one.pk == said["change_set"]), None)
    content = asked.working_content([into] if into else [])
    try:
        rows = read(said["lines"], content)
        if request.POST.get("seen") == _mark(rows):
            return _put(request, into, said, rows, user)
    except Invalid as problem:
        form.add_error("lines", in_words(problem))
        return render(request, "graphcurate/changes/bulk.html", {"form": form}, status=422)
    names = Names([content], get_language() or "en")
    fates = Counter(row.fate for row in rows)
    context = {
        "form": form,
        "said": said,
        "into": into,
        "rows": bulk_lines(rows, names),
        "tally": [(FATES[fate], fates[fate]) for fate in FATES if fates[fate]],
        "taken": sum(row.fate in TAKEN for row in rows),
        "mark": _mark(rows),
        "changed": bool(request.POST.get("seen")),
    }
    return render(request, "graphcurate/changes/bulk_preview.html", context)


@require_POST
@requires(Permission.GRAPH_CURATE)
def bulk_undo(request: HttpRequest, pk: str, edit: str) -> HttpResponse:
    """Take the lines of one bulk edit out again."""
    change_set = asked.change_set(pk)
    made = review.bulk_edit_of(change_set, edit)
    count = bulk.take_out(edit=made, by=person_of(request))
    said = ngettext("%(n)d name taken out again.", "%(n)d names taken out again.", count)
    messages.success(request, said % {"n": count})
    return redirect("graphcurate:change-detail", pk)


def _put(
    request: HttpRequest,
    into: ChangeSet | None,
    said: dict[str, Any],
    rows: tuple[BulkRow, ...],
    user: User,
) -> HttpResponse:
    with transaction.atomic():
        change_set = into or change_sets.open_set(
            title=said["title"], reason=said["reason"], by=user
        )
        made = bulk.put(change_set=change_set, rows=rows, reason=said["reason"], by=user)
    count = len(made.lines)
    text = ngettext(
        "%(n)d name added. “Take out again” below undoes it.",
        "%(n)d names added. “Take out again” below undoes it.",
        count,
    )
    messages.success(request, text % {"n": count})
    return redirect("graphcurate:change-detail", change_set.pk)


def _mark(rows: tuple[BulkRow, ...]) -> str:
    """What was previewed, as a word: the same lines may do something else by now."""
    return sha256_of([[row.written, row.fate, row.biomarker] for row in rows])
