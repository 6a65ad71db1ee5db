"""Sign in, and what a person may set for themselves."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from medreview.common.text import normalise_name
from medreview.front.words import ROLE_NAMES


def _text(autocomplete: str) -> forms.TextInput:
    return forms.TextInput(attrs={"class": "form-control", "autocomplete": autocomplete})


def languages() -> list[tuple[str, str]]:
    """The languages of the interface, each by its own name."""
    own_names = {"en": "English", "ru": "Русский", "zh-hans": "简体中文"}
    return [(code, own_names[code]) for code, _name in settings.LANGUAGES]


class SignInForm(AuthenticationForm):
    """User name and password. What was wrong with them is never told apart."""

    error_messages = {
        "invalid_login": _("This user name and password do not belong together."),
        "inactive": _("This user name and password do not belong together."),
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.label_suffix = ""
        self.fields["username"].widget.attrs.update(
            {"class": "form-control", "autocomplete": "username", "spellcheck": "false"}
        )
        self.fields["password"].widget.attrs.update({"class": "form-control"})

    def clean_username(self) -> str:
        # Attempts are counted by this name: "Ada" and "ada" are one account.
        return normalise_name(self.cleaned_data["username"])


class LanguageForm(forms.Form):
    """The language pages are read in."""

    language = forms.ChoiceField(choices=languages)


class SettingsForm(forms.Form):
    """What a person sets for themselves."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=languages,
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    single_keys = forms.BooleanField(
        label=_("Shortcuts of a single letter"),
        help_text=_("Turn them off if they get in the way of speech input."),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )
    opens_next = forms.BooleanField(
        label=_("Open the next undecided finding after a decision"),
        help_text=_("Otherwise the finding stays in view, and J goes on."),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "form-check-input"}),
    )


class PasswordForm(forms.Form):
    """A new password, asked for by whoever knows the old one."""

    old = forms.CharField(
        label=_("Present password"),
        strip=False,
        widget=forms.PasswordInput(
            attrs={"class": "form-control", "autocomplete": "current-password"}
        ),
    )
    new = forms.CharField(
        label=_("New password"),
        help_text=_("At least 12 characters. Your other sessions end."),
        strip=False,
        widget=forms.PasswordInput(attrs={"class": "form-control", "autocomplete": "new-password"}),
    )


def roles() -> list[tuple[str, str]]:
    """The roles a person can be given."""
    return [(role.value, str(name)) for role, name in ROLE_NAMES.items()]


class RoleForm(forms.Form):
    """One role, to be given or taken back."""

    role = forms.ChoiceField(choices=roles)


class NewPersonForm(forms.Form):
    """An account to be made, with its first role."""

    full_name = forms.CharField(label=_("Full name"), max_length=200, widget=_text("name"))
    title = forms.CharField(label=_("Title"), max_length=100, required=False, widget=_text("off"))
    username = forms.CharField(label=_("User name"), max_length=150, widget=_text("off"))
    password = forms.CharField(
        label=_("First password"),
        help_text=_("At least 12 characters. Tell it in person, not by mail."),
        strip=False,
        widget=forms.PasswordInput(attrs={"class": "form-control", "autocomplete": "new-password"}),
    )
    role = forms.ChoiceField(
        label=_("Role"), choices=roles, widget=forms.Select(attrs={"class": "form-select"})
    )
