"""Why a file's text can't be had: a code inside, a sentence for the person. Pure."""

from medreview.common.errors import gettext_noop

SENTENCES = {
    "empty": gettext_noop("%(name)s is empty. Choose the file again."),
    "too_large": gettext_noop(
        "%(name)s is larger than the %(limit)s MB a document may have. Split it, or save it"
        " without its pictures."
    ),
    "unknown_ending": gettext_noop(
        "%(name)s has no ending the library knows. It reads PDF (.pdf), HTML (.html), Markdown"
        " (.md) and plain text (.txt): save it as one of these."
    ),
    "other_kind": gettext_noop(
        "%(name)s is %(kind)s. The library reads PDF, HTML, Markdown and plain text: save it as"
        " one of these and upload that."
    ),
    "not_that_kind": gettext_noop(
        "%(name)s is named as %(kind)s, but what is in it is something else. Give it the ending"
        " of what it is and upload it again."
    ),
    "encrypted": gettext_noop(
        "%(name)s is protected by a password. Save a copy without one and upload that."
    ),
    "damaged": gettext_noop(
        "%(name)s is damaged or cut short, and its pages can’t be read. Get the file again from"
        " where it was published."
    ),
    "no_text": gettext_noop(
        "%(name)s holds no text, as a scan holds only pictures of pages. Have its text recognised"
        " (OCR) and upload that, so that quotes can be checked."
    ),
    "too_many_pages": gettext_noop(
        "%(name)s has %(pages)s pages; a document may have %(most)s. Upload the part that is"
        " quoted."
    ),
    "too_much_text": gettext_noop(
        "%(name)s unpacks to more text than a document may hold. Upload the part that is quoted."
    ),
    "too_long": gettext_noop(
        "Reading %(name)s took longer than a document may take and was stopped. Save it as a"
        " simpler PDF or as plain text and upload that."
    ),
    "gave_up": gettext_noop(
        "%(name)s could not be read: it is damaged, or needs more memory than a document may"
        " take. Save it anew as PDF or as plain text and upload that."
    ),
    "zero_bytes": gettext_noop(
        "%(name)s holds zero bytes, so it is no text. Save it as UTF-8 text and upload it again."
    ),
    "encoding": gettext_noop(
        "%(name)s is not %(encoding)s throughout: byte %(place)s is written otherwise. Save it as"
        " UTF-8 and upload it again."
    ),
    "unknown_encoding": gettext_noop(
        "%(name)s says it is written in an encoding the library does not read. Save it as UTF-8"
        " and upload it again."
    ),
}


class Refused(Exception):
    """A file is not read; ``code`` is a key of ``SENTENCES``, ``values`` fill its sentence."""

    def __init__(self, code: str, **values: str | int) -> None:
        super().__init__(code)
        self.code, self.values = code, values
