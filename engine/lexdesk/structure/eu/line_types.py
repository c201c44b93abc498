"""Types of printed lines of an act, independent of their context."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lexdesk.structure.eu.numbering import read_article_number, read_division_number
from lexdesk.structure.eu.vocabulary import find_division_kind
from lexdesk.structure.numbers import format_division_number
from lexdesk.structure.text_lines import Line, is_wrapped, measure_width
from lexdesk.text.lazy_pattern import lazy_pattern

_ARTICLE_WORDS = (
    "Article|Artikel|Artículo|Articolo|Artigo|Articolul|Artykuł|Článek|Článok|Člen|Член|Άρθρο|"
    "Artikolu|Artikkel|Članak|Airteagal"
)
ARTICLE = lazy_pattern(
    rf"(?P<printed>(?:{_ARTICLE_WORDS}|{_ARTICLE_WORDS.upper()})\s+"
    r"(?:\d+\s?[a-z]{0,2}(?:\.[oº]|[º°])?|[Pp]remier|PREMIER|único|unico|1er)"
    r"|\d+(?:\s?[a-z]|/[A-Z])?\.?\s(?:artikla|straipsnis|pants|cikk))\.?"
    r"(?:(?P<separator>\s*[-–—:]\s*|\s+)(?P<heading>[A-ZÄÖÜÉ‘“(].*))?"
)
DIVISION = lazy_pattern(
    r"(?P<printed>\S+\s+(?:[IVXLC]+[a-z]?|\d{1,2}[a-z]?|[A-Z]))\.?"
    r"(?:\s*[-–—:]?\s+(?P<heading>[A-ZÄÖÜÉ].*))?"
)
RECITAL = lazy_pattern(r"\((\d{1,3})\)\s*(.*)")
_FOOTNOTE = lazy_pattern(
    r"(OJ (No )?[LC]\b|Opinion of |Position of |See |ABl\.|JO (no )?[LC]\b)|.*\(OJ (No )?[LC] ?\d"
)
TERMINAL = (".", ";", ":", ",", "?", "!")

Number = tuple[int, str]
"""An article number: ``(5, "a")`` for Article 5a."""


@dataclass(frozen=True, slots=True)
class ArticleHead:
    """A line that may begin an article or a division; ``heading`` is the text after the number."""

    printed: str
    kind: str
    number: Number
    heading: str


class PrintedLines:
    """The printed lines, with candidates for heads of articles and divisions."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.wrapped = is_wrapped(lines)
        self.width = measure_width(lines)
        self.articles = {i: h for i, line in enumerate(lines) if (h := self._article(line.text))}
        self.divisions = {i: h for i, line in enumerate(lines) if (h := _division(line.text))}

    def text(self, index: int) -> str:
        """Return the text of a line, ``""`` beyond the last."""
        return self.lines[index].text if index < len(self.lines) else ""

    def is_apart(self, index: int) -> bool:
        """Return True if the line before ends a sentence, so that this line does not continue it."""
        if index == 0 or not self.wrapped:
            return True
        return self.lines[index - 1].text.endswith((".", ";", "’"))

    def is_short(self, text: str) -> bool:
        """Return True if a line ends early, as the last line of a paragraph."""
        return not self.wrapped or len(text) < 0.85 * self.width

    def ends_paragraph(self, index: int) -> bool:
        """Return True if the line seems to be the last of its paragraph, by its end and length."""
        text = self.lines[index].text if index >= 0 else ""
        return not self.wrapped or (text.endswith((".", ";", ":")) and self.is_short(text))

    def is_footnote(self, index: int, text: str) -> bool:
        """Return True if ``text``, after a number in brackets, cites the Official Journal."""
        for line in self.lines[index + 1 : index + 4]:
            if len(text) > 300 or RECITAL.match(line.text):
                break
            text += " " + line.text
        return _FOOTNOTE.match(text) is not None

    def _article(self, text: str) -> ArticleHead | None:
        """Parse the head of an article; the text after the number must be a heading."""
        match = ARTICLE.fullmatch(text)
        if match is None:
            return None
        heading = match["heading"] or ""
        set_apart = not self.wrapped or (match["separator"] or "").strip()
        if heading and (not set_apart or heading.endswith(TERMINAL)):
            return None
        return ArticleHead(
            match["printed"],
            "article",
            split_number(read_article_number(match["printed"])),
            heading,
        )


def _division(text: str) -> ArticleHead | None:
    match = DIVISION.fullmatch(text)
    if match is None or not text[0].isupper():
        return None
    printed, heading = match["printed"], match["heading"] or ""
    kind = find_division_kind(printed)
    if kind == "division" or (heading and not heading.isupper()):
        return None
    return ArticleHead(
        printed, kind, split_number(format_division_number(read_division_number(printed))), heading
    )


def split_number(number: str) -> Number:
    """Split ``5a`` into ``(5, "a")``; ``(0, "")`` without a number."""
    match = re.match(r"(\d{1,9})([a-z]*)", number)
    return (int(match[1]), match[2]) if match else (0, "")
