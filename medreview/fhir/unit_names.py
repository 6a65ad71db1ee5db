"""Every way laboratories write a unit, and the UCUM code it stands for.

First the whole spelling is looked up, then its parts: letters of other scripts become Latin
ones (``мкмоль/л``, ``毫摩尔/升``), and what remains must be a unit of the table, case and all,
or in a case nobody could mean otherwise.
"""

import re
import unicodedata

_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SIGNS = str.maketrans({"μ": "u", "×": "x", "·": ".", "∙": ".", "⁄": "/", "／": "/", "−": "-"})
_RAISED = re.compile(r"10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_COUNT = re.compile(
    r"(?:[x*.]?10(?:\*\*|\*|\^|[eE]\+?)?[({]?0?(3|6|9|12)[)}]?)(?:\{?(?:cells|cell)\}?)?/(uL|L|mL|mm3|mm\^3|cmm)",
    re.IGNORECASE,
)
_WORDED_COUNTS = {
    "k": "10*3",
    "thou": "10*3",
    "thousand": "10*3",
    "thousands": "10*3",
    "th": "10*3",
    "m": "10*6",
    "mil": "10*6",
    "mill": "10*6",
    "million": "10*6",
    "millions": "10*6",
    "#": "",
    "cells": "",
    "cell": "",
    "": "",
}
_WORDED = re.compile(r"([a-zA-Z#]*)/(uL|mcL|mm3|mm\^3|cmm|cumm)", re.IGNORECASE)

# Longest first where one begins with another: мкмоль before моль, 微克 before 克.
_OTHER_SCRIPTS = (
    ("ммртст", "mm[Hg]"),
    ("毫米汞柱", "mm[Hg]"),
    ("毫国际单位", "mIU"),
    ("微国际单位", "uIU"),
    ("国际单位", "IU"),
    ("毫单位", "mU"),
    ("单位", "U"),
    ("毫摩尔", "mmol"),
    ("微摩尔", "umol"),
    ("纳摩尔", "nmol"),
    ("皮摩尔", "pmol"),
    ("摩尔", "mol"),
    ("毫当量", "meq"),
    ("毫克", "mg"),
    ("微克", "ug"),
    ("纳克", "ng"),
    ("皮克", "pg"),
    ("千克", "kg"),
    ("克", "g"),
    ("分升", "dL"),
    ("毫升", "mL"),
    ("微升", "uL"),
    ("飞升", "fL"),
    ("升", "L"),
    ("毫米", "mm"),
    ("小时", "h"),
    ("分钟", "min"),
    ("分", "min"),
    ("秒", "s"),
    ("千", "K"),
    ("百万", "M"),
    ("个", ""),
    ("мкмоль", "umol"),
    ("ммоль", "mmol"),
    ("нмоль", "nmol"),
    ("пмоль", "pmol"),
    ("моль", "mol"),
    ("мэкв", "meq"),
    ("мосм", "mosm"),
    ("мкме", "uIU"),
    ("мкед", "uU"),
    ("мме", "mIU"),
    ("мед", "mU"),
    ("кме", "kIU"),
    ("ме", "IU"),
    ("ед", "U"),
    ("мкг", "ug"),
    ("мг", "mg"),
    ("нг", "ng"),
    ("пг", "pg"),
    ("кг", "kg"),
    ("млн", "M"),
    ("мкл", "uL"),
    ("мл", "mL"),
    ("дл", "dL"),
    ("фл", "fL"),
    ("кл", ""),
    ("мин", "min"),
    ("мм", "mm"),
    ("м2", "m2"),
    ("час", "h"),
    ("сут", "24h"),
    ("сек", "s"),
    ("тыс", "K"),
    ("г", "g"),
    ("л", "L"),
    ("ч", "h"),
    ("с", "s"),
    ("х", "x"),
)

_WHOLE = {
    "%": "%",
    "percent": "%",
    "ratio": "{ratio}",
    "{ratio}": "{ratio}",
    "inr": "{INR}",
    "{inr}": "{INR}",
    "ph": "[pH]",
    "[ph]": "[pH]",
    "phunits": "[pH]",
    "‰": "[ppth]",
    "[ppth]": "[ppth]",
    "{titer}": "{titer}",
    "{presence}": "{presence}",
    "sec": "s",
    "secs": "s",
    "seconds": "s",
    "s": "s",
    "mmhg": "mm[Hg]",
    "mm[hg]": "mm[Hg]",
    "kpa": "kPa",
    "mm/h": "mm/h",
    "mm/hr": "mm/h",
    "fl": "fL",
    "pg": "pg",
    "l/l": "L/L",
    "/hpf": "/[HPF]",
    "#/hpf": "/[HPF]",
    "/[hpf]": "/[HPF]",
    "/lpf": "/[LPF]",
    "#/lpf": "/[LPF]",
    "/[lpf]": "/[LPF]",
    "mg%": "mg/dL",
    "mgs%": "mg/dL",
    "g%": "g/dL",
    "gm%": "g/dL",
    "gms%": "g/dL",
    "mosm/kg": "mosm/kg",
    "mosmol/kg": "mosm/kg",
    "mosm/kgh2o": "mosm/kg",
    "mosm/l": "mosm/L",
    "g/24h": "g/(24.h)",
    "{specific_gravity}": "{Specific_Gravity}",
    "{score}": "{score}",
    "/100wbc": "/100{WBC}",
    "/100{wbc}": "/100{WBC}",
    "copies/ml": "{copies}/mL",
    "{copies}/ml": "{copies}/mL",
    "u/ghb": "U/g{Hb}",
    "u/g{hb}": "U/g{Hb}",
    "ng/ml/h": "ng/mL/h",
    "ng/ml/hr": "ng/mL/h",
    "[gpl'u]/ml": "[GPL'U]/mL",
    "gpl": "[GPL'U]/mL",
    "beats/min": "/min",
    "beats/minute": "/min",
    "{beats}/min": "/min",
    "bpm": "/min",
    "breaths/min": "/min",
    "breaths/minute": "/min",
    "{breaths}/min": "/min",
    "/min": "/min",
    "kg": "kg",
    "cm": "cm",
    "mm": "mm",
    "kg/m2": "kg/m2",
    "cel": "Cel",
    "°c": "Cel",
    "[degf]": "[degF]",
    "1": "1",
}
# These name one thing in one case and another in the other: "G/L" is 10*9/L in France.
_NEVER_GUESSED = frozenset({"G/L", "T/L", "Gpt/L"})

