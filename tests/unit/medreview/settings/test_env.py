"""Variables are read with care, and production refuses what only a demo may have."""

import base64
from pathlib import Path

import pytest
from pydantic import ValidationError

from medreview.settings import env
from medreview.settings.env import Environment, database_settings, kept_secret, production_problems

KEY = base64.b64encode(bytes(32)).decode()
PRODUCTION = {
    "DATABASE_URL": "postgresql://review:s%40fe@db.example:5433/review?sslmode=require",
    "MEDREVIEW_SECRET_KEY": "x" * 50,
    "MEDREVIEW_ROOT_KEY": KEY,
    "MEDREVIEW_ALLOWED_HOSTS": "review.example",
}


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in (*PRODUCTION, "MEDREVIEW_DEBUG", "MEDREVIEW_VAR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(Environment.model_config, "env_file", None)
    monkeypatch.setenv("MEDREVIEW_VAR", str(tmp_path))


def environment(monkeypatch: pytest.MonkeyPatch, **variables: str) -> Environment:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return Environment()


def test_without_a_url_the_database_is_the_embedded_one(monkeypatch, tmp_path):
    found = database_settings(environment(monkeypatch))

    assert found["ENGINE"] == "medreview.database.engine"
    assert found["VAR"] == tmp_path


def test_a_url_names_a_database_with_its_password_and_options(monkeypatch):
    found = database_settings(environment(monkeypatch, **PRODUCTION))

    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example", "5433", "review")
    assert (found["USER"], found["PASSWORD"]) == ("review", "s@fe")
    assert found["OPTIONS"]["sslmode"] == "require"


def test_only_web_processes_have_a_pool(monkeypatch):
    worker = database_settings(environment(monkeypatch))
    web = database_settings(environment(monkeypatch, MEDREVIEW_WEB_POOL="1"))

    assert "pool" not in worker["OPTIONS"]
    assert "pool" in web["OPTIONS"]


@pytest.mark.parametrize("key", ["short", base64.b64encode(b"short").decode()])
def test_a_root_key_that_is_none_is_refused_without_being_shown(monkeypatch, key):
    with pytest.raises(ValidationError) as refused:
        environment(monkeypatch, MEDREVIEW_ROOT_KEY=key)

    assert key not in str(refused.value)


def test_a_wrong_variable_ends_with_one_sentence(monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///x")

    with pytest.raises(SystemExit) as ended:
        env.read_environment()

    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("DATABASE_URL: only PostgreSQL is supported")


def test_a_secret_is_made_once_and_readable_by_its_owner_only(monkeypatch, tmp_path):
    found = environment(monkeypatch)

    first, second = kept_secret(found, "session"), kept_secret(found, "session")

    assert first == second
    assert len(base64.b64decode(first)) == 32
    assert (tmp_path / "session.secret").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["session.secret"]


def test_production_accepts_an_environment_that_is_whole(monkeypatch):
    assert production_problems(environment(monkeypatch, **PRODUCTION)) == []


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_refuses_to_start_without(monkeypatch, name):
    rest = {key: value for key, value in PRODUCTION.items() if key != name}

    problems = production_problems(environment(monkeypatch, **rest))

    assert [problem.split(":")[0] for problem in problems] == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEDREVIEW_DEBUG", "1"),
        ("MEDREVIEW_ALLOWED_HOSTS", "*"),
        ("MEDREVIEW_SECRET_KEY", "tests-only"),
    ],
)
def test_production_refuses_what_a_demo_may_have(monkeypatch, name, value):
    problems = production_problems(environment(monkeypatch, **PRODUCTION | {name: value}))

    assert [problem.split(":")[0] for problem in problems] == [name]


def test_a_var_that_can_not_be_written_to_is_a_sentence_and_exit_2(monkeypatch, tmp_path, capsys):
    taken = tmp_path / "taken"
    taken.write_text("a file stands where the directory would be")
    monkeypatch.setenv("MEDREVIEW_VAR", str(taken))

    with pytest.raises(SystemExit) as left:
        env.read_environment()

    assert left.value.code == 2
    assert capsys.readouterr().err == f"MEDREVIEW_VAR: {taken} can't be used: Not a directory.\n"
