"""Say what the columns of a chosen table mean."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from medreview.accounts.access import person_of, requires
from medreview.accounts.permissions import Permission
from medreview.common.errors import Invalid
from medreview.fhir import tables
from medreview.front.column_form import ColumnsForm, LayoutForm, initial_of
from medreview.front.presenters.import_columns import column_rows


@require_http_methods(["GET", "HEAD", "POST"])
@requires(Permission.RECORD_IMPORT)
def import_columns(request: HttpRequest, batch: str, pk: str) -> HttpResponse:
    """The columns of one table with their first cells, each with what it seems to mean."""
    user = person_of(request)
    chosen = LayoutForm(request.POST if request.method == "POST" else request.GET).layout()
    table = tables.open_table(batch=batch, pk=pk, by=user, layout=chosen)
    form = ColumnsForm(table, initial=initial_of(table))
    status = 200
    if request.method == "POST":
        form = ColumnsForm(table, request.POST)
        if form.is_valid():
            try:
                tables.explain(
                    batch=batch,
                    pk=pk,
                    mapping=form.mapping(),
                    save_as=form.cleaned_data["save_as"],
                    by=user,
                )
            except Invalid as problem:
                form.add_error(None, str(problem))
            else:
                return redirect("front:import-preview", batch)
        status = 422
    layout = table.guess.layout
    return render(
        request,
        "front/import_columns.html",
        {
            "batch": batch,
            "pk": pk,
            "source": table.source,
            "form": form,
            "rows": column_rows(form.columns, table.guess),
            "layout_form": LayoutForm(
                initial={"encoding": layout.encoding, "delimiter": layout.delimiter}
            ),
            "layout": layout,
            "saved": table.saved[0] if table.saved and table.mapping is None else None,
            "asks_dates": len(table.guess.date_formats) > 1,
            "date_formats": ", ".join(table.guess.date_formats),
        },
        status=status,
    )
