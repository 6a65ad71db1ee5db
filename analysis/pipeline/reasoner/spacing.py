"""A wording set as the sentence it stands for is: spaces, quotation marks, the last full stop."""

import re

_HELD = re.compile(r"[^\s(),;:]+(?:\u00a0[^\s(),;:]+)+")
_STRAIGHT = re.compile(r'"([^"“”]*)"')


def spaced_as(sentence: str, wording: str) -> str:
    """The wording with single spaces, and each number held to its unit as before."""
    wording = re.sub(r"[ \r\n\t]+", " ", wording).strip()
    if '"' not in sentence:
        wording = _STRAIGHT.sub(r"“\1”", wording)
    for held in sorted({one.rstrip(".") for one in _HELD.findall(sentence)}, key=len):
        wording = wording.replace(held.replace("\u00a0", " "), held)
    if wording and sentence.endswith(".") and not wording.endswith("."):
        wording += "."
    return wording
