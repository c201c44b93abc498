"""The XML of Spain's Boletín Oficial del Estado: laws as published, and consolidated laws.

Source: https://www.boe.es/datosabiertos/. Lines have classes (``articulo``, ``parrafo``,
``capitulo_num``). A consolidated law has a ``bloque`` for each article with all its versions; the
last one is read. ``art_6__para_1__point_a`` is Artículo 6, apartado 1, letra a).
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.document.model import ENACTED, Document, Property
from lexdesk.structure import Source, StructureError
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.eu.vocabulary import PLACES
from lexdesk.structure.law_lines import ORDINALS
from lexdesk.structure.numbered_levels import follows, is_first
from lexdesk.structure.numbers import format_division_number, format_eid_number
from lexdesk.structure.outline import Outline
from lexdesk.structure.safe_xml import parse_xml
from lexdesk.structure.xml_blocks import (
    find_child,
    find_descendant,
    read_local_name,
    read_running_text,
)
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_DIVISIONS = {
    "libro": ("book", "Libro"), "titulo": ("title", "Título"), "capitulo": ("chp", "Capítulo"),
    "seccion": ("sec", "Sección"), "subseccion": ("subsec", "Subsección"), "anexo": ("anx", "Anexo"),
}  # fmt: skip
_KINDS = {
    "book": "book",
    "title": "title",
    "chp": "chapter",
    "sec": "section",
    "subsec": "subsection",
    "anx": "annex",
}
_CLASS = lazy_pattern(rf"(?P<name>{'|'.join(_DIVISIONS)})(?:_(?P<part>num|tit))?")
# 2 is re.IGNORECASE.
_NAMED = lazy_pattern(
    r"(?P<word>libro|t[íi]tulo|cap[íi]tulo|secci[óo]n|subsecci[óo]n|anexo)\b[\s.]*(?P<number>[IVXLC]+|\d+[.ªºa]*|[\w-]+)?[\s.:-]*(?P<heading>.*)",
    2,
)
_ARTICLE = lazy_pattern(
    rf"(?P<word>Art[íi]culo|Art\.)\s+(?P<number>\d{{1,4}}(?:\s?(?:bis|ter|qu[áa]ter|quinquies|sexies|septies))?|[úu]nico|(?:[IVXL]+|{ORDINALS})(?![^\W_]))[.ºª\s-]*(?P<heading>.*)",
    2,
)
_DISPOSITION = lazy_pattern(
    r"(?P<word>Disposici[óo]n\s+(?P<kind>adicional|transitoria|derogatoria|final))\s*(?P<number>[\wáéíóú]+(?:\s(?:primera|segunda|tercera|cuarta|quinta|sexta|s[ée]ptima|octava|novena))?)?[.\s]*(?P<heading>.*)",
    2,
)
_ROMAN = lazy_pattern(r"[IVXLC]+")
_PARAGRAPH = lazy_pattern(r"(\d{1,3})\.\s")
_LETTER = lazy_pattern(r"([a-zñ])\)\s")
_LONGEST_HEADING = 300
_NOTES = ("nota_pie", "cita", "imagen")
_ACT = lazy_pattern(
    r"(?P<act>(?:Ley(?:\sOrg[áa]nica|\sForal)?|Real\sDecreto(?:-ley|\sLegislativo)?|Decreto(?:-ley)?|Orden|Resoluci[óo]n|Circular)\s[\w/.-]*\d+/\d{4}).*"
)
_PLACES = PLACES["es"]


class _Row(NamedTuple):
    """A line of the text and its class."""

    name: str
    text: str


def read(source: Source) -> Document:
    """Read the law with its divisions, articles, apartados and letters. Raises ``StructureError`` for other files."""
    name = source.path.name
    root = parse_xml(source.data, name)
    text = find_descendant(root, "texto")
    holder = text if text is not None else find_descendant(root, "data")  # of one block alone
    blocks = (
        [_latest(e) for e in holder if read_local_name(e) == "bloque"] if holder is not None else []
    )
    versions = [version for version in blocks if version is not None]
    parts = versions or ([text] if text is not None and len(text) else [])
    if not parts:
        raise StructureError("no text of a law")
    outline = _write(parts)
    title = _read_metadata(root, "titulo")
    act = _ACT.match(title)
    enacted = parse_metadata_date(_read_metadata(root, "fecha_disposicion"), name)
    days = [day for version in versions if (day := _valid_from(version, name))]
    return Document(
        text=outline.text,
        title=title,
        kind="statute" if not act or act["act"].startswith("Ley") else "regulation",
        work=_read_metadata(root, "identificador") or ("" if text is None else _act_of(versions)),
        short_title=act["act"] if act else "",
        language="es",
        valid_from=max(
            days, default=parse_metadata_date(_read_metadata(root, "fecha_publicacion"), name)
        ),
        in_force_from=parse_metadata_date(_read_metadata(root, "fecha_vigencia"), name),
        provisions=outline.provisions,
        properties=(Property(ENACTED, enacted.isoformat()),) if enacted else (),
    )


def _write(parts: Iterable[_Element]) -> Outline:
    """Write the rows of ``parts`` with their provisions."""
    writer = _Writer()
    for part in parts:
        for row in _rows(part):
            writer.row(row)
    writer.outline.close_all()
    return writer.outline


def _read_metadata(root: _Element, name: str) -> str:
    meta = find_descendant(root, "metadatos")
    return read_running_text(find_child(meta, name)) if meta is not None else ""


def _latest(block: _Element) -> _Element | None:
    """Return the version of a block that begins last."""
    versions = [part for part in block if read_local_name(part) == "version"]
    return max(versions, key=_first_day, default=None)


def _first_day(version: _Element) -> str:
    return version.get("fecha_vigencia") or version.get("fecha_publicacion") or ""


def _valid_from(version: _Element, name: str) -> datetime.date | None:
    return parse_metadata_date(_first_day(version), name)


def _act_of(versions: list[_Element]) -> str:
    """Return the law of a file without metadata: that of its oldest version."""
    oldest = min(versions, key=_first_day, default=None)
    return "" if oldest is None else oldest.get("id_norma") or ""


def _is_disposition(text: str) -> bool:
    """Return True for the heading of a final provision."""
    return len(text) < _LONGEST_HEADING and _DISPOSITION.fullmatch(text) is not None


def _rows(element: _Element) -> Iterator[_Row]:
    for part in element:
        name = (part.get("class") or "").lower()
        if read_local_name(part) == "p" and not name.startswith(_NOTES):
            if text := read_running_text(part):
                yield _Row(name, text)
        elif read_local_name(part) == "tr":
            yield _Row(
                "", " | ".join(read_running_text(cell) for cell in part if read_local_name(cell))
            )
        elif read_local_name(part) and read_local_name(part) not in ("p", "img"):
            yield from _rows(part)


class _Writer:
    """A writer of lines into an outline."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._divisions: list[tuple[str, str]] = []  # (step, eid)
        self._article = ("", "")  # eid and label
        self._levels: list[tuple[str, str, str, str]] = []  # (system, number, eid, label)

    def row(self, row: _Row) -> None:
        found = _CLASS.fullmatch(row.name)
        if found and found["part"] == "tit" and self._divisions:
            self.outline.set_heading(self._divisions[-1][1], row.text)
            self.outline.line(row.text)
        elif found and (named := _NAMED.fullmatch(row.text)):
            self._division(found["name"], named["number"] or "", named["heading"], row.text)
        elif row.name.startswith("articulo") or _is_disposition(row.text):
            self._begin_article(row.text)
        else:
            self._paragraph(row.text)

    def _division(self, name: str, printed: str, heading: str, text: str) -> None:
        self._end_article()
        step, word = _DIVISIONS[name]
        steps = [kind for kind, _ in _DIVISIONS.values()]
        while self._divisions and (
            step == "anx" or steps.index(self._divisions[-1][0]) >= steps.index(step)
        ):
            self.outline.close(self._divisions.pop()[1])
        number = printed.strip(".ªºa") if printed[:1].isdigit() else printed
        self.outline.blank()
        count = 1 + sum(p.kind == _KINDS[step] for p in self.outline.all_provisions)
        eid = self.outline.child_eid(f"{step}_{format_division_number(number) or count}")
        is_word = number.isupper() and not _ROMAN.fullmatch(number)
        label = f"{word} {number.lower() if is_word else number}".strip()
        self._divisions.append((step, self.outline.open(eid, _KINDS[step], number, heading, label)))
        self.outline.line(text)

    def _begin_article(self, text: str) -> None:
        found = _ARTICLE.fullmatch(text) or _DISPOSITION.fullmatch(text)
        self._end_article()
        if found is None:  # ``Artículos 35 a 41``, repealed
            self.outline.line(text)
            return
        number = (found["number"] or "").strip()
        is_article = found.re is _ARTICLE or "kind" not in found.groupdict()
        step = "art" if is_article else f"disp_{found['kind'].lower()}"
        label = f"{found['word'].capitalize()} {number}".strip()
        eid = f"{step}_{format_eid_number(number)}".rstrip("_")
        self.outline.blank()
        kind = "article" if is_article else "provision"
        heading = found["heading"].rstrip(".")
        self._article = (self.outline.open(eid, kind, number, heading, label), label)
        self.outline.line(text)

    def _paragraph(self, text: str) -> None:
        if self._article[0]:
            for system, pattern in (("figure", _PARAGRAPH), ("letter", _LETTER)):
                if (match := pattern.match(text)) and self._continues(system, match[1]):
                    self._open(system, match[1])
        self.outline.line(text)

    def _continues(self, system: str, number: str) -> bool:
        """Return True if a number is the next of an open list, or the first of a new one."""
        open_ = next((level for level in self._levels if level[0] == system), None)
        if open_:
            return follows(number, open_[1], system)
        return is_first(number, system) and (system == "letter" or not self._levels)

    def _open(self, system: str, number: str) -> None:
        while self._levels and (system == "figure" or self._levels[-1][0] == system):
            self.outline.close(self._levels.pop()[2])
        outer_eid, outer = self._levels[-1][2:] if self._levels else self._article
        step, kind, place = (
            ("para", "paragraph", "paragraph")
            if system == "figure"
            else ("point", "point", "letter")
        )
        label = outer + _PLACES[place].format(n=number)
        eid = self.outline.open(f"{outer_eid}__{step}_{number}", kind, number, "", label)
        self._levels.append((system, number, eid, label))

    def _end_article(self) -> None:
        self._levels.clear()
        if self._article[0]:
            self.outline.close(self._article[0])
        self._article = ("", "")
