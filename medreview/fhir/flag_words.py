"""Every code, word and sign that flags a result, and what it means.

Codes are those of HL7's ObservationInterpretation (v3, and v2 table 0078): its ``Normality``
codes and their critical forms, ``POS`` and ``NEG`` with their children. Susceptibility
(S, I, R), change (B, D, U, W) and genetic codes state something, but not that the value is
abnormal. Words and signs are those that laboratories print in English, Russian and Chinese.
"""

from enum import StrEnum


class FlagMeaning(StrEnum):
    """What a source says of a result."""

    CRITICAL_HIGH = "critical_high"
    HIGH = "high"
    NORMAL = "normal"
    LOW = "low"
    CRITICAL_LOW = "critical_low"
    ABNORMAL = "abnormal"
    """Abnormal, and not said which way."""
    CRITICAL = "critical"
    """Critically abnormal, and not said which way."""
    POSITIVE = "positive"
    NEGATIVE = "negative"
    STATED = "stated"
    """Something is said that is neither normal nor abnormal, such as susceptibility."""
    NOT_KNOWN = "not_known"
    NOT_SENT = "not_sent"


_BY_MEANING = {
    FlagMeaning.CRITICAL_HIGH: (
        "hh|critical high|critically high|high critical|high panic|panic high|very high|↑↑"
        "|критически высокий|критически повышен|危急高|极高"
    ),
    # HU and LU: significantly beyond, yet HL7 does not call them critical.
    FlagMeaning.HIGH: (
        "h|hu|hx|h*|*h|high|higher|above|above normal|above high normal|above range|elevated"
        "|abnormal high|abnormally high|significantly high|↑|▲|(h)|[h]|h↑"
        "|в|высокий|высокая|высокое|выше нормы|выше|повышен|повышена|повышено|повышенный"
        "|高|偏高|升高|增高"
    ),
    FlagMeaning.NORMAL: (
        "n|normal|within normal limits|within normal range|within range|in range|wnl|ok"
        "|норма|в норме|нормальный|нормально|в пределах нормы|正常|未见异常"
    ),
    FlagMeaning.LOW: (
        "l|lu|lx|l*|*l|low|lower|below|below normal|below low normal|below range|decreased"
        "|abnormal low|abnormally low|significantly low|↓|▼|(l)|[l]|l↓"
        "|низкий|низкая|низкое|ниже нормы|ниже|понижен|понижена|понижено|снижен|снижена|снижено"
        "|低|偏低|降低|减低"
    ),
    FlagMeaning.CRITICAL_LOW: (
        "ll|critical low|critically low|low critical|low panic|panic low|very low|↓↓"
        "|критически низкий|критически понижен|危急低|极低"
    ),
    FlagMeaning.ABNORMAL: (
        "a|abnormal|abn|*|**|!|outside range|out of range|ex"
        "|отклонение|патология|не норма|вне нормы|异常"
    ),
    FlagMeaning.CRITICAL: (
        "aa|critical|critical abnormal|critically abnormal|panic|!!|***"
        "|критический|критическое|危急|危急值"
    ),
    FlagMeaning.POSITIVE: (
        "pos|positive|det|detected|rr|reactive|wr|weakly reactive|+|++|+++|++++"
        "|положительный|положительно|обнаружено|阳性|弱阳性"
    ),
    FlagMeaning.NEGATIVE: (
        "neg|negative|nd|not detected|nr|non-reactive|nonreactive"
        "|отрицательный|отрицательно|не обнаружено|阴性"
    ),
    FlagMeaning.STATED: (
        "s|i|r|ms|vs|ns|ncl|sdd|syn-r|syn-s|ie|ind|e|equivocal|indeterminate|unk|exp|une|car"
        "|carrier|b|d|u|w|<|>|ac|tox|qcf|null|susceptible|intermediate|resistant|borderline"
    ),
}

MEANINGS = {word: said for said, words in _BY_MEANING.items() for word in words.split("|")}
"""What a flag means, by its normalised spelling."""
