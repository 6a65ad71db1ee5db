import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.hl7v2.fields import NotAMessage, Separators, segments_of

USUAL = Separators("|", "^", "~", "\\", "&", "utf-8")
HEADER = "MSH|^~\\&|LAB|N|||20261120||ORU^R01|1|P|2.5"


def segment(line):
    return segments_of(f"{HEADER}\r{line}", "utf-8")[1]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (r"a\F\b\S\c\T\d\R\e\E\f", "a|b^c&d~e\\f"),
        (r"one\.br\two", "one\ntwo"),
        (r"one\.sp2\two", "one\n\ntwo"),
        (r"\X41\\X42\C", "ABC"),
        (r"\XC3A9\t\XE9\ ", "étété"[0:2] + "é "),
        (r"\H\bold\N\ text", "bold text"),
        (r"\Zxx\ stays", r"\Zxx\ stays"),
        (r"a \ b", r"a \ b"),
        (r"5\E\.br\E\6", r"5\.br\6"),
        (r"\X00\ no nul", r"\X00\ no nul"),
        ("plain", "plain"),
    ],
)
def test_escapes_are_undone_and_unknown_ones_stay(sent, said):
    assert USUAL.plain(sent) == said


def test_fields_repetitions_components_and_parts_are_found():
    found = segment("PID|1||7^^^NORTH&1.2&ISO^MR~8^^^STATE^NI")

    first, second = found.repetitions(3)
    assert (first.component(1), first.component(4), first.component(5)) == ("7", "NORTH", "MR")
    assert (second.component(1), second.component(9)) == ("8", "")
    assert found.text(3, 5) == "MR"
    assert found.text(30) == ""


def test_an_empty_field_says_nothing_and_a_null_asks_to_delete():
    found = segment('OBX|1|NM|K||""|')

    assert found.is_null(5)
    assert not found.is_null(6)
    assert found.repetitions(5) == found.repetitions(6) == []


def test_signs_inside_a_plain_text_are_letters():
    assert segment("OBX|1|ST|K||A & B ^ C").repetitions(5)[0].text == "A & B ^ C"


def test_a_message_may_choose_its_own_signs():
    found = segments_of("MSH#*!/%#LAB#N\rPID#1##7***N%x*MR!8\r", "utf-8")[1]

    assert [one.component(1) for one in found.repetitions(3)] == ["7", "8"]
    assert found.text(3, 4) == "N"


def test_text_the_parser_takes_for_no_message_is_none():
    with pytest.raises(NotAMessage):
        segments_of("MSH", "utf-8")


@given(st.text(max_size=60))
def test_any_text_is_plain_text(text):
    assert isinstance(USUAL.plain(text), str)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40))
def test_what_is_escaped_comes_back_as_it_was(text):
    letters = {"|": "F", "^": "S", "&": "T", "~": "R", "\\": "E"}
    sent = "".join(f"\\{letters[one]}\\" if one in letters else one for one in text)

    assert USUAL.plain(sent) == text
