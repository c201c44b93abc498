"""Dated versions of a work, each a JSON file of provisions (schema ``lex-articles/1``).

    works/<celex>/work.json                    the register: languages, versions, relations
    works/<celex>/history.json                 the register: validity periods of each text
    works/<celex>/versions/<date>/<lang>.json  a version: its provisions, as Markdown

A version is one expression. The text of each provision is its ``text_md``, character for character,
so that its SHA-256 matches; its eid is the archive's own ``anchor``. Printed numbers and headings
stand above it, outside its span.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from lexdesk.document.model import FURNITURE, TEXTLESS, Document, Property, Provision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.structure import Source
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.eu.identity import (
    find_kind_of_celex,
    make_short_title,
    read_state_day,
)
from lexdesk.structure.eu.numbering import convert_to_sentence_case
from lexdesk.structure.eu.part_names import name_division
from lexdesk.structure.eu.vocabulary import Steps, find_act_kind, find_division_kind, format_place
from lexdesk.structure.flattened_text import (
    OUTERMOST,
    NumberedPart,
    find_articles,
    find_heading,
    find_paragraphs,
    find_points,
    is_page_furniture,
    list_kinds_inside,
)
from lexdesk.structure.lex_register import read_relations
from lexdesk.structure.numbers import format_eid_number
from lexdesk.structure.outline import MarkedText, squeeze
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import nfc

SCHEMA = "lex-articles/1"

_IDENTIFIER = lazy_pattern(r"[\w.-]+:(?P<work>[^:\s]+):[^:\s]+")
_CELEX = lazy_pattern(r"\d{5}[a-z]{1,2}\d{4}", re.IGNORECASE)
_ANCHOR = lazy_pattern(r"[\w.-]+")
_NUMBER = lazy_pattern(r"(?:[^\W\d_]+_)?(?P<number>\d+[a-z]{0,3}|[ivxlc]+|[a-z])(?:__?\w+)?")
_BLOCK = lazy_pattern(r"(?:\A|\n\n)(?=\S)")
_PARAGRAPH = lazy_pattern(
    r"(?P<bold>\*\*)?(?P<number>\d{1,3})(?P<letters>[a-z]{0,2})\.(?(bold)\*\*)\s"
)
_MOST_DELETED = 3  # paragraphs missing in a series begun by two
_HEAD = 400  # characters of a provision that may hold its number and heading
_HEADING = lazy_pattern(r"[^\W\d_a-zß-öø-ÿ](?:[^.;:]|\.(?=\S)){2,199}(?<![,.;:])")
_QUOTES = tuple("‘“„«\"'")


def claims(head: str) -> bool:
    """Return True if a JSON text begins like a version."""
    return bool(re.search(r'"schema"\s*:\s*"lex-articles/', head) and '"lex_id"' in head)


def claims_register(head: str) -> bool:
    """Return True if a JSON text begins like the register beside the versions."""
    return '"lex_work_id"' in head


def read(source: Source, language: str | None = None) -> Document:
    """Read the version with its provisions and the relations in the work's register.

    ``language`` replaces the language that the file states.
    Raises ``FileFailed`` for a damaged file: a text that fails its SHA-256, a repeated anchor.
    """
    name = source.path.name
    record = _record(source)
    identifier = _IDENTIFIER.fullmatch(_text(record, "lex_id", name))
    if identifier is None:
        raise FileFailed(FileCode.LEX_ID_INVALID, name=name, lex_id=record["lex_id"])
    work = _work(identifier["work"])
    _check_texts(record, ("title", "valid_from", "valid_to"), name)
    title = squeeze(record.get("title") or "")
    language = language or _text(record, "language", name).lower()
    kind = find_kind_of_celex(work) or find_act_kind(title)
    writer = _Writer(language)
    for provision in _check_provisions(record.get("provisions"), name):
        writer.provision(provision)
    valid_from, valid_to = (
        parse_metadata_date(record.get(key), name) for key in ("valid_from", "valid_to")
    )
    stated = read_state_day(writer.text, work)  # archives may date the text by the adoption
    if stated and valid_from and valid_from < stated <= (valid_to or stated):
        valid_from = stated
    if valid_from and valid_to and valid_to < valid_from:
        raise FileFailed(
            FileCode.VALIDITY_REVERSED, name=name, valid_from=valid_from, valid_to=valid_to
        )
    return Document(
        text=writer.text,
        title=title,
        kind=kind,
        work=work,
        short_title=make_short_title(title, kind),
        language=language,
        valid_from=valid_from,
        valid_to=valid_to,
        provisions=writer.provisions,
        relations=read_relations(source.path, identifier["work"]),
        properties=_textless(writer.provisions),
    )


def _textless(provisions: Sequence[Provision]) -> tuple[Property, ...]:
    """Return the property of a version that has no text of its act."""
    if all(provision.kind == FURNITURE for provision in provisions):
        return (Property(TEXTLESS, "page of EUR-Lex"),)
    return ()


def reject_register(source: Source) -> Document:
    """Raise ``FileFailed``: the files beside the versions have no text of their own."""
    raise FileFailed(FileCode.VERSION_REGISTER, name=source.path.name)


def _record(source: Source) -> dict[str, Any]:
    name = source.path.name
    try:
        record = json.loads(source.data)
    except (ValueError, RecursionError) as error:
        raise FileFailed(FileCode.JSON_INVALID, name=name, reason=error) from None
    schema = record.get("schema") if isinstance(record, dict) else None
    if schema != SCHEMA:
        raise FileFailed(FileCode.SCHEMA_UNKNOWN, name=name, found=schema, supported=SCHEMA)
    return dict(record)


def _text(record: dict[str, Any], key: str, name: str) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value or not value.isprintable():
        raise FileFailed(FileCode.KEY_MISSING, name=name, key=key)
    return value


def _check_texts(record: dict[str, Any], keys: Sequence[str], name: str) -> None:
    """Raise ``FileFailed`` for values that are neither text nor missing."""
    for key in keys:
        if not isinstance(record.get(key), str | None):
            raise FileFailed(FileCode.KEY_NOT_TEXT, name=name, value=str(record[key])[:40], key=key)


def _work(identifier: str) -> str:
    return identifier.upper() if _CELEX.fullmatch(identifier) else identifier


def _check_provisions(provisions: object, name: str) -> list[dict[str, Any]]:
    """Return the provisions, checked for SHA-256 and unique anchors."""
    if not isinstance(provisions, list) or not all(
        isinstance(provision, dict) for provision in provisions
    ):
        raise FileFailed(FileCode.NO_PROVISIONS, name=name)
    anchors: set[str] = set()
    for provision in provisions:
        anchor, text = _text(provision, "anchor", name), provision.get("text_md")
        if not _ANCHOR.fullmatch(anchor) or anchor in anchors:
            raise FileFailed(FileCode.ANCHOR_INVALID, name=name, anchor=anchor)
        if not isinstance(text, str) or _differs(text, provision.get("text_sha256")):
            raise FileFailed(FileCode.ANCHOR_HASH, name=name, anchor=anchor)
        _check_texts(provision, ("type", "num"), name)
        if not isinstance(provision.get("path"), list | None):
            raise FileFailed(FileCode.ANCHOR_PATH, name=name, anchor=anchor)
        anchors.add(anchor)
    return provisions


def _differs(text: str, stated: object) -> bool:
    try:
        digest = hashlib.sha256(text.encode()).hexdigest()
    except UnicodeEncodeError:  # half of a surrogate pair
        return True
    return stated is not None and digest != stated


class _Writer:
    """A writer of texts one below the other, with their provisions."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._tree = MarkedText()
        self._written: list[str] = []
        self._length = 0
        self._divisions: list[tuple[tuple[str, str], str]] = []  # (printed, heading), eid

    @property
    def text(self) -> str:
        """Return all texts, without the blank line after the last."""
        return "".join(self._written[:-1])

    @property
    def provisions(self) -> tuple[Provision, ...]:
        """Return the provisions; closes the tree."""
        self._tree.close_all()
        return self._tree.provisions

    def provision(self, stated: dict[str, Any]) -> None:
        """Write an article, an annex, or the whole text of a document without articles."""
        self._enter(_divisions(stated.get("path") or ()))
        text = nfc(stated["text_md"])
        number, label = _number_and_label(stated, text)
        heading = squeeze(str(stated.get("heading") or "").replace("*", ""))
        heading = heading or _heading_in(text, number)
        for line in dict.fromkeys((squeeze(stated.get("num") or ""), heading)):
            if line and not text.startswith(line):
                self._write(line, "\n")
        self._tree.begin_line(self._length)
        kind = squeeze(stated.get("type") or "") or "provision"
        if is_page_furniture(text):
            kind = FURNITURE
        eid = self._tree.open(stated["anchor"], kind, number, heading, label)
        if kind == "document":
            self._articles(text)
        else:
            self._paragraphs(text, eid, label, in_annex=kind == "annex")
        self._write(text, "\n\n")
        self._tree.close(eid)

    def _write(self, text: str, behind: str) -> None:
        self._written += (text, behind)
        self._tree.end_line(self._length + len(text))
        self._length += len(text) + len(behind)

    def _enter(self, path: list[tuple[str, str]]) -> None:
        """Close the divisions outside ``path`` and open its new ones."""
        same = 0
        while (
            same < min(len(path), len(self._divisions)) and path[same] == self._divisions[same][0]
        ):
            same += 1
        if same < len(self._divisions):
            self._tree.close(self._divisions[same][1])
            del self._divisions[same:]
        for printed, heading in path[same:]:
            self._division(printed, heading)

    def _division(self, printed: str, heading: str) -> None:
        outer = self._divisions[-1][1] if self._divisions else None
        kind = find_division_kind(printed)
        siblings = sum(p.parent == outer and p.kind == kind for p in self._tree.all_provisions)
        name = name_division(printed, siblings + 1, heading)
        self._tree.begin_line(self._length)
        eid = self._tree.open(*name._replace(eid=f"{outer}__{name.eid}" if outer else name.eid))
        self._divisions.append(((printed, heading), eid))
        self._write(printed, "\n")
        if heading:
            self._write(heading, "\n")

    def _paragraphs(self, text: str, article: str, label: str, *, in_annex: bool) -> None:
        """Mark the numbered paragraphs if their numbers are unambiguous."""
        begun = _paragraphs(text)
        ends = [*(start - 2 for start, _ in begun[1:]), len(text)]
        parts = [
            NumberedPart(number, start, end)
            for (start, number), end in zip(begun, ends, strict=False)
        ]
        step = "figure" if in_annex else "paragraph"
        for part in parts:
            place = format_place(self._language, ((step, part.number),), in_annex=in_annex)
            eid = self._begin_part(f"{article}__para_", "paragraph", part, label + place)
            if not in_annex:
                self._points(text, part, eid, label, ((step, part.number),))
            self._end_part(eid, part)
        if not (parts or in_annex):
            self._points(text, NumberedPart("", 0, len(text)), article, label, ())

    def _articles(self, text: str) -> None:
        """Mark the articles of an act in one piece, with their paragraphs and points."""
        for article in find_articles(text):
            label = f"Article {article.number}"
            paragraphs = find_paragraphs(text, article.start, article.end)
            eid = self._begin_part(
                "art_", "article", article, label, find_heading(text, article, paragraphs)
            )
            for part in paragraphs:
                steps = (("paragraph", part.number),)
                inner = self._begin_part(
                    f"{eid}__para_", "paragraph", part, label + format_place("en", steps)
                )
                self._points(text, part, inner, label, steps)
                self._end_part(inner, part)
            if not paragraphs:
                self._points(text, article, eid, label, ())
            self._end_part(eid, article)

    def _points(
        self, text: str, inside: NumberedPart, outer: str, label: str, steps: Steps
    ) -> None:
        """Mark the points of a paragraph, unless the text quotes those of another act."""
        if not any(text.startswith(_QUOTES, block.end()) for block in _BLOCK.finditer(text)):
            self._points_of(text, inside, outer, label, steps, OUTERMOST)

    def _points_of(
        self,
        text: str,
        inside: NumberedPart,
        outer: str,
        label: str,
        steps: Steps,
        kinds: tuple[str, ...],
    ) -> None:
        for part in find_points(text, inside.start, inside.end, kinds):
            inner = (*steps, (part.kind, part.number))
            place = format_place(self._language, inner)
            eid = self._begin_part(f"{outer}__point_", "point", part, label + place)
            begin = part._replace(start=part.start + len(part.number) + 2)
            self._points_of(text, begin, eid, label, inner, list_kinds_inside(part.kind))
            self._end_part(eid, part)

    def _begin_part(
        self, prefix: str, kind: str, part: NumberedPart, label: str, heading: str = ""
    ) -> str:
        self._tree.begin_line(self._length + part.start)
        return self._tree.open(
            f"{prefix}{format_eid_number(part.number)}", kind, part.number, heading, label
        )

    def _end_part(self, eid: str, part: NumberedPart) -> None:
        self._tree.end_line(self._length + part.end)
        self._tree.close(eid)


