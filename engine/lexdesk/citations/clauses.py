"""The clauses that a contract cites of itself: ``Section 4.1(b)``, ``Exhibit A``, ``Ziff. 12.2 Buchst. a``, ``§ 2.1``.

Contracts number as they like, so that a citation is held against the clauses that there are: one of a clause that
is not there is of something else, and so is one beside the name of another text (``Section 13(d) of the Exchange
Act``, ``Ziff. 3 der AGB``). How often that is right: docs/results/citations.md.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from lexdesk.citations.citation import Stretch, Stretches
from lexdesk.citations.grammar import is_quantity
from lexdesk.citations.ranges import expand
from lexdesk.document.eid import is_within
from lexdesk.document.model import Document
from lexdesk.structure.numbers import roman_value

_TYPED = re.compile(
    r"(?:(?P<word>clauses?|cl\.?|sections?|sec\.?|s\.?|§|articles?|art\.?|paragraphs?|para\.?|ziff(?:er|\.)|punkt|nr\.|abschnitt|artikel)\s?)?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,3}|[IVXL]{1,6}(?:\.\d{1,2}){0,3})\.?"
    r"(?P<items>(?:\s?\(\w{1,4}\)|,?\s(?:Abs(?:atz|\.)|Buchst(?:abe|\.)|lit\.)\s?\w{1,2}\)?)*)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\((\w+)\)|\s(\w{1,2})\)?(?=,|\s|$)")
_LEVELS = (("sec", "subsec", "para", "subpara"), ("art", "sec", "subsec", "para"))
"""What a contract calls its levels whose outermost is a clause, or an article (``lexdesk.structure.contract``)."""

_APART_IN_LIST = re.compile(
    r"(?P<range>\s?[–-]\s?|\s(?:to|through|bis)\s)|(?:,?\s(?:and/or|and|or|und|oder|sowie|bzw\.)|,)\s",
    re.IGNORECASE,
)
_FIRST_OF_LIST = re.compile(r"(?P<word>[^\W\d_]+\.?|§§?)\s?(?P<number>\S.*)")
_WORD_AGAIN = re.compile(r"(?:[^\W\d_]{2,}\.?|§§?)\s?(?=\d)")
_INNERMOST = re.compile(r"(?P<outer>.*?)(?P<number>\d+|[a-z]{1,4}|[A-Z]+)(?P<close>\)?)")
_SINGULAR = {
    "§§": "§", "ziffern": "ziffer", "nrn.": "nr.", "abschnitte": "abschnitt", "abschnitten": "abschnitt",
    "artikeln": "artikel", "annexes": "annex", "appendices": "appendix",
}  # fmt: skip
Key = tuple[str, ...]
"""The numbers of a clause from the outside in: ``12.2(a)`` and ``12.2 Buchst. a`` are ``("12", "2", "a")``."""


@dataclass(frozen=True, slots=True)
class OwnClause:
    """Characters ``start`` to ``end`` that cite the clauses ``eids`` of the text itself."""

    start: int
    end: int
    eids: tuple[str, ...]


_FIGURES = r"\d{1,3}(?:\.\d{1,3}){0,4}(?:\.?[a-zA-Z](?!\w))?(?![\w%]|[.,:/]\w)"
_NUMBER = rf"(?:{_FIGURES}|[IVXL]{{1,6}}(?:\.\d{{1,2}}){{0,3}}(?!\w|\.\d))"
_BRACKET = r"\s?\((?:[a-zA-Z]{1,4}|\d{1,2})\)"
_CITED = {
    "en": re.compile(
        r"(?<![\w-])(?P<word>(?:(?:[Ss]ub-?)?(?:[Cc]lause|[Ss]ection)|CLAUSE|SECTION|Article|ARTICLE|[Pp]aragraph)s?|Secs?\.)\s"
        rf"(?P<number>{_NUMBER})(?P<brackets>(?:{_BRACKET}){{0,4}})"
    ),
    "de": re.compile(
        r"(?<![\w-])(?:(?P<word>Ziff(?:ern?|\.)|Nrn?\.|Nummern?|Punkt(?:en|s)?|Klauseln?|Abschnitt(?:en|e|s)?|Artikel[ns]?|Art\.)|§§?)\s?"
        rf"(?P<number>{_NUMBER})(?P<brackets>)"
    ),
}
_ANNEX = (
    r"(?P<word>(?i:exhibit|schedule|annex(?:ure)?|appendix|attachment))\s[“\"]?"
    r"(?P<number>(?P<letter>[A-Z])(?P=letter)?(?:-\d{1,2})?|[IVX]{1,5}|\d{1,2}(?:\.\d{1,2}){0,2}(?:\([a-z]\))?)[”\"]?"
)
_CITED_ANNEX = re.compile(rf"{_ANNEX}(?![\w(-]|\.\w)")
_TYPED_ANNEX = re.compile(_ANNEX, re.IGNORECASE)
_NEXT = {
    "en": re.compile(
        r"(?:,?\s(?:and/or|and|or|(?P<range>to|through))\s|,\s|\s?(?P<dash>[–-])\s?)"
        rf"(?P<number>{_FIGURES}|(?=\())(?P<brackets>(?:{_BRACKET}){{0,4}})"
    ),
    "de": re.compile(
        r"(?:\s(?:und|oder|sowie|bzw\.|u\.|(?P<range>bis))\s|,\s|\s?(?P<dash>[–-])\s?)"
        rf"(?P<number>{_FIGURES}|[a-z](?!\w)\)?)(?P<brackets>)"
    ),
}
_INSIDE = re.compile(
    r",?\s(?P<level>Abs(?:atz|\.)|Satz|S\.|Nr\.|Nummer|Ziff(?:er|\.)|Buchst(?:aben?|\.)|lit\.)\s?"
    r"(?P<number>\d{1,2}[a-z]?|(?P<letter>[a-z])(?P=letter)?)(?!\w)\)?"
    r"|\s?\((?P<bracket>\d{1,2}|[a-z]{1,2})\)|\s(?P<point>[a-z])\)"
)
"""What narrows a German number; sentences are no provisions."""

_ANOTHER_BEFORE = re.compile(
    r"(?:\b(?:Act|Code|Law|Rules?|Regulations?|Agreement|Plan|AGB|VOB/B|U\.?S\.?C\.?|C\.?F\.?R\.?)"
    r"|\b(?:Exhibit|Schedule|Annex|Appendix|Anlage|Anhang|Abs\.|Absatz|Satz|Art\.|Artikel)\s\S+|§\s?\S+),?\s$"
)
_ANOTHER_BEHIND = {
    "en": re.compile(
        r"\.?,?\s(?:of|to)\s(?:(?:the|that|those|such|said|any|each|its|their|an?)\s(?!extent\b|effect\b|contrary\b|parties\b)|(?-i:[A-Z]))"
        r"|,?\sof\sthis\s(?:Exhibit|Schedule|Annex|Appendix|Attachment|Addendum)\b|\sthere(?:of|to|in)\b|,?\s(?:[A-Z][\w.]*\s)?(?:Act|Code|U\.?S\.?C)\b"
    ),
    "de": re.compile(
        r"\s(?:der|des)\s(?!vorliegenden\s)(?:\w+\s)?[„\"]?[A-ZÄÖÜ]|\s[A-ZÄÖÜ][\wäöüß]*[A-ZÄÖÜ]"
        r"|\s(?:jene[rs]|(?:sein|ihr|ein)e[rs])\s|\s(?:Mio|Mrd|Tsd)\b"
    ),
}
_APART = re.compile(r"\W+")
_PART = re.compile(r"\d+[a-z]?|[a-z]{1,4}|[IVXL]{1,6}|[A-Z]{1,2}")
_INNER_WORDS = re.compile(r"\b(?:Abs|Nr|Buchst|Doppelbuchst)\.")
_NEEDS_A_DOT = re.compile(r"N(?:rn?\.|ummern?)")
"""``Nr. 4.3`` is a clause, ``Nr. 5`` an invoice as well."""
_LOOK_BACK = 80
_MOST = 60  # clauses of one list


class _Listed(NamedTuple):
    """A clause of a list, which ends at ``end``.

    ``outer`` is the part of its number that stands there without a letter; ``least`` says how much of the number has
    to be there.
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
        self._has_sections = any(each.label.startswith("§") for each in document.provisions)
        self._annexes: dict[str, str] = {}
        for each in document.provisions:
            word, _, printed = each.label.partition(" ")
            if each.kind == "annex":
                self._annexes[each.label.lower()] = each.eid
            elif key := _key(_INNER_WORDS.sub(" ", printed)):
                self._by_key[_is_article(word, key), key].append(each.eid)

    def cited(self, stretches: Stretches) -> Iterator[OwnClause]:
        """What the text cites of them, by position; ``stretches`` tile the text."""
        found = (*self._cited_clauses(stretches), *self._cited_annexes(stretches))
        return iter(sorted(found, key=attrgetter("start")))

    def _cited_annexes(self, stretches: Stretches) -> Iterator[OwnClause]:
        """``Exhibit A`` where the contract has one, save in the line that names it."""
        for match in _CITED_ANNEX.finditer(self._text) if self._annexes else ():
            eid = self._annexes.get(f"{match['word']} {match['number']}".lower())
            here = stretches.at(match.start())
            is_heading = here.eid == eid and match.start() == here.start
            if eid and not is_heading and not self.is_of_another(*match.span()):
                yield OwnClause(*match.span(), (eid,))

    def _cited_clauses(self, stretches: Stretches) -> Iterator[OwnClause]:
        pattern = _CITED.get(self._language)
        for match in pattern.finditer(self._text) if pattern else ():
            here = stretches.at(match.start())
            if (match["word"] is None) == self._has_sections and not self._is_heading(match, here):
                keys, end = self._list(match)
                word = match["word"] or ""
                eids = [self._eid(key, least, here.eid, word) for key, least in keys]
                if any(eids) and end <= here.end and not self.is_of_another(match.start(), end):
                    yield OwnClause(match.start(), end, tuple(dict.fromkeys(filter(None, eids))))

    def _is_heading(self, match: re.Match[str], here: Stretch) -> bool:
        """Whether it is the clause's own number, a line of a table of contents, or a number of something else."""
        begins_line = match.start() == 0 or self._text[match.start() - 1] == "\n"
        if begins_line and (not here.eid or match.start() == here.start):
            return True
        return (
            "." not in match["number"] and _NEEDS_A_DOT.fullmatch(match["word"] or "") is not None
        )

    def _list(self, match: re.Match[str]) -> tuple[list[tuple[Key, int]], int]:
        """The clauses of the list that begins here, each with how much of its number has to be there; where it ends."""
        has_plural = self._language == "de" or (match["word"] or "").lower().endswith("s")
        is_plural = has_plural and "." not in match["number"]
        last = self._listed(match, ())
        found = [(last.key, last.least)]
        while len(found) < _MOST:
            following = _NEXT[self._language].match(self._text, last.end)
            if following is None or not self._goes_on(following, last, is_plural=is_plural):
                break
            before, last = last.key, self._listed(following, last.key)
            if following["range"] or following["dash"]:
                found += [(each, last.least) for each in _between(before, last.key)]
            found.append((last.key, last.least))
        return found[:_MOST], last.end

    def _listed(self, match: re.Match[str], before: Key) -> _Listed:
        """The clause of a list that ``match`` cites, behind the one ``before``."""
        number = _key(match["number"])
        outer, inner = (before[:-1], number) if _is_inner(number) else (number, ())
        key, end = self._narrowed((*outer, *inner, *_key(match["brackets"])), match.end())
        # Section 13(d) in a contract whose clause 13 has no (d) is one of another text.
        least = 2 if len(outer) == 1 < len(key) and self._language == "en" else len(outer)
        return _Listed(key, outer, least, end)

    def _goes_on(self, following: re.Match[str], last: _Listed, *, is_plural: bool) -> bool:
        """Whether a number behind a comma or ``and`` is one more of the list."""
        number = _key(following["number"])
        if _is_inner(number):
            return last.key != last.outer and bool(number or following["brackets"])
        if is_quantity(self._text, following.end()):
            return False
        return is_plural or "." in following["number"]

    def _narrowed(self, key: Key, end: int) -> tuple[Key, int]:
        """``Abs. 2 Buchst. a`` behind a German number."""
        while self._language == "de" and (inside := _INSIDE.match(self._text, end)):
            if not (inside["level"] or "").startswith("S"):
                key = (*key, inside["number"] or inside["bracket"] or inside["point"])
            end = inside.end()
        return key, end

    def is_of_another(self, start: int, end: int) -> bool:
        """Whether characters that cite stand beside the name of another text."""
        before = _ANOTHER_BEFORE.search(self._text, max(0, start - _LOOK_BACK), start)
        behind = _ANOTHER_BEHIND[self._language].match(self._text, end)
        return before is not None or behind is not None

    def _eid(self, key: Key, least: int, here: str, word: str) -> str:
        """The clause cited from ``here``, or the nearest around it; ``""`` where none is there, or several are."""
        for wide in range(len(key), least - 1, -1):
            found = self._by_key.get((_is_article(word, key[:wide]), key[:wide]), [])
            around = here.partition("__")[0]
            near = found if len(found) == 1 else [eid for eid in found if is_within(eid, around)]
            if len(near) == 1:
                return near[0]
        return ""


