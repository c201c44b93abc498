"""A contract's references to its own clauses: ``Section 4.1(b)``, ``Exhibit A``, ``Ziff. 12.2 Buchst. a``.

Numbering varies between contracts, so a citation is checked against the existing clauses. A number
without a clause cites something else; so does one beside the name of another text (``Section 13(d)
of the Exchange Act``, ``Ziff. 3 der AGB``). Precision: docs/results/citations.md.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from lexdesk.citations.citation import Segment, Segments
from lexdesk.citations.grammar import is_quantity
from lexdesk.citations.ranges import expand_range
from lexdesk.document.eid import is_within
from lexdesk.document.model import Document
from lexdesk.structure.numbers import read_roman
from lexdesk.text.lazy_pattern import lazy_pattern

_NAMED_CLAUSE = lazy_pattern(
    r"(?:(?P<word>clauses?|cl\.?|sections?|sec\.?|s\.?|§|articles?|art\.?|paragraphs?|para\.?|ziff(?:er|\.)|punkt|nr\.|abschnitt|artikel)\s?)?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,3}|[IVXL]{1,6}(?:\.\d{1,2}){0,3})\.?"
    r"(?P<items>(?:\s?\(\w{1,4}\)|,?\s(?:Abs(?:atz|\.)|Buchst(?:abe|\.)|lit\.)\s?\w{1,2}\)?)*)",
    re.IGNORECASE,
)
_ITEM = lazy_pattern(r"\((\w+)\)|\s(\w{1,2})\)?(?=,|\s|$)")
_LEVELS = (("sec", "subsec", "para", "subpara"), ("art", "sec", "subsec", "para"))
"""The levels of a contract below a clause, or below an article (``lexdesk.structure.contract``)."""

_APART_IN_LIST = lazy_pattern(
    r"(?P<range>\s?[–-]\s?|\s(?:to|through|bis)\s)|(?:,?\s(?:and/or|and|or|und|oder|sowie|bzw\.)|,)\s",
    re.IGNORECASE,
)
_FIRST_OF_LIST = lazy_pattern(r"(?P<word>[^\W\d_]+\.?|§§?)\s?(?P<number>\S.*)")
_WORD_AGAIN = lazy_pattern(r"(?:[^\W\d_]{2,}\.?|§§?)\s?(?=\d)")
_INNERMOST = lazy_pattern(r"(?P<outer>.*?)(?P<number>\d+|[a-z]{1,4}|[A-Z]+)(?P<close>\)?)")
_SINGULAR = {
    "§§": "§", "ziffern": "ziffer", "nrn.": "nr.", "abschnitte": "abschnitt", "abschnitten": "abschnitt",
    "artikeln": "artikel", "annexes": "annex", "appendices": "appendix",
}  # fmt: skip
Key = tuple[str, ...]
"""The numbers of a clause from the outside in: ``12.2(a)`` and ``12.2 Buchst. a`` are ``("12", "2", "a")``."""


@dataclass(frozen=True, slots=True)
class OwnClause:
    """Characters ``start`` to ``end`` that cite the clauses ``eids`` of the same text."""

    start: int
    end: int
    eids: tuple[str, ...]


_FIGURES = r"\d{1,3}(?:\.\d{1,3}){0,4}(?:\.?[a-zA-Z](?!\w))?(?![\w%]|[.,:/]\w)"
_NUMBER = rf"(?:{_FIGURES}|[IVXL]{{1,6}}(?:\.\d{{1,2}}){{0,3}}(?!\w|\.\d))"
_BRACKET = r"\s?\((?:[a-zA-Z]{1,4}|\d{1,2})\)"
_CITED = {
    "en": lazy_pattern(
        r"(?<![\w-])(?P<word>(?:(?:[Ss]ub-?)?(?:[Cc]lause|[Ss]ection)|CLAUSE|SECTION|Article|ARTICLE|[Pp]aragraph)s?|Secs?\.)\s"
        rf"(?P<number>{_NUMBER})(?P<brackets>(?:{_BRACKET}){{0,4}})"
    ),
    "de": lazy_pattern(
        r"(?<![\w-])(?:(?P<word>Ziff(?:ern?|\.)|Nrn?\.|Nummern?|Punkt(?:en|s)?|Klauseln?|Abschnitt(?:en|e|s)?|Artikel[ns]?|Art\.)|§§?)\s?"
        rf"(?P<number>{_NUMBER})(?P<brackets>)"
    ),
}
_ANNEX = (
    r"(?P<word>(?i:exhibit|schedule|annex(?:ure)?|appendix|attachment))\s[“\"]?"
    r"(?P<number>(?P<letter>[A-Z])(?P=letter)?(?:-\d{1,2})?|[IVX]{1,5}|\d{1,2}(?:\.\d{1,2}){0,2}(?:\([a-z]\))?)[”\"]?"
)
_CITED_ANNEX = lazy_pattern(rf"{_ANNEX}(?![\w(-]|\.\w)")
_NAMED_ANNEX = lazy_pattern(_ANNEX, re.IGNORECASE)
_NEXT = {
    "en": lazy_pattern(
        r"(?:,?\s(?:and/or|and|or|(?P<range>to|through))\s|,\s|\s?(?P<dash>[–-])\s?)"
        rf"(?P<number>{_FIGURES}|(?=\())(?P<brackets>(?:{_BRACKET}){{0,4}})"
    ),
    "de": lazy_pattern(
        r"(?:\s(?:und|oder|sowie|bzw\.|u\.|(?P<range>bis))\s|,\s|\s?(?P<dash>[–-])\s?)"
        rf"(?P<number>{_FIGURES}|[a-z](?!\w)\)?)(?P<brackets>)"
    ),
}
_INSIDE = lazy_pattern(
    r",?\s(?P<level>Abs(?:atz|\.)|Satz|S\.|Nr\.|Nummer|Ziff(?:er|\.)|Buchst(?:aben?|\.)|lit\.)\s?"
    r"(?P<number>\d{1,2}[a-z]?|(?P<letter>[a-z])(?P=letter)?)(?!\w)\)?"
    r"|\s?\((?P<bracket>\d{1,2}|[a-z]{1,2})\)|\s(?P<point>[a-z])\)"
)
"""Parts that narrow a German number; sentences are no provisions."""

_ANOTHER_BEFORE = lazy_pattern(
    r"(?:\b(?:Act|Code|Law|Rules?|Regulations?|Agreement|Plan|AGB|VOB/B|U\.?S\.?C\.?|C\.?F\.?R\.?)"
    r"|\b(?:Exhibit|Schedule|Annex|Appendix|Anlage|Anhang|Abs\.|Absatz|Satz|Art\.|Artikel)\s\S+|§\s?\S+),?\s$"
)
_ANOTHER_BEHIND = {
    "en": lazy_pattern(
        r"\.?,?\s(?:of|to)\s(?:(?:the|that|those|such|said|any|each|its|their|an?)\s(?!extent\b|effect\b|contrary\b|parties\b)|(?-i:[A-Z]))"
        r"|,?\sof\sthis\s(?:Exhibit|Schedule|Annex|Appendix|Attachment|Addendum)\b|\sthere(?:of|to|in)\b|,?\s(?:[A-Z][\w.]*\s)?(?:Act|Code|U\.?S\.?C)\b"
    ),
    "de": lazy_pattern(
        r"\s(?:der|des)\s(?!vorliegenden\s)(?:\w+\s)?[„\"]?[A-ZÄÖÜ]|\s[A-ZÄÖÜ][\wäöüß]*[A-ZÄÖÜ]"
        r"|\s(?:jene[rs]|(?:sein|ihr|ein)e[rs])\s|\s(?:Mio|Mrd|Tsd)\b"
    ),
}
_APART = lazy_pattern(r"\W+")
_PART = lazy_pattern(r"\d+[a-z]?|[a-z]{1,4}|[IVXL]{1,6}|[A-Z]{1,2}")
_INNER_WORDS = lazy_pattern(r"\b(?:Abs|Nr|Buchst|Doppelbuchst)\.")
_NEEDS_A_DOT = lazy_pattern(r"N(?:rn?\.|ummern?)")
"""``Nr. 4.3`` is a clause, ``Nr. 5`` an invoice as well."""
_LOOK_BACK = 80
_MAX_CLAUSES = 60  # of one list


class _ListItem(NamedTuple):
    """A clause of a list, up to ``end``.

    ``outer`` is its printed number without letters; ``least`` is the length of the part of the
    number that must exist.
    """

    key: Key
    outer: Key
    least: int
    end: int


class OwnClauses:
    """The clauses of a document, by their printed numbers."""

    def __init__(self, document: Document) -> None:
        self._text, self._language = document.text, document.language or ""
        self._by_key: dict[tuple[bool, Key], list[str]] = defaultdict(list)
        self._has_sections = any(
            provision.label.startswith("§") for provision in document.provisions
        )
        self._annexes: dict[str, str] = {}
        for provision in document.provisions:
            word, _, printed = provision.label.partition(" ")
            if provision.kind == "annex":
                self._annexes[provision.label.lower()] = provision.eid
            elif key := _key(_INNER_WORDS.sub(" ", printed)):
                self._by_key[_is_article(word, key), key].append(provision.eid)

    def find_citations(self, segments: Segments) -> Iterator[OwnClause]:
        """Yield the citations of own clauses by position; ``segments`` tile the text."""
        citations = (*self._find_clauses(segments), *self._find_annexes(segments))
        return iter(sorted(citations, key=attrgetter("start")))

    def _find_annexes(self, segments: Segments) -> Iterator[OwnClause]:
        """Yield citations of existing annexes, such as ``Exhibit A``, except in their own title line."""
        for match in _CITED_ANNEX.finditer(self._text) if self._annexes else ():
            eid = self._annexes.get(f"{match['word']} {match['number']}".lower())
            here = segments.at(match.start())
            is_heading = here.eid == eid and match.start() == here.start
            if eid and not is_heading and not self.is_of_another(*match.span()):
                yield OwnClause(*match.span(), (eid,))

    def _find_clauses(self, segments: Segments) -> Iterator[OwnClause]:
        pattern = _CITED.get(self._language)
        for match in pattern.finditer(self._text) if pattern else ():
            here = segments.at(match.start())
            if (match["word"] is None) == self._has_sections and not self._is_heading(match, here):
                keys, end = self._parse_list(match)
                word = match["word"] or ""
                eids = [self._resolve(key, least, here.eid, word) for key, least in keys]
                if any(eids) and end <= here.end and not self.is_of_another(match.start(), end):
                    yield OwnClause(match.start(), end, tuple(dict.fromkeys(filter(None, eids))))

    def _is_heading(self, match: re.Match[str], here: Segment) -> bool:
        """Return True for a clause's own number, a line of a table of contents, or another kind of number."""
        begins_line = match.start() == 0 or self._text[match.start() - 1] == "\n"
        if begins_line and (not here.eid or match.start() == here.start):
            return True
        return (
            "." not in match["number"] and _NEEDS_A_DOT.fullmatch(match["word"] or "") is not None
        )

    def _parse_list(self, match: re.Match[str]) -> tuple[list[tuple[Key, int]], int]:
        """Return the clauses of a list, each with its required length, and the end of the list."""
        has_plural = self._language == "de" or (match["word"] or "").lower().endswith("s")
        is_plural = has_plural and "." not in match["number"]
        last = self._parse_item(match, ())
        clauses = [(last.key, last.least)]
        while len(clauses) < _MAX_CLAUSES:
            separator = _NEXT[self._language].match(self._text, last.end)
            if separator is None or not self._continues_list(separator, last, is_plural=is_plural):
                break
            before, last = last.key, self._parse_item(separator, last.key)
            if separator["range"] or separator["dash"]:
                clauses += [(key, last.least) for key in _keys_between(before, last.key)]
            clauses.append((last.key, last.least))
        return clauses[:_MAX_CLAUSES], last.end

    def _parse_item(self, match: re.Match[str], before: Key) -> _ListItem:
        """Return the clause cited by ``match`` after the clause ``before``."""
        number = _key(match["number"])
        outer, inner = (before[:-1], number) if _is_inner(number) else (number, ())
        key, end = self._narrow((*outer, *inner, *_key(match["brackets"])), match.end())
        # Section 13(d) belongs to another text if clause 13 has no (d).
        least = 2 if len(outer) == 1 < len(key) and self._language == "en" else len(outer)
        return _ListItem(key, outer, least, end)

    def _continues_list(
        self, following: re.Match[str], last: _ListItem, *, is_plural: bool
    ) -> bool:
        """Return True if a number after a comma or ``and`` continues the list."""
        number = _key(following["number"])
        if _is_inner(number):
            return last.key != last.outer and bool(number or following["brackets"])
        if is_quantity(self._text, following.end()):
            return False
        return is_plural or "." in following["number"]

    def _narrow(self, key: Key, end: int) -> tuple[Key, int]:
        """Append ``Abs. 2 Buchst. a`` to a German number."""
        while self._language == "de" and (inside := _INSIDE.match(self._text, end)):
            if not (inside["level"] or "").startswith("S"):
                key = (*key, inside["number"] or inside["bracket"] or inside["point"])
            end = inside.end()
        return key, end

    def is_of_another(self, start: int, end: int) -> bool:
        """Return True if the name of another text follows or precedes the citation."""
        before = _ANOTHER_BEFORE.search(self._text, max(0, start - _LOOK_BACK), start)
        behind = _ANOTHER_BEHIND[self._language].match(self._text, end)
        return before is not None or behind is not None

    def _resolve(self, key: Key, least: int, here: str, word: str) -> str:
        """Return the clause cited from ``here``, or its nearest ancestor; ``""`` if none or several match."""
        for length in range(len(key), least - 1, -1):
            matches = self._by_key.get((_is_article(word, key[:length]), key[:length]), [])
            outermost = here.partition("__")[0]
            candidates = (
                matches
                if len(matches) == 1
                else [eid for eid in matches if is_within(eid, outermost)]
            )
            if len(candidates) == 1:
                return candidates[0]
        return ""


