"""The skills of the product are found by their folders, and a broken one is not passed over."""

import os

import pytest

from medreview.common.errors import NotFound
from medreview.runtime.skills.catalogue import catalogue, skill_named
from tests.factories.skills import MANIFEST, write_skill


@pytest.fixture
def root(tmp_path, settings):
    settings.SKILLS_ROOT = tmp_path / "street"
    return settings.SKILLS_ROOT


def test_every_folder_with_a_manifest_is_found_and_a_broken_one_says_why(root):
    write_skill(root / "pipeline" / "planner" / "skill")
    write_skill(root / "pipeline" / "other" / "skill", manifest="[caps")

    broken, whole = catalogue()

    assert (broken.place, broken.skill) == ("street/pipeline/other/skill", None)
    assert "its manifest is wrong" in str(broken.problem)
    assert (whole.name, whole.place) == ("planner", "street/pipeline/planner/skill")


def test_a_skill_is_read_again_once_its_files_were_written(root):
    folder = write_skill(root / "planner" / "skill")
    before = skill_named("planner")

    write_skill(folder, instruction="Plan $aim otherwise.\n")
    for name in ("SKILL.md", "manifest.toml"):
        os.utime(folder / name, ns=(1, 1))

    assert skill_named("planner").hash != before.hash


def test_a_name_that_no_skill_has_is_not_found(root):
    write_skill(root / "planner" / "skill", manifest=MANIFEST)

    with pytest.raises(NotFound):
        skill_named("writer")


def test_every_skill_of_the_product_can_be_read():
    assert [one.problem for one in catalogue() if one.problem] == []
