"""What an admin says of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _


class WebhookForm(forms.Form):
    """What it is called here, and where it goes."""

    name = forms.CharField(
        label=_("Name"),
        max_length=100,
        help_text=_("What people here call it, such as Pager gateway."),
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    url = forms.CharField(
        label=_("Address"),
        max_length=1000,
        help_text=_("An https address. Private networks need the installation’s consent."),
        widget=forms.TextInput(
            attrs={"class": "form-control", "autocomplete": "off", "inputmode": "url"}
        ),
    )
