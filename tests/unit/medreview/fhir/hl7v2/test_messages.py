import pytest
from hypothesis import given
from hypothesis import strategies as st

from medreview.fhir.hl7v2.messages import cut

HEADER = "MSH|^~\\&|LAB|N|||20261120||ORU^R01|{id}|P|2.5||||||{charset}"


def message(*segments, charset="", number=1):
    return "\r".join([HEADER.format(id=number, charset=charset), *segments]) + "\r"


def problems(data):
    return [one.problem.code if one.problem else "" for one in cut(data).messages]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_segments_may_end_in_any_way(end):
    (found,) = cut(message("PID|1", "OBX|1").replace("\r", end).encode()).messages

    assert found.text.split("\r")[1:] == ["PID|1", "OBX|1"]


def test_messages_follow_one_another_alone_or_in_a_batch():
    two = message("PID|1") + message("PID|2")

    assert problems(two.encode()) == ["", ""]
    assert problems(f"FHS|^~\\&\rBHS|^~\\&\r{two}BTS|2\rFTS|1\r".encode()) == ["", ""]


def test_frames_of_a_network_are_opened_and_one_that_never_ends_is_told():
    whole = b"\x0b" + message("PID|1").encode() + b"\x1c\r"
    cut_short = b"\x0b" + message("OBX|1|NM|K||1").encode()

    assert problems(whole + whole) == ["", ""]
    assert problems(whole + cut_short) == ["", "cut_short"]


@pytest.mark.parametrize(
    ("charset", "encoding", "word"),
    [
        ("", "utf-8", "Größe"),
        ("ASCII", "ascii", "Size"),
        ("UNICODE UTF-8", "utf-8", "Калий 钾"),
        ("8859/1", "iso8859-1", "Größe"),
        ("8859/5", "iso8859-5", "Калий"),
        ("8859/15", "iso8859-15", "5 €"),
        ("GB 18030-2000", "gb18030", "钾|血清"),
        ("GB 18030", "gb18030", "淇"),
        ("8859/1~UNICODE UTF-8", "iso8859-1", "é"),
    ],
)
def test_a_message_is_decoded_by_the_set_it_names(charset, encoding, word):
    (found,) = cut(message(f"NTE|1||{word}", charset=charset).encode(encoding)).messages

    assert found.problem is None
    assert word in found.text


def test_messages_of_one_file_may_each_name_their_own():
    data = message("NTE|1||é", charset="8859/1").encode("latin-1")
    data += message("NTE|1||é", charset="UNICODE UTF-8").encode()

    assert ["é" in one.text for one in cut(data).messages] == [True, True]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (message("NTE|1||é").encode("latin-1"), "not_text"),
        (message(charset="JIS X 0201").encode(), "unknown_charset"),
        (message(charset="8859/12").encode(), "unknown_charset"),
        (b"PID|1||7\rOBX|1\r", "no_header"),
        (b"MSH|^~\rPID|1\r", "no_separators"),
        (b"MSH|^^^^|LAB\rPID|1\r", "no_separators"),
        (message("NTE|1||a\x00b").encode(), "not_text"),
    ],
)
def test_a_message_that_can_not_be_read_has_its_problem(data, problem):
    assert problems(data) == [problem]


def test_a_line_break_inside_a_text_goes_on_with_its_segment():
    (found,) = cut(message("NTE|1||first\nsecond", "OBX|2").encode()).messages

    assert found.text.split("\r")[1:] == ["NTE|1||first\nsecond", "OBX|2"]


def test_what_the_envelope_counts_is_kept():
    found = cut(f"BHS|^~\\&\r{message('PID|1')}BTS|3\r".encode())

    assert (found.headers, found.trailers, found.promised, len(found.messages)) == (1, 1, 3, 1)


def test_a_file_without_an_end_of_line_may_end_within_its_last_line():
    assert cut(message("OBX|1").rstrip("\r").encode()).messages[0].ends_open
    assert not cut(message("OBX|1").encode()).messages[0].ends_open


@given(st.binary(max_size=500))
def test_any_bytes_are_cut(data):
    cut(b"MSH|^~\\&|" + data)
    cut(data)
