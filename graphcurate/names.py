"""What a test's name says: the analyte, the specimen and the kind of figure. Pure."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from medreview.common.text import normalise_name


def _longest_first(words: str) -> tuple[str, ...]:
    return tuple(sorted(words.split("|"), key=len, reverse=True))


BLOOD, URINE, STOOL, OTHER = "blood", "urine", "stool", "other"
COUNT, FRACTION = "count", "fraction"

_WORDS_OF_SPECIMEN = {
    BLOOD: (
        "serum|plasma|blood|whole blood|venous blood|arterial blood|arterial|capillary blood"
        "|в крови|крови|кровь|в сыворотке|в сыворотке крови|сыворотка|сыворотки|в плазме|плазма"
        "|цельная кровь|血液|血清|血浆|全血|血"
    ),
    URINE: (
        "urine|urinary|ur|random urine|spot urine|urine spot|ua|моча|мочи|в моче|разовая моча"
        "|尿液|尿|随机尿|尿沉渣"
    ),
    STOOL: "stool|feces|faeces|fecal|faecal|кал|кала|в кале|粪便|大便|便",
    OTHER: (
        "csf|cerebrospinal fluid|ascites|ascitic fluid|pleural|pleural fluid|peritoneal"
        "|peritoneal fluid|joint fluid|synovial fluid|body fluid|other fluid|other body fluid"
        "|fluid|stone|saliva|sweat|hair|semen|bone marrow|amniotic fluid|dialysate|bal|bronchial"
        "|ликвор|в ликворе|спинномозговая жидкость|плевральная жидкость|асцит|脑脊液|胸水|腹水"
        "|胸腔积液|关节液|骨髓|羊水|精液|唾液|体液"
    ),
}
_FAMILY = {
    word: family for family, words in _WORDS_OF_SPECIMEN.items() for word in words.split("|")
}

_NEUTRAL = frozenset(
    _longest_first(
        "measured|level|levels|quantitative|quant|automated|auto|concentration|test|titer|titre"
        "|测定|检测|定量|浓度|水平|测量|自动|滴度|концентрация|уровень|определение|титр"
        "|green|green top|lavender|lavender top|gold top|grey top|gray top|绿色|绿管|紫管|黄管|灰管"
        "|mdrd|mdrd equation|mdrd formula|ckd-epi|ckd-epi 2021|ckd-epi equation|ckd-epi formula"
        "|mdrd方程|mdrd公式|ckd-epi方程|ckd-epi公式"
    )
)
"""Words that say how it was measured, drawn or worked out, never what: "Osmolality, Measured".

