"""Laws in Markdown as the legalize repositories keep them: front matter, divisions and articles.

Articles begin with a heading (``##### Article 16-1``, ``##### **Art. 3** Zweck``) or, in older versions, with a bare
line (``Article L111-1``); so do the divisions around them. A law is cut into *blocks*, each an article or the lines
between two articles, so that versions can share the blocks that did not change.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from lexdesk.document.model import ENACTED, Document, Edit, Part, Property, Provision
from lexdesk.structure.markdown import strip_markup
from lexdesk.structure.numbers import division_number, eid_number
from lexdesk.structure.outline import squeeze
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS

_DIVISIONS = (
    r"(?:Première|Deuxième|Troisième|Quatrième|Cinquième) partie|Partie|Livre|Titre|Sous-titre|Chapitre|Section|"
    r"Sous-section|Paragraphe|Sous-paragraphe|Annexe|Teil|Titel|Kapitel|Abschnitt|Unterabschnitt"
)
_STEPS = {
    "partie": "part", "teil": "part", "livre": "book", "titre": "title", "titel": "title", "sous-titre": "subtitle",
    "chapitre": "chp", "kapitel": "chp", "section": "sec", "abschnitt": "sec", "sous-section": "subsec",
    "unterabschnitt": "subsec", "paragraphe": "para", "sous-paragraphe": "subpara", "annexe": "anx", "anhang": "anx",
}  # fmt: skip
"""Divisions and the steps of their eids, outer ones first."""
_RANKS = {step: rank for rank, step in enumerate(dict.fromkeys(_STEPS.values()))}
_NAMED = lazy_pattern(
    rf"(?:(?P<before>\d+[a-z]?|[IVXLC]+)\. )?(?P<word>{'|'.join(_STEPS)})(?![^\W_-])"
    r"(?: (?P<number>(?:[IVXLCDM]+(?:er)?|\d+(?:er)?|[A-Z]|[a-zé]{4,16})(?:[ -](?:bis|ter|quater))?(?: [A-Z])?(?![^\W_])))?"
    r"\s*[:.–—-]*\s*(?P<heading>.*)",
    re.IGNORECASE,
)
_BEGIN = lazy_pattern(
    rf"^(?:\#{{1,6}}[ \t]+\S.*|(?:<sup>[^<\n]{{1,9}}</sup>[ \t]*)*\**(?:Art\.|Article|§)[ \t].*|(?:{_DIVISIONS})(?:[ \t].*)?)$",
    re.MULTILINE,
)
"""Lines that may begin a block."""

_SUFFIX = (
    r"(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|novies|decies|undecies|duodecies|terdecies|"
    r"quaterdecies|quindecies|sexdecies|septdecies|octodecies|novodecies|vicies|tricies)"
)
_NUMBER = (
    r"(?:[A-Z]{1,2}\*{0,2}[. ]{0,2})?\d+(?:er|[a-zà-ÿ](?![^\W\d_]))?(?:[-‑.]\d+|[-‑][A-Z]{1,3}\d*(?![^\W_]))*"
    rf"(?:[-‑ ]?{_SUFFIX}(?![^\W_]))?(?:[ -][A-Z]{{1,2}}(?![^\W_]|\.))?(?: [a-x](?= |$))?"
)
_ARTICLE = lazy_pattern(
    r"(?P<word>Article|Art[íi]culo|Articolo|Artigo|Artikel|Artikkel|Articol(?:ul)?|Artykuł|Art\.|Artikla|Člen|Čl\.|"
    r"Član(?:ak)?|Cikk|Άρθρο|Член|Чл\.|Стаття|§)\s*"
    rf"(?P<number>{_NUMBER}|préliminaire|liminaire|unique|único|unico|premier|[Aa]nnexes?(?: .{{1,40}})?|[IVXLC]+(?![^\W_]))"
    r"[.ºª°]*\s*[-–—:.]*\s*(?P<heading>.*)"
)
_WHOLE = lazy_pattern(
    r"(?P<word>Article|Art\.) (?P<number>(?:[A-Z]{1,2}\*{0,2}[. ]{0,2})?\d+(?:er)?"
    r"(?:[ .‑-]?(?:\d+|bis|ter|quater|[a-z]+ies|[A-Z]{1,3}\d*|[a-z])(?![^\W\d_]))*)(?P<heading>)"
)
"""A line with the number of an article alone, however long: ``Article 44 sexies-0 A``."""
_NUMBER_FIRST = lazy_pattern(
    rf"(?P<number>{_NUMBER})\.?\s*(?P<word>§|straipsnis|pants|pantas|cikk|člen|artikla)[.\s]*(?P<heading>.*)",
)
_DIVISION = lazy_pattern(
    rf"(?:{_DIVISIONS})(?: (?:préliminaire|liminaire|unique|législative|réglementaire|Arrêtés|[IVXLCDM]+(?:er)?|\d+|[A-Z])"
    rf"(?:[ -]{_SUFFIX})?(?: ?[A-Z])?(?: ?[:–—.-].*)?| ?:.*)?"
)
_PREFIX = lazy_pattern(r"([A-Z]{1,2})\*{0,2}[. ]{1,2}(?=\d)")
_BEFORE_LETTER = lazy_pattern(r"(?<=\d) (?=[a-x](?: |$))")
_DIGITS = lazy_pattern(r"\D*(\d+)(.*)")
_CITATION = lazy_pattern(
    r"(?:Abs|Bst|Ziff|Lit|let|al|par|und|bis|oder|et|ou|à|des?|du|der|dieses|von|vom|[,;)])(?![^\W_])|[,;)]"
)
"""What follows the number of an article that a line cites."""

_SUP = lazy_pattern(r"<sup>\s*([^<]{0,20}?)\s*</sup>")
_TAG = lazy_pattern(r"</?[A-Za-z][^<>]{0,200}>")
_ENUMERATED = lazy_pattern(r"[-*+]\s+(?=(?:\d{1,3}|[a-z]{1,3})(?:bis|ter|quater)?[.)°])")
_RAISED = {ord(str(digit)): RAISED_DIGITS[digit] for digit in range(10)}
_PARAGRAPH = lazy_pattern(rf"([{RAISED_DIGITS}]+)(?=\s?\S)")
_PLAIN = {ord(RAISED_DIGITS[digit]): str(digit) for digit in range(10)}
_PARAGRAPH_LABELS = {"de": " Abs. {}", "fr": " al. {}", "it": " cpv. {}"}
_KEPT = 50_000  # lines; versions of a law share nearly all of theirs
_LONGEST_BARE = 200  # characters of a bare line that names a division


class Block(NamedTuple):
    """Lines of a law: an article or the heading of a division (``eid``), or what else stands between them (``""``)."""

    eid: str
    source: str


class _Article(NamedTuple):
    eid: str
    order: tuple[int, str]
    kind: str
    number: str
    label: str
    heading: str


class _Line(NamedTuple):
    """What a line begins: an article, a division (``rank``, ``step`` of its eid), or another heading.

    A line that cites articles ``in_order`` begins one only if its number is above the last one.
    """

    article: _Article | None = None
    in_order: bool = False
    rank: int = 0
    step: str = ""


def split(body: str) -> list[Block]:
    """Cut the text of a law into blocks; the eid of a repeated article gets ``_2``, ``_3`` ..."""
    blocks: list[Block] = []
    taken: dict[str, int] = {}
    start, eid, last = 0, "", (0, "")
    above: list[_Line] = []  # the divisions entered
    for match in _BEGIN.finditer(body):
        line = _line(match[0])
        if line is None or (line.in_order and line.article and line.article.order <= last):
            continue
        at = match.start()
        if at > start:
            blocks.append(Block(eid, body[start:at]))
        start, eid = at, ""
        if line.article:
            last = line.article.order
            eid = _unique(line.article.eid, taken)
        elif line.step:
            above = [*(outer for outer in above if outer.rank < line.rank), line]
            eid = _unique("__".join([division.step for division in above]), taken)
    if start < len(body):
        blocks.append(Block(eid, body[start:]))
    return [block for block in blocks if not block.source.isspace()]


def _unique(eid: str, taken: dict[str, int]) -> str:
    count = taken[eid] = taken.get(eid, 0) + 1
    return eid if count == 1 else f"{eid}_{count}"


@lru_cache(_KEPT)
def _line(line: str) -> _Line | None:
    """Return what a line begins, ``None`` for a line of the text."""
    is_heading = line.startswith("#")
    if article := _article(line):
        if is_heading:
            return _Line(article)
        return _bare_article(line, article)
    if not (is_heading or (len(line) <= _LONGEST_BARE and _DIVISION.fullmatch(line.strip()))):
        return None
    division = _division(line)
    number = division and (division["before"] or division["number"])
    if division is None or not number:
        return _Line()
    name = _STEPS[division["word"].lower()]
    return _Line(None, False, _RANKS[name], f"{name}_{division_number(number.removesuffix('er'))}")


def _bare_article(line: str, article: _Article) -> _Line | None:
    """Return the article that a line without the marks of a heading begins, and does not cite."""
    if line.lstrip("*").startswith("Article"):
        is_alone = not article.heading and not line.rstrip().endswith((".", ",", ";", ":"))
        return _Line(article) if is_alone else None
    return None if _CITATION.match(article.heading) else _Line(article, in_order=True)


@lru_cache(_KEPT)
def _division(line: str) -> re.Match[str] | None:
    """Return the parts of a line that names a division: ``Titre V : Du mariage``, ``1. Kapitel: Zweck``."""
    text = squeeze(_without_tags(line.lstrip("#")).replace("*", "")).strip(RAISED_DIGITS + " ")
    return _NAMED.fullmatch(text)


@lru_cache(_KEPT)
def _article(line: str) -> _Article | None:
    """Return the article that a line begins."""
    text = squeeze(_without_tags(line.lstrip("#")).replace("*", "")).lstrip(RAISED_DIGITS + " ")
    match = _WHOLE.fullmatch(text) or _ARTICLE.match(text) or _NUMBER_FIRST.match(text)
    if match is None:
        return None
    printed = match["number"]
    number = printed if " " not in printed else _joined(printed)
    label = squeeze(f"{match['word']} {_BEFORE_LETTER.sub('', printed)}")
    if match.start("number") < match.start("word"):
        label = squeeze(f"{printed} {match['word']}")
    kind = "section" if match["word"] == "§" else "article"
    eid = f"{'para' if kind == 'section' else 'art'}_{eid_number(number)}"
    return _Article(eid, _order(number), kind, number, label, match["heading"].strip())


def _joined(number: str) -> str:
    """Return a printed number on its own: ``L. 111-1`` -> ``L111-1``, ``1 a`` -> ``1a``, ``39 bis A`` stays."""
    return _BEFORE_LETTER.sub("", _PREFIX.sub(r"\1", number))


def _order(number: str) -> tuple[int, str]:
    match = _DIGITS.match(number)
    return (int(match[1][:9]), match[2].replace(" ", "")) if match else (0, number)


def changes(
    before: Sequence[Block], after: Sequence[Block]
) -> list[tuple[int, int, Sequence[Block]]]:
    """Return (number of a block in ``before``, blocks removed there, blocks inserted there), in order."""
    shared = min(len(before), len(after))
    head = next((n for n in range(shared) if before[n] != after[n]), shared)
    tail = next((n for n in range(shared - head) if before[-1 - n] != after[-1 - n]), shared - head)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if not (old or new):
        return []
    if [block.eid for block in old] == [block.eid for block in new]:
        return _replaced(old, new, head)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (head + a, b - a, new[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    ]


def _replaced(
    old: Sequence[Block], new: Sequence[Block], head: int
) -> list[tuple[int, int, Sequence[Block]]]:
    return [
        (head + at, 1, [block])
        for at, (block, earlier) in enumerate(zip(new, old, strict=True))
        if block != earlier
    ]


def new_text(
    edits: Iterable[tuple[int, int, Sequence[Block]]], language: str | None
) -> tuple[str, tuple[Provision, ...], tuple[Edit, ...]]:
    """Return the text of the inserted blocks, their provisions, and the edits in terms of that text."""
    writer = _Writer(language)
    found = tuple(
        Edit(at, removed, tuple(map(writer.block, inserted))) for at, removed, inserted in edits
    )
    return writer.text, tuple(writer.provisions), found


class _Writer:
    """A writer of blocks, one below the other, with their provisions."""

    def __init__(self, language: str | None):
        self._written: list[str] = []
        self._length = 0
        self._language = language
        self.provisions: list[Provision] = []

    @property
    def text(self) -> str:
        return "".join(self._written)

    def block(self, block: Block) -> Part:
        """Write a block and return where it stands."""
        start = self._length
        first, _, rest = block.source.partition("\n")
        if block.eid and (article := _article(first)):
            self._article(block.eid, article, rest, is_heading=first.startswith("#"))
        else:
            if block.eid and (division := _division(first)):
                self._heading(block.eid, division)
            self._write("\n".join(lines(rest if block.eid else block.source)))
        self._write("\n\n")
        return Part(block.eid, start, self._length)

    def _heading(self, eid: str, division: re.Match[str]) -> None:
        """Write the heading of a division, a provision of its own: what stands below it changes more often."""
        printed, heading = division[0], division["heading"]
        label = squeeze(printed.removesuffix(heading)).rstrip(" :.–—-")
        number = division["before"] or division["number"] or ""
        start = self._length
        self._write(printed)
        self.provisions.append(
            Provision(eid, "division", number, heading, label, None, start, self._length)
        )
        self._write("\n")

    def _article(self, eid: str, article: _Article, body: str, *, is_heading: bool) -> None:
        """Write an article; its number and heading stand above the provision.

        Behind a bare number its text may follow on the same line.
        """
        heading = article.heading.rstrip(RAISED_DIGITS + " ") if is_heading else ""
        self._write(f"{article.label} {heading}".rstrip())
        self._write("\n")
        start = self._length
        paragraphs = [*lines(body if is_heading else f"{article.heading}\n{body}")]
        begun = _paragraph_starts(paragraphs)
        self._write("\n".join(paragraphs))
        self.provisions.append(
            Provision(
                eid, article.kind, article.number, heading, article.label, None, start, self._length
            )
        )  # fmt: skip
        ends = [*(at - 1 for at, _ in begun[1:]), self._length - start]
        for (at, number), end in zip(begun, ends, strict=True) if begun else ():
            label = article.label + _PARAGRAPH_LABELS.get(self._language or "", "({})").format(
                number
            )
            self.provisions.append(
                Provision(f"{eid}__para_{number}", "paragraph", number, "", label, eid, start + at, start + end)
            )  # fmt: skip

    def _write(self, text: str) -> None:
        self._written.append(text)
        self._length += len(text)


def _paragraph_starts(paragraphs: Sequence[str]) -> list[tuple[int, str]]:
    """Return (start, number) of paragraphs numbered by raised digits; none unless they count up from 1."""
    found: list[tuple[int, str]] = []
    at = 0
    for paragraph in paragraphs:
        match = _PARAGRAPH.match(paragraph)
        if match and int(match[1].translate(_PLAIN)) == len(found) + 1:
            found.append((at, str(len(found) + 1)))
        at += len(paragraph) + 1
    return found if len(found) > 1 else []


def lines(source: str) -> Iterator[str]:
    """Yield the lines of a text without Markdown, one a paragraph; raised numbers stay raised."""
    for line in source.splitlines():
        plain = squeeze(strip_markup(_without_tags(line), keep_indent=True))
        plain = unicodedata.normalize("NFC", _ENUMERATED.sub("", plain))
        if plain:
            yield plain


def _without_tags(line: str) -> str:
    if "<" not in line:
        return line
    return _TAG.sub("", _SUP.sub(lambda found: found[1].translate(_RAISED), line))


def document(meta: Mapping[str, str], fallback: str) -> Document:
    """Return a document without text, with what the front matter of a law states."""
    title = squeeze(meta.get("title", "")) or fallback
    enacted = _day(meta, "publication_date")
    return Document(
        text="",
        title=title,
        kind="statute",
        work=squeeze(meta.get("identifier", "")) or fallback,
        short_title=squeeze(meta.get("short_title", "")) or title,
        in_force_from=_day(meta, "entry_into_force") if meta.get("status") == "in_force" else None,
        properties=(Property(ENACTED, enacted.isoformat()),) if enacted else (),
    )


def _day(meta: Mapping[str, str], key: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(meta.get(key, ""))
    except ValueError:
        return None
