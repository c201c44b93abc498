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
from lexdesk.structure.numbers import division_number
from lexdesk.structure.outline import MarkedText
from lexdesk.structure.text_lines import Line, is_wrapped, width

_ARTICLE_WORDS = (
    "Article|Artikel|Artículo|Articolo|Artigo|Articolul|Artykuł|Článek|Článok|Člen|Член|Άρθρο|"
    "Artiklu|Artikkel|Članak|Airteagal"
)
_ARTICLE = re.compile(
    rf"(?P<printed>(?:{_ARTICLE_WORDS}|{_ARTICLE_WORDS.upper()})\s+"
    r"(?:\d+\s?[a-z]{0,2}(?:\.[oº]|[º°])?|[Pp]remier|PREMIER|único|unico|1er))\.?"
    r"(?:(?P<separator>\s*[-–—:]\s*|\s+)(?P<heading>[A-ZÄÖÜÉ‘“(].*))?"
)
_DIVISION = re.compile(
    r"(?P<printed>\S+\s+(?:[IVXLC]+[a-z]?|\d{1,2}[a-z]?|[A-Z]))\.?"
    r"(?:\s*[-–—:]?\s+(?P<heading>[A-ZÄÖÜÉ].*))?"
)
_ANNEX = re.compile(r"(ANNEX|ANHANG|ANNEXE|ANEXO|ALLEGATO|BIJLAGE)(\s+[IVXL]+)?")
_RECITAL = re.compile(r"\((\d{1,3})\)\s*(.*)")
_PARAGRAPH = re.compile(r"(\d{1,3}[a-z]{0,2})\.\s+(?=\S)|\((\d{1,3}[a-z]?)\)\s+(?=[A-ZÄÖÜ])")
_PARAGRAPHS_IN_BRACKETS = frozenset(["de", "hu", "ro"])
"""Languages that print paragraphs as ``(1)`` and numbered definitions as ``1.``; others do the reverse."""
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

    ``gaps`` counts the articles whose number does not follow the one before; ``contradicted`` says
    that a number which was skipped came later.
    """

    def __init__(self, lines: Sequence[Line], language: str) -> None:
        self._lines = lines
        self._tree = MarkedText()
        self._act = ActBuilder(self._tree, language)
        self._in_brackets = language in _PARAGRAPHS_IN_BRACKETS
        self._quotation = Quotation()
        self._width = width(lines)
        self._wrapped = is_wrapped(lines)
        self._number = ""  # of the last article
        self._recital = 0
        self._paragraph = ""
        self._points: list[tuple[str, str]] = []  # (system, number)
        self._divisions: dict[str, int] = {}  # kind -> number of the last
        self._headed = -1  # the last line of the last heading of a division
        self._ended = False
        self._skipped: set[str] = set()
        self.gaps = 0
        self.contradicted = False
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
        if self._is_next_article(index):
            return self._article(index)
        if (match := _ARTICLE.fullmatch(text)) and not match["heading"]:
            self.contradicted |= article_number(match["printed"]) in self._skipped
        if not self._ended and (match := self._division(index)):
            return self._open_division(index, match)
        if _ANNEX.fullmatch(text) and self._number:
            return self._annex(index)
        if self._is_bare_division(index):
            self._act.division(text)
            self._start_counting()
            return 1
        if _CLOSING.match(text) and self._number and not self._act.in_annex:
            self._act.end()
            self._start_counting(ended=True)
        elif not self._number:
            self._preamble(index)
        elif self._act.in_article and not self._quotation.enter(_without_marker(text)):
            self._numbered(index)
        return 1

    def _annex(self, index: int) -> int:
        self._act.annex(self._lines[index].text)
        self._start_counting(ended=True)
        return 1 + self._heading(index + 1)

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

    def _is_next_article(self, index: int) -> bool:
        match = _ARTICLE.fullmatch(self._lines[index].text)
        if match is None or self._act.in_annex:
            return False
        value, letters = _split(article_number(match["printed"]))
        before, letters_before = _split(self._number or "0")
        if match["heading"] and not self._may_head(match):
            return False
        if value == before:
            return letters > letters_before
        if value == before + 1:
            return True
        within_reach = bool(self._number) and before < value <= before + _WIDEST_GAP
        return within_reach and not match["heading"] and self._is_apart(index)

    def _may_head(self, match: re.Match[str]) -> bool:
        """Whether what follows a number on its line is a heading, not the end of a sentence."""
        set_apart = not self._wrapped or match["separator"].strip()
        return bool(set_apart) and not match["heading"].endswith(_TERMINAL)

    def _is_apart(self, index: int) -> bool:
        """Whether the line before ends a sentence, so that this line is not its rest."""
        return (
            index == 0 or not self._wrapped or self._lines[index - 1].text.endswith((".", ";", "’"))
        )

    def _article(self, index: int) -> int:
        match = _ARTICLE.fullmatch(self._lines[index].text)
        assert match is not None  # noqa: S101 - it was found to be an article
        number = article_number(match["printed"])
        skipped = range(_split(self._number or "0")[0] + 1, _split(number)[0])
        self._skipped.update(map(str, skipped))
        self.gaps += bool(skipped)
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
        kind, heading = kind_of_division(match["printed"]), match["heading"] or ""
        if kind == "division" or (heading and not heading.isupper()):
            return None
        number = _split(division_number(division_number_of(match["printed"])))[0]
        before = self._divisions.get(kind, 0)
        counts_on = number in (0, 1, before + 1) or (
            before < number <= before + _WIDEST_GAP and self._leads_to_article(index)
        )
        sure = text.isupper() or self._is_apart(index) or self._headed == index - 1
        return match if counts_on and sure else None

    def _leads_to_article(self, index: int) -> bool:
        """Whether an article begins in the lines below, as under a division and its heading."""
        following = range(index + 1, min(index + 4, len(self._lines)))
        return any(self._is_next_article(line) for line in following)

    def _is_bare_division(self, index: int) -> bool:
        """``FINAL PROVISIONS`` right above an article: a division without a number."""
        text = self._lines[index].text
        above = index + 1 < len(self._lines) and self._is_next_article(index + 1)
        return above and not self._ended and bool(self._number) and text.isupper() and len(text) > 8

    def _open_division(self, index: int, match: re.Match[str]) -> int:
        printed = match["printed"]
        self._act.division(printed)
        self._divisions[kind_of_division(printed)] = _split(
            division_number(division_number_of(printed))
        )[0]
        self._start_counting()
        self._headed = index
        if heading := match["heading"]:
            following = self._lines[index + 1].text if index + 1 < len(self._lines) else ""
            goes_on = (
                self._wrapped and following.isupper() and not self._begins_something(index + 1)
            )
            self._act.heading(f"{heading} {following}" if goes_on else heading)
            return 1 + goes_on
        taken = self._heading(index + 1)
        self._headed = index + taken
        return 1 + taken

    def _heading(self, index: int) -> int:
        """Take the heading on the lines from here; gives how many lines it has, or 0."""
        gathered = self._gathered(index)
        if gathered and gathered[-1].endswith(_TERMINAL) and len(gathered) > 1:
            short = not self._wrapped or len(gathered[0]) < 0.85 * self._width
            gathered = gathered[: 1 if short and gathered[1][0].isupper() else 0]
        if not gathered or gathered[-1].endswith(_TERMINAL) or len(gathered) == _LONGEST_HEADING:
            return 0
        if not gathered[0][0].isupper() and gathered[0][0] not in "‘“(":
            return 0
        self._act.heading(" ".join(gathered))
        return len(gathered)

    def _gathered(self, index: int) -> list[str]:
        """The lines from here on that may be one heading."""
        gathered: list[str] = []
        for line in self._lines[index : index + _LONGEST_HEADING]:
            text = line.text
            if self._begins_something(index + len(gathered)):
                break
            full = self._wrapped and gathered and len(gathered[-1]) >= 0.7 * self._width
            if gathered and text[0].isupper() and not full:
                break
            gathered.append(text)
            self._headed = index + len(gathered) - 1
        return gathered

    def _begins_something(self, index: int) -> bool:
        text = self._lines[index].text
        return bool(
            _PARAGRAPH.match(text) or _POINT.match(text) or self._is_next_article(index)
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
        if self._act.in_annex and self._annex_part(index):
            return
        if self._point(_number_of_point(text, in_annex=self._act.in_annex or self._in_brackets)):
            return
        if not self._act.in_annex and text[0].isupper() and self._ends_paragraph(index - 1):
            self._unnumbered(index)

    def _annex_part(self, index: int) -> bool:
        text = self._lines[index].text
        match = _DIVISION.match(text)
        if match is None or kind_of_division(match["printed"]) == "division":
            return False
        if self._wrapped and not (text.isupper() or self._is_apart(index)):
            return False
        self._points.clear()
        return self._act.annex_part(text)

    def _unnumbered(self, index: int) -> None:
        """A new subparagraph, unless the list that is open goes on behind it."""
        if not self._points or not self._list_goes_on(index + 1):
            self._points.clear()
            self._act.unnumbered()

    def _list_goes_on(self, index: int) -> bool:
        """Whether the next number counts on; numbered definitions may hold lists before it."""
        levels = self._points
        for line in self._lines[index : index + 60]:
            if _ARTICLE.fullmatch(line.text) or _PARAGRAPH.match(line.text):
                return False
            if number := _number_of_point(line.text):
                if any(s in systems_of(number) and follows(number, n, s) for s, n in levels):
                    return True
                levels = [level for level in levels if level[0] == "figure"]
        return False

    def _is_next_paragraph(self, number: str, *, bracketed: bool) -> bool:
        if self._in_brackets and not bracketed:  # 1. counts definitions
            return False
        by_brackets = bracketed and not self._in_brackets
        if by_brackets and (
            self._paragraph == "" or self._points
        ):  # (1) counts definitions as well
            return False
        value, letters = _split(number)
        before, letters_before = _split(self._paragraph or "0")
        return value == before + 1 or (value == before and letters > letters_before)

    def _point(self, number: str) -> bool:
        """Open the point where its number begins a list or goes on in one that is open."""
        systems = systems_of(number) if number else []
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


def _number_of_point(text: str, *, in_annex: bool = False) -> str:
    match = _POINT.match(text)
    if match is None and in_annex:
        match = _PARAGRAPH.match(text)
    return (match[1] or match[2]) if match else ""


def _without_marker(text: str) -> str:
    return re.sub(r"^(?:\(\w{1,5}\)|\w{1,4}[.)])\s+", "", text)
