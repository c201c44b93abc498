"""Decoding of bytes into text.

A byte order mark decides first. Then UTF-16 without a mark: NUL bytes in every second place, or
control bytes in data that reads as letters in pairs (Chinese, Russian). Then UTF-8, if all or all
but a few bytes are valid, as in concatenated files. Then the encodings of East Asia. All other
bytes are decoded by the code page of their language: Cyrillic (Windows-1251, KOI8, DOS 866, ISO
8859-5) and Greek (1253), whose words are of letters beyond ASCII alone, Central European (1250, ISO
8859-2), Turkish (1254), Baltic (1257), Western of DOS (850) or of old Macs, Hebrew, Arabic and
Thai, else Windows-1252, a superset of Latin-1. Its five undefined bytes are decoded as Latin-1.
Decoding never fails.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

from lexdesk.text.code_page_trial import find_page
from lexdesk.text.east_asian_pages import find_east_asian, find_escaped
from lexdesk.text.languages import classify
from lexdesk.text.lazy_pattern import lazy_pattern

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = lazy_pattern(rb"charset\s*=\s*[\"']?\s*([\w.:-]+)|encoding\s*=\s*[\"']([\w.:-]+)", re.I)
_WESTERN = {"iso8859-1", "cp1252", "ascii"}
_NO_CHARSETS = {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"}
"""Python codecs that are no charsets of documents."""
_LARGER_CHARSETS = {
    "iso8859-9": "cp1254", "iso8859-11": "cp874", "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs",
}  # fmt: skip
_ALIASES = {
    "iso-8859-8-i": "iso8859-8", "iso-8859-8-e": "iso8859-8", "windows-874": "cp874", "x-gbk": "gb18030",
    "x-sjis": "cp932", "x-mac-roman": "mac-roman", "x-mac-cyrillic": "mac-cyrillic",
}  # fmt: skip
"""Labels unknown to Python."""
_STRAY = lazy_pattern("[\udc80-\udcff]+")
_MAX_STRAY_SHARE = 0.5  # of the characters beyond ASCII; in single-byte text nearly all are stray
_SAMPLE = 4096  # bytes that tell the language
_WORD_BEYOND_ASCII = lazy_pattern(rb"[A-Za-z\x80-\xff]*[\xb0-\xff][A-Za-z\x80-\xff]+")
_MIN_WORDS = 5
_MIN_SHARE_OF_WORDS = 0.8
_MIN_SHARE_ACCENTED = 0.6
_FINAL_SIGMA = lazy_pattern(rb"\xf2(?![\xb8-\xff])")
_INNER_SIGMA = lazy_pattern(rb"\xf2(?=[\xb8-\xff])")
_GREEK_ACCENT = lazy_pattern(rb"[\xdc-\xdf\xfc-\xfe]")
_CYRILLIC = ("cp1251", "koi8-u", "cp866", "iso8859-5")  # KOI8-U has the letters of KOI8-R
_LANGUAGES_IN_CYRILLIC = {"bg", "mk", "ru", "sr", "uk"}
_CYRILLIC_WORD = lazy_pattern(r"\b[А-ЯЁІЇЄЈ]?[а-яёіїєґјљњћџђѓќ]+\b")
_SIGN_IN_WORD = lazy_pattern(r"[^\W\d_](?:[¦»µ][^\W\d_]|[±¶])|\A[^«]*[^\W\d_]»[^«]*\Z")
"""Letters of ISO 8859-2 read as Windows-1250; those of Czech, Slovak and Slovenian become ``ą`` as well."""
_WESTERN_PAGES = ("cp850", "mac-roman")
_ODD_IN_WORD = lazy_pattern(
    r"(?<=[a-zß-ÿ])(?:[^\w\s'’‘.,:;/()&@+*=~…–—·•-]|[A-ZÀ-ÞŠŽŸƒ])(?=[a-zß-ÿ])"
)
"""Signs and capitals between small letters, as another code page shows them."""
_MIN_IN_WORDS = 2
_PAGES = dict.fromkeys(("cs", "hr", "hu", "pl", "ro", "sk", "sl", "sq", "sr"), "cp1250") | {
    "et": "cp1257", "lt": "cp1257", "lv": "cp1257", "tr": "cp1254",
}  # fmt: skip
"""Code page by language in Latin script; Windows-1252 for all others."""
_WITHOUT_OGONEK = {"cs", "hr", "hu", "sk", "sl", "sq", "sr"}
_WITHOUT_SOFT_L = {"cs", "hr", "hu", "pl", "sl"}  # whose ž in ISO 8859-2 is an ľ in Windows-1250
_BEYOND_ISO = lazy_pattern(rb"[\x80-\x9f]")  # letters of Windows code pages, controls of ISO 8859
_SIGN_OF_ISO_15 = lazy_pattern(
    rb"\d[ \xa0]?\xa4|\xa4[ \xa0]?\d|[A-Za-z][\xbc\xbd][a-z]|(?<!\d)(?<!\d[ \xa0])[\xbc\xbd][a-z]{3}"
)
"""An amount with the sign that is the euro in ISO 8859-15, or a letter (œ, Œ) that is a fraction in Windows-1252."""
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\f\r\x1b")
_MAX_CONTROL_SHARE = 0.03
"""Share of bytes: single-byte text has none, Chinese UTF-16 a tenth."""
_MIN_PAIRS = 16
_MIN_COMMON_SHARE = 0.9
_COMMON_CHARACTERS = lazy_pattern(
    "[\t\n\r -~\u00a0-\u024f\u0370-\u06ff\u0900-\u097f\u0e00-\u0e7f\u2010-\u203f\u3000-\u30ff\u4e00-\u9fff"
    "\uac00-\ud7a3\uff00-\uffef]"
)
_UNDEFINED_IN_1252 = {b: b for b in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}


def decode(data: bytes) -> str:
    """Decode a whole text, with ``\\n`` as line break and without a byte order mark."""
    text = decode_any(data)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decode_markup(data: bytes) -> str:
    """Decode HTML or XML by its declared charset if the bytes are valid in it.

    A charset declared in ASCII is never UTF-16 or UTF-32 (HTML Standard, 13.2.3.2).
    """
    declared = _CHARSET.search(data[:4096])
    if declared is None or re.search(rb"utf-?(?:16|32)", declared[0], re.IGNORECASE):
        return decode(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return decode(data)
    declared_text = decode_as(data, (declared[1] or declared[2]).decode("ascii", "replace"))
    return decode(data) if declared_text is None else declared_text


def decode_as(data: bytes, charset: str) -> str | None:
    """Decode bytes by the declared ``charset``; return ``None`` if it is unknown or the bytes are invalid.

    A label stands for the larger charset of the Encoding Standard (4.2). Data declared as Latin-1
    or Windows-1252 is decoded like undeclared data, because it is often UTF-8.
    """
    try:
        name = codecs.lookup(_ALIASES.get(charset.lower(), charset)).name
        if name in _WESTERN:
            return decode(data)
        return None if name in _NO_CHARSETS else data.decode(_LARGER_CHARSETS.get(name, name))
    except (LookupError, ValueError):  # unknown, a bytes codec, or invalid bytes
        return None


def decode_head(data: bytes) -> str:
    """Decode the beginning of a text; it may end inside a character."""
    return decode_any(data, cut=True)


def decode_any(data: bytes, *, cut: bool = False) -> str:
    """Decode bytes and keep their line breaks; with ``cut`` the end may lie inside a character."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if utf_16 := _detect_utf_16(data[:4096]):
        return data.decode(utf_16, "replace")
    if escaped := find_escaped(data):
        return data.decode(escaped, "replace")
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(data, final=not cut)
    except UnicodeDecodeError:
        return _decode_nearly_utf_8(data, cut=cut) or _decode_other(data)


