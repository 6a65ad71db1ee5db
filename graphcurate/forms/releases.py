"""What a curator fills in to plan a release, to roll back, and to publish."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from graphcurate.models import ChangeSet
from graphcurate.policies import LONGEST_TEXT
from graphcurate.releasing.numbers import LONGEST_NUMBER
from graphcurate.releasing.policies import CODE_SYSTEMS, LONGEST_VERSION


def _line() -> forms.TextInput:
    return forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"})


def _area(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"class": "form-control", "rows": rows})


class PlanForm(forms.Form):
    """A number, the sets that go out, notes, and the versions of the code systems."""

    number = forms.CharField(
        label=_("Number"),
        help_text=_("Year, month and a count, such as 2026.12-1."),
        max_length=LONGEST_NUMBER,
        widget=_line(),
    )
    change_sets = forms.MultipleChoiceField(
        label=_("Change sets"), required=False, widget=forms.CheckboxSelectMultiple
    )
    notes = forms.CharField(
        label=_("Notes"),
        help_text=_("What readers of the release should know. They are kept with it."),
        max_length=LONGEST_TEXT,
        required=False,
        widget=_area(4),
    )

    def __init__(self, *args: Any, sets: list[ChangeSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sets = {one.pk: one for one in sets}
        choices: Any = self.fields["change_sets"]
        choices.choices = [(one.pk, f"{one.label} · {one.title}") for one in sets]
        for system, name in CODE_SYSTEMS.items():
            self.fields[f"version_{system}"] = forms.CharField(
                label=name, max_length=LONGEST_VERSION, required=False, widget=_line()
            )

    def version_fields(self) -> list[forms.BoundField]:
        """The version of each code system."""
        return [self[f"version_{system}"] for system in CODE_SYSTEMS]

    def chosen(self) -> list[ChangeSet]:
        """The change sets that were ticked."""
        return [self._sets[pk] for pk in self.cleaned_data["change_sets"]]

    def code_systems(self) -> dict[str, str]:
        """The version of each code system, empty where none was written."""
        return {system: self.cleaned_data[f"version_{system}"] for system in CODE_SYSTEMS}


class RollBackForm(forms.Form):
    """The new release's number, and why an old one is brought back."""

    number = forms.CharField(
        label=_("Number of the new release"), max_length=LONGEST_NUMBER, widget=_line()
    )
    reason = forms.CharField(
        label=_("Why it is rolled back"),
        help_text=_("Everybody who reads the release reads this too."),
        max_length=LONGEST_TEXT,
        widget=_area(3),
    )
    notes = forms.CharField(
        label=_("Notes"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=_area(3),
    )
