"""Laws in Markdown as the legalize repositories keep them: front matter, divisions and articles.

Articles begin with a heading (``##### Article 16-1``, ``##### **Art. 3** Zweck``, ``###### 3 §``) or, in older
versions, with a bare line (``Article L111-1``); so do the divisions around them. In laws that name no article by a
word, a heading with a number begins a section (``##### 5. **Interpretation**``); where the numbers of sections restart in each
chapter, the eid of the chapter stands before theirs (``chp_2__para_3``). A law is cut into *blocks*, each an article or the lines
between two articles, so that versions can share the blocks that did not change.
"""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from lexdesk.document.model import ENACTED, OTHER_NAMES, Document, Edit, Part, Property, Provision
from lexdesk.structure.law_lines import (
    BEGIN,
    Article,
    Line,
    parse_article,
    parse_division,
    parse_line,
    parse_numbered,
    strip_tags,
    with_raised_number,
)
from lexdesk.structure.markdown import strip_markup
from lexdesk.structure.outline import squeeze
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS, fold, normalize

_ENUMERATED = lazy_pattern(r"(?<!\S)[-*+]\s+(?=(?:\d{1,3}|[a-z]{1,3})(?:bis|ter|quater)?[.)°])")
_PARAGRAPHS = (
    lazy_pattern(rf"([{RAISED_DIGITS}]+)(?=\s?\S)"),
    lazy_pattern(r"(?:\d{1,4}[A-Z]*\s?\.?\s?[—–-]\s?)?\((\d{1,3})\)"),
    lazy_pattern(r"(\d{1,3})\.\s"),
)
_POINTED = ("es", "pt", "it", "nl")
"""Languages whose laws number paragraphs by ``1.``; elsewhere that is an item of a list."""
_PLAIN = {ord(RAISED_DIGITS[digit]): str(digit) for digit in range(10)}
_PARAGRAPH_LABELS = {"de": " Abs. {}", "fr": " al. {}", "it": " cpv. {}"}


_KEYS = {
    **dict.fromkeys(("제목", "titulo", "titolo", "titre", "titel", "tytul", "pavadinimas", "nazev", "titlu"), "title"),
    **dict.fromkeys(("법령id", "identificador", "identifiant", "identificativo", "identifikator", "identyfikator"), "identifier"),
    **dict.fromkeys(
        ("공포일자", "fechapublicacion", "fechadepublicacion", "datepublication", "datedepublication", "datapublicacao",
         "datapubblicazione", "dataogloszenia", "verkundungsdatum", "publicationdate"), "publication_date",
    ),
    **dict.fromkeys(
        ("시행일자", "fechavigencia", "datedentreeenvigueur", "dataentradaemvigor", "inkrafttreten", "entryintoforce"),
        "entry_into_force",
    ),
    **dict.fromkeys(("상태", "estado", "etat", "stato", "situacao"), "status"),
}  # fmt: skip
"""Keys of the front matter in other languages, in lower case and without accents and blanks."""
_NO_LETTERS = lazy_pattern(r"[\W_]+")


class Block(NamedTuple):
    """Lines of a law: an article or the heading of a division (``eid``), or other text between them (``""``)."""

    eid: str
    source: str


class _BlockStart(NamedTuple):
    """A line that begins a block: where, the block's eid, and for a section the chapter around it."""

    at: int
    eid: str
    section: str = ""
    chapter: str = ""


def split(body: str) -> list[Block]:
    """Cut the text of a law into blocks; the eid of a repeated article gets ``_2``, ``_3`` ..."""
    blocks: list[Block] = []
    taken: dict[str, int] = {}
    start, eid = 0, ""
    for line in _beginnings(body):
        if line.at > start:
            blocks.append(Block(eid, body[start : line.at]))
        start, eid = line.at, _unique(line.eid, taken) if line.eid else ""
    if start < len(body):
        blocks.append(Block(eid, body[start:]))
    return [block for block in blocks if not block.source.isspace()]


def _beginnings(body: str) -> list[_BlockStart]:
    """Return the lines that begin blocks; sections whose numbers restart in each chapter have its eid before their own."""
    candidates = [(match.start(), match[0]) for match in BEGIN.finditer(body)]
    has_words = any((line := parse_line(text)) and line.article for _, text in candidates)
    found: list[_BlockStart] = []
    last = (0, "")
    taken: set[str] = set()
    above: list[Line] = []  # the divisions entered
    for at, text in candidates:
        line = (None if has_words else parse_numbered(text)) or parse_line(text)
        if line is None or (line.in_order and line.article and line.article.order <= last):
            continue
        if line.article is None:
            if line.step:
                above = [*(outer for outer in above if outer.rank < line.rank), line]
                last = last if has_words else (0, "")
            found.append(_BlockStart(at, "__".join(d.step for d in above) if line.step else ""))
            continue
        last = line.article.order
        article = line.article
        if article.eid in taken and article.heading.startswith((*RAISED_DIGITS,)):
            article = with_raised_number(article)
        taken.add(article.eid)
        section = article.eid if article.is_number_first else ""
        chapter = next((d.step for d in reversed(above) if d.step.startswith("chp")), "")
        found.append(_BlockStart(at, article.eid, section, chapter))
    chapters: dict[str, set[str]] = {}
    for line_ in found:
        if line_.section:
            chapters.setdefault(line_.section, set()).add(line_.chapter)
    if not any(len(several) > 1 for several in chapters.values()):
        return found
    return [
        b._replace(eid=f"{b.chapter}__{b.eid}") if b.section and b.chapter else b for b in found
    ]


def _unique(eid: str, taken: dict[str, int]) -> str:
    count = taken[eid] = taken.get(eid, 0) + 1
    return eid if count == 1 else f"{eid}_{count}"


