import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.csv_results import table as table_module
from medreview.fhir.csv_results.table import Layout, delimiter_of, layout_of, rows


def table(text, delimiter=";", encoding="utf-8"):
    content = text if isinstance(text, bytes) else text.encode(encoding)
    return list(rows(io.BytesIO(content), Layout(encoding, delimiter)))


def cells(text, delimiter=";"):
    return [row.cells for row in table(text, delimiter)]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("пациент;калий;5,3\nИванова;калий;4,1\n", "windows-1251"),
        ("病历号;钾;5.3\n王芳;钾;4.1\n", "gb18030"),
        ("Name;Größe\nMüller;ä\n", "windows-1252"),
        ("Patient\tРусский\n", "utf-16-le"),
        ("Patient\tРусский\n", "utf-16-be"),
        ("Größe;пациент\n", "utf-8"),
    ],
)
def test_the_encoding_is_told_by_the_letters(text, encoding):
    assert layout_of(text.encode(encoding)).encoding == encoding


def test_a_byte_order_mark_decides_and_is_no_part_of_the_header():
    content = "MRN;Test\n1;K\n".encode("utf-8-sig")

    assert layout_of(content).encoding == "utf-8"
    assert table(content)[0].cells == ("MRN", "Test")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_table_of_a_spreadsheet_in_letters_of_two_bytes_is_read(encoding):
    mark = "" if encoding == "utf-16" else "\ufeff"
    content = f"{mark}MRN\tТест\n1\tK\n".encode(encoding)

    found = list(rows(io.BytesIO(content), layout_of(content)))

    assert [row.cells for row in found] == [("MRN", "Тест"), ("1", "K")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_the_one_that_cuts_all_rows_alike(delimiter):
    lines = [["id", "value"], ["1", "5.3"], ["2", "4.1"]]

    assert delimiter_of("\n".join(delimiter.join(line) for line in lines)) == delimiter


def test_decimal_commas_are_no_delimiters():
    assert delimiter_of("id;value;range\n1;5,3;3,5 - 5,1\n2;4,1;3,5 - 5,1\n") == ";"


def test_a_line_that_names_its_delimiter_is_believed_and_is_no_header():
    assert delimiter_of("sep=|\na|b\n") == "|"
    assert cells("sep=;\na;b\n") == [("a", "b")]


def test_quotes_hold_delimiters_quotes_and_lines():
    assert cells('a;b\n1;"x;""y""\nz"\n') == [("a", "b"), ("1", 'x;"y"\nz')]


def test_a_row_is_numbered_as_a_spreadsheet_counts_and_keeps_its_text():
    found = table('a;b\n1;"x\ny"\n\n2;z\n')

    assert [(row.number, row.raw) for row in found] == [(1, "a;b"), (2, '1;"x\ny"'), (4, "2;z")]


def test_a_quote_inside_a_cell_is_a_letter():
    assert cells('a;b\n1;5" tube\n2;x\n')[1:] == [("1", '5" tube'), ("2", "x")]


@pytest.mark.parametrize("after", ["2;x\n3;y\n", '2;"x"\n3;y\n', '2;x\n3;"y"\n'])
def test_a_quote_that_never_closes_costs_its_own_row_only(after):
    found = table(f'a;b\n1;"open\n{after}')

    assert [row.problem for row in found] == ["", "open_quote", "", ""]
    assert found[1].raw == '1;"open'
    assert [row.cells for row in found[2:]] == [("2", "x"), ("3", "y")]


def test_a_line_without_end_costs_itself_only():
    found = table("a;b\n" + "x" * 300_000 + "\n2;z\n")

    assert [row.problem for row in found] == ["", "too_long", ""]
    assert found[2].cells == ("2", "z")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way(end):
    assert cells(f"a;b{end}1;2{end}") == [("a", "b"), ("1", "2")]


def test_a_formula_that_only_keeps_leading_zeros_is_the_text_it_keeps():
    assert cells('a;b\n="0012";=1+1\n')[1] == ("0012", "=1+1")


def test_rows_without_anything_in_them_are_left_out():
    assert cells("a;b\n;;\n \n1;2\n") == [("a", "b"), ("1", "2")]


@given(st.binary(max_size=2_000), st.sampled_from([",", ";", "\t", "|"]))
def test_any_bytes_are_rows_of_some_kind(content, delimiter):
    layout = layout_of(content)

    for row in rows(io.BytesIO(content), Layout(layout.encoding, delimiter)):
        assert row.problem or row.cells


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=5))
def test_what_is_quoted_well_comes_back_as_it_was(pairs):
    def quoted(cell):
        return '"' + cell.replace('"', '""') + '"'

    text = "a;b\n" + "".join(f"{quoted(one)};{quoted(other)}\n" for one, other in pairs)

    expected = [tuple(cell.strip(" \t\xa0\r\n") for cell in pair) for pair in pairs]
    assert cells(text)[1:] == [pair for pair in expected if any(pair)] or any(
        '="' in cell for pair in pairs for cell in pair
    )


def test_a_quoted_cell_may_end_with_the_delimiter():
    assert cells('a;"x;"\nb;c\n') == [("a", "x;"), ("b", "c")]


def test_of_quotes_that_are_never_closed_only_so_many_are_followed(monkeypatch):
    asked = []
    within = table_module._ends_open

    def counted(*given, **how):
        asked.append(1)
        return within(*given, **how)

    monkeypatch.setattr(table_module, "_ends_open", counted)
    broken = 2_000

    found = table("b;z\n" + ('a;"x\n' + "y\n" * 4) * broken)

    # Without an end of patience each broken row would look at the two hundred behind it.
    assert [row.problem for row in found].count("open_quote") == broken
    assert len(asked) < table_module.MOST_IN_VAIN + 2 * broken