def parse_clause(text: str, *, alone: bool = True) -> tuple[str, ...]:
    """Return the possible eids of a named clause: ``clause 4.1(b)``, ``Section 9.02``, ``Ziff. 12.2``.

    Empty for other texts; with ``alone`` a bare number counts as a clause.
    """
    if annex := _NAMED_ANNEX.fullmatch(text.strip()):
        printed = _APART.sub("-", annex["number"].lower()).strip("-")
        return (f"{annex['word'].lower()}_{printed}",)
    match = _NAMED_CLAUSE.fullmatch(text.strip())
    if match is None or not (match["word"] or (alone and match["number"][0].isdigit())):
        return ()
    outer, *inner = match["number"].split(".")
    number = int(outer) if outer.isdigit() else read_roman(outer.upper())
    if not number:
        return ()
    path = (number, *map(int, inner))
    is_article = bool(match["word"]) and match["word"].lower().startswith("art")
    items = "".join(f"__list_{(a or b).lower()}" for a, b in _ITEM.findall(match["items"]))
    styles = _LEVELS if len(path) > 1 else _LEVELS[is_article:][:1]
    return tuple("__".join(map("{}_{}".format, names, path)) + items for names in styles)


def parse_clauses(text: str) -> list[tuple[str, ...]]:
    """Return the possible eids of each named clause: ``Clauses 6.2 and 6.3``, ``Sections 3.1 to 3.4``.

    Empty for other texts.
    """
    if eids := parse_clause(text, alone=False):
        return [eids]
    listed = [parse_clause(clause, alone=False) for clause in _expand_list(text)]
    return listed[:_MAX_CLAUSES] if all(listed) else []