def _paragraphs(text: str) -> list[tuple[int, str]]:
    """Return (start, number) of each paragraph; none unless the numbers count up from 1.

    Consolidated texts skip deleted numbers. Amending acts quote paragraphs of others: after a block with a
    quotation mark, or a number out of turn, the owner of a paragraph is uncertain.
    """
    found: list[tuple[int, str]] = []
    last = (0, "")
    for block in _BLOCK.finditer(text):
        if text.startswith(_QUOTES, block.end()):
            return []
        match = _PARAGRAPH.match(text, block.end())
        if match is None:
            continue
        this = (int(match["number"]), match["letters"])
        most = 1 + (_MOST_DELETED if len(found) > 1 else 0)
        counts_on = (0 < this[0] - last[0] <= most and not this[1]) or (
            this[0] == last[0] and this[1] > last[1]
        )
        if not counts_on:
            return []
        found.append((match.start(), f"{this[0]}{this[1]}"))
        last = this
    return found if len(found) > 1 else []


def _heading_in(text: str, number: str) -> str:
    """Return the heading behind the number of an article, in its line or the next one; ``""`` for its text."""
    blocks = [squeeze(block.replace("*", "")) for block in text[:_HEAD].split("\n\n", 2)]
    printed = re.match(rf"[^\W\d]+ {re.escape(number)}(?:[.:]? |$)", blocks[0]) if number else None
    if printed is None or len(blocks) == 1:
        return ""
    heading = blocks[0][printed.end() :] or (blocks[1] if len(blocks) > 2 else "")
    return heading if _HEADING.fullmatch(heading) and heading != blocks[0] else ""


