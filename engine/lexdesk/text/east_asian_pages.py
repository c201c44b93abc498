"""East Asian encodings of two bytes a character: Japanese, Chinese and Korean text of before Unicode.

Bytes that are valid in one of them may be any text. Real text has characters beside each other, most of them common:
hiragana, the first level of Chinese characters in GB 2312 or Big5, or the syllables of KS X 1001.
"""

from collections.abc import Callable

from lexdesk.text.languages import measure_coverage
from lexdesk.text.lazy_pattern import lazy_pattern

_ESCAPES = lazy_pattern(rb"\x1b\$(?:[@B]|\([CD]|\)[AC])")
_WIDE = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e\uffe0-\uffe6"
_CHARACTERS = lazy_pattern(rf"[{_WIDE}]")
_BESIDE = lazy_pattern(rf"[{_WIDE}“”‘’…—·]{{2,}}")
_KANA = lazy_pattern("[\u3041-\u30fa]")
_HAN = lazy_pattern("[\u4e00-\u9fff]")
_HANGUL = lazy_pattern("[\uac00-\ud7a3]")
_FEWEST = 4
_LEAST_WIDE, _LEAST_BESIDE = 0.9, 0.75
"""Shares: wide characters of those beyond ASCII, and those beside another of the wide ones."""
_LEAST_KANA, _LEAST_COMMON = 0.15, 0.8
_SAMPLE = 4096  # bytes
_COMPARED = 1000  # characters
_LEAST_COVERED, _LEAST_COVERED_OF_FEW, _FEW_BYTES = 1.2, 1.9, 24
"""Of text, by known n-grams of its language; and of few words, which may be of another script by chance."""
_ENCODINGS: tuple[tuple[str, str], ...] = (
    ("euc_jp", "ja"), ("cp932", "ja"), ("euc_kr", "ko"), ("gb18030", "zh"), ("big5hkscs", "zh_tw"),
)  # fmt: skip


def find_escaped(data: bytes) -> str | None:
    """Return the encoding of ASCII bytes with escapes to East Asian characters (ISO 2022); ``None`` for other text."""
    if not _ESCAPES.search(data, 0, _SAMPLE):
        return None
    return "iso2022_kr" if b"\x1b$)C" in data[:_SAMPLE] else "iso2022_jp_2"


def find_east_asian(data: bytes) -> str | None:
    """Return the encoding of East Asian text of two bytes a character; ``None`` for other text."""
    sample = data[:_SAMPLE]
    found = [
        (measure_coverage(text[:_COMPARED]), encoding)
        for encoding, kind in _ENCODINGS
        if (text := _decode(sample, encoding)) is not None and _is_text(text, _COMMON[kind])
    ]
    best, encoding = max(found, default=(0.0, ""))
    needed = _LEAST_COVERED if len(sample) >= _FEW_BYTES else _LEAST_COVERED_OF_FEW
    return encoding if best >= needed else None


def _decode(sample: bytes, encoding: str) -> str | None:
    """Decode a sample, whose end may lie inside a character; ``None`` for invalid bytes."""
    for end in (len(sample), len(sample) - 1) if len(sample) == _SAMPLE else (len(sample),):
        try:
            return sample[:end].decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def _is_text(text: str, common: Callable[[str], float]) -> bool:
    wide = "".join(_CHARACTERS.findall(text))
    beyond_ascii = sum(character > "\x7f" for character in text)
    if len(wide) < _FEWEST or len(wide) < _LEAST_WIDE * beyond_ascii:
        return False
    beside = sum(len(run[0]) for run in _BESIDE.finditer(text))
    return beside >= _LEAST_BESIDE * len(wide) and common(wide) >= _LEAST_COMMON


def _of_japanese(wide: str) -> float:
    share = len(_KANA.findall(wide)) / len(wide)
    return 1.0 if share >= _LEAST_KANA else 0.0


def _of_korean(wide: str) -> float:
    return len(_HANGUL.findall(wide)) / len(wide)


def _of_first_level(encoding: str, first: int, last: int) -> Callable[[str], float]:
    """Return a function of the share of Chinese characters in the first level, but for those of few trailing bytes."""

    def share(wide: str) -> float:
        codes = [c.encode(encoding, "ignore") for c in _HAN.findall(wide)]
        common = sum(len(code) == 2 and first <= code[0] <= last for code in codes)
        of_small_letters = sum(len(c) == 2 and all(0xC0 <= b <= 0xDF for b in c) for c in codes)
        # In KOI8, where all small letters are.
        is_cyrillic = of_small_letters > _LEAST_COMMON * len(codes)
        return 0.0 if is_cyrillic or not codes else common / len(codes)

    return share


_COMMON: dict[str, Callable[[str], float]] = {
    "ja": _of_japanese,
    "ko": _of_korean,
    "zh": _of_first_level("gb2312", 0xB0, 0xD7),
    "zh_tw": _of_first_level("big5", 0xA4, 0xC6),
}
