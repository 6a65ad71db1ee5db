"""A skill is read whole and exactly, or not at all."""

import pytest

from medreview.common.contract import Contract
from medreview.runtime.errors import SkillBroken
from medreview.runtime.skills.read import filled, read_skill
from tests.factories import scripted_model
from tests.factories.scripted_model import Plan
from tests.factories.skills import MANIFEST, write_skill


def test_a_skill_knows_its_contracts_tools_caps_and_fallback(tmp_path):
    skill = read_skill(write_skill(tmp_path))

    assert (skill.name, skill.version) == ("planner", "1.0.0")
    assert skill.output is Plan
    assert skill.manifest.tools == ("look_up", "submit_plan")
    assert skill.manifest.caps.steps == 6
    assert skill.fallback(None) == Plan(keys=())
    assert skill.variables == {"aim"}


def test_every_changed_letter_is_another_skill_and_line_ends_are_none(tmp_path):
    one = read_skill(write_skill(tmp_path / "a"))
    same = read_skill(write_skill(tmp_path / "b"))
    text = read_skill(write_skill(tmp_path / "c", instruction="Plan $aim!\n"))
    caps = read_skill(
        write_skill(tmp_path / "d", manifest=MANIFEST.replace("steps = 6", "steps = 7"))
    )

    folder = write_skill(tmp_path / "e")
    (folder / "SKILL.md").write_bytes((folder / "SKILL.md").read_bytes().replace(b"\n", b"\r\n"))

    assert one.hash == same.hash == read_skill(folder).hash
    assert len({one.hash, text.hash, caps.hash}) == 3


class WiderPlan(Contract):
    """A plan to which one more thing was added."""

    keys: tuple[str, ...]
    title: str = ""


class SaidOtherwise(Contract):
    """Other words for the same shape."""

    keys: tuple[str, ...]


def test_a_skill_whose_contract_changed_is_another_skill_and_its_shape_says_how(
    tmp_path, monkeypatch
):
    before = read_skill(write_skill(tmp_path))

    monkeypatch.setattr(scripted_model, "Plan", WiderPlan)
    after = read_skill(write_skill(tmp_path))

    assert before.hash != after.hash
    assert '"title"' in dict(after.files)["output.json"]
    assert "one more thing was added" in dict(after.files)["output.json"]


def test_words_reach_the_model_with_the_output_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(scripted_model, "LookUp", SaidOtherwise)
    one = read_skill(write_skill(tmp_path))
    monkeypatch.setattr(SaidOtherwise, "__doc__", "Other words again.")
    SaidOtherwise.model_rebuild(force=True)

    assert read_skill(write_skill(tmp_path)).hash == one.hash
    assert "Other words" not in dict(one.files)["input.json"]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ('name = "planner"', 'name = "Planner"'),
        ('version = "1.0.0"', 'version = "new"'),
        ("steps = 6", "steps = 26"),
        ("steps = 6", "step = 6"),
        ('submit = "submit_plan"', 'submit = "other"'),
        ("scripted_model.Plan", "scripted_model.Nothing"),
        ("scripted_model.Plan", "scripted_model.submit"),
        ("skills.no_plan", "scripted_model.Plan"),
        ("skills.no_plan", "skills.missing"),
        ("tests.factories.skills.no_plan", "os.system"),
        ("[caps]", "[caps"),
        ("tools =", "hours ="),
    ],
)
def test_a_manifest_with_anything_odd_is_refused(tmp_path, was, now):
    assert was in MANIFEST

    with pytest.raises(SkillBroken):
        read_skill(write_skill(tmp_path, manifest=MANIFEST.replace(was, now)))


def test_a_folder_without_its_files_is_refused(tmp_path):
    with pytest.raises(SkillBroken, match=r"SKILL\.md can't be read"):
        read_skill(tmp_path)


@pytest.mark.parametrize("variables", [{}, {"aim": "x", "other": "y"}, {"other": "y"}])
def test_a_variable_that_is_missing_or_not_used_is_an_error(tmp_path, variables):
    skill = read_skill(write_skill(tmp_path))

    with pytest.raises(SkillBroken, match="missing or not used"):
        filled(skill, variables)


def test_variables_are_filled_and_a_stray_dollar_sign_is_refused(tmp_path):
    skill = read_skill(write_skill(tmp_path / "a"))
    assert filled(skill, {"aim": "what to look for"}) == "Plan what to look for. It costs $5.\n"

    with pytest.raises(SkillBroken, match="dollar"):
        read_skill(write_skill(tmp_path / "b", instruction="It costs $5 for $aim"))