def _divisions(path: Sequence[object]) -> list[tuple[str, str]]:
    """Return (printed number, heading) of the enclosing divisions, outermost first.

    Some versions state both in one element (``PART ONE — GENERAL``), others in two.
    """
    divisions: list[tuple[str, str]] = []
    for element in path:
        printed, _, heading = squeeze(str(element).replace("*", "")).partition(" — ")
        if divisions and not divisions[-1][1] and find_division_kind(printed) == "division":
            divisions[-1] = (divisions[-1][0], printed)
        elif printed:
            divisions.append((printed, heading))
    return divisions


def _number_and_label(stated: dict[str, Any], text: str) -> tuple[str, str]:
    """Return ``("16a", "Article 16a")`` from the printed number or first line, else from the anchor."""
    anchor = _NUMBER.fullmatch(stated["anchor"])
    number = anchor["number"] if anchor else ""
    if stated.get("type") == "document":
        return "", ""
    printed = squeeze(stated.get("num") or "")
    first = squeeze(text.partition("\n")[0].replace("*", ""))
    if not printed and number and re.fullmatch(rf"\w+ {re.escape(number)}", first, re.IGNORECASE):
        printed = first
    kind = squeeze(stated.get("type") or "provision").capitalize()
    shown = number.upper() if kind == "Annex" else number
    return shown, convert_to_sentence_case(printed) or f"{kind} {shown}".strip()