def _decode_other(data: bytes) -> str:
    """Decode text of before Unicode: of two bytes a character, or of one."""
    if encoding := find_east_asian(data):
        return data.decode(encoding, "replace")
    return _decode_single_byte(data)


def _decode_single_byte(data: bytes) -> str:
    """Decode text of one byte a letter by the code page of its language."""
    sample = data[:_SAMPLE]
    page = _code_page(sample)
    read = decode_windows_1252(sample) if page is None else sample.decode(page, "replace")
    page = find_page(sample, read) or page
    if page is None and _SIGN_OF_ISO_15.search(sample) and not _BEYOND_ISO.search(sample):
        page = "iso8859-15"
    return decode_windows_1252(data) if page is None else data.decode(page, "replace")


def _are_accented(words: Sequence[bytes]) -> bool:
    """Return whether most words have one accent, as longer Greek ones do."""
    accented = sum(len(_GREEK_ACCENT.findall(word)) == 1 for word in words)
    return accented > _MIN_SHARE_ACCENTED * len(words)


def _code_page(sample: bytes) -> str | None:
    """Return the code page of a text; ``None`` for Windows-1252."""
    words = _WORD_BEYOND_ASCII.findall(sample)
    whole = sum(min(word) >= 0x80 for word in words)
    if whole >= max(_MIN_WORDS, _MIN_SHARE_OF_WORDS * len(words)):
        # Greek has a sigma that ends words alone; the same byte is a common Cyrillic letter.
        ending, inside = len(_FINAL_SIGMA.findall(sample)), len(_INNER_SIGMA.findall(sample))
        is_greek = ending > 9 * inside or (ending == inside and _are_accented(words))
        if is_greek and classify(sample.decode("cp1253", "replace")) == "el":
            return "cp1253"
        page = max(_CYRILLIC, key=lambda page: _cyrillic_letters(sample.decode(page, "replace")))
        if classify(sample.decode(page, "replace")) in _LANGUAGES_IN_CYRILLIC:
            return page
    # ASCII letters identify languages of Latin script in every code page.
    text = sample.decode("cp1250", "replace")
    language = classify(text)
    page_of_language = _PAGES.get(language)
    if page_of_language is None:
        return _western_page(sample)
    if page_of_language == "cp1250" and not _BEYOND_ISO.search(sample):
        is_iso = (
            _SIGN_IN_WORD.search(text)
            or (language in _WITHOUT_OGONEK and "ą" in text)
            or (language in _WITHOUT_SOFT_L and "ľ" in text)
        )
        return "iso8859-2" if is_iso else page_of_language
    return page_of_language


