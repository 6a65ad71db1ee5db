"""HTML and Markdown as their readers see them: text and headings, nothing that runs. Pure."""

from html.parser import HTMLParser

from markdown_it import MarkdownIt

from graphcurate.library.contents import Contents, Section
from graphcurate.library.reading.limits import LONGEST_TITLE, MOST_SECTIONS
from graphcurate.library.reading.plain_text import checked, cleaned, decoded

_UNSEEN = frozenset(
    {"script", "style", "title", "template", "noscript", "svg", "iframe", "object", "select",
     "textarea", "button", "audio", "video", "canvas"}
)  # fmt: skip
"""All of them need an end tag, so that nothing after them is left out by mistake."""
_IN_LINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
     "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub",
     "sup", "time", "tt", "u", "var", "wbr"}
)  # fmt: skip
_CELLS = frozenset({"td", "th"})
_LEVELS = {f"h{level}": level for level in range(1, 7)}

# 10<sup>9</sup> must not become 109.
_RAISED = {
    "sup": str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ"),
    "sub": str.maketrans("0123456789+-−()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₍₎"),
}


def read(content: bytes) -> Contents:
    """The text of an HTML page."""
    return _shown(decoded(content, declares=True))


def read_markdown(content: bytes) -> Contents:
    """The text of a Markdown document, without its marks."""
    return _shown(MarkdownIt("commonmark", {"html": True}).enable("table").render(decoded(content)))


def _shown(html: str) -> Contents:
    page = _Page()
    page.feed(html)
    page.close()
    page.end_line()
    return Contents(checked("\n".join(page.lines)), sections=tuple(page.sections[:MOST_SECTIONS]))


class _Page(HTMLParser):
    """Lines of text, with the headings among them. Nesting costs nothing: it is only counted."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.sections: list[Section] = []
        self._length = 0
        self._line: list[str] = []
        self._unseen = ""
        self._depth = 0
        self._level = 0
        self._raised: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._unseen:
            self._depth += tag == self._unseen
            return
        if tag in _UNSEEN:
            self._unseen, self._depth = tag, 1
            return
        self._begin(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            self._depth -= tag == self._unseen
            if not self._depth:
                self._unseen = ""
            return
        if tag in _RAISED and tag in self._raised:
            self._raised.remove(tag)
        elif tag not in _IN_LINE and tag not in _CELLS:
            self.end_line()
            self._level = 0 if tag in _LEVELS else self._level

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._line.append(data.translate(_RAISED[self._raised[-1]]) if self._raised else data)

    def _begin(self, tag: str) -> None:
        if tag in _RAISED:
            self._raised.append(tag)
        elif tag in _CELLS:
            self._line.append(" ")
        elif tag not in _IN_LINE:
            self.end_line()
            self._level = _LEVELS.get(tag, self._level)

    def end_line(self) -> None:
        """What stood in one line or one block, with single spaces."""
        line = cleaned(" ".join("".join(self._line).split()))
        self._line = []
        if not line:
            return
        if self._level:
            self.sections.append(Section(self._length, self._level, line[:LONGEST_TITLE]))
        self._level = 0
        self.lines.append(line)
        self._length += len(line) + 1
