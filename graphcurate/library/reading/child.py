"""The program that reads one stranger's file, shut in by its own limits.

``python -m graphcurate.library.reading.child LIMITS MEDIA-TYPE [PAGE]``: the file on standard
input, JSON (or, with a page, a PNG picture) on standard output. It knows no settings, no database
and no secret, and writes to nothing but its output.
"""

import json
import sys
from dataclasses import asdict

from graphcurate.library.contents import Contents
from graphcurate.library.reading import html_text, pdf_text, plain_text
from graphcurate.library.reading.limits import Limits, put_on
from graphcurate.library.reading.refusals import Refused
from graphcurate.library.vocabulary import MediaType

READERS = {
    MediaType.PDF: pdf_text.read,
    MediaType.HTML: html_text.read,
    MediaType.MARKDOWN: html_text.read_markdown,
    MediaType.PLAIN: plain_text.read,
}


def main(arguments: list[str]) -> bytes:
    """What is answered: the contents, or why there are none."""
    limits, media_type, *page = arguments
    put_on(Limits(**json.loads(limits)))
    content = sys.stdin.buffer.read()
    try:
        if page:
            return pdf_text.picture(content, int(page[0]))
        return _as_json(READERS[MediaType(media_type)](content))
    except Refused as refused:
        return json.dumps({"refused": refused.code, "values": refused.values}).encode()
    except MemoryError:
        return b'{"refused": "gave_up", "values": {}}'


def _as_json(contents: Contents) -> bytes:
    return json.dumps(asdict(contents)).encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(main(sys.argv[1:]))
    sys.stdout.buffer.flush()