_FILTRATION = re.compile(
    r"mL/min(?:/?[\[{(]?(?:/)?1[.,]73[ ._*]*(?:m2|m\^2|sqm)?[\]})]?)", re.IGNORECASE
)
_DIMER = re.compile(r"(ng|ug|mg)/(mL|L|dL)[ ,_]*[{(\[]?(FEU|DDU)[)}\]]?", re.IGNORECASE)
_DAILY = re.compile(
    r"(mg|g|ug|mmol|nmol|umol|mL|L)/(?:\(?24\.?(?:h|hr|hrs|hours)\)?|d|day)", re.IGNORECASE
)

_PREFIXED = {
    "g": ("k", "m", "u", "n", "p", "f", ""),
    "mol": ("m", "u", "n", "p", "f", ""),
    "U": ("k", "m", "u", ""),
    "[IU]": ("k", "m", "u", ""),
    "eq": ("m", "u", ""),
    "kat": ("u", "n", ""),
}
_VOLUMES = ("L", "dL", "mL", "uL")
_MASSES = ("g", "mg", "kg")
_AMOUNTS = ("mol", "mmol")


def _table() -> dict[str, str]:
    tops = [prefix + atom for atom, prefixes in _PREFIXED.items() for prefix in prefixes]
    return {
        unit: unit
        for top in tops
        for unit in (f"{top}/{one}" for one in (*_VOLUMES, *_MASSES, *_AMOUNTS))
    }


_EXACT = _table()
_ANY_CASE = {unit.casefold(): unit for unit in _EXACT}
_RESPELLED = (
    (re.compile(r"^mcg|^mkg", re.IGNORECASE), "ug"),
    (re.compile(r"^mcmol|^mkmol|^micromol", re.IGNORECASE), "umol"),
    (re.compile(r"^gms?(?=/)", re.IGNORECASE), "g"),
    (re.compile(r"^mgs(?=/)", re.IGNORECASE), "mg"),
    (re.compile(r"^mcIU|^mkIU|^microIU"), "uIU"),
    (re.compile(r"^units?(?=/)", re.IGNORECASE), "U"),
    (re.compile(r"(?<=/)(?:100mL|100cc)$", re.IGNORECASE), "dL"),
    (re.compile(r"(?<=/)(?:litre|liter)$", re.IGNORECASE), "L"),
    (re.compile(r"(?<=/)(?:mcL)$", re.IGNORECASE), "uL"),
    (re.compile(r"(?<!\[)IU(?!\])"), "[IU]"),
    (re.compile(r"(?<!\[)iu(?!\])"), "[IU]"),
)


def ucum_of(spelling: str) -> str | None:
    """The UCUM code a printed unit stands for; None when the table can't be sure."""
    unit = _plain_letters(spelling)
    if unit in _NEVER_GUESSED or not unit:
        return None
    if whole := _WHOLE.get(unit.casefold()):
        return whole
    return _count(unit) or _composed(unit) or _concentration(unit)


def _plain_letters(spelling: str) -> str:
    raised = _RAISED.sub(lambda found: "10*" + found.group(1).translate(_POWERS), spelling)
    text = unicodedata.normalize("NFKC", raised).translate(_SIGNS)
    text = "".join(text.split())
    if text.isascii():
        return text
    text = "".join(one.lower() if "а" <= one.lower() <= "я" else one for one in text)
    text = text.replace("ммрт.ст.", "mm[Hg]").replace("1,73", "1.73")
    for foreign, latin in _OTHER_SCRIPTS:
        text = text.replace(foreign, latin)
    return re.sub(r"(?<=[A-Za-z])\.(?=/|$)", "", text)


def _count(unit: str) -> str | None:
    if found := _COUNT.fullmatch(unit):
        below = found.group(2).lower()
        volume = {"l": "L", "ml": "mL"}.get(below, "uL")
        return f"10*{found.group(1)}/{volume}"
    if found := _WORDED.fullmatch(unit):
        top = _WORDED_COUNTS.get(found.group(1).lower())
        return None if top is None else f"{top}/uL"
    return None


def _composed(unit: str) -> str | None:
    if _FILTRATION.fullmatch(unit):
        return "mL/min/{1.73_m2}"
    if unit.casefold() == "ml/min":
        return "mL/min"
    if found := _DIMER.fullmatch(unit):
        top, below, kind = found.groups()
        return f"{top.lower()}/{below[:-1].lower()}L{{{kind.upper()}}}"
    if found := _DAILY.fullmatch(unit):
        top = found.group(1).lower().replace("ml", "mL")
        return f"{'L' if top == 'l' else top}/(24.h)"
    return None


def _concentration(unit: str) -> str | None:
    for pattern, latin in _RESPELLED:
        unit = pattern.sub(latin, unit)
    return _EXACT.get(unit) or _ANY_CASE.get(unit.casefold())
