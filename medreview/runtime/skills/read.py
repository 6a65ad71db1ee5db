"""A skill's folder, ``manifest.toml`` and ``SKILL.md``, into a Skill; anything odd is an error."""

import json
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from string import Template
from typing import Any

from pydantic import ValidationError

from medreview.common.contract import Contract
from medreview.common.hashing import sha256_of
from medreview.runtime.errors import SkillBroken
from medreview.runtime.skills.contracts import Manifest, Skill

MANIFEST, INSTRUCTION = "manifest.toml", "SKILL.md"
FILES = (INSTRUCTION, MANIFEST)
INPUT, OUTPUT = "input.json", "output.json"
"""Not in the folder: the shapes of its two contracts, so that a skill whose contract changed is
another skill, and a person is shown how."""
WORDS = frozenset({"title", "description"})


def read_skill(folder: Path) -> Skill:
    """The skill in the folder, checked as far as it can be without running it."""
    texts = {name: _text(folder / name) for name in FILES}
    manifest = _manifest(texts[MANIFEST], folder)
    if manifest.stop.submit and manifest.stop.submit not in manifest.tools:
        raise _broken(manifest.name, "the tool that ends the work is not among its tools")
    given = _contract(manifest.input, manifest.name)
    output = _contract(manifest.output, manifest.name)
    # The words of the output's contract reach the model; those of the input's are for people.
    texts |= {INPUT: _shape(given, without=WORDS), OUTPUT: _shape(output)}
    files = tuple(texts.items())
    return Skill(
        manifest=manifest,
        instruction=texts[INSTRUCTION],
        variables=_variables(texts[INSTRUCTION], manifest.name),
        input=given,
        output=output,
        fallback=_function(manifest.fallback, manifest.name),
        files=files,
        hash=hash_of(files),
    )


def hash_of(files: tuple[tuple[str, str], ...]) -> str:
    """One hash for everything a skill says; a changed letter is another skill."""
    return sha256_of([list(file) for file in files])


def filled(skill: Skill, variables: Mapping[str, str]) -> str:
    """The instruction with its variables filled: none missing, none that it doesn't use."""
    odd = skill.variables ^ set(variables)
    if odd:
        names = ", ".join(sorted(odd))
        raise _broken(skill.name, f"these variables are missing or not used: {names}")
    return Template(skill.instruction).substitute(variables)


def _shape(contract: type[Contract], *, without: frozenset[str] = frozenset()) -> str:
    """The JSON schema of a contract, a line for each thing it says."""
    whole = _plain(contract.model_json_schema(), without)
    return json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _plain(schema: Any, without: frozenset[str]) -> Any:
    if isinstance(schema, list):
        return [_plain(part, without) for part in schema]
    if not isinstance(schema, dict):
        return schema
    # A word is text; under a field that happens to be called so stands a schema.
    return {
        key: _plain(part, without)
        for key, part in schema.items()
        if not (key in without and isinstance(part, str))
    }


def _text(path: Path) -> str:
    try:
        # Line ends count as one, so that a checkout on another system is the same skill.
        return path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as problem:
        raise _broken(path.parent.name, f"{path.name} can't be read") from problem


def _manifest(text: str, folder: Path) -> Manifest:
    try:
        return Manifest.model_validate(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, ValidationError) as problem:
        raise _broken(folder.parent.name, f"its manifest is wrong: {problem}") from problem


def _variables(text: str, name: str) -> frozenset[str]:
    template = Template(text)
    if not template.is_valid():
        raise _broken(name, "SKILL.md has a dollar sign that begins no variable; write $$")
    return frozenset(template.get_identifiers())


def _named(dotted: str, name: str) -> Any:
    module, _, attribute = dotted.rpartition(".")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as problem:
        raise _broken(name, f"{dotted} is not there") from problem


def _contract(dotted: str, name: str) -> type[Contract]:
    found = _named(dotted, name)
    if not (isinstance(found, type) and issubclass(found, Contract)):
        raise _broken(name, f"{dotted} is no contract")
    return found


def _function(dotted: str, name: str) -> Any:
    found = _named(dotted, name)
    if not callable(found) or isinstance(found, type):
        raise _broken(name, f"{dotted} is no function")
    return found


def _broken(name: str, why: str) -> SkillBroken:
    return SkillBroken("The skill %(name)s can't be used: %(why)s.", name=name, why=why)
