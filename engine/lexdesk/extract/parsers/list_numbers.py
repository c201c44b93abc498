"""Numbers of lists as printed: ``iv``, ``AA``, ``十二``, ``First`` (ECMA-376, part 1, 17.18.59).

The signs are data: ``data/list_numbers.tsv`` and ``data/list_number_words.tsv``.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from lexdesk.text.tables import listed, read_table

_DATA = Path(__file__).parent / "data"
_MOST = 10**9
_MOST_COUNTED = 10**5
_LONGEST = 1_000  # limit of Roman numbers and repeated letters
_ZEROS = "zeros:"  # followed by a width
_TEXT = {"cardinalText": "one", "ordinalText": "first"}


def write_number(value: int, format_: str, language: str = "en") -> str | None:
    """Format a number as Word and OpenDocument do; return ``None`` for a negative or huge one.

    Numbers that a format cannot write, and those of unknown formats, are Arabic.
    """
    if not 0 <= value < _MOST:
        return None
    if format_ in _TEXT:
        words = _words().get(language, {}).get(_TEXT[format_], ())
        return words[value - 1].capitalize() if 0 < value <= len(words) else str(value)
    if format_.startswith(_ZEROS):
        return str(value).zfill(int(format_.removeprefix(_ZEROS)))
    if format_ in _FORMATS:
        return _FORMATS[format_](value, language)
    kind, signs = _signs().get(format_, ("", ()))
    written = _KINDS[kind](value, signs) if kind else None
    return str(value) if written is None else written


def _ordinal(value: int, language: str) -> str:
    if language == "fr":
        return f"{value}{'er' if value == 1 else 'e'}"
    if language in ("es", "it", "pt"):
        return f"{value}º"
    if language in ("en", ""):
        teen = 10 < value % 100 < 14
        return f"{value}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th')}"
    return f"{value}e" if language == "nl" else f"{value}."


_FORMATS: dict[str, Callable[[int, str], str]] = {
    "decimalZero": lambda value, _: f"{value:02}",
    "hex": lambda value, _: f"{value:X}",
    "numberInDash": lambda value, _: f"- {value} -",
    "ordinal": _ordinal,
}


def _digits(value: int, signs: Sequence[str]) -> str:
    return "".join(signs[int(digit)] for digit in str(value))


def _letters(value: int, signs: Sequence[str]) -> str | None:
    times, at = divmod(value - 1, len(signs))
    return signs[at] * (times + 1) if 0 < value < _LONGEST else None


def _alphabetic(value: int, signs: Sequence[str]) -> str | None:
    """Write aa, ab behind z, as OpenDocument and HTML do."""
    if value < 1:
        return None
    written = ""
    while value:
        value, at = divmod(value - 1, len(signs))
        written = signs[at] + written
    return written


def _cycle(value: int, signs: Sequence[str]) -> str | None:
    return signs[(value - 1) % len(signs)] if value > 0 else None


def _few(value: int, signs: Sequence[str]) -> str | None:
    return signs[value - 1] if 0 < value <= len(signs) else None


def _sums(value: int, signs: Sequence[str]) -> str | None:
    if not 0 < value < _LONGEST * 4:
        return None
    written = ""
    for sign in signs:
        letters, _, worth = sign.partition(":")
        times, value = divmod(value, int(worth))
        written += letters * times
    return written


def _counted(
    value: int, signs: Sequence[str], *, bare: bool = False, full: bool = False
) -> str | None:
    """Write Chinese, Japanese or Korean numbers; without the 1 of ten (``bare``: of 100 and 1,000, too)."""
    digits, powers = signs[:10], ("", *signs[10:])
    if not 0 < value < _MOST_COUNTED:
        return None
    written, gap = "", False
    for power in range(len(powers) - 1, -1, -1):
        digit = value // 10**power % 10
        gap = gap or (not digit and bool(written))
        if digit:
            written += digits[0] if gap and not bare else ""
            is_silent = (
                digit == 1 and power > 0 and not full and (bare or (power == 1 and not written))
            )
            written += ("" if is_silent else digits[digit]) + powers[power]
            gap = False
    return written


_KINDS: dict[str, Callable[[int, Sequence[str]], str | None]] = {
    "hidden": lambda _, __: "",
    "digits": _digits,
    "letters": _letters,
    "alphabetic": _alphabetic,
    "cycle": _cycle,
    "few": _few,
    "sums": _sums,
    "hundred": lambda value, signs: (
        _counted(value, signs) if value < 100 else _digits(value, signs)
    ),
    "counted": _counted,
    "bare": lambda value, signs: _counted(value, signs, bare=True),
    "full": lambda value, signs: _counted(value, signs, full=True),
}


@cache
def _signs() -> dict[str, tuple[str, list[str]]]:
    rows = read_table(_DATA / "list_numbers.tsv", ("name", "kind", "signs"))
    return {row["name"]: (row["kind"], row["signs"].split(" ")) for row in rows}


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    rows = read_table(_DATA / "list_number_words.tsv", ("language", "one", "first"))
    return {
        row["language"]: {name: list(listed(row[name])) for name in _TEXT.values()} for row in rows
    }
