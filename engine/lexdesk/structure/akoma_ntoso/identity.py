"""The identity of Akoma Ntoso documents: work, titles and days, by the practice of the publishers.

The work is the FRBRuri of FRBRWork. Find Case Law (The National Archives) has the name of a case in
FRBRname and its neutral citation in ``uk:cite``; Fedlex appends the day of the version to FRBRuri
and states days as ``jolux:…``; in LegalDocML.de an FRBRalias is the identifier of a database.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.structure.akoma_ntoso.styles import Style, find_style
from lexdesk.structure.dates import parse_metadata_date
from lexdesk.structure.decisions.neutral_citation import canonicalize_citation
from lexdesk.structure.xml_blocks import (
    find_child,
    find_descendant,
    read_attribute,
    read_local_name,
    read_running_text,
)
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

KINDS = {"act": "statute", "bill": "bill", "judgment": "judgment"}
SUBTYPES = ("regulation", "directive", "decision")
SKIPPED = {
    "page", "sidenote",
    "meta", "authorialNote", "noteRef", "remark", "del", "toc", "footnote", "notes", "note", "sourceCredit",
}  # fmt: skip
_LANGUAGES = {
    "bul": "bg", "ces": "cs", "dan": "da", "deu": "de", "ger": "de", "ell": "el", "eng": "en", "spa": "es",
    "est": "et", "fin": "fi", "fra": "fr", "fre": "fr", "gle": "ga", "hrv": "hr", "hun": "hu", "ita": "it",
    "lit": "lt", "lav": "lv", "mlt": "mt", "nld": "nl", "pol": "pl", "por": "pt", "ron": "ro", "roh": "rm",
    "slk": "sk", "slv": "sl", "swe": "sv", "cym": "cy", "wel": "cy",
}  # fmt: skip
_DAY_OF_VERSION = lazy_pattern(r"(?<=[/\d])/\d{8}$")
# 2 is re.IGNORECASE.
_IDENTIFIER = lazy_pattern(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:https?|urn):\S+|/?(?:eli|akn)/\S+", 2
)
"""An identifier of a database, a URL or URN; no name of a law."""
_ABBREVIATION = lazy_pattern(
    r"\((?:[^()]{2,120},\s)?(?P<short>[A-ZÄÖÜÉ][\w.-]{0,14}[A-ZÄÖÜ]\w{0,3})(?:,[^()]*)?\)"
)
"""``(Datenschutzgesetz, DSG)``, ``(StiftPKG)`` behind a title."""
_VERSION_DAYS = ("applicability", "consolidat", "entryinforce", "inkraft")
_OF_FILE = lazy_pattern(
    r"generat|generier|transform|extract|download|markup|edit|modif|conver|export"
)
"""Names of days on which a file was made, and no text began."""
_BEGINS = ("dateentryinforce", "inkrafttreten")
_ENDS = ("datenolongerinforce", "ausserkrafttreten", "außerkrafttreten")


class Identity(NamedTuple):
    """The identity of a document, the days of its version and the style of its provisions."""

    work: str
    title: str
    short_title: str
    kind: str
    language: str | None
    valid_from: datetime.date | None
    in_force_from: datetime.date | None
    in_force_to: datetime.date | None
    style: Style


def identify(body: _Element, meta: _Element, name: str) -> Identity:
    """Return the identity of the document of a file ``name``. Raises ``FileFailed`` for impossible dates."""
    work, expression = find_descendant(meta, "FRBRWork"), find_descendant(meta, "FRBRExpression")
    language = _language(expression)
    uri = _DAY_OF_VERSION.sub("", _value(work, "FRBRuri"))
    kind = _kind(read_local_name(body), work)
    short = (
        _neutral_citation(body, meta) if kind == "judgment" else _short_title(body, work, language)
    )
    days = [*_days(work), *_days(expression), *_events(meta)]
    return Identity(
        work=uri,
        title=_title(body, work, language, kind) or short,
        short_title=short,
        kind=kind,
        language=language,
        valid_from=parse_metadata_date(_version_day(expression), name),
        in_force_from=parse_metadata_date(_day_of(days, _BEGINS), name),
        in_force_to=parse_metadata_date(_day_of(days, _ENDS), name),
        style=find_style(uri, _value(work, "FRBRcountry").lower(), language),
    )


def _value(element: _Element | None, name: str, attribute_name: str = "value") -> str:
    found = find_child(element, name) if element is not None else None
    return (found.get(attribute_name) or "").strip() if found is not None else ""


def _kind(element: str, work: _Element | None) -> str:
    subtype = _value(work, "FRBRsubtype").lower()
    return subtype if subtype in SUBTYPES else KINDS.get(element, "document")


def _language(expression: _Element | None) -> str | None:
    code = _value(expression, "FRBRlanguage", "language").lower()
    return _LANGUAGES.get(code, code if len(code) == 2 else None)


def _neutral_citation(body: _Element, meta: _Element) -> str:
    stated = read_running_text(find_descendant(meta, "cite"))
    return canonicalize_citation(
        stated or read_running_text(find_descendant(body, "neutralCitation"), SKIPPED)
    )


def _short_title(body: _Element, work: _Element | None, language: str | None) -> str:
    """Return the abbreviation or short title; the identifier of a database is none."""
    printed = read_running_text(find_descendant(body, "shortTitle"), SKIPPED)
    if printed:
        abbreviation = _ABBREVIATION.fullmatch(printed)
        return abbreviation["short"] if abbreviation else printed.strip("() ")
    if abbreviated := _name_in(work, language, "shortForm"):
        return abbreviated
    alias = _value(work, "FRBRalias")
    if alias and not _IDENTIFIER.fullmatch(alias):
        return alias
    preface = read_running_text(find_descendant(body, "preface"), SKIPPED)
    found = _ABBREVIATION.search(preface)
    return found["short"] if found else ""


def _title(body: _Element, work: _Element | None, language: str | None, kind: str) -> str:
    name = _name_in(work, language, "value")
    if kind == "judgment" and name:
        return name
    printed = read_running_text(find_descendant(body, "docTitle", "caseName"), SKIPPED)
    return printed or ("" if name.startswith("bgbl") else name)


def _name_in(work: _Element | None, language: str | None, part: str) -> str:
    """Return a part of the FRBRname in a language: its ``value``, or in Fedlex its ``shortForm``."""
    named = [e for e in (work if work is not None else ()) if read_local_name(e) == "FRBRname"]
    in_language = (e for e in named if read_attribute(e, "lang") in ("", language))
    return next((e.get(part) or "" for e in in_language), "").strip()


def _days(element: _Element | None) -> Iterator[tuple[str, str]]:
    """Yield the names and days of FRBRdate."""
    for part in element if element is not None else ():
        if read_local_name(part) == "FRBRdate":
            yield (part.get("name") or "").lower(), part.get("date") or ""


def _events(meta: _Element) -> Iterator[tuple[str, str]]:
    """Yield the names and days of the events in the life of the text."""
    for part in meta.iter():
        if read_local_name(part) == "eventRef":
            yield (part.get("refersTo") or "").lower(), part.get("date") or ""


def _day_of(days: list[tuple[str, str]], names: tuple[str, ...]) -> str:
    """Return the first day of the first of ``names`` that has one."""
    return next((day for word in names for name, day in days if word in name), "")


def _version_day(expression: _Element | None) -> str:
    """Return the first day of the version: of its application, else the only or first day stated."""
    days = [(name, day) for name, day in _days(expression) if not _OF_FILE.search(name)]
    return _day_of(days, _VERSION_DAYS) or next((day for _, day in days), "")
