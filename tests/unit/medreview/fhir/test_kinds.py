import gzip
import io
import zipfile

import pytest

from medreview.fhir.errors import Unreadable
from medreview.fhir.kinds import Kind, head_of, kind_of, opened


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("a.json", b'{"resourceType": "Bundle"}', Kind.FHIR),
        ("a.csv", b' [{"a": 1}]', Kind.FHIR),
        ("a.txt", b"<html>", Kind.FHIR),
        ("a", b"MSH|^~\\&|LAB", Kind.HL7),
        ("a.txt", b"\xef\xbb\xbf\r\nFHS|^~\\&|", Kind.HL7),
        ("a.dat", b"\x0bMSH|^~\\&|LAB", Kind.HL7),
        ("a.csv", b"MRN,Test\n1,K\n", Kind.CSV),
        ("a", b"MRN;Test\n1;K\n", Kind.CSV),
        ("a.tsv", "Пациент\tТест\n".encode("windows-1251"), Kind.CSV),
        ("a.csv", "MRN\tTest\n".encode("utf-16"), Kind.CSV),
        ("a.txt", b"nothing", Kind.FHIR),
        ("a.txt", b"", Kind.FHIR),
    ],
)
def test_the_kind_is_told_by_what_is_inside(name, head, kind):
    assert kind_of(name, head) is kind


def test_a_workbook_is_one_sentence_that_says_what_to_do():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")

    for content in (packed.getvalue(), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        with pytest.raises(Unreadable, match="save the sheet as CSV"):
            kind_of("results.xlsx", content)


def test_a_packed_file_is_unpacked_as_it_is_read_and_a_damaged_one_is_said():
    packed = gzip.compress(b"MRN,Test\n")

    assert head_of("a.csv.gz", packed) == b"MRN,Test\n"
    with pytest.raises(Unreadable, match="damaged or cut short"):
        head_of("a.csv.gz", packed[:-4])


def test_more_than_the_limit_is_not_read(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"x" * 3_000_000)

    with (
        opened("a.csv", path, limit=1_000_000) as stream,
        pytest.raises(Unreadable, match="larger"),
    ):
        stream.read()
    with pytest.raises(Unreadable, match="can't be opened"):
        head_of("b.csv", tmp_path / "b.csv")
