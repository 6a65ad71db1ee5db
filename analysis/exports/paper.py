"""The printed page as a PDF file: the same template, the same style sheets, no browser.

The renderer is shut in: it sees the style sheets the page itself names, and nothing else, neither
the network nor a file of the machine.
"""

import io
import re
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from plutoprint import (
    PAGE_MARGINS_NONE,
    PAGE_SIZE_A4,
    PDF_METADATA_CREATION_DATE,
    PDF_METADATA_CREATOR,
    PDF_METADATA_MODIFICATION_DATE,
    PDF_METADATA_TITLE,
    Book,
    ResourceData,
    ResourceFetcher,
)

from analysis.pipeline.models import Analysis
from analysis.pipeline.queries import whole
from analysis.review.findings import findings_of
from analysis.review.presenters.paper import SHEET, sheet_of
from analysis.review.queries import review_of
from medreview.accounts.models import User
from medreview.common.clock import now

NOWHERE = "https://paper.invalid/"
"""Where the page pretends to stand, so that its addresses can be told from the machine's."""

STYLE_SHEET = re.compile(re.escape(NOWHERE) + r"static/(css/[\w.-]+\.css)")


def pdf_of(analysis: Analysis, edition: int, by: User | None) -> bytes:
    """One signed edition on A4 pages. Equal but for the moment of printing."""
    result, review = whole(analysis), review_of(analysis).as_of(edition)
    sheet = sheet_of(analysis, findings_of(result), result, review, edition)
    return rendered(render_to_string(SHEET, sheet | {"user": by}), title=_title(sheet, edition))


def _title(sheet: dict[str, Any], edition: int) -> str:
    # The title of a file is shown in lists of files: it names nobody.
    return f"{sheet['analysis'].number}, version {edition}"


def rendered(page: str, *, title: str) -> bytes:
    """A page of ours as PDF."""
    book = Book(PAGE_SIZE_A4, PAGE_MARGINS_NONE)
    book.custom_resource_fetcher = OwnStyleSheets()
    book.load_html(page, base_url=NOWHERE)
    moment = now().replace(microsecond=0).isoformat()
    book.set_metadata(PDF_METADATA_TITLE, title)
    book.set_metadata(PDF_METADATA_CREATOR, "medreview")
    book.set_metadata(PDF_METADATA_CREATION_DATE, moment)
    book.set_metadata(PDF_METADATA_MODIFICATION_DATE, moment)
    out = io.BytesIO()
    book.write_to_pdf_stream(out)
    return out.getvalue()


class OwnStyleSheets(ResourceFetcher):
    """The only window of the renderer: our own style sheets, by the names the page gives them."""

    def fetch_url(self, url: str) -> ResourceData:
        named = STYLE_SHEET.fullmatch(url)
        path = finders.find(named[1]) if named else None
        if not isinstance(path, str):
            raise PermissionError("The renderer may read our own style sheets and nothing else.")
        return ResourceData(Path(path).read_bytes(), "text/css", "utf-8")