def find_changes(
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
        return _find_replaced_blocks(old, new, head)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (head + a, b - a, new[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    ]


def _find_replaced_blocks(
    old: Sequence[Block], new: Sequence[Block], head: int
) -> list[tuple[int, int, Sequence[Block]]]:
    return [
        (head + at, 1, [block])
        for at, (block, earlier) in enumerate(zip(new, old, strict=True))
        if block != earlier
    ]


def build_new_text(
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
        """Write a block and return its position."""
        start = self._length
        first, _, rest = block.source.partition("\n")
        numbered = parse_numbered(first) if block.eid.startswith("sec_") else None
        if article := (block.eid and parse_article(first)) or (numbered and numbered.article):
            raised = with_raised_number(article)
            article = raised if raised.eid == block.eid else article
            self._article(block.eid, article, rest, is_heading=first.startswith("#"))
        else:
            if block.eid and (division := parse_division(first)):
                self._heading(block.eid, division)
            self._write("\n".join(read_lines(rest if block.eid else block.source)))
        self._write("\n\n")
        return Part(block.eid, start, self._length)

    def _heading(self, eid: str, division: re.Match[str]) -> None:
        """Write the heading of a division as a separate provision: the text below it changes more often."""
        printed, heading = division[0], division["heading"]
        label = squeeze(printed.removesuffix(heading)).rstrip(" :.–—-")
        number = division["before"] or division["number"] or ""
        start = self._length
        self._write(printed)
        self.provisions.append(
            Provision(eid, "division", number, heading, label, None, start, self._length)
        )
        self._write("\n")

    def _article(self, eid: str, article: Article, body: str, *, is_heading: bool) -> None:
        """Write an article; its number and heading stand above the provision.

        Behind a bare number its text may follow on the same line.
        """
        heading = article.heading.rstrip(RAISED_DIGITS + " ") if is_heading else ""
        self._write(f"{article.label} {heading}".rstrip())
        self._write("\n")
        start = self._length
        paragraphs = [*read_lines(body if is_heading else f"{article.heading}\n{body}")]
        begun = _paragraph_starts(paragraphs, self._language)
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
            step = "subsec" if eid.startswith("sec_") else "para"
            self.provisions.append(
                Provision(f"{eid}__{step}_{number}", "paragraph", number, "", label, eid, start + at, start + end)
            )  # fmt: skip

    def _write(self, text: str) -> None:
        self._written.append(text)
        self._length += len(text)


def _paragraph_starts(paragraphs: Sequence[str], language: str | None) -> list[tuple[int, str]]:
    """Return (start, number) of paragraphs numbered by raised digits, ``(1)`` or ``1.``; none unless they count up from 1."""
    for pattern in _PARAGRAPHS if language in _POINTED else _PARAGRAPHS[:2]:
        found: list[tuple[int, str]] = []
        at = 0
        for paragraph in paragraphs:
            match = pattern.match(paragraph)
            if match and int(match[1].translate(_PLAIN)) == len(found) + 1:
                found.append((at, str(len(found) + 1)))
            at += len(paragraph) + 1
        if len(found) > 1 and (pattern is _PARAGRAPHS[0] or found[0][0] == 0):
            return found
    return []


def read_lines(source: str) -> Iterator[str]:
    """Yield the lines of a text without Markdown, one a paragraph; raised numbers stay raised."""
    for line in source.splitlines():
        plain = squeeze(strip_markup(strip_tags(line), keep_indent=True))
        plain = normalize("NFC", _ENUMERATED.sub("", plain))
        if plain:
            yield plain


def add_usual_keys(meta: Mapping[str, str]) -> dict[str, str]:
    """Return a front matter with the usual keys beside those in another language."""
    folded = {_NO_LETTERS.sub("", fold(key)): value for key, value in meta.items()}
    folded.update((key.lower(), value) for key, value in meta.items())
    named = {_KEYS[key]: value for key, value in folded.items() if key in _KEYS}
    return {**named, **meta}


def make_document(meta: Mapping[str, str], fallback: str) -> Document:
    """Return a document without text, with the values of a law's front matter."""
    title = squeeze(meta.get("title", "")).replace(" ,", ",") or fallback
    enacted = _day(meta, "publication_date")
    return Document(
        text="",
        title=title,
        kind="statute",
        work=squeeze(meta.get("identifier", "")) or fallback,
        short_title=squeeze(meta.get("short_title", "")) or title,
        in_force_from=_day(meta, "entry_into_force") if meta.get("status") == "in_force" else None,
        properties=(
            *([Property(ENACTED, enacted.isoformat())] if enacted else ()),
            *([Property(OTHER_NAMES, names)] if (names := "; ".join(_other_names(meta))) else ()),
        ),
    )


def _other_names(meta: Mapping[str, str]) -> dict[str, None]:
    """Return the names of a law of Switzerland beside its title and abbreviation: ``Waffengesetz``, ``LArm``, ``SR 514.54``."""
    names: dict[str, None] = {}
    for key, value in meta.items():
        if key.startswith("short_title_"):
            names[squeeze(value)] = None
        elif key.split("_")[0] == "title" and (bracket := _SHORT_NAME.search(value)):
            names[squeeze(bracket["name"])] = None
        elif key == "sr_number" and value[:1].isdigit():
            names |= dict.fromkeys(f"{word} {value}" for word in ("SR", "RS"))
    return names


_SHORT_NAME = lazy_pattern(r"\((?P<name>[^(),;]{4,60}),\s[^(),;]{2,15}\)\s*$")
"""The end of a title: ``(Waffengesetz, WG)``."""


def _day(meta: Mapping[str, str], key: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(meta.get(key, ""))
    except ValueError:
        return None
