"""What a curator fills in about a biomarker."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from graphcurate.editing.controls import Choices, Field, Kind, Lines, Rows, Section
from graphcurate.forms import choices

UNIT = Field("unit", _("Unit"), longest=40, required=True)
OWNER = Field("owner", _("Laboratory"), longest=80, offered="default", required=True)
NOTE = Field("note", _("Note"), longest=1000, wide=True)


def sections(domains: Choices) -> tuple[Section, ...]:
    """The whole form; its domain is one of ``domains``."""
    return (_about(domains), NAMES, CODES, UNITS, INTERVALS, CRITICALS, VALIDITY)


def _about(domains: Choices) -> Section:
    return Section(
        "about",
        _("About"),
        (
            Field("domain", _("Domain"), Kind.CHOICE, choices=domains),
            Field("kind", _("Scale"), Kind.CHOICE, choices=choices.BIOMARKER_KINDS),
            Field("specimen", _("Specimen"), longest=120),
            Field("molar_mass", _("Molar mass, g/mol"), Kind.DECIMAL),
            Field(
                "comparability_group",
                _("Comparability group"),
                hint=_("Biomarkers of one group are never converted into one another in silence."),
                longest=60,
            ),
            Field(
                "comparability_note", _("Comparability note"), Kind.AREA, longest=1000, wide=True
            ),
        ),
    )


NAMES = Section(
    "names",
    _("Names on reports"),
    (
        Field("names/en", _("Name in English"), lang="en", also="name"),
        Field("names/ru", _("Name in Russian"), lang="ru"),
        Field("names/zh", _("Name in Chinese"), lang="zh"),
        Lines("synonyms/en", _("Other names in English"), lang="en"),
        Lines("synonyms/ru", _("Other names in Russian"), lang="ru"),
        Lines("synonyms/zh", _("Other names in Chinese"), lang="zh"),
    ),
    hint=_("One name in each line. A name that two biomarkers share resolves to neither."),
)
CODES = Section(
    "codes",
    _("LOINC codes"),
    (
        Rows(
            "loinc",
            _("LOINC code"),
            adds=_("Add a code"),
            keys=(Field("code", _("Code"), longest=20, required=True),),
            columns=(
                Field("display", _("Name LOINC gives it"), longest=400, wide=True),
                Field("primary", _("Primary"), Kind.FLAG),
                Field("verified", _("Seen beside its name"), Kind.FLAG, default=False),
                Field("default_limits", _("Default limits hold"), Kind.FLAG, default=True),
            ),
        ),
    ),
    hint=_("One code belongs to one biomarker; one of them is primary."),
)
UNITS = Section(
    "units",
    _("Units and conversions"),
    (
        Field(
            "units",
            _("Units"),
            Kind.LIST,
            hint=_("UCUM codes, one in each line; the first is the one of the default interval."),
        ),
        Rows(
            "conversions",
            _("Conversion"),
            adds=_("Add a conversion"),
            keys=(
                Field("from_unit", pgettext_lazy("unit", "From"), longest=40, required=True),
                Field("to_unit", pgettext_lazy("unit", "To"), longest=40, required=True),
            ),
            columns=(
                Field("factor", _("Factor"), Kind.DECIMAL),
                Field("offset", _("Plus"), Kind.DECIMAL, default="0"),
            ),
            hint=_("The second unit’s value is the first’s times the factor, plus an offset."),
        ),
    ),
)
INTERVALS = Section(
    "intervals",
    _("Reference intervals"),
    (
        Rows(
            "intervals",
            _("Interval"),
            adds=_("Add an interval"),
            keys=(
                UNIT,
                Field("population", _("For"), Kind.CHOICE, choices=choices.POPULATIONS),
                OWNER,
                Field("sex", _("Sex"), Kind.CHOICE, choices=choices.SEXES),
            ),
            columns=(
                Field("low", _("From"), Kind.DECIMAL),
                Field("high", _("To"), Kind.DECIMAL),
                NOTE,
            ),
        ),
    ),
    hint=_("Used only where the report prints none and the laboratory has none. Bounds belong."),
)
CRITICALS = Section(
    "criticals",
    _("Critical limits"),
    (
        Rows(
            "criticals",
            _("Critical limit"),
            adds=_("Add a critical limit"),
            keys=(
                Field("unit", _("Unit"), longest=40),
                Field("population", _("For"), Kind.CHOICE, choices=choices.CRITICAL_POPULATIONS),
                OWNER,
            ),
            columns=(
                Field("low", _("Low"), Kind.DECIMAL),
                Field("low_included", _("Low bound included"), Kind.FLAG, default=True),
                Field("high", _("High"), Kind.DECIMAL),
                Field("high_included", _("High bound included"), Kind.FLAG, default=True),
                Field(
                    "high_times_upper_limit",
                    _("High is × upper reference limit"),
                    Kind.FLAG,
                    default=False,
                ),
                Field("positive", _("Any positive result"), Kind.FLAG, default=False),
                Field("source", _("Source"), Kind.PICK, of="source", longest=120, wide=True),
                NOTE,
                Field("other_limits", _("Others publish"), longest=1000, wide=True),
            ),
        ),
    ),
    hint=_("The limits of the laboratory that issued the result go first."),
)
VALIDITY = Section(
    "validity",
    _("How long a result holds"),
    (
        Field("validity_days", _("Days"), Kind.WHOLE),
        Field("validity_days_after_change", _("Days after a change"), Kind.WHOLE),
        Field("validity_reason", _("Why"), Kind.AREA, longest=1000, wide=True),
        Field("validity_source", _("Where that is said"), longest=400, wide=True),
    ),
)
