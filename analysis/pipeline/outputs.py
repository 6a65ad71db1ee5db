"""A stage's contract to a sealed, compressed blob and back, and its keyed hash."""

import zlib
from dataclasses import dataclass
from typing import TypeVar

from medreview.common.contract import Contract
from medreview.patients.sealing import OpenSeal

AnyContract = TypeVar("AnyContract", bound=Contract)

FAST = 1
"""Level of compression: a record shrinks tenfold in a few milliseconds."""


@dataclass(frozen=True)
class SealedOutput:
    """A contract made ready to be kept."""

    sealed: bytes
    output_hash: str
    """Keyed with the patient's key, so that it can't be used to check a guess about the
    patient, and means nothing any more once the key is destroyed."""


def sealed_output(
    output: Contract, *, seal: OpenSeal, analysis_id: str, stage: str
) -> SealedOutput:
    """The contract as bytes only the patient's key opens, and only in this place."""
    text = output.as_text().encode()
    sealed = seal.seal(zlib.compress(text, FAST), context=_context(analysis_id, stage))
    return SealedOutput(sealed=sealed, output_hash=seal.keyed_hash(text))


def opened_output(
    sealed: bytes, into: type[AnyContract], *, seal: OpenSeal, analysis_id: str, stage: str
) -> AnyContract:
    """The contract again, validated."""
    plaintext = seal.unseal(sealed, context=_context(analysis_id, stage))
    return into.model_validate_json(zlib.decompress(plaintext))


def _context(analysis_id: str, stage: str) -> str:
    return f"stage_output|{analysis_id}|{stage}"
