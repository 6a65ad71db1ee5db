"""What a person fills in to ask for an analysis, and to answer for a critical value."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from analysis.review import policies
from medreview.common.clock import now
from medreview.common.display import in_words
from medreview.common.errors import Invalid


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


MOMENT = "%Y-%m-%d %H:%M"
"""How a moment is typed: a browser's own field prints day and month in an order of its own."""


class AcknowledgeForm(forms.Form):
    """Who was told of a critical value, when, and what they read back."""

    told = forms.CharField(required=False, max_length=200)
    told_at = forms.DateTimeField(
        input_formats=[MOMENT, "%Y-%m-%dT%H:%M", "%d-%b-%Y %H:%M"],
        error_messages={
            "required": _("Say when they were told."),
            "invalid": _("Write the time as 2026-11-30 16:05."),
        },
    )
    read_back = forms.CharField(required=False, max_length=1000)

    def __init__(self, *args: Any, raised_at: dt.datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.raised_at = raised_at

    def clean_told(self) -> str:
        """A name."""
        return self._kept("told", policies.check_told)

    def clean_told_at(self) -> dt.datetime:
        """Not in the future, and not before the value was raised."""
        moment: dt.datetime = self.cleaned_data["told_at"]
        try:
            policies.check_told_at(moment, raised_at=self.raised_at, now=now())
        except Invalid as problem:
            raise forms.ValidationError(in_words(problem)) from None
        return moment

    def clean_read_back(self) -> str:
        """What was repeated."""
        return self._kept("read_back", policies.check_read_back)

    def _kept(self, field: str, check: Callable[[str], None]) -> str:
        text: str = self.cleaned_data[field]
        try:
            check(text)
        except Invalid as problem:
            raise forms.ValidationError(in_words(problem)) from None
        return text
