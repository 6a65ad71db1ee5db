"""What kind of figure a unit makes of an analyte: a share, a number of cells, a mass. Pure.

Only as much as tells two tests of one name apart; what converts into what is not asked here.
"""

import re

from medreview.common.text import normalise_name

COUNT, FRACTION, PER_FIELD, MASS, MOLES, ACTIVITY, UNITS = (
    "count",
    "fraction",
    "per_field",
    "mass",
    "moles",
    "activity",
    "units",
)

_KINDS = (
    (FRACTION, r"%|\[ppth\]|/100( |\{|$).*|‰|процент|fraction|ratio of .*"),
    (PER_FIELD, r".*/\W?[hl]pf\W?|.*в поле зрения|.*в п/зр\.?"),
    (
        COUNT,
        r"(10[*^]\d+|x?10\^?\d+|k|m|mil|th|thou|cells?|#|тыс|млн|млрд|кл|cmm)?\.?\s*(cells?|кл)?/"
        r"(ul|mcl|l|л|мкл|mm\^?3|cumm|cmm|мм3|cu\.?mm|cubic mm)",
    ),
    (MOLES, r"([munp]|µ|м|мк|н|п)?(mol|моль|eq|экв|mol/\w+)/.*"),
    (ACTIVITY, r"(i?u|\[iu\]|ед|me|ме)/(l|л|ml|мл)"),
    (UNITS, r"([munk]|µ|м|мк)?(i?u|\[iu\]|ед|ме|мме)/(l|л|ml|мл)"),
    (MASS, r"([munp]|µ|мк?|н|п|mc)?(g|г|gm)/(d|д|c|m|м)?(l|л)(\{.*\})?"),
)


def figure_of(unit: str | None) -> str | None:
    """The kind of figure, or None where the unit is unknown and so decides nothing."""
    if not unit:
        return None
    text = normalise_name(unit).replace("μ", "µ").strip()
    for kind, pattern in _KINDS:
        if re.fullmatch(pattern, text):
            return kind
    return None
