"""Names made comparable: the one normalising that synonyms, search and matching share."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")


def normalise_name(text: str) -> str:
    """A name for exact comparison: NFKC, case folded, ``ё`` as ``е``, single spaces.

    Nothing else is touched: punctuation tells tests apart ("LDL-C", "LDL/HDL").
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    return _SPACES.sub(" ", folded).strip()
