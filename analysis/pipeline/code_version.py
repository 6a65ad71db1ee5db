"""Which code makes an analysis, as one hash: another hash, another making."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKING = (
    "analysis/pipeline",
    "graphcurate",
    "medreview/runtime",
    "medreview/llm",
    "medreview/fhir",
)
TEXTS = frozenset({".py", ".md", ".toml"})
"""Code, and the instructions and settings that stand beside it."""


@lru_cache(maxsize=1)
def code_version() -> str:
    """The hash of everything a stage's output may depend on besides its inputs."""
    made = sha256()
    for path in sorted(path for part in MAKING for path in (ROOT / part).rglob("*")):
        if path.suffix in TEXTS:
            made.update(f"{path.relative_to(ROOT)}\0".encode())
            made.update(path.read_bytes())
    return made.hexdigest()