def _expand_list(text: str) -> list[str]:
    """Expand ``Clauses 2.1(a) and (b)`` to ``clause 2.1(a)``, ``clause 2.1(b)``, with ranges.

    Empty for other texts, and where the first is no clause.
    """
    apart = _APART_IN_LIST.search(text)
    first = _FIRST_OF_LIST.fullmatch(text[: apart.start()]) if apart else None
    if first is None:
        return []
    word = first["word"].lower()
    word = _SINGULAR.get(word) or (word.removesuffix("s") or word)
    if not parse_clause(f"{word} {first['number']}", alone=False):
        return []
    separators = [*_APART_IN_LIST.finditer(text)]
    ends = [separator.start() for separator in separators] + [len(text)]
    numbers = [first["number"]]
    for separator, end in zip(separators, ends[1:], strict=True):
        number = _WORD_AGAIN.sub("", text[separator.end() : end], count=1)
        last = _INNERMOST.fullmatch(numbers[-1])
        if last and last["outer"] and number.strip("()").isalpha():
            number = f"{last['outer']}{number.strip('()')}{last['close']}"
        this = _INNERMOST.fullmatch(number)
        if separator["range"] and last and this and last["outer"] == this["outer"]:
            middle = expand_range(last["number"], this["number"])[1:-1]
            numbers += [f"{this['outer']}{number}{this['close']}" for number in middle]
        numbers.append(number)
    return [f"{word} {number}" for number in numbers]


def _is_article(word: str, key: Key) -> bool:
    """Return True for an article; its parts are cited with any word."""
    return len(key) == 1 and word.lower().startswith("art")


def _is_inner(number: Key) -> bool:
    """Return True if a number continues inside the clause before: (b) after 4.1(a), b after Buchst. a."""
    return not number or number[0].isalpha()


def _key(printed: str) -> Key:
    numbers = _PART.findall(printed)
    if numbers and numbers[0].isupper() and (value := read_roman(numbers[0])) is not None:
        numbers[0] = str(value)
    return tuple(number.lower() for number in numbers)


def _keys_between(first: Key, last: Key) -> list[Key]:
    """Return the clauses inside a range of the innermost number."""
    if len(first) != len(last) or first[:-1] != last[:-1]:
        return []
    return [(*last[:-1], number) for number in expand_range(first[-1], last[-1])[1:-1]]
