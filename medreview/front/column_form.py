"""What the columns of a table mean: one form, filled by a guess, confirmed by a person."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from medreview.fhir.csv_results.columns import REQUIRED, Role
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.moments import DATE_FORMATS
from medreview.fhir.csv_results.table import DELIMITERS, ENCODINGS, Layout
from medreview.fhir.sent_values import DecimalSign
from medreview.fhir.tables import OpenTable

ROLE_WORDS = {
    Role.PATIENT: _("Patient id (record number)"),
    Role.NAME: _("Patient’s whole name"),
    Role.FAMILY: _("Family name"),
    Role.GIVEN: _("Given name"),
    Role.BIRTH: _("Birth date"),
    Role.SEX: _("Sex"),
    Role.TEST: _("Test name"),
    Role.CODE: _("Test code"),
    Role.VALUE: _("Value"),
    Role.UNIT: _("Unit"),
    Role.RANGE: _("Reference range as text"),
    Role.RANGE_LOW: _("Reference range: low"),
    Role.RANGE_HIGH: _("Reference range: high"),
    Role.FLAG: _("Flag"),
    Role.DATE: _("Date, or date and time, of the sample"),
    Role.TIME: _("Time of the sample"),
    Role.STATUS: _("Status"),
    Role.SPECIMEN: _("Specimen"),
    Role.ORDER: _("Order or sample number"),
    Role.NOTE: _("Remark"),
}
NOT_USED = ""
_SIGNS = (
    (DecimalSign.POINT.value, _("by a point: 5.3")),
    (DecimalSign.COMMA.value, _("by a comma: 5,3")),
    (DecimalSign.EITHER.value, _("by either, as each cell shows")),
)
_DELIMITER_WORDS = {
    ",": _("comma ,"),
    ";": _("semicolon ;"),
    "\t": _("tabulator"),
    "|": _("bar |"),
}


def _select() -> forms.Select:
    return forms.Select(attrs={"class": "form-select"})


def _forms_of_dates() -> list[tuple[str, Any]]:
    return [("", _("Choose…")), *((form, form) for form in DATE_FORMATS)]


class LayoutForm(forms.Form):
    """How the bytes of a table are cut into cells."""

    encoding = forms.ChoiceField(
        label=_("Letters"), choices=[(one, one) for one in ENCODINGS], widget=_select()
    )
    delimiter = forms.ChoiceField(
        label=_("Cells are parted by"),
        choices=[(one, _DELIMITER_WORDS[one]) for one in DELIMITERS],
        widget=_select(),
    )

    def layout(self) -> Layout | None:
        """What was chosen; None when nothing that exists was."""
        if not self.is_valid():
            return None
        return Layout(self.cleaned_data["encoding"], self.cleaned_data["delimiter"])


class ColumnsForm(forms.Form):
    """A column for each role, and how cells are written."""

    decimal = forms.ChoiceField(label=_("Decimals are parted"), choices=_SIGNS, widget=_select())
    date_format = forms.ChoiceField(
        label=_("Dates are written"), choices=_forms_of_dates, required=False, widget=_select()
    )
    birth_format = forms.ChoiceField(
        label=_("Birth dates are written"),
        choices=_forms_of_dates,
        required=False,
        widget=_select(),
    )
    codes = forms.ChoiceField(
        label=_("Test codes are"),
        choices=[("local", _("the source’s own")), ("loinc", "LOINC")],
        widget=_select(),
    )
    status = forms.ChoiceField(
        label=_("A row without a status is"),
        choices=[
            ("unknown", _("of unknown status: stored, and not used")),
            ("final", _("final: this source sends released results only")),
        ],
        widget=_select(),
    )
    source = forms.CharField(
        label=_("The system this table comes from"),
        help_text=_("The same name each time: it keeps a result the same when it comes again."),
        max_length=80,
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )
    save_as = forms.CharField(
        label=_("Keep these columns under a name"),
        help_text=_("Offered when a table with the same header comes. Empty: not kept."),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"class": "form-control", "autocomplete": "off"}),
    )

    def __init__(self, table: OpenTable, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self._table = table
        for place, header in enumerate(table.guess.header):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                label=header or _("column without a name"),
                choices=[(NOT_USED, _("not used")), *_roles()],
                required=False,
                widget=_select(),
            )

    @property
    def columns(self) -> list[Any]:
        """The bound fields of the columns, in the order of the table."""
        return [self[f"column_{place}"] for place in range(len(self._table.guess.header))]

    @property
    def writing(self) -> list[Any]:
        """The bound fields that say how cells are written."""
        return [self[name] for name in ColumnsForm.base_fields]

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        found: dict[Role, int] = {}
        for place in range(len(self._table.guess.header)):
            role = said.get(f"column_{place}")
            if not role:
                continue
            if role in found:
                self.add_error(
                    f"column_{place}",
                    _("Two columns are named for this; keep one of them."),
                )
            found.setdefault(Role(role), place)
        self._check(found, said)
        said["columns"] = found
        return said

    def _check(self, found: dict[Role, int], said: dict[str, Any]) -> None:
        for role in REQUIRED:
            if role not in found:
                self.add_error(
                    None, _("No column is named for: %(role)s.") % {"role": ROLE_WORDS[role]}
                )
        for role, name in ((Role.DATE, "date_format"), (Role.BIRTH, "birth_format")):
            if role in found and not said.get(name):
                self.add_error(
                    name, _("Say how they are written: nobody can tell 03/04 from 04/03.")
                )

    def mapping(self) -> ColumnMapping:
        """What was said, as it is kept and used."""
        said, layout = self.cleaned_data, self._table.guess.layout
        return ColumnMapping(
            columns=said["columns"],
            width=len(self._table.guess.header),
            encoding=layout.encoding,
            delimiter=layout.delimiter,
            decimal=said["decimal"],
            date_format=said["date_format"] if Role.DATE in said["columns"] else "",
            birth_format=said["birth_format"] if Role.BIRTH in said["columns"] else "",
            codes=said["codes"],
            status=said["status"],
            source=said["source"],
        )


def initial_of(table: OpenTable) -> dict[str, str]:
    """What the form begins with: what was said before, else what was saved, else the guess."""
    if table.mapping is not None:
        return _from_mapping(table.mapping)
    if table.saved:
        saved = ColumnMapping.model_validate(table.saved[0].mapping)
        return {**_from_mapping(saved), "save_as": table.saved[0].name}
    guess = table.guess
    return {
        "decimal": guess.decimal.value,
        "date_format": _only(guess.date_formats),
        "birth_format": _only(guess.birth_formats),
        "codes": guess.codes,
        "status": "unknown",
        **{f"column_{place}": role.value for role, place in guess.columns.items()},
    }


def _from_mapping(mapping: ColumnMapping) -> dict[str, str]:
    return {
        "decimal": mapping.decimal.value,
        "date_format": mapping.date_format,
        "birth_format": mapping.birth_format,
        "codes": mapping.codes,
        "status": mapping.status,
        "source": mapping.source,
        **{f"column_{place}": role.value for role, place in mapping.columns.items()},
    }


def _only(formats: tuple[str, ...]) -> str:
    return formats[0] if len(formats) == 1 else ""


def _roles() -> list[tuple[str, Any]]:
    return [(role.value, words) for role, words in ROLE_WORDS.items()]
