"""The code that makes an analysis has one hash."""

import pytest

from analysis.pipeline import code_version as versions


@pytest.fixture(autouse=True)
def read_anew():
    versions.code_version.cache_clear()
    yield
    versions.code_version.cache_clear()


def test_code_and_instructions_count_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr(versions, "ROOT", tmp_path)
    stage = tmp_path / "analysis/pipeline/stage"
    stage.mkdir(parents=True)

    def after(name, text):
        (stage / name).write_text(text)
        versions.code_version.cache_clear()
        return versions.code_version()

    first = after("stage.py", "one")

    assert after("stage.pyc", "made of it") == first
    assert after("stage.py", "two") != first
    assert after("stage.py", "one") == first
    assert after("SKILL.md", "an instruction") != first
