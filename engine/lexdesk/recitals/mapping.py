"""A table of recitals and the provisions they explain, made by people, as CSV.

Two columns, ``recital`` and ``provision``, in any order and among others; a cell holds one place or
several. Spreadsheet exports are accepted: a byte order mark, semicolons or tabs between the
columns, UTF-16. A place that the act does not have rejects the whole table.
"""

import codecs
import csv
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from lexdesk.citations import Context, find
from lexdesk.document.eid import is_recital
from lexdesk.document.model import Provision
from lexdesk.errors import MappingError, RecitalCode
from lexdesk.recitals.links import Link
from lexdesk.structure.eu.vocabulary import RECITAL
from lexdesk.system.regular_files import read_named
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import nfc

COLUMNS = ("recital", "provision", "source", "score")
"""The columns of an export; ``read`` uses the first two."""

_RECITAL_WORDS = {
    *(word.casefold() for word in RECITAL.values()),
    "rec", "recitals", "considérants", "erwägungsgründe", "erwg", "considerandos", "considerando n.º",
}  # fmt: skip
_RECITAL_COLUMNS = _RECITAL_WORDS | {"rec_id", "recital_id", "recital no", "recital number"}
_PROVISION_COLUMNS = {
    "provision", "provisions", "article", "articles", "article_id", "art", "eid", "artikel",
    "artículo", "articolo", "artigo", "vorschrift", "disposition",
}  # fmt: skip
_DELIMITER = lazy_pattern(r'(?:[^",;\t]|"[^"]*")*([,;\t])')
_NUMBERED = lazy_pattern(r"(?P<word>[^\d()]*?)[\s._]*\(?(?P<number>\d+[a-z]*)\)?")
_RANGE = lazy_pattern(r"(\D*?)(\d{1,6})\s*(?:[-–—]|to|bis|à)\s*(\d{1,6})")
_MOST_BYTES = 8 << 20
_MOST_LINKS = 100_000
"""Stated by a table, the repeated ones too; the GDPR has some 300."""
_LONGEST_RECITAL = 100
"""Characters of ``Recital 26``, also as a range."""


class ProvisionNames:
    """The recitals and provisions of a work, by their usual names."""

    def __init__(self, work: str, provisions: Iterable[Provision]):
        self._work = work
        self._recitals: dict[str, str] = {}
        self._provisions: dict[str, str] = {}
        for p in provisions:
            if p.kind == "recital":
                self._recitals.setdefault(p.number.casefold(), p.eid)
            elif not is_recital(p.eid):
                for name in (p.eid, p.label, _short(p.eid)):
                    self._provisions.setdefault(_key(name), p.eid)

    def recitals(self, cell: str) -> list[str]:
        """Return the eids in a cell such as ``26``, ``rec_26``, ``Recital 26; 28-30``.

        Raises ``MappingError`` with the part that names no recital.
        """
        return _distinct(eid for part in _parts(cell) for eid in self._recitals_in(part))

    def _recitals_in(self, part: str) -> list[str]:
        found = []
        for one in _expand(part):
            match = _NUMBERED.fullmatch(one.casefold()) if len(one) <= _LONGEST_RECITAL else None
            eid = self._recitals.get(match["number"], "") if match else ""
            if match is None or not eid or (match["word"] and match["word"] not in _RECITAL_WORDS):
                raise MappingError(RecitalCode.RECITAL_UNKNOWN, work=self._work, part=part)
            found.append(eid)
        return found

    def provisions(self, cell: str) -> list[str]:
        """Return the eids in a cell such as ``6``, ``art_6__para_1``, ``Article 6(1)(f); Articles 12 to 14``.

        Raises ``MappingError`` with the part that names no provision.
        """
        return _distinct(
            eid
            for part in _parts(cell, ";")
            for eid in self._provision(part)
            or _distinct(eid for piece in _parts(part) for eid in self._require(piece))
        )

    def _require(self, part: str) -> list[str]:
        found = self._provision(part)
        if not found:
            raise MappingError(RecitalCode.PROVISION_UNKNOWN, work=self._work, part=part)
        return found

    def _provision(self, part: str) -> list[str]:
        """Return the eids named by the whole ``part``; empty if it is no place of the work."""
        eids = [self._provisions.get(_key(one), "") for one in _expand(part)]
        if all(eids):
            return eids
        # Other ways to write a place: "Article 6(1), point (f)", "Articles 12 to 22".
        cited = find(part, context=Context(self._work))
        if len(cited) != 1 or (cited[0].start, cited[0].end) != (0, len(part)):
            return []
        eids = [self._provisions.get(eid, "") for eid in cited[0].eids]
        return eids if all(eids) and cited[0].work == self._work else []


