"""Sentences as the rules write them, and wordings a model might offer in their place."""

from analysis.pipeline.contracts import WhyRefused as Why

NAMES = (
    "Potassium",
    "Creatinine",
    "Ferritin",
    "Transferrin saturation",
    "Carbon dioxide, total (bicarbonate)",
    "Cobalamin (vitamin B12)",
    "Urea",
    "Urea nitrogen",
    "Troponin T",
    "Culture",
    "Lisinopril 10 MG Oral Tablet",
    "ramipril",
    "spironolactone",
    "Chronic kidney disease",
    "Heart failure",
)

VALUE = (
    "Potassium: 5.7\u00a0mmol/L on 20-Nov-2026. "
    "The source flags it “H” (printed range: 3.5–5.1\u00a0mmol/L)."
)
OWN = (
    "Creatinine: 1.9\u00a0mg/dL on 20-Nov-2026. The source sent no flag; by our check it lies "
    "above its range (printed range: up to 1.35\u00a0mg/dL)."
)
CONFLICT = (
    "Potassium: 2.9\u00a0mmol/L on 20-Nov-2026. The source flags it “H”, but it lies below its "
    "range (printed range: 3.5–5.1\u00a0mmol/L)."
)
CORRECTED = (
    "Potassium: 5.9\u00a0mmol/L (corrected from 6.9\u00a0mmol/L) on 20-Nov-2026. "
    "The source flags it “H”."
)
BELOW_LIMIT = "Troponin T: <0.50\u00a0ng/L on Nov-2026. The source flags it “N”."
FOUND = "The record lists ramipril, which can raise this value."
SEVERAL = (
    "The record lists Chronic kidney disease, ramipril and spironolactone, each of which can "
    "raise this value."
)
BESIDE = (
    "Abnormal beside it: Creatinine 2.4\u00a0mg/dL (flagged “H”, 30-Oct-2026) and Carbon dioxide, "
    "total (bicarbonate) 18\u00a0mmol/L (flagged “L”, 28-Oct-2026)."
)
MISSING = "Not in the record: Ferritin, Transferrin saturation and Creatinine."
ONE_MISSING = "Not in the record: Ferritin."
RELATED = (
    "Not in the record as such: Urea. Recorded as Urea nitrogen, which is related but not "
    "converted."
)
NOT_FITTING = (
    "Recorded but not fitting: spironolactone. It was begun on 25-Nov-2026, after this result "
    "was drawn."
)
OVERTAKEN = "spironolactone was begun on 25-Nov-2026, after the sample."
AGEING = (
    "It is 40\u00a0days old, past half of the 60\u00a0days for which this test speaks of today."
)
TOO_OLD = "Too old to be read beside it: Ferritin 12\u00a0ng/mL (01-Jun-2026)."
PLAIN = (
    "Your result for Potassium from 20-Nov-2026 was 5.7\u00a0mmol/L. "
    "The laboratory marked it as high."
)
LIMIT = "Vitamin D: 1.9\u00a0IU/L on 2026 (printed range: from 2000\u00a0IU/L)."
WORDS = "Culture: “not detected” on 20-Nov-2026. The source flags it “N”."
PATTERN = (
    "Seen together: Potassium 6.6\u00a0mmol/L (high) and ramipril. Reduced kidney function and "
    "the medicines named can each raise potassium."
)

SENTENCES = (
    *(VALUE, OWN, CONFLICT, CORRECTED, BELOW_LIMIT, FOUND, SEVERAL, BESIDE, MISSING, ONE_MISSING),
    *(LIMIT, RELATED, NOT_FITTING, OVERTAKEN, AGEING, TOO_OLD, PLAIN, WORDS, PATTERN),
)