"Calculated" is none of them: a calculated osmolality is another test than a measured one. Nor
is 浓度 at a name's end, which alone tells MCHC from MCH.
"""

_LAST_NEUTRAL = re.compile(r"(?<=\w) (test|level|levels|titer|titre|assay)$|(?<=.)(测定|检测)$")

_COUNT_WORDS = _longest_first(
    "absolute|#|count|absolute count|abs|计数|绝对值|绝对计数|абс|абс.|абсолютное количество"
)
_FRACTION_WORDS = _longest_first(
    "%|percent|percentage|/100 leukocytes|百分比|百分率|比率|процент|в процентах"
)


def _edges(words: tuple[str, ...]) -> tuple[frozenset[str], re.Pattern[str], re.Pattern[str]]:
    """The words, and what has one at its end or start: letters need a gap, signs need none."""
    glued = [word for word in words if not word[0].isalpha() or ord(word[0]) >= 0x3400]
    free = "|".join(re.escape(word) for word in words if word not in glued)
    joined = "|".join(map(re.escape, glued))
    return (
        frozenset(words),
        re.compile(rf"(?P<rest>.+?)(?: (?:{free})| ?(?:{joined}))"),
        re.compile(rf"(?:(?:{free}) |(?:{joined}) ?)(?P<rest>.+)"),
    )


_FIGURES = {COUNT: _edges(_COUNT_WORDS), FRACTION: _edges(_FRACTION_WORDS)}

_SHORT, _CLOSE = 9, 0.9
"""Letters of a word in which no slip is forgiven, and how like the word a slip must be."""

_PUNCTUATION = str.maketrans({"、": ",", "‐": "-", "‑": "-", "–": "-", "—": "-", ";": ","})
_PART = re.compile(r"\s*,\s*|\s*[()\[\]]\s*")
_CJK_GAP = re.compile(r"(?<=[\u3400-\u9fff])\s+(?=\w)|(?<=\w)\s+(?=[\u3400-\u9fff])")
_DAY = re.compile(r"\b24[ -]?(?:h|hr|hrs|hour|hours|小时|ч)(?![a-z])|24小时|суточная|за сутки")
_SPELLINGS = {
    "ab": "antibody",
    "abs": "antibody",
    "antibodies": "antibody",
    "ag": "antigen",
    "haemoglobin": "hemoglobin",
}
_SAME_SIGNS = (
    (re.compile(r"(?<=[α-ω])-(?=\d)"), ""),  # α-1-抗胰蛋白酶, α1-抗胰蛋白酶
    (re.compile("蛋白质"), "蛋白"),
    (re.compile("凝血因子"), "因子"),
    (re.compile(r"(?<=[\u3400-\u9fff])的(?=\w)"), ""),  # 估算的肾小球滤过率
    (re.compile(r"^([a-z][a-z0-9-]{2,})型$"), r"\1"),  # RDW-SD型; the 型 of "HSV-1型" too
)
"""Spellings of one name that Chinese reports use beside each other."""

_LAST_SIGNS = (
    (re.compile(r"(?<=[\u3400-\u9fff])(ig[aegm])$"), r" \1"),
    (re.compile(r"^抗-?(.+?)抗体(?= |$)"), r"\1 抗体"),
    (re.compile(r"^抗-?(?=[a-z])(\S+)"), r"\1 抗体"),
    (re.compile(r"(?<=\S)(?:抗体|(?<=[\u3400-\u9fff])ab)(?= |$)"), " 抗体"),
    (re.compile(r"(?<=\S)(?:抗原|(?<=[\u3400-\u9fff])ag)(?= |$)"), " 抗原"),
    (re.compile(r"(?<=\S)定性$"), " 定性"),
)
"""The signs at a name's ends that are words of their own: 抗HBs, 抗-HBs抗体, 抗组织…抗体IgA."""

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CHINESE_WORDS = {"antibody": "抗体", "antigen": "抗原"}
_PLURAL = re.compile(r"(?<=[a-z]{4})(?<!s)s$")


@dataclass(frozen=True)
class NameParts:
    """A name taken apart; ``families`` has two entries when it contradicts itself."""

    core: str
    """What is measured, words in alphabetical order: 'Cholesterol, HDL' is 'HDL Cholesterol'."""
    families: frozenset[str]
    figure: str | None
    """``count`` or ``fraction`` when the name says so."""


def comparable(name: str) -> str:
    """The name for exact comparison: also no gaps between Chinese signs, one kind of dash."""
    text = normalise_name(name).translate(_PUNCTUATION)
    return _CJK_GAP.sub("", text).strip(" ,.:*")


def turned(name: str) -> str:
    """'Cholesterol, HDL' as 'HDL Cholesterol', '胆红素、间接' as '间接胆红素'; else empty."""
    parts = comparable(name).split(",")
    joint = "" if re.search(r"[\u3400-\u9fff]", name) else " "
    return joint.join(part.strip() for part in reversed(parts)) if len(parts) > 1 else ""


