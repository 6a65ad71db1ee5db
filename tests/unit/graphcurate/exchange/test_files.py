"""A file's bytes: told apart by what is in them, and refused in a sentence."""

import gzip

import pytest

from graphcurate.exchange.files import Limits, form_of, opened, unpacked
from graphcurate.exchange.forms import Form
from graphcurate.exchange.refusing import FileRefused

SMALL = Limits(size=2_000, rows=3)


@pytest.mark.parametrize(
    ("content", "form"),
    [
        (b'\n {"format": 1}', Form.JSON),
        (b"\xef\xbb\xbf[]", Form.JSON),
        (b"relation,effect\n", Form.RELATIONS),
        (b"Relation;Effect\r\n", Form.RELATIONS),
        ("\ufeffkind\tkey\tlanguage\tname\n".encode(), Form.NAMES),
        ("relation,effect\n".encode("utf-16"), Form.RELATIONS),
    ],
)
def test_a_file_is_told_by_what_is_in_it(content, form):
    assert form_of(content) is form


@pytest.mark.parametrize("content", [b"words", b"a,b\n1,2", b"%!PS", b"<html>", b"\x00\x01"])
def test_what_is_none_of_the_forms_is_refused(content):
    with pytest.raises(FileRefused, match="no file of the graph"):
        form_of(content)


def test_a_packed_file_is_unpacked_only_as_far_as_it_may_be_large():
    with pytest.raises(FileRefused, match="larger"):
        unpacked(gzip.compress(b"x" * 1_000_000), SMALL)


def test_a_gzip_bomb_is_never_whole_in_memory():
    bomb = gzip.compress(gzip.compress(b"0" * 5_000_000))

    assert len(unpacked(bomb, Limits(size=100_000, rows=1))) < 100_000


def test_more_rows_than_are_taken_are_refused_and_the_last_allowed_is_taken():
    rows = [f"r{number},raises\n" for number in range(4)]

    allowed = opened(Form.RELATIONS, "".join(["relation,effect\n", *rows[:3]]).encode(), {}, SMALL)

    assert len(allowed.rows) == 3
    with pytest.raises(FileRefused, match="more than 3 rows"):
        opened(Form.RELATIONS, "".join(["relation,effect\n", *rows]).encode(), {}, SMALL)


def test_a_column_twice_is_refused():
    with pytest.raises(FileRefused, match="twice"):
        opened(Form.RELATIONS, b"relation,effect,effect\n", {}, SMALL)
