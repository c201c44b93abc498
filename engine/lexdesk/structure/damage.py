"""What shows that a file was damaged on its way: bytes of two encodings, an end that is missing.

Plain text is read whatever it is encoded in (``lexdesk.text.encodings``). Where signs decide what is a
paragraph or a quotation, garbled ones would give a wrong structure, so such a file is refused.
"""

from __future__ import annotations

import codecs
import re

from lexdesk.errors import FileRefused

_UTF8_SEQUENCE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
_TAIL = 2000  # bytes: comments of a converter may stand behind the last tag


def refuse_garbled(data: bytes, name: str) -> None:
    """Raise ``FileRefused`` for UTF-8 in which some bytes are none.

    A text in Windows-1252 is not garbled: its signs beyond ASCII stand between ASCII letters and
    make no sequences of UTF-8.
    """
    if data.startswith(_MARKS):
        return
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        sequences = len(_UTF8_SEQUENCE.findall(data))
        stray = len(_BEYOND_ASCII.findall(_UTF8_SEQUENCE.sub(b"", data)))
        if sequences > stray:
            raise FileRefused(
                f"{name} is damaged: its UTF-8 breaks off at byte {error.start:,}; download or export it again."
            ) from None


def refuse_cut_off(data: bytes, name: str) -> None:
    """Raise ``FileRefused`` for a page that ends before its last tag, ``</html>``."""
    if b"</html" not in data[-_TAIL:].replace(b"\0", b"").lower():
        raise FileRefused(
            f"{name} ends in the middle, without </html>, so that provisions are missing; download it again."
        )
