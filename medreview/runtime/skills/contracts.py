"""What a skill is: an instruction for a model, and everything that holds the model to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from medreview.common.contract import Contract
from medreview.runtime.context import Block
from medreview.runtime.contracts import StopConditions
from medreview.runtime.limits import Caps
from medreview.runtime.tools import Tool

SHORT = r"^[a-z][a-z0-9_]{0,39}$"
DOTTED = r"^(?:analysis|graphcurate|medreview|tests)(?:\.[A-Za-z_][A-Za-z0-9_]*)+$"
"""Only our own code is named by a manifest."""


class Manifest(Contract):
    """``manifest.toml``, field by field."""

    name: str = Field(pattern=SHORT)
    version: str = Field(pattern=r"^\d{1,4}\.\d{1,4}\.\d{1,4}$")
    tools: tuple[str, ...] = ()
    """All a model may call while it follows this skill."""
    input: str = Field(pattern=DOTTED)
    """The contract the work begins with."""
    output: str = Field(pattern=DOTTED)
    """The contract the work ends with, whoever made it: the model or the fallback."""
    fallback: str = Field(pattern=DOTTED)
    """The function that makes the output without a model, from the input alone."""
    caps: Caps
    stop: StopConditions = StopConditions()


@dataclass(frozen=True)
class Skill:
    """A skill as it was read from its folder, its names already found in the code."""

    manifest: Manifest
    instruction: str
    """``SKILL.md``, its ``$variables`` not yet filled."""
    variables: frozenset[str]
    input: type[Contract]
    output: type[Contract]
    fallback: Callable[[Any], Contract]
    files: tuple[tuple[str, str], ...]
    """Name and text of each file, and the shapes of both contracts: what the hash is of, and what
    a person is shown. What its tools do is code, and changes with the product alone."""
    hash: str

    @property
    def name(self) -> str:
        """What the skill is called everywhere."""
        return self.manifest.name

    @property
    def version(self) -> str:
        """The version its manifest gives it; the hash says whether that is true."""
        return self.manifest.version


@dataclass(frozen=True)
class Brief:
    """What a stage gives to a skill."""

    stage: str
    given: Contract
    """The input, of the skill's contract."""
    nonce: str
    """Another one for another attempt of the same work."""
    tools: tuple[Tool, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    """Our own words in the instruction. Words of a record go in blocks."""
    blocks: tuple[Block, ...] = ()
    """What the model is shown of the record."""
    steps: int | None = None
    """Another cap on questions than the manifest's, by a setting; never beyond MOST_STEPS."""


@dataclass(frozen=True)
class Made:
    """What came of it, and who made it."""

    output: Contract
    by_model: bool
    reason: str = ""
    """Why it is the fallback's, as a code."""
    cut: tuple[tuple[str, int], ...] = ()
    """What the model was not shown because of the bounds: label, and characters."""