def _western_page(sample: bytes) -> str | None:
    """Return the page of DOS or of old Macs whose words have fewer odd signs than in Windows-1252, else ``None``."""
    odd = len(_ODD_IN_WORD.findall(decode_windows_1252(sample)))
    if odd < _MIN_IN_WORDS:
        return None
    counts = {page: len(_ODD_IN_WORD.findall(sample.decode(page))) for page in _WESTERN_PAGES}
    best = min(counts, key=lambda page: counts[page])
    return best if counts[best] <= odd - _MIN_IN_WORDS else None


def _cyrillic_letters(text: str) -> int:
    """Count the letters in words of small letters, but for the first one; another code page gives few."""
    return sum(map(len, _CYRILLIC_WORD.findall(text)))


def _decode_nearly_utf_8(data: bytes, *, cut: bool) -> str | None:
    """Decode UTF-8 with a few invalid bytes, such as a line of another file."""
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    text = decoder.decode(data, final=not cut)
    stray = len(text) - len(_STRAY.sub("", text))
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return text.translate(_STRAY_TO_1252) if stray <= _MAX_STRAY_SHARE * beyond_ascii else None


def decode_windows_1252(data: bytes) -> str:
    """Decode Windows-1252 without failing: undefined bytes become Latin-1."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        table = codecs.decode(bytes(range(256)), "cp1252", "replace")
        return "".join(chr(_UNDEFINED_IN_1252.get(b, ord(table[b]))) for b in data)


def _detect_utf_16(head: bytes) -> str | None:
    pairs = len(head) // 2
    if pairs < 2:
        return None
    even, odd = head[0 : 2 * pairs : 2].count(0), head[1 : 2 * pairs : 2].count(0)
    if odd > 0.6 * pairs and even < 0.1 * pairs:
        return "utf-16-le"
    if even > 0.6 * pairs and odd < 0.1 * pairs:
        return "utf-16-be"
    if len(head) - len(head.translate(None, _CONTROLS)) <= _MAX_CONTROL_SHARE * len(head):
        return None
    shares = {name: _common_share(head, name) for name in ("utf-16-le", "utf-16-be")}
    best = max(shares, key=lambda name: shares[name])
    return best if pairs >= _MIN_PAIRS and shares[best] >= _MIN_COMMON_SHARE else None


def _common_share(head: bytes, encoding: str) -> float:
    """Return the share of characters common in texts; about one half for random bytes."""
    text = head[: len(head) // 2 * 2].decode(encoding, "replace")
    return len(_COMMON_CHARACTERS.findall(text)) / len(text)


_STRAY_TO_1252 = {0xDC00 + byte: decode_windows_1252(bytes([byte])) for byte in range(0x80, 0x100)}
