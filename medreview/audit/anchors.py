"""Heads of the chains, signed and written down where the database can't reach them.

A chain alone can't show that its tail was cut, or that someone hashed it anew from some
event on; a head that was written elsewhere can. One line of JSON is one head.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core import signing

from medreview.audit.chain import Anchor
from medreview.common.clock import now
from medreview.common.errors import Invalid
from medreview.common.hashing import canonical_json

_signer = signing.Signer(salt="medreview.audit.anchor")


class UnreadableAnchor(Invalid):
    """A line of an anchor file was changed, or is none of ours."""


def read(path: Path) -> list[Anchor]:
    """The anchors of a file, oldest first; none when it is not there yet."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_anchor(line, number) for number, line in enumerate(lines, start=1) if line.strip()]


def append(path: Path, anchors: Iterable[Anchor]) -> None:
    """Add today's heads to a file. What stands there already is not touched."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for anchor in anchors:
            said = {"chain": anchor.chain, "seq": anchor.seq, "hash": anchor.hash}
            file.write(canonical_json({**said, "at": now().isoformat(), "mac": _mac(said)}) + "\n")


def _anchor(line: str, number: int) -> Anchor:
    try:
        found = json.loads(line)
        said = {"chain": found["chain"], "seq": int(found["seq"]), "hash": found["hash"]}
        _signer.unsign(f"{canonical_json(said)}:{found['mac']}")
    except (ValueError, KeyError, TypeError, signing.BadSignature):
        raise UnreadableAnchor(
            f"line {number} of the anchor file was changed or is not one of ours"
        ) from None
    return Anchor(**said)


def _mac(said: dict[str, Any]) -> str:
    return _signer.signature(canonical_json(said))
