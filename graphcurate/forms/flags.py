"""What a reader fills in to report a problem, and a curator to answer it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from graphcurate.policies import LONGEST_TEXT
from graphcurate.reviewing.flag_states import FlagOutcome


def _area(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"class": "form-control", "rows": rows})


class FlagForm(forms.Form):
    """What is wrong with an entry of the graph."""

    text = forms.CharField(
        label=_("What is wrong with it"),
        help_text=_(
            "Write about the medicine, not about a patient: no names, dates or numbers of a "
            "record. The curators of your hospital read this, and they may see no patient."
        ),
        max_length=LONGEST_TEXT,
        widget=_area(5),
        error_messages={"required": _("Write something first.")},
    )


class SettleForm(forms.Form):
    """How a report is settled, and what its reporter is told."""

    outcome = forms.ChoiceField(
        label=_("How is it settled?"),
        choices=[
            (FlagOutcome.FIXED.value, _("Fixed in a change set")),
            (FlagOutcome.NO_CHANGE.value, _("Nothing changes")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose how this report is settled.")},
    )
    change_set = forms.ChoiceField(
        label=_("Change set that fixes it"),
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    answer = forms.CharField(
        label=_("Answer to the reporter"),
        help_text=_("What was changed, or why nothing changes. They read this as it is."),
        max_length=LONGEST_TEXT,
        widget=_area(4),
        error_messages={"required": _("Write something first.")},
    )

    def __init__(self, *args: Any, sets: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["change_set"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type
        field.choices = [("", _("None")), *sets]
