"""A matrix tells every number as a link, for the eye by a bar and for the ear in words."""

from xml.etree import ElementTree

from graphcurate.pictures.matrix import CELL, Cell, Matrix, Row, matrix_svg


def cell(number: int, share: float = 0.5) -> Cell:
    return Cell(number, f"{number} of 4", f"Iron & <more>: {number}", "/graph/?a=1&b=2", share)


def parsed(matrix):
    return ElementTree.fromstring(matrix_svg(matrix).replace(" data-picture>", ">"))


def matrix(*cells: Cell) -> Matrix:
    return Matrix("All", ["Conditions"] * len(cells), [Row("Iron", "/graph/iron/", cells)])


def test_every_cell_and_every_row_is_a_link():
    drawn = parsed(matrix(cell(1), cell(3)))

    anchors = drawn.findall("a")

    assert [one.get("href") for one in anchors] == ["/graph/iron/", *["/graph/?a=1&b=2"] * 2]
    assert [one.get("data-number") for one in anchors[1:]] == ["1", "3"]
    assert anchors[1].get("aria-label") == "Iron & <more>: 1"


def test_a_bar_is_as_long_as_its_share_and_never_longer_than_its_cell():
    drawn = parsed(matrix(cell(1, 0.25), cell(9, 7.0)))

    bars = [float(one.get("width")) for one in drawn.iter("rect") if one.get("class") == "bar"]

    assert bars == [CELL / 4, CELL]


def test_an_empty_cell_is_told_by_its_edge_too():
    drawn = parsed(matrix(cell(0, 0)))

    assert drawn.findall("a")[1].get("class") == "cell none"


def test_a_matrix_of_nothing_is_nothing():
    assert matrix_svg(Matrix("All", [], [])) == ""
