"""Texts as cells of a table that a spreadsheet opens: none of them is ever worked out. Pure.

A cell that a spreadsheet would take for a formula begins with one apostrophe. So does a cell whose
own text begins with one: take one leading apostrophe away, and every cell is what was written. A
plain quantity such as ``-5`` or ``-5.2 mmol/L`` is no formula and stays as it is.
"""

import re

BYTE_ORDER_MARK = "\ufeff"
"""By it alone spreadsheet programs tell UTF-8 from their own old code pages."""

FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]|'")
QUANTITY = re.compile(r"[+-]?\d+(?:[.,]\d+)?(?: [\w%µ°×·{\[][\w%µ°×·/*^{}\[\].]*)?")
"""A unit that begins with a sign of arithmetic would be worked out: ``-5 *2``, ``-5 /µL``."""


def guarded(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula; its digits never change."""
    return f"'{text}" if FORMULA.match(text) and not QUANTITY.fullmatch(text) else text


def unguarded(cell: str) -> str:
    """What a cell holds."""
    return cell.removeprefix("'")