def clause_eids(typed: str, *, alone: bool = True) -> tuple[str, ...]:
    """The eids that a clause may have that somebody names: ``clause 4.1(b)``, ``Section 9.02``, ``Ziff. 12.2 Buchst. a``.

    None where it is something else; a number ``alone`` may be one.
    """
    if annex := _TYPED_ANNEX.fullmatch(typed.strip()):
        printed = _APART.sub("-", annex["number"].lower()).strip("-")
        return (f"{annex['word'].lower()}_{printed}",)
    match = _TYPED.fullmatch(typed.strip())
    if match is None or not (match["word"] or (alone and match["number"][0].isdigit())):
        return ()
    outer, *inner = match["number"].split(".")
    number = int(outer) if outer.isdigit() else roman_value(outer.upper())
    if not number:
        return ()
    path = (number, *map(int, inner))
    is_article = bool(match["word"]) and match["word"].lower().startswith("art")
    items = "".join(f"__list_{(a or b).lower()}" for a, b in _ITEM.findall(match["items"]))
    styles = _LEVELS if len(path) > 1 else _LEVELS[is_article:][:1]
    return tuple("__".join(map("{}_{}".format, names, path)) + items for names in styles)


def clauses_listed(typed: str) -> list[tuple[str, ...]]:
    """The clauses that somebody names, each as ``clause_eids``: ``Clauses 6.2 and 6.3``, ``Sections 3.1 to 3.4``.

    None where it is something else.
    """
    if eids := clause_eids(typed, alone=False):
        return [eids]
    listed = [clause_eids(each, alone=False) for each in _written_out(typed)]
    return listed[:_MOST] if all(listed) else []


