"""house.md knows every room and every file, in the words the files have for themselves."""

from tests.architecture.tree import HOUSE, tree, written


def test_the_tree_of_the_house_is_as_the_files_say():
    text = HOUSE.read_text()

    assert text == written(text), "run: make docs"


def test_every_file_of_the_tree_says_what_it_is_for():
    silent = [line for line in tree().splitlines() if line.endswith((".py", ".css", ".js"))]

    assert silent == []
