"""From the lines of an act to its provisions; what counts on from the line before is believed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lexdesk.document import Provision
from lexdesk.structure.eu_builder import ActBuilder
from lexdesk.structure.eu_naming import article_number, division_number_of
from lexdesk.structure.eu_quotes import Quotation
from lexdesk.structure.eu_words import kind_of_division
from lexdesk.structure.numbered_levels import follows, is_first, systems_of
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line, is_wrapped, width

_ARTICLE_WORDS = (
    "Article|Artikel|Artículo|Articolo|Artigo|Articolul|Artykuł|Článek|Článok|Člen|Член|Άρθρο|"
    "Artiklu|Artikkel|Članak|Airteagal"
)
_ARTICLE = re.compile(
    rf"(?P<printed>(?:{_ARTICLE_WORDS})\s+(?:\d+\s?[a-z]{{0,2}}(?:\.[oº]|[ºo°])?|premier|único|unico|1er))"
    r"\.?(?:\s*[-–—:]\s*|\s+(?=[A-ZÄÖÜÉ]))?(?P<heading>[A-ZÄÖÜÉ‘“(].*)?",
    re.IGNORECASE,
)
_DIVISION = re.compile(
    r"(?P<printed>\S+\s+(?:[IVXLC]+[a-z]?|\d{1,2}[a-z]?|[A-Z]))\.?(?:\s*[-–—:]?\s+(?P<heading>[A-ZÄÖÜÉ].*))?"
)
_ANNEX = re.compile(r"(ANNEX|ANHANG|ANNEXE|ANEXO|ALLEGATO|BIJLAGE)(\s+[IVXL]+)?")
_RECITAL = re.compile(r"\((\d{1,3})\)\s*(.*)")
_PARAGRAPH = re.compile(r"(\d{1,3}[a-z]{0,2})\.\s+(?=\S)|\((\d{1,3}[a-z]?)\)\s+(?=[A-ZÄÖÜ])")
_POINT = re.compile(r"\(([a-z]{1,4}|\d{1,3}[a-z]?)\)(?:\s+|$)|([a-z]{1,2}|\d{1,3})\)(?:\s+|$)")
_FOOTNOTE = re.compile(
    r"(OJ (No )?[LC]\b|Opinion of |Position of |See |ABl\.|JO (no )?[LC]\b)|.*\(OJ (No )?[LC] ?\d"
)
_CLOSING = re.compile(
    r"This (Regulation|Decision|Directive) shall be binding in its entirety|Done at |Fait à |"
    r"Geschehen zu |Hecho en |Fatto a |Feito em |Diese Verordnung ist in allen ihren Teilen"
)
_TERMINAL = (".", ";", ":", ",", "?", "!")
_WIDEST_GAP = 12
_LONGEST_HEADING = 4  # lines


class ActLines:
    """Marks the provisions of an act in its lines, from behind its title on.

    ``gaps`` counts the articles whose number does not follow the one before.
    """

    def __init__(self, lines: Sequence[Line], language: str) -> None:
        self._lines = lines
        self._tree = MarkedText()
        self._act = ActBuilder(self._tree, language)
        self._quotation = Quotation()
        self._width = width(lines)
        self._wrapped = is_wrapped(lines)
        self._number = ""  # of the last article
        self._recital = 0
        self._paragraph = ""
        self._points: list[tuple[str, str]] = []  # (system, number)
        self._ended = False
        self.gaps = 0
        self._read()

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """What was found."""
        return self._tree.provisions

    def _read(self) -> None:
        index = 0
        while index < len(self._lines):
            self._tree.at(self._lines[index].start)
            taken = self._structure(index)
            self._tree.passed(self._lines[index + taken - 1].end)
            index += taken
        self._tree.close_all()

    def _structure(self, index: int) -> int:
        """Take the line, and with a heading the lines of it; gives how many were taken."""
        text = self._lines[index].text
        if self._is_next_article(text):
            return self._article(index)
        if not self._ended and (match := self._division(index)):
            return self._open_division(index, match)
        if _ANNEX.fullmatch(text) and self._number:
            self._act.annex(text)
            self._start_counting(ended=True)
            return 1
        if _CLOSING.match(text) and self._number and not self._act.in_annex:
            self._act.end()
            self._start_counting(ended=True)
        elif not self._number:
            self._preamble(index)
        elif self._act.in_article and not self._quotation.enter(_without_marker(text)):
            self._numbered(index)
        return 1

    def _start_counting(self, *, ended: bool = False) -> None:
        self._paragraph, self._ended = "", ended
        self._points.clear()
        self._quotation.reset()

    def _preamble(self, index: int) -> None:
        text = self._lines[index].text
        match = _RECITAL.match(text)
        if match and int(match[1]) == self._recital + 1 and not self._is_footnote(index):
            self._recital += 1
            self._act.recital(match[1])
        elif re.match(r"HA(VE|S) ADOPTED|HABEN? FOLGENDE|ONT ADOPTÉ|A ADOPTÉ", text):
            self._act.end_recital()

    def _is_footnote(self, index: int) -> bool:
        match = _RECITAL.match(self._lines[index].text)
        text = match[2] if match else ""
        for line in self._lines[index + 1 : index + 4]:
            if len(text) > 300 or _RECITAL.match(line.text):
                break
            text += " " + line.text
        return _FOOTNOTE.match(text) is not None

    def _is_next_article(self, text: str) -> bool:
        match = _ARTICLE.fullmatch(text)
        if match is None or self._act.in_annex:
            return False
        heading = match["heading"] or ""
        if heading and (heading.endswith(_TERMINAL) or not heading[0].isupper()):
            return False
        number = article_number(match["printed"])
        value, letters = _split(number)
        before, letters_before = _split(self._number or "0")
        if value == before:
            return letters > letters_before and bool(letters)
        return before < value <= before + (_WIDEST_GAP if self._number else 1)

    def _article(self, index: int) -> int:
        match = _ARTICLE.fullmatch(self._lines[index].text)
        assert match is not None  # noqa: S101 - it was found to be an article
        number = article_number(match["printed"])
        self.gaps += _split(number)[0] > _split(self._number or "0")[0] + 1
        self._act.article(match["printed"])
        self._start_counting()
        self._number = number
        if match["heading"]:
            self._act.heading(match["heading"])
            return 1
        return 1 + self._heading(index + 1)

    def _division(self, index: int) -> re.Match[str] | None:
        text = self._lines[index].text
        match = _DIVISION.fullmatch(text)
        if match is None or not text[0].isupper():
            return None
        known = kind_of_division(match["printed"]) != "division"
        heading = match["heading"] or ""
        titled = not heading or heading.isupper()
        return match if known and titled and division_number_of(match["printed"]) else None

    def _open_division(self, index: int, match: re.Match[str]) -> int:
        self._act.division(match["printed"])
        self._start_counting()
        if match["heading"]:
            self._act.heading(match["heading"])
            return 1
        return 1 + self._heading(index + 1)

    def _heading(self, index: int) -> int:
        """Take the heading on the lines from here; gives how many lines it has, or 0."""
        gathered: list[str] = []
        for line in self._lines[index : index + _LONGEST_HEADING]:
            text = line.text
            if self._begins_something(index + len(gathered)):
                break
            if gathered and text[0].isupper() and not self._wrapped:
                break
            if gathered and text[0].isupper() and len(gathered[-1]) < 0.7 * self._width:
                break
            gathered.append(text)
        if not gathered or gathered[-1].endswith(_TERMINAL) or len(gathered) == _LONGEST_HEADING:
            return 0
        if not gathered[0][0].isupper() and gathered[0][0] not in "‘“(":
            return 0
        self._act.heading(" ".join(gathered))
        return len(gathered)

    def _begins_something(self, index: int) -> bool:
        text = self._lines[index].text
        return bool(
            _PARAGRAPH.match(text) or _POINT.match(text) or self._is_next_article(text)
            or self._division(index)
        )  # fmt: skip

    def _numbered(self, index: int) -> None:
        """A paragraph or point where the line begins with the next number, else text."""
        text = self._lines[index].text
        paragraph = _PARAGRAPH.match(text)
        if paragraph and not self._act.in_annex:
            number = paragraph[1] or paragraph[2]
            if self._is_next_paragraph(number, bracketed=paragraph[1] is None):
                self._act.paragraph(number)
                self._paragraph = number
                self._points.clear()
                return
        if (point := _POINT.match(text)) and self._point(point[1] or point[2]):
            return
        if self._ends_paragraph(index - 1) and text[0].isupper() and not self._act.in_annex:
            self._points.clear()
            self._act.unnumbered()

    def _is_next_paragraph(self, number: str, *, bracketed: bool) -> bool:
        if bracketed and (self._paragraph == "" or self._points):  # (1) counts definitions as well
            return False
        value, letters = _split(number)
        before, letters_before = _split(self._paragraph or "0")
        return value == before + 1 or (value == before and letters > letters_before)

    def _point(self, number: str) -> bool:
        """Open the point where its number begins a list or goes on in one that is open."""
        systems = systems_of(number)
        for depth in reversed(range(len(self._points))):
            system, last = self._points[depth]
            if system in systems and follows(number, last, system):
                del self._points[depth:]
                return self._open_point(system, number)
        first = [s for s in systems if is_first(number, s)]
        taken = {system for system, _ in self._points}
        fresh = [s for s in first if s not in taken]
        if not fresh:
            return False
        return self._open_point(fresh[-1], number)

    def _open_point(self, system: str, number: str) -> bool:
        self._act.point(number, len(self._points))
        self._points.append((system, number))
        return True

    def _ends_paragraph(self, index: int) -> bool:
        """Whether the line is the last of its paragraph, as far as its end and length tell."""
        text = self._lines[index].text if index >= 0 else ""
        if not self._wrapped:
            return True
        return text.endswith((".", ";", ":")) and len(text) < 0.85 * self._width


def _split(number: str) -> tuple[int, str]:
    match = re.match(r"(\d+)([a-z]*)", number)
    return (int(match[1]), match[2]) if match else (0, "")


def _without_marker(text: str) -> str:
    return re.sub(r"^(?:\(\w{1,5}\)|\w{1,4}[.)])\s+", "", text)
