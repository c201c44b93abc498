"""The package of a Word 97-2003 document: its stories, styles, lists and properties as parts of a Word document."""

import io
import struct
import zipfile
from datetime import datetime, timedelta
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from lexdesk.extract.parsers.word_97.stories import Stories
from lexdesk.extract.parsers.word_97.streams import Streams
from lexdesk.extract.parsers.word_97.styles import numbering_part, styles_part, valid
from lexdesk.extract.sniff.ole import OleFile
from lexdesk.extract.sniff.packages import OLE_DAMAGE
from lexdesk.text.encodings import decode, decode_as

_DAMAGE = (*OLE_DAMAGE, OverflowError)
_AUTHORS = 36
_FIRST_YEAR = 1980  # a missing date is the beginning of the scale, 1601
_COMMENT = 30  # bytes of a reference to a comment; its author's number is at 20
_PROPERTIES = {2: "title", 4: "creator", 12: "created", 13: "modified"}
_CODE_PAGE, _MOST_PROPERTIES = 1, 100
_NARROW, _WIDE, _TIME = 0x1E, 0x1F, 0x40
_EPOCH = datetime(1601, 1, 1)  # in UTC


def packed(data: bytes) -> bytes | None:
    """Return the package, a ZIP archive; ``None`` for a damaged document, or one of a program before Word 97."""
    try:
        streams = Streams(data)
        stories = Stories(streams)
        parts = {
            "word/document.xml": _body(stories),
            "word/styles.xml": _optional(styles_part, streams),
            "word/numbering.xml": _optional(numbering_part, streams),
            "word/comments.xml": _comments(stories, streams),
            **{f"word/{kind}s.xml": _notes(stories, kind) for kind in ("footnote", "endnote")},
            **{
                f"word/{kind}{number}.xml": f"<part>{stories.xml(span)}</part>"
                for number, (kind, span) in enumerate(stories.headers())
            },
            "docProps/core.xml": _optional(_core, data),
        }
    except _DAMAGE:
        return None
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "")
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def _optional(write: Any, source: Any) -> str:
    """Return a part without which the text can be read; empty if it is damaged."""
    try:
        return str(write(source))
    except _DAMAGE:
        return "<part/>"


def _body(stories: Stories) -> str:
    main = stories.xml(stories.main)
    boxes = "".join(map(stories.xml, stories.loose_boxes()))
    return f"<document><body>{main}{boxes}</body></document>"


def _notes(stories: Stories, kind: str) -> str:
    notes = (
        f'<{kind} id="{number}">{stories.xml(span)}</{kind}>'
        for number, span in enumerate(stories.notes[kind], 1)
    )
    return f"<{kind}s>{''.join(notes)}</{kind}s>"


def _comments(stories: Stories, streams: Streams) -> str:
    authors = _strings(streams.structure(_AUTHORS))
    references = streams.structure(4)
    spans = stories.notes["comment"]
    first = 4 * ((len(references) - 4) // (4 + _COMMENT) + 1)  # behind the places
    found = []
    for number, span in enumerate(spans):
        at = first + number * _COMMENT + 20
        author = int.from_bytes(references[at : at + 2], "little")
        name = authors[author] if author < len(authors) else ""
        found.append(
            f'<comment id="{number + 1}" author={quoteattr(name)}>{stories.xml(span)}</comment>'
        )
    return f"<comments>{''.join(found)}</comments>"


def _strings(table: bytes) -> list[str]:
    found, at = [], 0
    while at + 2 <= len(table):
        length = struct.unpack_from("<H", table, at)[0]
        found.append(valid(table[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")))
        at += 2 + 2 * length
    return found


def _core(data: bytes) -> str:
    """Return the part with the title, author and times of the file ([MS-OLEPS] 2.21)."""
    with OleFile(io.BytesIO(data)) as ole:
        stream = ole.openstream("\x05SummaryInformation").read()
    section = struct.unpack_from("<I", stream, 44)[0]
    count = min(struct.unpack_from("<I", stream, section + 4)[0], _MOST_PROPERTIES)
    places = dict(struct.iter_unpack("<II", stream[section + 8 : section + 8 + 8 * count]))
    page = 0
    if _CODE_PAGE in places:
        page = struct.unpack_from("<H", stream, section + places[_CODE_PAGE] + 4)[0]
    found = []
    for id_, label in _PROPERTIES.items():
        value = _value(stream, section + places[id_], page) if id_ in places else ""
        if value.strip():
            found.append(f"<{label}>{escape(valid(value.strip()))}</{label}>")
    return f"<core>{''.join(found)}</core>"


def _value(stream: bytes, at: int, page: int) -> str:
    """Return a text, or a time in ISO 8601, of the stream; ``""`` for other types."""
    kind, size = struct.unpack_from("<II", stream, at)
    if kind == _TIME:
        day = _EPOCH + timedelta(microseconds=struct.unpack_from("<Q", stream, at + 4)[0] // 10)
        return f"{day.isoformat(timespec='seconds')}Z" if day.year >= _FIRST_YEAR else ""
    if kind == _WIDE:
        return stream[at + 8 : at + 8 + 2 * size].decode("utf-16-le", "replace").partition("\0")[0]
    text = stream[at + 8 : at + 8 + size].partition(b"\0")[0] if kind == _NARROW else b""
    return decode_as(text, f"cp{page}") or decode(text)
