"""Forms around an account: codes, links, invitations, a person's own facts."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from medreview.front.forms import roles


def text_input(autocomplete: str, **more: str) -> forms.TextInput:
    """A line of text with what a browser may fill it with."""
    return forms.TextInput(attrs={"class": "form-control", "autocomplete": autocomplete, **more})


def password_input(autocomplete: str) -> forms.PasswordInput:
    """A line nobody reads along."""
    return forms.PasswordInput(attrs={"class": "form-control", "autocomplete": autocomplete})


def seen_field() -> forms.CharField:
    """What the page showed, as a word that goes back with the form."""
    return forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)


def show_conflict(form: forms.Form, sentence: str, now: str, *, seen: str) -> None:
    """What somebody else made of it meanwhile; what was typed stays, and can be sent again."""
    form.add_error(None, sentence)
    again = _("Now it says: %s. Save once more to put yours in its place.")
    form.add_error(None, str(again) % now)
    sent = QueryDict(mutable=True)
    sent.update(form.data)
    sent["seen"] = seen
    form.data = sent


class CodeForm(forms.Form):
    """A code of six digits, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "class": "form-control code",
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "spellcheck": "false",
                "autofocus": "",
            }
        ),
    )


class ConfirmForm(forms.Form):
    """One's own password, asked for before something that matters."""

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=password_input("current-password")
    )


class ForgottenForm(forms.Form):
    """Who forgot a password: a user name or an e-mail address."""

    name = forms.CharField(
        label=_("User name or e-mail address"), max_length=254, widget=text_input("username")
    )


class NewPasswordForm(forms.Form):
    """A new password, typed twice: nothing shows it afterwards."""

    new = forms.CharField(
        label=_("New password"),
        help_text=_("At least 12 characters. A few plain words in a row are good."),
        strip=False,
        widget=password_input("new-password"),
    )
    again = forms.CharField(
        label=_("The same again"), strip=False, widget=password_input("new-password")
    )

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        if said.get("new") and said.get("again") and said["new"] != said["again"]:
            self.add_error("again", _("The two are not the same."))
        return said


class AcceptForm(NewPasswordForm):
    """What somebody who was invited says of themselves."""

    full_name = forms.CharField(label=_("Full name"), max_length=200, widget=text_input("name"))
    title = forms.CharField(
        label=_("Title"),
        help_text=_("As it stands before your name, such as Dr. May stay empty."),
        max_length=100,
        required=False,
        widget=text_input("honorific-prefix"),
    )
    username = forms.CharField(
        label=_("User name"),
        help_text=_("You sign in by it."),
        max_length=150,
        widget=text_input("username", spellcheck="false"),
    )

    field_order = ("full_name", "title", "username", "new", "again")


class InviteForm(forms.Form):
    """Whom to invite, and as what."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=roles, widget=forms.CheckboxSelectMultiple
    )


class PersonForm(forms.Form):
    """What is known of a person beside what they may do."""

    full_name = forms.CharField(label=_("Full name"), max_length=200, widget=text_input("off"))
    title = forms.CharField(
        label=_("Title"), max_length=100, required=False, widget=text_input("off")
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("Where links and messages reach this person. Empty: nowhere."),
        required=False,
        widget=forms.EmailInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    seen = seen_field()


class PeopleFilterForm(forms.Form):
    """Which people a list is narrowed to."""

    q = forms.CharField(
        label=_("Name, user name or e-mail"),
        required=False,
        max_length=100,
        widget=forms.TextInput(
            attrs={"class": "form-control", "type": "search", "autocomplete": "off"}
        ),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        choices=lambda: [("", _("All")), *roles()],
        widget=forms.Select(attrs={"class": "form-select"}),
    )
    after = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
