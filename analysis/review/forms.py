"""What a person fills in to ask for an analysis."""

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from medreview.common.clock import now


class RequestForm(forms.Form):
    """The day to judge by, the report to look at, and how far back to look."""

    as_of = forms.DateField(
        label=_("As of"),
        required=False,
        help_text=_("As 2026-11-30. Empty means now; results after this day are left out."),
        input_formats=["%Y-%m-%d", "%d-%b-%Y"],
        # A browser's own date field prints day and month in an order of its own.
        widget=forms.DateInput(
            format="%Y-%m-%d",
            attrs={"class": "form-control", "placeholder": _("year-month-day"), "size": 12},
        ),
    )
    report = forms.ChoiceField(
        label=_("Results"),
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    all_results = forms.BooleanField(
        label=_("Assess every abnormal result, history included"), required=False
    )

    def __init__(self, *args: Any, reports: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["report"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type
        field.choices = [("", _("The latest of the whole record")), *reports]

    def clean_as_of(self) -> dt.date | None:
        """A day that has come."""
        day: dt.date | None = self.cleaned_data["as_of"]
        if day is not None and day > timezone.localdate(now()):
            raise forms.ValidationError(_("This day has not come yet."))
        return day

    def asked(self) -> dict[str, Any]:
        """What an analysis is asked for by, from a valid form."""
        return {
            "as_of": self.moment(),
            "report": self.cleaned_data["report"] or None,
            "all_results": self.cleaned_data["all_results"],
        }

    def moment(self) -> dt.datetime | None:
        """The end of the chosen day in the hospital's zone; now for today or none."""
        day: dt.date | None = self.cleaned_data.get("as_of")
        if day is None or day >= timezone.localdate(now()):
            return None
        last = dt.datetime.combine(day, dt.time(23, 59, 59))
        return timezone.make_aware(last)
