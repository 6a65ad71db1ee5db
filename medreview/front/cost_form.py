"""Of which days, stage, model and release the figures of a hospital are shown."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from medreview.front.filters import day_field, select

Choices = Iterable[tuple[str, str]]


class CostForm(forms.Form):
    """Which figures a page shows; what can't be read narrows nothing."""

    since = day_field(_("From"))
    until = day_field(_("To, that day included"))
    stage = forms.ChoiceField(label=_("Stage"), required=False, widget=select())
    model = forms.ChoiceField(label=_("Model"), required=False, widget=select())
    release = forms.ChoiceField(label=_("Graph release"), required=False, widget=select())

    def __init__(self, asked: QueryDict, choices: Mapping[str, Choices]) -> None:
        super().__init__(asked)
        self._asked = asked
        for name, known in choices.items():
            cast(forms.ChoiceField, self.fields[name]).choices = [("", _("All")), *known]

    def said(self) -> dict[str, Any]:
        """What was typed and can be read."""
        self.is_valid()
        return self.cleaned_data

    def with_days(self, first: dt.date, last: dt.date) -> "CostForm":
        """The same form, its fields naming the days that are shown."""
        shown = self._asked.copy()
        shown["since"], shown["until"] = first.isoformat(), last.isoformat()
        self.data = shown
        return self

    def kept(self) -> dict[str, str]:
        """What of it an address repeats."""
        return {name: str(value) for name, value in self.said().items() if value}
