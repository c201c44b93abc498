"""From the bytes of a text to characters.

A byte order mark decides, then NUL bytes in every second place (UTF-16 without a mark), or bytes that
no text has where pairs of them are letters (the same in Chinese or Russian, say), then UTF-8 where all
of it is valid, or all but a few bytes, as where files were put together. These, and everything else, are
read as Windows-1252, of which Latin-1 is a part and in which most older legal text of Western Europe was
written; the five bytes that it leaves undefined are read as Latin-1 reads them. Nothing is ever refused
for its encoding.
"""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w.:-]+)|encoding\s*=\s*[\"']([\w.:-]+)", re.I)
_WESTERN = {"iso8859-1", "cp1252", "ascii"}
_NO_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}
"""What Python has a codec for, and no document is written in."""
_MEANT = {
    "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs",
}  # fmt: skip
_ALIASES = {
    "iso-8859-8-i": "iso8859-8", "iso-8859-8-e": "iso8859-8", "windows-874": "cp874", "x-gbk": "gb18030",
    "x-sjis": "cp932", "x-mac-roman": "mac-roman", "x-mac-cyrillic": "mac-cyrillic",
}  # fmt: skip
"""Names that Python does not know."""
_STRAY = re.compile("[\udc80-\udcff]+")
_MOST_STRAY = 0.1  # share of the characters beyond ASCII; of text in one byte a character nearly all are stray
_CONTROLS = bytes(each for each in range(32) if each not in b"\t\n\f\r\x1b")
_MOST_CONTROLS = 0.03
"""Share of bytes: text in one byte a character has none, UTF-16 in Chinese 0.1."""
_FEWEST_PAIRS = 16
_WRITTEN_SHARE = 0.9
_WRITTEN = re.compile(
    "[\t\n\r -~\u00a0-\u024f\u0370-\u06ff\u0900-\u097f\u0e00-\u0e7f\u2010-\u203f\u3000-\u30ff\u4e00-\u9fff"
    "\uac00-\ud7a3\uff00-\uffef]"
)
_UNDEFINED_IN_1252 = {b: b for b in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}


def decode(data: bytes) -> str:
    """All of the text, with ``\\n`` as line break and without the byte order mark."""
    text = decode_any(data)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decode_markup(data: bytes) -> str:
    """HTML or XML: the charset that it declares is believed where the bytes decode in it.

    One that is declared in ASCII is not UTF-16 or UTF-32, whatever it says (HTML Standard, 13.2.3.2).
    """
    declared = _CHARSET.search(data[:4096])
    if declared is None or re.search(rb"utf-?(?:16|32)", declared[0], re.IGNORECASE):
        return decode(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return decode(data)
    found = in_charset(data, (declared[1] or declared[2]).decode("ascii", "replace"))
    return decode(data) if found is None else found


def in_charset(data: bytes, charset: str) -> str | None:
    """Text in the ``charset`` that it declares; ``None`` where that is none, or the bytes are not in it.

    Names of charsets stand for the larger ones that programs mean by them (Encoding Standard, 4.2). What is
    declared as Latin-1 or Windows-1252 is read as what declares nothing: it is often UTF-8.
    """
    try:
        name = codecs.lookup(_ALIASES.get(charset.lower(), charset)).name
        if name in _WESTERN:
            return decode(data)
        return None if name in _NO_CHARSETS else data.decode(_MEANT.get(name, name))
    except (LookupError, ValueError):  # unknown, a codec of bytes, or not in this one
        return None


def decode_head(data: bytes) -> str:
    """The beginning of a text, which may be cut inside a character."""
    return decode_any(data, cut=True)


def decode_any(data: bytes, *, cut: bool = False) -> str:
    """Characters with line breaks as they are; ``cut`` where the end may lie inside a character."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if unmarked := _without_mark(data[:4096]):
        return data.decode(unmarked, "replace")
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(data, final=not cut)
    except UnicodeDecodeError:
        return _nearly_utf_8(data, cut=cut) or windows_1252(data)


def _nearly_utf_8(data: bytes, *, cut: bool) -> str | None:
    """Text in UTF-8 with a few bytes in it that are not, such as a line of another file."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    text = decoder.decode(data, final=not cut)
    stray = len(text) - len(_STRAY.sub("", text))
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return text.translate(_MEANT_BY_STRAY) if stray <= _MOST_STRAY * beyond_ascii else None


def windows_1252(data: bytes) -> str:
    """Never fails: undefined bytes are read as Latin-1."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        table = codecs.decode(bytes(range(256)), "cp1252", "replace")
        return "".join(chr(_UNDEFINED_IN_1252.get(b, ord(table[b]))) for b in data)


def _without_mark(head: bytes) -> str | None:
    pairs = len(head) // 2
    if pairs < 2:
        return None
    even, odd = head[0 : 2 * pairs : 2].count(0), head[1 : 2 * pairs : 2].count(0)
    if odd > 0.6 * pairs and even < 0.1 * pairs:
        return "utf-16-le"
    if even > 0.6 * pairs and odd < 0.1 * pairs:
        return "utf-16-be"
    if len(head) - len(head.translate(None, _CONTROLS)) <= _MOST_CONTROLS * len(head):
        return None
    shares = {name: _share_written(head, name) for name in ("utf-16-le", "utf-16-be")}
    best = max(shares, key=lambda name: shares[name])
    return best if pairs >= _FEWEST_PAIRS and shares[best] >= _WRITTEN_SHARE else None


def _share_written(head: bytes, encoding: str) -> float:
    """The share of characters of which texts consist; of random bytes it is a half."""
    text = head[: len(head) // 2 * 2].decode(encoding, "replace")
    return len(_WRITTEN.findall(text)) / len(text)


_MEANT_BY_STRAY = {0xDC00 + byte: windows_1252(bytes([byte])) for byte in range(0x80, 0x100)}