FAITHFUL: tuple[tuple[str, str], ...] = (
    (
        VALUE,
        "On 20-Nov-2026, potassium was 5.7 mmol/L. The source flags this as “H”, with a printed "
        "range of 3.5–5.1 mmol/L.",
    ),
    (
        VALUE,
        "Potassium was 5.7 mmol/L on 20-Nov-2026. The source flags it as “H” (the printed "
        "reference range is 3.5–5.1 mmol/L).",
    ),
    (
        VALUE,
        "Potassium stood at 5.7 mmol/L on 20-Nov-2026. The source flagged it as “H”, the printed "
        "range being 3.5–5.1 mmol/L.",
    ),
    (
        OWN,
        "On 20-Nov-2026 the creatinine was 1.9 mg/dL. The source sent no flag; by our check it is "
        "above its range (the printed range is up to 1.35 mg/dL).",
    ),
    (
        CONFLICT,
        "On 20-Nov-2026 potassium was 2.9 mmol/L. The source flags it as “H”, but it is below its "
        "range (printed range: 3.5–5.1 mmol/L).",
    ),
    (
        CORRECTED,
        "Potassium was 5.9 mmol/L, corrected from 6.9 mmol/L, on 20-Nov-2026. The source flagged "
        "it as “H”.",
    ),
    (
        BELOW_LIMIT,
        "Troponin T was <0.50 ng/L of Nov-2026. The source flagged this as “N”.",
    ),
    (FOUND, "Ramipril, listed in the record, can raise this value."),
    (FOUND, "The record lists ramipril, and this can raise the value."),
    (FOUND, "Ramipril is listed in the record and can raise this result."),
    (
        SEVERAL,
        "The record lists chronic kidney disease, ramipril, and spironolactone, all of which can "
        "raise this value.",
    ),
    (
        BESIDE,
        "Abnormal alongside it are creatinine 2.4 mg/dL (flagged “H”, 30-Oct-2026) and carbon "
        "dioxide, total (bicarbonate) 18 mmol/L (flagged “L”, 28-Oct-2026).",
    ),
    (
        BESIDE,
        "Abnormal beside it: creatinine at 2.4 mg/dL, flagged as “H” on 30-Oct-2026, and carbon "
        "dioxide, total (bicarbonate) at 18 mmol/L, flagged as “L” on 28-Oct-2026.",
    ),
    (MISSING, "Ferritin, transferrin saturation and creatinine are not in the record."),
    (MISSING, "Not recorded are ferritin, transferrin saturation, and creatinine."),
    (ONE_MISSING, "Ferritin is not recorded."),
    (ONE_MISSING, "Ferritin was not in the record."),
    (
        NOT_FITTING,
        "Recorded, but not fitting: spironolactone. This was begun on 25-Nov-2026, after the "
        "result was drawn.",
    ),
    (OVERTAKEN, "Spironolactone was begun on 25-Nov-2026, after this specimen."),
    (
        AGEING,
        "This is 40 days old and past half of the 60 days for which the test speaks of today.",
    ),
    (TOO_OLD, "Too old to be read alongside it is ferritin 12 ng/mL of 01-Jun-2026."),
    (PLAIN, "On 20-Nov-2026 your potassium was 5.7 mmol/L. The laboratory flagged it as high."),
    (
        PLAIN,
        "Your potassium result of 20-Nov-2026 was 5.7 mmol/L. The laboratory marked this as high.",
    ),
    (LIMIT, "Vitamin D was 1.9 IU/L, dated 2026 (the printed range is from 2000 IU/L)."),
    (WORDS, "On 20-Nov-2026 the culture was “not detected”. The source flagged it as “N”."),
    (
        PATTERN,
        "Seen together are potassium 6.6 mmol/L (high) and ramipril. Reduced kidney function and "
        "the medicines named can each raise the potassium.",
    ),
)
"""Each says just what its sentence says."""


def _instead(sentence: str, old: str, new: str) -> str:
    assert old in sentence, old
    return sentence.replace(old, new)


