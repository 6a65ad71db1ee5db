"""Many names at once, and the change set they go into."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

LARGEST = 256 * 1024


class BulkForm(forms.Form):
    """Lines pasted or from a file, and where they go."""

    lines = forms.CharField(
        label=_("Lines"),
        help_text=_(
            "One a line: biomarker, language, synonym; or: name → biomarker. "
            "A biomarker is named by its key or its English name; languages are en, ru and zh."
        ),
        required=False,
        widget=forms.Textarea(
            attrs={"class": "form-control mono", "rows": 10, "spellcheck": "false"}
        ),
    )
    file = forms.FileField(
        label=_("Or a CSV file of such lines"),
        required=False,
        widget=forms.ClearableFileInput(
            attrs={"class": "form-control", "accept": ".csv,.tsv,.txt,text/csv,text/plain"}
        ),
    )
    change_set = forms.ChoiceField(
        label=_("Into change set"),
        required=False,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    title = forms.CharField(
        label=_("Title of the new change set"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Why"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"class": "form-control", "rows": 2}),
    )

    def __init__(self, *args: Any, sets: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["change_set"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - narrows the type
        field.choices = [("", _("A new one")), *sets]

    def clean(self) -> dict[str, Any]:
        """Lines from one of the two places, and a title for a set that is new."""
        said = super().clean() or self.cleaned_data
        sent = said.get("file")
        if isinstance(sent, UploadedFile):
            said["lines"] = self._read(sent)
        if not (said.get("lines") or "").strip() and "file" not in self.errors:
            self.add_error("lines", _("Paste some lines, or choose a file."))
        if not said.get("change_set") and not (said.get("title") or "").strip():
            self.add_error("title", _("Give the change set a title."))
        return said

    def _read(self, sent: UploadedFile) -> str:
        if (sent.size or 0) > LARGEST:
            self.add_error("file", _("This file is larger than 256 KB. Split it."))
            return ""
        try:
            return sent.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", _("This file is not UTF-8 text. Save it as CSV UTF-8."))
            return ""
