import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from medreview.fhir.models import Import, Resource

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[5] / "data" / "results"
NIGHT, DAY = str(DATA / "night.csv"), str(DATA / "day.hl7")


def _mapping(tmp_path, capsys, **said):
    call_command("import_results", NIGHT, "--guess")
    guess = json.loads(capsys.readouterr().out)
    path = tmp_path / "mapping.json"
    path.write_text(json.dumps({**guess, "source": "Night laboratory", **said}))
    return path


def test_a_guess_is_a_mapping_but_for_what_only_a_person_can_say(capsys):
    call_command("import_results", NIGHT, "--guess")

    printed = capsys.readouterr()
    guess = json.loads(printed.out)

    assert guess["source"] is None
    assert "say where it says null: source (the system the table comes from" in printed.err
    assert guess["columns"]["value"] == 5
    assert (guess["decimal"], guess["date_format"], guess["codes"]) == (
        "comma",
        "DD.MM.YYYY",
        "loinc",
    )


def test_a_table_and_messages_go_in_and_their_receipts_come_out(north, tmp_path, capsys):
    mapping = _mapping(tmp_path, capsys)

    call_command("import_results", NIGHT, DAY, "--mapping", str(mapping), "--json")

    table, messages = json.loads(capsys.readouterr().out)["imports"]
    assert (table["entries"]["new"], len(table["entries"]["quarantined"])) == (6, 2)
    assert table["entries"]["quarantined"][0]["where"] == "row 6"
    assert messages["entries"]["quarantined"][0]["where"] == "message 1, OBX 8"


def test_a_dry_run_writes_nothing(north, tmp_path, capsys):
    mapping = _mapping(tmp_path, capsys)

    call_command("import_results", NIGHT, "--mapping", str(mapping), "--dry-run")

    assert "6 new" in capsys.readouterr().out
    assert not Import.objects.exists()
    assert not Resource.objects.exists()


def test_a_table_without_a_mapping_is_one_sentence(north, capsys):
    with pytest.raises(SystemExit) as ended:
        call_command("import_results", NIGHT)

    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "is a table; say first what its columns mean." in said
    assert "import_results --guess prints a mapping" in said


def test_half_a_mapping_is_refused_before_anything_is_read(tmp_path, capsys):
    mapping = _mapping(tmp_path, capsys, source=None)

    with pytest.raises(CommandError, match="is no mapping: source is still null; write the system"):
        call_command("import_results", NIGHT, "--mapping", str(mapping))
    with pytest.raises(CommandError, match="can't be opened"):
        call_command("import_results", NIGHT, "--mapping", str(tmp_path / "none.json"))


def test_what_a_table_does_not_show_is_asked_for_by_name(tmp_path, capsys):
    path = tmp_path / "plain.csv"
    path.write_text("MRN,Foo,Result\n1,Potassium,4.1\n")

    call_command("import_results", str(path), "--guess")

    assert "test (the number of its column, counted from 0)" in capsys.readouterr().err


def test_what_is_no_table_can_not_be_guessed(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("one column\n1\n")

    with pytest.raises(CommandError, match="has 1 columns"):
        call_command("import_results", str(path), "--guess")