def _written_out(typed: str) -> list[str]:
    """``Clauses 2.1(a) and (b)`` as ``clause 2.1(a)``, ``clause 2.1(b)``; what is between the ends of a range, too."""
    between = [*_APART_IN_LIST.finditer(typed)]
    ends = [each.start() for each in between] + [len(typed)]
    first = _FIRST_OF_LIST.fullmatch(typed[: ends[0]])
    if first is None or not between:
        return []
    word = first["word"].lower()
    word = _SINGULAR.get(word) or (word.removesuffix("s") or word)
    numbers = [first["number"]]
    for separator, end in zip(between, ends[1:], strict=True):
        number = _WORD_AGAIN.sub("", typed[separator.end() : end], count=1)
        last = _INNERMOST.fullmatch(numbers[-1])
        if last and last["outer"] and number.strip("()").isalpha():
            number = f"{last['outer']}{number.strip('()')}{last['close']}"
        this = _INNERMOST.fullmatch(number)
        if separator["range"] and last and this and last["outer"] == this["outer"]:
            inside = expand(last["number"], this["number"])[1:-1]
            numbers += [f"{this['outer']}{each}{this['close']}" for each in inside]
        numbers.append(number)
    return [f"{word} {each}" for each in numbers]


def _is_article(word: str, key: Key) -> bool:
    """Articles count by themselves, what is numbered within them is called by any word."""
    return len(key) == 1 and word.lower().startswith("art")


def _is_inner(number: Key) -> bool:
    """Whether a number only goes on inside the clause before: (b) behind 4.1(a), b behind Buchst. a."""
    return not number or number[0].isalpha()


def _key(printed: str) -> Key:
    numbers = _PART.findall(printed)
    if numbers and numbers[0].isupper() and (value := roman_value(numbers[0])) is not None:
        numbers[0] = str(value)
    return tuple(each.lower() for each in numbers)


def _between(first: Key, last: Key) -> list[Key]:
    """The clauses between the ends of a range that differ in the innermost number."""
    if len(first) != len(last) or first[:-1] != last[:-1]:
        return []
    return [(*last[:-1], each) for each in expand(first[-1], last[-1])[1:-1]]
