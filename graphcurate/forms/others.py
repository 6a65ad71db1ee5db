"""What a curator fills in about a domain, a condition or medication, and a source."""

from django.utils.translation import gettext_lazy as _

from graphcurate.editing.controls import Field, Kind, Lines, Rows, Section
from graphcurate.forms import choices

DOMAIN = (
    Section(
        "about",
        _("About"),
        (
            Field("names/en", _("Name in English"), lang="en"),
            Field("names/ru", _("Name in Russian"), lang="ru"),
            Field("names/zh", _("Name in Chinese"), lang="zh"),
            Field("scope", _("Scope"), Kind.AREA, longest=1000, wide=True),
        ),
    ),
    Section(
        "rule",
        _("LOINC rule"),
        (
            Rows(
                "rule",
                _("LOINC rule"),
                adds=_("Add a rule"),
                keys=(),
                columns=(
                    Field("order", _("Tried in this order"), Kind.WHOLE),
                    Field(
                        "name_pattern",
                        _("LOINC’s name contains (regular expression)"),
                        Kind.AREA,
                        longest=4000,
                        wide=True,
                    ),
                    Field(
                        "exclude_pattern",
                        _("and does not contain"),
                        Kind.AREA,
                        longest=4000,
                        wide=True,
                    ),
                    Field("classes", _("LOINC classes, one in each line"), Kind.LIST, wide=True),
                ),
                single=True,
            ),
        ),
        hint=_("How a code without an entry of its own finds this domain."),
    ),
)
THING = (
    Section(
        "about",
        _("Names in records"),
        (
            Field("name", _("Name shown")),
            Lines("names/en", _("Names in English"), lang="en"),
            Lines("names/ru", _("Names in Russian"), lang="ru"),
            Lines("names/zh", _("Names in Chinese"), lang="zh"),
        ),
        hint=_("One name in each line, the one that is shown among them."),
    ),
    Section(
        "codes",
        _("Codes"),
        (
            Rows(
                "codes",
                _("Code"),
                adds=_("Add a code"),
                keys=(
                    Field("system", _("System"), Kind.CHOICE, choices=choices.SYSTEMS),
                    Field("code", _("Code"), longest=40, required=True),
                ),
                columns=(
                    Field(
                        "match",
                        _("Matches"),
                        Kind.CHOICE,
                        choices=choices.MATCHES,
                        default="exact",
                    ),
                    Field("display", _("Name the source of the code gives it"), longest=400),
                ),
            ),
        ),
        hint=_("A record is matched by code before it is matched by name."),
    ),
)
SOURCE = (
    Section(
        "about",
        _("As it is cited"),
        (
            Field("title", _("Title"), Kind.AREA, longest=1000, wide=True),
            Field("organisation", _("Organisation or authors"), longest=400, wide=True),
            Field("year", _("Year"), Kind.WHOLE),
            Field("version", _("Version or edition"), longest=60),
            Field("section", _("Part of it that is meant"), longest=400, wide=True),
        ),
    ),
    Section(
        "identifiers",
        _("Where it can be found"),
        (
            Field("doi", _("DOI"), hint=_("as 10.1000/182"), longest=200),
            Field("url", _("Web address"), longest=1000),
            Field(
                "identifier_verified",
                _("I saw the identifier beside the title"),
                Kind.FLAG,
                wide=True,
            ),
        ),
    ),
    Section(
        "standing",
        _("Whether it still stands"),
        (
            Field("superseded_by", _("Superseded by"), Kind.PICK, of="source", wide=True),
            Field("retracted", _("Retracted"), Kind.FLAG),
        ),
        hint=_("Everything that rests on a source that fell is marked where it is shown."),
    ),
)
