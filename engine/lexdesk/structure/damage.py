"""Checks for damaged files: bytes of two encodings, a missing end.

Plain text is decoded in any encoding (``lexdesk.text.encodings``). Where signs mark paragraphs or
quotations, garbled signs would produce a wrong structure, so such a file is rejected.
"""

import codecs

from lexdesk.errors import FileCode, FileFailed
from lexdesk.text.lazy_pattern import lazy_pattern

_UTF8_SEQUENCE = lazy_pattern(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_BEYOND_ASCII = lazy_pattern(rb"[\x80-\xff]")
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_TAIL = 2000  # bytes; comments of a converter may follow the last tag


def reject_garbled(data: bytes, name: str) -> None:
    """Raise ``FileFailed`` for UTF-8 with invalid bytes.

    Windows-1252 text passes: its non-ASCII signs stand between ASCII letters and form no UTF-8
    sequences.
    """
    if data.startswith(_MARKS):
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        sequences = len(_UTF8_SEQUENCE.findall(data))
        stray = len(_BEYOND_ASCII.findall(_UTF8_SEQUENCE.sub(b"", data)))
        if sequences > stray:
            raise FileFailed(FileCode.UTF8_TRUNCATED, name=name, byte=error.start) from None


def reject_truncated(data: bytes, name: str) -> None:
    """Raise ``FileFailed`` for a page without its last tag, ``</html>``."""
    if b"</html" not in data[-_TAIL:].replace(b"\0", b"").lower():
        raise FileFailed(FileCode.HTML_TRUNCATED, name=name)