def read(path: Path, places: ProvisionNames) -> list[tuple[str, str]]:
    """Return the distinct pairs (recital, provision) of a table, in its order.

    Raises ``MappingError`` with the line, and ``OSError``.
    """
    distinct: dict[tuple[str, str], None] = {}
    stated = 0
    for line, recitals, provisions in _rows(path):
        try:
            of_line = places.recitals(recitals), places.provisions(provisions)
        except MappingError as error:
            raise MappingError(
                RecitalCode.LINE_INVALID, path=path, line=line, reason=error
            ) from error
        stated += len(of_line[0]) * len(of_line[1])
        if stated > _MOST_LINKS:
            raise MappingError(RecitalCode.TOO_MANY_LINKS, path=path, line=line, limit=_MOST_LINKS)
        distinct.update(dict.fromkeys(itertools.product(*of_line)))
    if not distinct:
        raise MappingError(RecitalCode.NO_LINKS, path=path)
    return list(distinct)


def write(links: Sequence[Link]) -> str:
    """Format links as CSV in the format of ``read``."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for link in links:
        score = "" if link.score is None else f"{link.score:.4f}"
        table.writerow((link.recital, link.provision, link.source, score))
    return out.getvalue()


def _rows(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield (line, cell of recitals, cell of provisions) of each row with both."""
    text = _decode(path)
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = _DELIMITER.match(first)
    if delimiter is None:
        found = f"only {first[:60]!r} in its first line" if first else "nothing"
        raise MappingError(RecitalCode.COLUMNS_MISSING, path=path, found=found)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter[1], strict=True)
    recital = provision = width = -1
    try:
        for row in table:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if width < 0:
                recital, provision = _columns(path, cells)
                width = len(cells)
            elif len(cells) > width and any(cells[width:]):
                raise MappingError(
                    RecitalCode.CELLS, path=path, line=table.line_num, cells=len(cells), width=width
                )
            elif len(cells) > max(recital, provision) and cells[recital] and cells[provision]:
                yield table.line_num, cells[recital], cells[provision]
    except csv.Error as error:
        raise MappingError(
            RecitalCode.CSV_INVALID, path=path, line=table.line_num, reason=error
        ) from error


def _decode(path: Path) -> str:
    data = read_named(path, _MOST_BYTES)
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise MappingError(RecitalCode.NOT_UTF8, path=path, line=line) from error
    return nfc(text)


def _columns(path: Path, names: Sequence[str]) -> tuple[int, int]:
    """Return the positions of the columns of recitals and of provisions."""
    plain = [name.casefold().strip(" .:_") for name in names]
    found = [
        next((at for at, name in enumerate(plain) if name in known), -1)
        for known in (_RECITAL_COLUMNS, _PROVISION_COLUMNS)
    ]
    if min(found) < 0:
        raise MappingError(RecitalCode.COLUMNS_OTHER, path=path, names=", ".join(names))
    return found[0], found[1]


def _parts(cell: str, delimiters: str = ",;") -> list[str]:
    parts = re.split(f"[{delimiters}]", cell)
    return [part.strip() for part in parts if part.strip()]


def _distinct(eids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(eids))


def _expand(part: str) -> list[str]:
    """Expand ``28-30`` to ``28``, ``29``, ``30``; return other texts unchanged."""
    match = _RANGE.fullmatch(part)
    if match is None or not 0 <= int(match[3]) - int(match[2]) <= 1000:
        return [part]
    return [f"{match[1]}{number}" for number in range(int(match[2]), int(match[3]) + 1)]


def _short(eid: str) -> str:
    """Return ``6(1)(f)`` for ``art_6__para_1__point_f``; the eid itself outside articles."""
    if not eid.startswith("art_"):
        return eid
    first, *steps = (step.rpartition("_")[2] for step in eid.split("__"))
    return first + "".join(f"({step})" for step in steps)


def _key(name: str) -> str:
    """Normalise a place for comparison: no case, blanks, dots or word for article."""
    normalised = re.sub(r"[\s.]+", "", name.casefold())
    return re.sub(r"^(?:articles?|art(?=\d)|artikel|artículo|articolo|artigo)", "", normalised)
