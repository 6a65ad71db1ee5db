"""What a curator fills in about a document."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from graphcurate.library.facts import LONGEST, Facts
from graphcurate.library.models import Document
from graphcurate.library.policies import LONGEST_REASON
from graphcurate.library.reading.kinds import ENDINGS

LANGUAGES = [
    ("", gettext_lazy("Another, or not said")),
    ("en", "English"),
    ("ru", "Русский"),
    ("zh", "中文"),
]


def _text(name: str, label: Any, hint: Any = "", **attributes: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=hint,
        required=False,
        max_length=LONGEST[name],
        widget=forms.TextInput(
            attrs={"class": "form-control", "autocomplete": "off", **attributes}
        ),
    )


def _date(label: Any, hint: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label,
        help_text=hint,
        required=False,
        input_formats=["%Y-%m-%d"],
        # Not the browser's own control: it writes day and month in the order of its country.
        widget=forms.DateInput(
            attrs={
                "class": "form-control short",
                "inputmode": "numeric",
                "autocomplete": "off",
                "maxlength": "10",
            },
            format="%Y-%m-%d",
        ),
        error_messages={"invalid": gettext_lazy("Write the date as 2028-12-31.")},
    )


class FactsForm(forms.Form):
    """Title, source, validity and licence of a document."""

    title = _text("title", gettext_lazy("Title"))
    source = _text(
        "source",
        gettext_lazy("Source"),
        gettext_lazy("The key of the graph’s source it is, as KDIGO_AKI12."),
        list="source-keys",
    )
    edition = _text("edition", gettext_lazy("Edition"), gettext_lazy("Its year or number."))
    scope = _text(
        "scope",
        gettext_lazy("Scope"),
        gettext_lazy("For whom and where it holds, as: adults, Hospital North."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        choices=LANGUAGES,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    valid_from = _date(gettext_lazy("Valid from"), gettext_lazy("As 2026-01-31."))
    valid_until = _date(
        gettext_lazy("Valid until"),
        gettext_lazy(
            "Its last day, as 2028-12-31, where it names one. Quotes are marked from the day after."
        ),
    )
    licence_note = _text(
        "licence_note",
        gettext_lazy("Licence"),
        gettext_lazy("By what right it is kept, as: CC BY 4.0, or: licensed to this hospital."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            for name, sentence in self.facts().problems().items():
                self.add_error(name, _(sentence))
        return cleaned

    def facts(self) -> Facts:
        """What was filled in."""
        return Facts(**{name: self.cleaned_data[name] for name in Facts.__dataclass_fields__})


class DocumentForm(FactsForm):
    """A file with what is said of it."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"class": "form-control", "accept": ",".join(ENDINGS)}),
        error_messages={"required": gettext_lazy("Choose a file.")},
    )
    field_order = ("file",)


class DescribeForm(FactsForm):
    """What is said of a document that is kept already."""

    version = forms.IntegerField(widget=forms.HiddenInput)


class WithdrawForm(forms.Form):
    """Why a document is taken back, or put back."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("Everybody who quotes this document will read it."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"class": "form-control", "rows": 2}),
        error_messages={"required": gettext_lazy("Say why.")},
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


def first_facts(document: Document) -> dict[str, Any]:
    """What a form about a document shows at first."""
    return {
        **{name: getattr(document, name) for name in Facts.__dataclass_fields__},
        "version": document.version,
    }
