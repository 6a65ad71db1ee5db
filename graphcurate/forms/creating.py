"""What a new entry needs to begin with: a name, a key that stays, and where it belongs."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from graphcurate.contracts import Biomarker, Domain, LoincCode, NamedThing, RelationKind, Source
from graphcurate.editing.controls import Choices
from graphcurate.entry_fields import EntryKind
from medreview.common.contract import Contract

KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
THINGS = (
    (RelationKind.CONDITION.value, _("condition")),
    (RelationKind.MEDICATION.value, _("medication")),
    (RelationKind.PREANALYTICAL.value, _("preanalytical factor")),
)


class CreateForm(forms.Form):
    """The beginning of an entry; the rest is filled in on its own page."""

    name = forms.CharField(
        label=_("Name in English"),
        max_length=200,
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    key = forms.CharField(
        label=_("Key"),
        required=False,
        max_length=80,
        help_text=_("Small letters, digits and _; it stays for good. Empty: made of the name."),
        widget=forms.TextInput(attrs={"class": "form-control mono", "autocomplete": "off"}),
    )
    domain = forms.ChoiceField(
        label=_("Domain"), widget=forms.Select(attrs={"class": "form-select"})
    )
    loinc = forms.CharField(
        label=_("LOINC code"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"class": "form-control mono", "autocomplete": "off"}),
    )
    unit = forms.CharField(
        label=_("Unit"),
        required=False,
        max_length=40,
        help_text=_("as UCUM writes it: mmol/L"),
        widget=forms.TextInput(attrs={"class": "form-control mono", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=_("It is a"), choices=THINGS, widget=forms.Select(attrs={"class": "form-select"})
    )
    organisation = forms.CharField(
        label=_("Organisation or authors"),
        max_length=400,
        widget=forms.TextInput(attrs={"class": "form-control"}),
    )

    ASKED = {
        EntryKind.BIOMARKER: ("name", "key", "domain", "loinc", "unit"),
        EntryKind.DOMAIN: ("name", "key"),
        EntryKind.THING: ("kind", "name", "key"),
        EntryKind.SOURCE: ("name", "key", "organisation"),
    }

    def __init__(self, *args: Any, kind: EntryKind, domains: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = kind
        self.fields = {name: self.fields[name] for name in self.ASKED[kind]}
        if kind is EntryKind.SOURCE:
            self.fields["name"].label = _("Title")
        chosen = self.fields.get("domain")
        if isinstance(chosen, forms.ChoiceField):
            chosen.choices = [("", _("Choose…")), *domains]

    def clean_key(self) -> str:
        """A key of small letters; made of the name where none was given."""
        typed = str(self.cleaned_data["key"] or "").strip()
        key = typed or slugify(self.cleaned_data.get("name", "")).replace("-", "_")[:80]
        if not KEY.fullmatch(key):
            raise forms.ValidationError(_("Write a key of small letters, digits and _."))
        return key

    def entry_key(self) -> str:
        """The key by which the graph knows the entry."""
        own = str(self.cleaned_data["key"])
        return f"{self.cleaned_data['kind']}:{own}" if self.of is EntryKind.THING else own


def asked_for(kind: EntryKind, query: Mapping[str, str]) -> dict[str, str]:
    """What an address knows of the entry already, as a gap of the coverage does."""
    return {name: query[name] for name in CreateForm.ASKED.get(kind, ()) if query.get(name)}


def entry_of(kind: EntryKind, said: Mapping[str, Any]) -> Contract:
    """The entry as it begins."""
    name, key = said["name"], said["key"]
    if kind is EntryKind.BIOMARKER:
        codes = [LoincCode(code=said["loinc"], primary=True)] if said["loinc"] else []
        return Biomarker(
            key=key,
            name=name,
            names={"en": name},
            synonyms={},
            loinc=tuple(codes),
            domain=said["domain"],
            kind="quantity",
            units=(said["unit"],) if said["unit"] else (),
        )
    if kind is EntryKind.DOMAIN:
        return Domain(key=key, names={"en": name}, scope=name)
    if kind is EntryKind.THING:
        return NamedThing(
            key=key, kind=RelationKind(said["kind"]), name=name, names={"en": (name,)}
        )
    return Source(key=key, title=name, organisation=said["organisation"])