CHANGED: tuple[tuple[str, str, frozenset[Why]], ...] = tuple(
    (sentence, _instead(sentence, old, new), frozenset(reasons))
    for sentence, old, new, *reasons in (
        # another number
        (VALUE, "5.7\u00a0", "7.5 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "5.70 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "57 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "5,7 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "5. 7 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "-5.7 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "- 5.7 ", Why.WORD),
        (VALUE, "5.7\u00a0", "– 5.7 ", Why.WORD),
        (VALUE, "5.7\u00a0", "5.7–6.1 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "about 5.7 ", Why.WORD),
        (VALUE, "5.7\u00a0", "twice 5.7 ", Why.NUMBER),
        (VALUE, "5.7\u00a0", "5.7 times ", Why.UNIT),
        (VALUE, "5.7\u00a0", "5.7e3 ", Why.NUMBER),
        (VALUE, "5.7\u00a0mmol/L on", "five point seven mmol/L on", Why.NUMBER),
        (VALUE, "on 20-Nov-2026", "on 20-Nov-2026, a tenfold rise", Why.NUMBER),
        (VALUE, "3.5–5.1", "3.5–6.1", Why.NUMBER),
        (VALUE, "3.5–5.1", "5.1–3.5", Why.NUMBER),
        (VALUE, "3.5–5.1", "up to 5.1", Why.NUMBER),
        (AGEING, "40\u00a0days old", "40 weeks old", Why.UNIT),
        (AGEING, "40", "four", Why.NUMBER),
        (
            AGEING,
            "40\u00a0days old, past half of the 60",
            "60 days old, past half of the 40",
            Why.ORDER,
        ),
        (AGEING, "past half", "past a third", Why.NUMBER),
        # digits that only look like digits
        (VALUE, "5.7", "５.７", Why.CHARACTER),
        (VALUE, "5.7", "٥.٧", Why.CHARACTER),
        (VALUE, "5.7", "5․7", Why.CHARACTER),
        (VALUE, "5.7", "5.\u200b7", Why.CHARACTER),
        (VALUE, "5.7", "5.7²", Why.CHARACTER),
        (VALUE, "5.7", "\u202e7.5\u202c", Why.CHARACTER),
        (VALUE, "2026", "2О26", Why.CHARACTER),
        (VALUE, "5.7", "O.7", Why.WORD, Why.NUMBER),
        (CORRECTED, "5.9", "5.９", Why.CHARACTER),
        # another unit
        (VALUE, "5.7\u00a0mmol/L", "5.7 µmol/L", Why.CHARACTER),
        (VALUE, "5.7\u00a0mmol/L", "5.7 umol/L", Why.UNIT),
        (VALUE, "5.7\u00a0mmol/L", "5.7 Mmol/L", Why.UNIT),
        (VALUE, "5.7\u00a0mmol/L", "5.7 mol/L", Why.UNIT),
        (VALUE, "5.7\u00a0mmol/L", "5.7 mmol/dL", Why.UNIT),
        (VALUE, "5.7\u00a0mmol/L", "5.7 mEq/L", Why.UNIT),
        (VALUE, "5.7\u00a0mmol/L", "5.7", Why.LEFT_OUT),
        (OWN, "1.9\u00a0mg/dL", "1.9 ug/dL", Why.UNIT),
        (OWN, "1.9\u00a0mg/dL", "1.9 g/dL", Why.UNIT),
        (OWN, "1.9\u00a0mg/dL", "1.9 MG/dL", Why.UNIT),
        # another comparator
        (BELOW_LIMIT, "<0.50", ">0.50", Why.CHARACTER),
        (BELOW_LIMIT, "<0.50", "0.50", Why.NUMBER),
        (BELOW_LIMIT, "<0.50", "≤0.50", Why.CHARACTER),
        (BELOW_LIMIT, "<0.50", "at least 0.50", Why.NUMBER),
        (OWN, "up to 1.35", "from 1.35", Why.DIRECTION),
        (OWN, "up to 1.35", "1.35", Why.LEFT_OUT),
        (LIMIT, "from 2000", "2000", Why.LEFT_OUT),
        (LIMIT, "from 2000", "of 2000", Why.LEFT_OUT),
        (LIMIT, "on 2026", "since 2026", Why.DIRECTION),
        # another date
        (VALUE, "20-Nov-2026", "21-Nov-2026", Why.DATE),
        (VALUE, "20-Nov-2026", "20-Dec-2026", Why.DATE),
        (VALUE, "20-Nov-2026", "20-Nov-2025", Why.DATE),
        (VALUE, "20-Nov-2026", "Nov-2026", Why.DATE),
        (VALUE, "on 20-Nov-2026", "since 20-Nov-2026", Why.DIRECTION),
        (VALUE, "on 20-Nov-2026", "before 20-Nov-2026", Why.DIRECTION),
        (VALUE, " on 20-Nov-2026", "", Why.LEFT_OUT),
        (BELOW_LIMIT, "Nov-2026", "01-Nov-2026", Why.DATE),
        (OVERTAKEN, "on 25-Nov-2026, after the sample", "after 25-Nov-2026, the sample", Why.ORDER),
        (OVERTAKEN, "after the sample", "before the sample", Why.DIRECTION),
        (BESIDE, "30-Oct-2026) and", "28-Oct-2026) and", Why.DATE, Why.LEFT_OUT),
        # another name
        (VALUE, "Potassium", "Creatinine", Why.NAME),
        (VALUE, "Potassium", "Sodium", Why.WORD),
        (VALUE, "Potassium", "Рotassium", Why.CHARACTER),
        (FOUND, "ramipril", "ramipril and spironolactone", Why.NAME),
        (FOUND, "ramipril", "aspirin", Why.WORD),
        (FOUND, "ramipril", "ramipril, aspirin", Why.WORD),
        (FOUND, "ramipril", "ramipril 10 mg", Why.NUMBER),
        (SEVERAL, "Chronic kidney disease", "kidney disease", Why.WORD, Why.CERTAINTY),
        (SEVERAL, ", ramipril and", " and", Why.LEFT_OUT),
        (MISSING, "Ferritin, ", "", Why.LEFT_OUT),
        (RELATED, "as such: Urea.", "as such: Urea nitrogen.", Why.NAME, Why.LEFT_OUT),
        (BESIDE, "Creatinine 2.4", "Carbon dioxide, total (bicarbonate) 2.4", Why.NAME),
        # another direction
        (VALUE, "“H”", "“L”", Why.WORD),
        (VALUE, "“H”", "H", Why.WORD),
        (VALUE, "flags it “H”", "flags it high", Why.DIRECTION),
        (OWN, "above", "below", Why.DIRECTION),
        (OWN, "above its range", "within its range", Why.DIRECTION),
        (OWN, "above its range", "far above its range", Why.WORD),
        (CONFLICT, "“H”, but it lies below its range", "“H”", Why.LEFT_OUT),
        (CONFLICT, "The source flags it “H”, but it", "It", Why.LEFT_OUT),
        (CONFLICT, "but it lies below", "since it lies below", Why.DIRECTION),
        (FOUND, "raise", "lower", Why.DIRECTION),
        (FOUND, "can raise", "raises", Why.DIRECTION),
        (FOUND, "raise this value", "raise or lower this value", Why.DIRECTION),
        (
            FOUND,
            "ramipril, which can raise this value",
            "this value, which can raise ramipril",
            Why.ORDER,
        ),
        (PLAIN, "high", "low", Why.DIRECTION),
        (PLAIN, "high", "very high", Why.CERTAINTY),
        (PLAIN, "marked it as high", "marked it as normal", Why.DIRECTION),
        (VALUE, "on 20-Nov-2026", "on 20-Nov-2026 and rising", Why.DIRECTION),
        (
            CORRECTED,
            "5.9\u00a0mmol/L (corrected from 6.9\u00a0mmol/L)",
            "6.9 mmol/L (corrected from 5.9 mmol/L)",
            Why.ORDER,
        ),
        (
            CORRECTED,
            "5.9\u00a0mmol/L (corrected from 6.9\u00a0mmol/L)",
            "corrected from 5.9 mmol/L to 6.9 mmol/L",
            Why.DIRECTION,
        ),
        (CORRECTED, " (corrected from 6.9\u00a0mmol/L)", "", Why.LEFT_OUT),
        (PATTERN, "(high)", "(low)", Why.DIRECTION),
        # a negation more, or one less
        (MISSING, "Not in the record", "In the record", Why.NEGATION),
        (MISSING, "Not in the record: Ferritin,", "Not in the record: no Ferritin,", Why.NEGATION),
        (
            MISSING,
            MISSING,
            "Ferritin is in the record, transferrin saturation and creatinine not.",
            Why.NEGATION,
        ),
        (
            MISSING,
            MISSING,
            "Ferritin is, and transferrin saturation and creatinine are not in the record.",
            Why.WORD,
        ),
        (
            MISSING,
            "Ferritin, Transferrin saturation and",
            "Ferritin. Transferrin saturation and",
            Why.SENTENCES,
        ),
        (
            MISSING,
            "Ferritin, Transferrin saturation",
            "Ferritin; Transferrin saturation",
            Why.SENTENCES,
        ),
        (MISSING, "and Creatinine", "and it is Creatinine", Why.WORD),
        (MISSING, "and Creatinine", "but Creatinine", Why.WORD),
        (ONE_MISSING, "Not in the record: Ferritin.", "Ferritin is absent.", Why.NEGATION),
        (OWN, "sent no flag", "sent a flag", Why.NEGATION),
        (NOT_FITTING, "but not fitting", "and fitting", Why.NEGATION),
        (RELATED, "not converted", "converted", Why.NEGATION),
        (WORDS, "“not detected”", "“detected”", Why.WORD),
        (WORDS, "“not detected”", "not detected", Why.NEGATION),
        (FOUND, "can raise", "cannot raise", Why.NEGATION),
        (FOUND, "can raise", "can never raise", Why.NEGATION),
        (PLAIN, "marked it as high", "never marked it as high", Why.NEGATION),
        (VALUE, "on 20-Nov-2026", "without doubt on 20-Nov-2026", Why.NEGATION),
        # more certain, or less
        (FOUND, "can raise", "may raise", Why.CERTAINTY),
        (FOUND, "which can", "which surely can", Why.CERTAINTY),
        (FOUND, "can raise", "will raise", Why.CERTAINTY),
        (VALUE, "mmol/L on", "mmol/L? on", Why.CHARACTER),
        (SEVERAL, "each of which can", "one of which can", Why.NUMBER),
        # a cause, a diagnosis, a medicine, an order
        (VALUE, "on 20-Nov-2026", "on 20-Nov-2026 because of ramipril", Why.NAME),
        (FOUND, "which can raise this value", "which explains this value", Why.CAUSE),
        (
            FOUND,
            "which can raise this value",
            "the cause of this value, which can raise it",
            Why.CAUSE,
        ),
        (BESIDE, "Abnormal beside it:", "Abnormal because of", Why.CAUSE),
        (BESIDE, "Abnormal beside it:", "Abnormal beside it as a result of", Why.CAUSE),
        (VALUE, "mmol/L).", "mmol/L), hyperkalaemia.", Why.WORD),
        (VALUE, "mmol/L).", "mmol/L), a sign of kidney failure.", Why.CERTAINTY),
        (PLAIN, "as high.", "as high. You have kidney failure.", Why.CERTAINTY),
        (PLAIN, "as high.", "as high. Stop ramipril.", Why.NAME),
        (
            FOUND,
            FOUND,
            "Stop the ramipril which can raise this value: the record lists it.",
            Why.WORD,
        ),
        (VALUE, "mmol/L).", "mmol/L). Start insulin 10 units.", Why.NUMBER),
        # what belongs to what
        (BESIDE, "Creatinine 2.4\u00a0mg/dL", "2.4 mg/dL Creatinine", Why.ORDER),
        (
            BESIDE,
            "2.4\u00a0mg/dL (flagged “H”, 30-Oct-2026) and Carbon dioxide, total (bicarbonate) "
            "18\u00a0mmol/L",
            "18 mmol/L (flagged “H”, 30-Oct-2026) and Carbon dioxide, total (bicarbonate) "
            "2.4 mg/dL",
            Why.ORDER,
        ),
        (VALUE, VALUE, "Potassium: 5.7 mmol/L on 20-Nov-2026.", Why.LEFT_OUT),
        (VALUE, "on 20-Nov-2026. The", "on 20-Nov-2026, and the", Why.SENTENCES),
        # what is no sentence
        (VALUE, VALUE, VALUE * 4, Why.LENGTH),
        (VALUE, VALUE, f"{VALUE} {VALUE}", Why.NUMBER, Why.NAME, Why.LENGTH),
        (VALUE, "on 20", "**on** 20", Why.CHARACTER),
        (VALUE, "on 20", "<b>on</b> 20", Why.CHARACTER),
        (VALUE, "Potassium", "[Potassium](x)", Why.CHARACTER),
        (VALUE, "“H”", "“H” “”", Why.WORD),
        (VALUE, "5.1\u00a0mmol/L).", "5.1 mmol/L.", Why.CHARACTER),
    )
)
"""Each says something else than its sentence, and why it may be refused."""
