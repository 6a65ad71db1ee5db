"""What a person fills in to take back an approval of a skill."""

from django import forms
from django.utils.translation import gettext_lazy as _


class RevokeForm(forms.Form):
    """Why a skill may not run any more; it is kept beside the approval."""

    approval = forms.CharField(max_length=32, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Why it may not run any more"),
        help_text=_("No names of patients."),
        max_length=500,
        widget=forms.Textarea(attrs={"class": "form-control", "rows": 2}),
    )
