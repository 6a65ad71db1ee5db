"""ColumnMapping: what a person confirmed about a table. Pure."""

from typing import Literal, Self

from pydantic import Field, model_validator

from medreview.common.contract import Contract
from medreview.fhir.csv_results.columns import REQUIRED, Role
from medreview.fhir.csv_results.moments import DATE_FORMATS
from medreview.fhir.csv_results.table import ENCODINGS, MOST_COLUMNS
from medreview.fhir.sent_values import DecimalSign


class ColumnMapping(Contract):
    """What each column of a table means and how its cells are written."""

    columns: dict[Role, int]
    """The column of each role, counted from 0. Headers may repeat: the place counts."""
    width: int = Field(ge=1, le=MOST_COLUMNS)
    """How many columns the table has: a row with another number is not taken."""
    encoding: str
    delimiter: str = Field(min_length=1, max_length=1)
    decimal: DecimalSign
    date_format: str = ""
    birth_format: str = ""
    source: str = Field(min_length=1, max_length=80)
    """The system the table comes from: the same result from elsewhere is another result."""
    codes: Literal["loinc", "local"] = "local"
    """Whose codes the code column holds."""
    status: Literal["final", "unknown"] = "unknown"
    """What rows without a status are. Only final results are used."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        missing = [role for role in REQUIRED if role not in self.columns]
        if missing:
            raise ValueError(f"no column is named for: {', '.join(missing)}")
        if any(not 0 <= column < self.width for column in self.columns.values()):
            raise ValueError("a column is named that the table does not have")
        if len(set(self.columns.values())) != len(self.columns):
            raise ValueError("one column is named for two things")
        if self.encoding not in ENCODINGS or self.delimiter in '"\r\n':
            raise ValueError("the table can't be read that way")
        for role, form in ((Role.DATE, self.date_format), (Role.BIRTH, self.birth_format)):
            if role in self.columns and form not in DATE_FORMATS:
                raise ValueError(f"the format of the dates is not named for: {role}")
        return self

    def cell(self, cells: tuple[str, ...], role: Role) -> str:
        """What a row says in the column of this role; empty where there is none."""
        column = self.columns.get(role)
        return cells[column] if column is not None and column < len(cells) else ""
