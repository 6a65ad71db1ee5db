import gzip
import io
import tarfile
import zipfile

import pytest

from medreview.fhir.errors import Unreadable
from medreview.fhir.unpacking import unpack

TEXT = '{"resourceType": "Patient", "name": [{"family": "Иванова"}]}'


def _zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.json", TEXT)
    return out.getvalue()


def _tar() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.json"))
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.encode("utf-32"),
        gzip.compress(TEXT.encode()),
        gzip.compress(TEXT[:20].encode()) + gzip.compress(TEXT[20:].encode()),
    ],
)
def test_text_is_found_whatever_its_encoding_and_packing(content):
    file = unpack("a.json", content)

    assert file.text == TEXT


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b" \n\t", "is empty"),
        (gzip.compress(b""), "is empty"),
        (b"<Bundle/>", "XML"),
        (b"\xef\xbb\xbf  <html>", "XML"),
        (_zip(), "zip archive"),
        (_tar(), "tar archive"),
        (gzip.compress(_tar()), "tar archive"),
        (gzip.compress(gzip.compress(b"{}")), "gzip inside gzip"),
        (gzip.compress(TEXT.encode())[:-9], "damaged or cut short"),
        (b"\x1f\x8bgarbage", "damaged or cut short"),
        (b"7z\xbc\xaf\x27\x1c..", "7z archive"),
        (b"%PDF-1.7", "is a PDF; FHIR is read as JSON"),
        (b"\xff\xfe{\x00}", "neither UTF-8 nor UTF-16"),
    ],
)
def test_what_can_not_be_read_is_refused_in_one_sentence_that_names_the_file(content, says):
    with pytest.raises(Unreadable) as refusal:
        unpack("letter.json", content)

    assert "letter.json" in str(refusal.value)
    assert says in str(refusal.value)
    assert str(refusal.value).count(".") == 2


def test_a_file_over_the_limit_is_refused(settings):
    settings.UPLOAD_LIMIT = 1024 * 1024

    with pytest.raises(Unreadable, match="larger than the 1 MB"):
        unpack("big.json", b"[" + b" " * 1024 * 1024 + b"]")


def test_a_gzip_bomb_is_inflated_no_further_than_the_limit(settings):
    settings.UPLOAD_LIMIT = 1024 * 1024
    bomb = gzip.compress(b" " * 64 * 1024 * 1024)

    with pytest.raises(Unreadable, match="larger than the 1 MB"):
        unpack("bomb.json.gz", bomb)


def test_bytes_that_are_no_text_stay_recognisable():
    file = unpack("a.json", b'["\xff"]')

    assert file.text == '["\udcff"]'
