"""A small skill in a folder of its own."""

from pathlib import Path

from medreview.runtime.skills.contracts import Skill
from tests.factories.scripted_model import Plan

MANIFEST = """name = "planner"
version = "1.0.0"
tools = ["look_up", "submit_plan"]
input = "tests.factories.scripted_model.LookUp"
output = "tests.factories.scripted_model.Plan"
fallback = "tests.factories.skills.no_plan"

[caps]
steps = 6
tokens = 50000
money = "1.00"
seconds = 60

[stop]
submit = "submit_plan"
rejections_in_a_row = 3
errors_in_a_row = 3
"""

INSTRUCTION = "Plan $aim. It costs $$5.\n"


def no_plan(given: object) -> Plan:
    """What is made without a model: nothing."""
    return Plan(keys=())


def other_thing(given: object) -> str:
    """A fallback that keeps no contract."""
    return "no plan"


def write_skill(folder: Path, *, manifest: str = MANIFEST, instruction: str = INSTRUCTION) -> Path:
    """The skill's folder, written."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.toml").write_text(manifest)
    (folder / "SKILL.md").write_text(instruction)
    return folder


def allow(folder: Path, *skills: Skill) -> Path:
    """A list that allows these skills."""
    lines = [
        f'[[skill]]\nname = "{skill.name}"\nversion = "{skill.version}"\nhash = "{skill.hash}"\n'
        for skill in skills
    ]
    place = folder / "allowed.toml"
    place.write_text("\n".join(lines))
    return place
