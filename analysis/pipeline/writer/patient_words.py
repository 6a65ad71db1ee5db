"""Whether a sentence may stand in a patient's text: no diagnosis, no prescription, no verdict.

It reads words, not meaning, and rather leaves a harmless sentence out than lets one pass: what
is left out is told in person. Pure.
"""

import re
from collections.abc import Iterable
from enum import StrEnum


class Withheld(StrEnum):
    """Why a sentence is not for a patient's text."""

    DIAGNOSIS = "diagnosis"
    PRESCRIPTION = "prescription"
    VERDICT = "verdict"
    """It comforts or frightens, or says what follows from a result."""
    ADDRESS = "address"
    """A name in the record speaks to its reader."""
    SIGN = "sign"


def _any(words: str) -> str:
    return "|".join(words.split())


_DIAGNOSES = re.compile(
    r"\b(?:you(?: may| might| could| probably)? (?:have|suffer|are (?:ill|sick)|had)|"
    r"diagnos\w*|(?:sign|symptom|evidence|picture|case|form|stage|onset|risk)s? (?:of|for)|"
    + _any(
        r"diseases? disorders? syndromes? illness\w* sickness cancer\w* carcinoma\w* tumou?rs? "
        r"malignan\w* metasta\w* leuk[ae]*emi\w* lymphoma\w* sarcoma\w* melanoma\w* diabet\w* "
        r"infect\w* inflamm\w* failure failing insufficiency deficien\w* an[ae]*mi[ac]\w* "
        r"hepatitis cirrhosis strokes? infarct\w* seps\w* septic thrombos\w* embol\w* clots? "
        r"h(?:yper|ypo)(?!chrom|segment)\w* gout scurvy rickets goitre arthritis nephro\w* "
        r"neuropath\w* \w+pathy \w+pathies \w{3,}itis \w{3,}a?emia \w{4,}osis \w{4,}uria "
        r"\w{4,}penia \w{3,}cytosis pregnan\w* addict\w* alcoholi\w* positive\s+for"
    )
    + r")\b",
    re.IGNORECASE,
)

_PRESCRIPTIONS = re.compile(
    r"\b(?:"
    + _any(
        r"tak(?:e|es|ing) stop(?:s|ped|ping)? start(?:s|ed|ing)? continu\w* increas\w* decreas\w* "
        r"reduc\w* rais(?:e|es|ing) lower(?:s|ing) skip\w* halve doubl\w* switch\w* avoid\w* "
        r"dos(?:e|es|age|ing) tablets? capsules? pills? drops? inject\w* infus\w* medicines? "
        r"medication\w* drugs? prescri\w* treat\w* therap\w* supplement\w* antibiotics? vitamins? "
        r"insulin aspirin paracetamol ibuprofen statins? steroids? surgery operation operate "
        r"vaccin\w* transfus\w* dialysis eat(?:ing)? drink(?:ing)? diet\w* fast(?:ing)? exercis\w* "
        r"should must need(?:s|ed)? ought recommend\w* advis\w* try"
    )
    + r"|have to|had better|see a|go to|call)\b",
    re.IGNORECASE,
)

_VERDICTS = re.compile(
    r"\b(?:"
    + _any(
        r"because caus\w* therefore hence thus explain\w* suggest\w* indicat\w* prov(?:e|es|en) "
        r"mean(?:s|ing)? confirm\w* reveal\w* impl(?:y|ies) likely unlikely probabl\w* possibl\w* "
        r"certain\w* definite\w* suspic\w* suspect\w* severe\w* serious\w* danger\w* alarm\w* "
        r"urgent\w* emergenc\w* fatal deadly death die dying worr\w* harmless\w* healthy safe "
        r"fine good bad worse better worsen\w* improv\w* reassur\w* concern\w* incurable terminal "
        r"risk risks mild\w* slight\w* very extreme\w* dramatic\w*"
    )
    + r"|due to|points? to|consistent with|compatible with|leads? to|result(?:s|ing)? (?:in|from)"
    r"|no cause|all is well|nothing to|normal for you)\b",
    re.IGNORECASE,
)

_ADDRESSES = re.compile(
    r"\b(?:you|your|yours|please|"
    + _any(r"tak(?:e|ing) stop start call must should never ignore")
    + r")\b|[!?]|https?:|www\.|[\u200b-\u200f\u202a-\u202e\u2060-\u2069]",
    re.IGNORECASE,
)
_SIGNS = re.compile(
    r"[!?<>\[\]{}|\\`*_#@]|https?:|www\.|[\u200b-\u200f\u202a-\u202e\u2060-\u2069]",
    re.IGNORECASE,
)
_UNIT_SIGNS = re.compile(r"(?<=\s)\S*\d\S*(?:\s\S+)?")

_CARE_WORDS = "Please ask the people who care for you"


def why_withheld(text: str, *, curated: Iterable[str] = (), sent: Iterable[str] = ()) -> str | None:
    """Why the sentence is not for a patient's text; None where it may stand.

    ``curated`` are names of the graph, which may be those of illnesses ("Hepatitis B surface
    antigen"). ``sent`` are names that came with the record: whoever sent one may have written a
    message into it.
    """
    text = text.replace("\u00a0", " ")
    if any(_ADDRESSES.search(name) or _VERDICTS.search(name) for name in sent):
        return Withheld.ADDRESS
    for name in sorted(filter(None, (*curated, *sent)), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "it", text, flags=re.IGNORECASE)
    text = text.replace(_CARE_WORDS, "")
    tests = (
        (Withheld.DIAGNOSIS, _DIAGNOSES),
        (Withheld.PRESCRIPTION, _PRESCRIPTIONS),
        (Withheld.VERDICT, _VERDICTS),
    )
    found = next((why for why, pattern in tests if pattern.search(text)), None)
    if found is not None:
        return found
    return Withheld.SIGN if _SIGNS.search(_UNIT_SIGNS.sub(" ", text)) else None
