"""Parsers of plain text, tables and XML of unknown structure."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.parsers.calendar_text import CALENDAR, CARD, calendar_text, card_text
from lexdesk.extract.parsers.divided_words import join_lines
from lexdesk.structure import Source
from lexdesk.text.encodings import decode
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_PARAGRAPHS = ("{*}p", "{*}h")  # of OpenDocument, TEI, JATS
_SPACES = ("{*}tab", "{*}br")
_NO_TEXT = ("{*}binary-data", "{*}style", "{*}script")
"""Pictures of OpenDocument in Base64, and what drawings (SVG) do not show."""


def read(source: Source) -> Document:
    """Read the text with its divided words joined, titled by its file name, and of other kinds what they show."""
    text = without_signature(decode(source.data))
    if text.startswith(CALENDAR):
        text = calendar_text(text)
    elif text[: len(CARD)].upper() == CARD:
        text = card_text(text)
    elif _is_transcript(text):
        text = _transcript_text(text) or text
    return assemble([join_lines(text)], name=source.path.name)


def read_xml(source: Source) -> Document:
    """Read XML of unknown structure: one line per paragraph, and per piece of other text.

    Raises ``FileFailed`` for a damaged .xml file; other damaged files are read as plain text instead.
    """
    from lexdesk.structure.safe_xml import parse_xml

    try:
        root = parse_xml(source.data, source.path.name)
    except FileFailed:
        if source.path.suffix.lower() == ".xml":
            raise
        return read(source)
    for element in root.iter(*_NO_TEXT):
        _replace(element, "")
    for space in root.iter(*_SPACES):
        _replace(space, " ")
    for paragraph in list(root.iter(*_PARAGRAPHS)):
        _replace(paragraph, " ".join("".join(map(str, paragraph.itertext())).split()))
    lines = (text for text in map(str, root.itertext()) if text.strip())
    return assemble(["\n".join(lines)], name=source.path.name)


def _replace(element: _Element, text: str) -> None:
    """Replace the content of an element by ``text``."""
    tail = element.tail
    element.clear()
    element.text, element.tail = text, tail


def read_csv(source: Source) -> Document:
    """Read a table as lines of cells."""
    return assemble([decode(source.data)], name=source.path.name, kind="spreadsheet")


_CUE = lazy_pattern(
    r"^(?:(?P<hours>\d{1,3}):)?(?P<rest>\d\d:\d\d)[.,]\d{1,3}[ \t]+-->[^\n]*\n(?P<text>(?:[^\n]*\S[^\n]*(?:\n|\Z))*+)",
    re.MULTILINE,
)
_BEGINNING = lazy_pattern(
    r"(?:WEBVTT(?:[ \t][^\n]*)?(?:\n|\Z)|(?:\d{1,6}[ \t]*\n)?(?:\d{1,3}:)?\d\d:\d\d[.,]\d{1,3}[ \t]+-->[ \t])"
)
_VOICE = lazy_pattern(r"<v(?:\.[^\s>]{1,80})?[ \t]+([^>\n]{1,200})>")
_TAG = lazy_pattern(r"</?[A-Za-z][^>\n]{0,200}>|<\d[\d:.]{1,20}>|\{\\[^}\n]{1,80}\}")
_ENDS = (".", "?", "!", "…", '."', '?"', "”")


class _Cue(NamedTuple):
    """Words shown together from a time on; ``voice`` is the name of the speaker, if any."""

    time: str
    voice: str
    text: str


def _is_transcript(text: str) -> bool:
    """Recognise a transcript with times by its beginning (WebVTT, W3C 2019; SubRip)."""
    return _BEGINNING.match(text.lstrip()) is not None


def _transcript_text(text: str) -> str:
    """Return paragraphs ``[00:01:05] Judge: …``; a new one begins with a speaker, or behind a sentence."""
    paragraphs: list[list[str]] = []
    voice = ""
    for cue in _cues(text):
        if not paragraphs or cue.voice != voice or paragraphs[-1][-1].endswith(_ENDS):
            speaker = f"{cue.voice}: " if cue.voice else ""
            paragraphs.append([f"[{cue.time}] {speaker}{cue.text}"])
        else:
            paragraphs[-1].append(cue.text)
        voice = cue.voice
    return "\n\n".join(map(" ".join, paragraphs))


def _cues(text: str) -> Iterator[_Cue]:
    for cue in _CUE.finditer(text):
        voice = _VOICE.search(cue["text"])
        said = " ".join(html.unescape(_TAG.sub("", cue["text"])).split())
        if said:
            time = f"{int(cue['hours'] or 0):02}:{cue['rest']}"
            yield _Cue(time, " ".join(voice[1].split()) if voice else "", said)


_BEGIN = "-----BEGIN PGP SIGNED MESSAGE-----"
# Atomic groups: possessive repeats of groups find nothing in Python before 3.11.5.
_SIGNED = lazy_pattern(
    rf"^{_BEGIN}[ \t]*\n(?>(?:[A-Za-z]+: [^\n]*\n)*)\n?(?P<text>(?>(?:(?!-----BEGIN PGP)[^\n]*\n)*))"
    r"-----BEGIN PGP SIGNATURE-----[ \t]*\n(?>(?:(?!-----)[^\n]*\n)*)-----END PGP SIGNATURE-----[ \t]*",
    re.MULTILINE,
)
_ESCAPED = lazy_pattern(r"^- ", re.MULTILINE)


def without_signature(text: str) -> str:
    """Return the text in an OpenPGP signature (RFC 9580, 7), which is not verified; a text without one unchanged."""
    if _BEGIN not in text:
        return text
    return _SIGNED.sub(lambda found: _ESCAPED.sub("", found["text"]), text)