@lru_cache(maxsize=20_000)
def parts_of(name: str) -> NameParts:
    """The analyte of a name apart from what the name says of specimen and figure."""
    families: set[str] = set()
    figures: set[str] = set()
    kept: list[str] = []
    for part in _PART.split(_DAY.sub(" 24h, ", comparable(name))):
        rest = _without_specimen(_one_spelling(part.strip()), families)
        rest = _without_figure(_without_figure(rest, figures), figures)
        if rest and rest not in _NEUTRAL:
            kept.append(_words_apart(_LAST_NEUTRAL.sub("", rest)))
    words = [_spelt(word) for part in kept for word in part.replace("-", " ").split()]
    if _CHINESE.search(name):
        words = [_CHINESE_WORDS.get(word, word) for word in words]
    figure = figures.pop() if len(figures) == 1 else None
    return NameParts(" ".join(sorted(words)), frozenset(families), figure)


def slipped(text: str, name: str) -> bool:
    """Whether a text is a name but for a slip of the pen in its long words."""
    pairs = list(zip(text.split(), name.split(), strict=False))
    return len(text.split()) == len(name.split()) and all(
        one == other
        or (
            min(len(one), len(other)) > _SHORT
            and SequenceMatcher(None, one, other).ratio() > _CLOSE
        )
        for one, other in pairs
    )


def family_of_specimen(text: str | None) -> str | None:
    """Blood, urine, stool or another fluid; None when the text names none of them."""
    if not text:
        return None
    words = comparable(text)
    if words in _FAMILY:
        return _FAMILY[words]
    found = {family for word, family in _FAMILY.items() if _names(words, word)}
    if "red blood cells" in words:
        found.add(BLOOD)
    # "Pleural fluid in blood tube" and the like: a fluid is named on purpose, blood in passing.
    return found.pop() if len(found) == 1 else (OTHER if OTHER in found else None)


def _names(text: str, word: str) -> bool:
    if re.search(r"[\u3400-\u9fff]", word):
        return len(word) > 1 and word in text
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _without_specimen(part: str, families: set[str]) -> str:
    """A part that is a specimen, or begins or ends with one, gives it up."""
    if part in _FAMILY:
        families.add(_FAMILY[part])
        return ""
    words = part.split()
    for size in (3, 2, 1):
        for head, rest in ((words[:size], words[size:]), (words[-size:], words[:-size])):
            word = " ".join(head)
            if rest and word in _FAMILY and not _part_of_a_thing(word, rest):
                families.add(_FAMILY[word])
                left = [other for other in rest if other not in {"in", "of"}]
                return " ".join(left)
    for prefix in ("尿液", "尿", "血清", "血浆", "全血", "粪便"):
        if part.startswith(prefix) and not re.match("尿(素|酸|胆|嘧|苷)", part) and part != prefix:
            families.add(_FAMILY[prefix])
            return part.removeprefix(prefix)
    return part


def _part_of_a_thing(word: str, rest: list[str]) -> bool:
    """'Blood' of 'occult blood', 'red blood cells' or 'blood group' is no specimen."""
    return word in {"blood", "крови", "кровь", "ua", "fluid", "stone", "ur"} and bool(
        {"occult", "red", "white", "group", "type", "скрытая", "sugar", "pressure"} & set(rest)
    )


def _one_spelling(part: str) -> str:
    for spelling, same in _SAME_SIGNS:
        part = spelling.sub(same, part)
    return part


def _words_apart(part: str) -> str:
    for sign, word in _LAST_SIGNS:
        part = sign.sub(word, part)
    return part


def _spelt(word: str) -> str:
    return _SPELLINGS.get(word) or _PLURAL.sub("", word)


def _without_figure(part: str, figures: set[str]) -> str:
    """A part that is, begins or ends with a word of figure gives it up."""
    for figure, (words, at_the_end, at_the_start) in _FIGURES.items():
        if part in words:
            figures.add(figure)
            return ""
        found = at_the_end.fullmatch(part) or at_the_start.fullmatch(part)
        if found:
            figures.add(figure)
            return found["rest"]
    return part
