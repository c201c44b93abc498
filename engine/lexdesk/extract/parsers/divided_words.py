"""Words that a line end divides: joined, or compounds that keep their hyphen."""

import re
from collections.abc import Iterator

from lexdesk.text.lazy_pattern import lazy_pattern

WORD = lazy_pattern(r"[^\W\d_]+")
_LINE_HYPHEN = lazy_pattern(r"-[ \t]*\n")
_LETTERS_BEFORE = lazy_pattern(r"[^\W\d_]{2,}\Z")
_LONGEST_HALF = 40
_DIVIDED = lazy_pattern(
    r"(?<![^\W\d_])(?P<first>[^\W\d_]{2,40})-[ \t]*\n[ \t]*(?P<second>[^\W\d_]{2,40})(?P<tail>[^\w\s-]{0,9}(?:[ \t]|(?=\n)))"
)
_SUSPENDED = frozenset({"and", "bzw", "beziehungsweise", "oder", "sowie", "und"})
"""Words behind a half that the next compound completes: *Ein- und Ausfuhr*."""
_ALWAYS_APART = lazy_pattern(
    r"\w*[A-Z]{2}-[a-z]"  # EU-wide
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:first|second|third|four|five|fifth|six|seven|eight|nin|one|two|three)"
    r"|self-(?!(?:ish|less|hood|same))|third-(?!ly)|well-(?!ness)|cross-(?!(?:ed|es|ing|over|road|walk|word))"
    r"|non-(?!(?:sense|theless|chalan|e\b))"
)
"""English compounds that keep their hyphen, and those of abbreviations."""
_FEWEST = 3  # divided words of a typeset text
_MOSTLY = 0.6  # share of them whose second half is no word of it
_LONGEST = 5_000_000  # characters


def sign_between(first: str, second: str) -> str:
    """Return what stands between two halves at a line end: a hyphen with a blank, a hyphen, or nothing."""
    if second.rstrip(",.;:)") in _SUSPENDED:
        return "- "
    return "-" if _ALWAYS_APART.match(f"{first}-{second}") else ""


def join_lines(text: str) -> str:
    """Join the words that line ends divide in a typeset text, such as one copied from a printed page.

    A word is joined if the text has it elsewhere. Of a text with many divided words, so are those whose second half is no
    word of the text. Others may be compounds that a narrow window has wrapped.
    """
    if len(text) > _LONGEST or "-\n" not in text:
        return text
    found = [*_find_divided(text)]
    if not found:
        return text
    halves = {m.start(half) for m in found for half in ("first", "second")}
    words = {m[0].lower() for m in WORD.finditer(text) if m.start() not in halves}
    unknown = sum(m["second"] not in words for m in found)
    is_typeset = len(found) >= _FEWEST and unknown >= _MOSTLY * len(found)
    pieces: list[str] = []
    end = 0
    for divided in found:
        whole = f"{divided['first']}{divided['second']}"
        if whole.lower() in words or (is_typeset and divided["second"] not in words):
            pieces += text[end : divided.start()], f"{whole}{divided['tail'].rstrip()}\n"
            end = divided.end()
    return "".join(pieces) + text[end:]


def _find_divided(text: str) -> Iterator[re.Match[str]]:
    """Yield the divided words, looking at line ends alone."""
    for hyphen in _LINE_HYPHEN.finditer(text):
        at = hyphen.start()
        if first := _LETTERS_BEFORE.search(text, max(0, at - _LONGEST_HALF - 1), at):
            match = _DIVIDED.match(text, first.start())
            if match and _is_divided(match):
                yield match


def _is_divided(match: re.Match[str]) -> bool:
    return match["second"][0].islower() and not sign_between(match["first"], match["second"])
