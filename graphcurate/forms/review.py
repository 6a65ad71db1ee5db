"""What a reviewer states before they accept."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class InterestsForm(forms.Form):
    """Interests that could sway somebody: none, or which."""

    has_interests = forms.ChoiceField(
        label=_("Do you have interests that could sway your judgement of this graph?"),
        choices=[("no", _("None that I know of")), ("yes", _("Yes:"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Say whether you have any.")},
    )
    which = forms.CharField(
        label=_("Which"),
        help_text=_(
            "Work for or shares in a company, a grant, a patent, a guideline you wrote: "
            "what a reader of the graph would want to know."
        ),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"class": "form-control", "rows": 3}),
    )

    def clean(self) -> dict[str, Any]:
        """Who has some says which."""
        said = super().clean() or self.cleaned_data
        if said.get("has_interests") == "yes" and not (said.get("which") or "").strip():
            self.add_error("which", _("Say which interests these are."))
        return said

    def interests(self) -> str:
        """The words of a valid form; empty for none."""
        is_yes = self.cleaned_data["has_interests"] == "yes"
        return self.cleaned_data["which"].strip() if is_yes else ""
