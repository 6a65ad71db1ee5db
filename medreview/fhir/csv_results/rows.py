"""One row of a table as one result, or why it can't be taken."""

import re
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from medreview.common.text import normalise_name
from medreview.fhir.codes import is_loinc
from medreview.fhir.csv_results.columns import Role
from medreview.fhir.csv_results.mapping import ColumnMapping
from medreview.fhir.csv_results.moments import date_of, moment_of
from medreview.fhir.csv_results.table import Row
from medreview.fhir.elements import Json
from medreview.fhir.sent_results import (
    NotTaken,
    SentPerson,
    SentResult,
    SentSpecimen,
)
from medreview.fhir.sent_values import DecimalSign, may_be_another_sign, value_of

LOINC = "http://loinc.org"
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_LONGEST_NUMBER = 128
_STATUSES = {
    word: status
    for status, words in {
        "final": "final f complete completed verified готов готово окончательный выполнено "
        "подтвержден 已审核 完成 已完成 最终",
        "corrected": "corrected c исправлен исправлено 已更正 更正",
        "amended": "amended изменен изменено",
        "preliminary": "preliminary p partial предварительный предварительно 初步",
        "registered": "registered i pending ordered ожидается назначено 待检 未完成",
        "cancelled": "cancelled canceled x rejected отменен отменено брак 取消 作废",
        "entered-in-error": "entered-in-error d w deleted wrong удален удалено ошибочный 删除",
    }.items()
    for word in words.split()
}
_SEXES = {
    word: sex
    for sex, words in {
        "male": "m male man м муж муж. мужской 男",
        "female": "f female woman w ж жен жен. женский 女",
    }.items()
    for word in words.split()
}


class RefusedRow(Exception):
    """A row that can't be taken; the sentence says why."""


class RowReader:
    """Reads the rows of one table as one person said that they are to be read."""

    def __init__(self, mapping: ColumnMapping, zone: ZoneInfo) -> None:
        self._mapping, self._zone = mapping, zone

    def read(self, row: Row) -> SentResult | NotTaken:
        """The result of a row, or why there is none."""
        where = _("row %d") % row.number
        person: SentPerson | None = None
        try:
            self._check_shape(row)
            person = self._person(row.cells)
            return self._result(row, where, person)
        except RefusedRow as problem:
            return NotTaken(where=where, raw=row.raw, reason=str(problem), person=person)

    def _check_shape(self, row: Row) -> None:
        if row.problem == "open_quote":
            raise RefusedRow(_("a quotation mark opens in it and is never closed"))
        if row.problem:
            raise RefusedRow(_("it is longer than rows of a table are"))
        if len(row.cells) != self._mapping.width:
            raise RefusedRow(
                _("it has %(cells)d cells where the header has %(width)d")
                % {"cells": len(row.cells), "width": self._mapping.width}
            )
        if _UNSTORABLE.search(row.raw):
            raise RefusedRow(_("it holds characters that are no text in this encoding"))

    def _person(self, cells: tuple[str, ...]) -> SentPerson:
        cell = self._mapping.cell
        number = cell(cells, Role.PATIENT)
        if not number:
            raise RefusedRow(_("it names no patient id"))
        if len(number) > _LONGEST_NUMBER or not number.isprintable():
            raise RefusedRow(_("its patient id can't be used"))
        born = cell(cells, Role.BIRTH)
        day = date_of(born, self._mapping.birth_format) if born else ""
        if day is None:
            raise RefusedRow(_not_a_date(born, self._mapping.birth_format))
        return SentPerson(
            number=number,
            family=cell(cells, Role.FAMILY),
            given=cell(cells, Role.GIVEN),
            name=cell(cells, Role.NAME),
            birth_date=day,
            sex=_SEXES.get(normalise_name(cell(cells, Role.SEX)), ""),
        )

    def _result(self, row: Row, where: str, person: SentPerson) -> SentResult:
        cells, cell, mapping = row.cells, self._mapping.cell, self._mapping
        name, code = cell(cells, Role.TEST), cell(cells, Role.CODE)
        if not name and not code:
            raise RefusedRow(_("it names no test"))
        value, unit = cell(cells, Role.VALUE), cell(cells, Role.UNIT)
        if may_be_another_sign(value, mapping.decimal):
            raise RefusedRow(_wrong_sign(value, mapping.decimal))
        effective = self._effective(cells)
        flag, specimen = cell(cells, Role.FLAG), cell(cells, Role.SPECIMEN)
        note, order = cell(cells, Role.NOTE), cell(cells, Role.ORDER)
        return SentResult(
            where=where,
            raw=row.raw,
            person=person,
            identity=(mapping.source, order, code or normalise_name(name), effective),
            name=name or code,
            codings=tuple(self._codings(code, name)),
            value=value_of(value, unit, mapping.decimal),
            unit=unit,
            status=self._status(cells),
            effective=effective,
            flags=({"text": flag},) if flag else (),
            range_low=cell(cells, Role.RANGE_LOW),
            range_high=cell(cells, Role.RANGE_HIGH),
            range_text=cell(cells, Role.RANGE),
            sign=mapping.decimal,
            specimen=SentSpecimen(specimen) if specimen else None,
            order=order,
            notes=(note,) if note else (),
            doubts=tuple(_doubts(value, unit, effective)),
        )

    def _codings(self, code: str, name: str) -> list[Json]:
        if not code:
            return []
        if self._mapping.codes == "loinc":
            return [{"system": LOINC, "code": code}]
        local = f"urn:medreview:codes:{self._mapping.source}"
        return [{"system": local, "code": code, **({"display": name} if name else {})}]

    def _effective(self, cells: tuple[str, ...]) -> str:
        text = self._mapping.cell(cells, Role.DATE)
        if not text:
            return ""
        time = self._mapping.cell(cells, Role.TIME)
        form = self._mapping.date_format
        moment = moment_of(text, form, self._zone, time)
        if moment is None:
            raise RefusedRow(_not_a_date(f"{text} {time}".strip(), form))
        return moment

    def _status(self, cells: tuple[str, ...]) -> str:
        said = self._mapping.cell(cells, Role.STATUS)
        if not said:
            return "final" if self._mapping.status == "final" else "unknown"
        # A word nobody knows stays as sent: the gate takes it as unknown, and says so.
        return _STATUSES.get(normalise_name(said), said)


def _doubts(value: str, unit: str, effective: str) -> list[str]:
    found = []
    if not value:
        found.append(_("it has no value"))
    elif value.startswith("="):
        found.append(_("its value is a formula; it is kept as text and never worked out"))
    elif _is_number(value) and not unit:
        found.append(_("its number has no unit"))
    if not effective:
        found.append(_("it has no date, so nothing can tell whether it is still current"))
    return found


def _is_number(value: str) -> bool:
    return "valueQuantity" in value_of(value, "", DecimalSign.EITHER)


def _not_a_date(text: str, form: str) -> str:
    return _("“%(text)s” is no date in the format %(form)s") % {"text": text[:40], "form": form}


def _wrong_sign(value: str, sign: DecimalSign) -> str:
    words = {"value": value[:40]}
    if sign is DecimalSign.POINT:
        return _("“%(value)s” has a comma, but this table parts decimals by a point") % words
    return _("“%(value)s” has a point, but this table parts decimals by a comma") % words


def looks_like_loinc(codes: list[str]) -> bool:
    """Whether every code there is has the form of LOINC, check digit included."""
    said = [code for code in codes if code]
    return bool(said) and all(is_loinc(code) for code in said)
