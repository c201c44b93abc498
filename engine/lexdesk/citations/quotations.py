"""Quotations in an amending act: their citations belong to the amended act."""

from bisect import bisect_right
from dataclasses import dataclass

from lexdesk.citations.prefilter import find_after_words
from lexdesk.text.lazy_pattern import lazy_pattern

_QUOTED_AMENDMENT = lazy_pattern(
    r"(?:replaced|added|inserted|substitut\w+|amended)\b[^‘“;]{0,120}[:‘“]"
)
_OF_AMENDMENTS = ("replaced", "added", "inserted", "substitut", "amended")
_CLOSED_AT_END = lazy_pattern(r"[’”][.;,]?[\s|]*$")
_LONGEST_SENTENCE = 2000
_QUOTATION = lazy_pattern(r"“[^“”]*”|„[^„“]*“|\"[^\"]*\"")


@dataclass(frozen=True, slots=True)
class _Quotation:
    """A quotation: ``start`` of its sentence, ``opened`` where the quoted words begin, and ``end``.

    ``opened`` is ``None`` without a closing mark.
    """

    start: int
    opened: int | None
    end: int


class QuotedWords:
    """The quotations of one segment of a text."""

    def __init__(self, text: str, start: int, end: int, *, union: bool) -> None:
        find = _amendments_of_union if union else _quotations
        self._quotes = find(text, start, end)
        self._starts = [quote.start for quote in self._quotes]

    def is_about(self, position: int) -> bool:
        """Return True if the sentence at ``position`` quotes words for another act."""
        return self._at(position) is not None

    def holds(self, position: int) -> bool:
        """Return True if ``position`` is inside the quoted words."""
        quote = self._at(position)
        return quote is not None and quote.opened is not None and position >= quote.opened

    def _at(self, position: int) -> _Quotation | None:
        at = bisect_right(self._starts, position)
        quote = self._quotes[at - 1] if at else None
        return quote if quote and position < quote.end else None


def _amendments_of_union(text: str, start: int, end: int) -> list[_Quotation]:
    """Return the spans of amended text, with pin cites of the amended act."""
    quotations: list[_Quotation] = []
    for match in find_after_words(_QUOTED_AMENDMENT, _OF_AMENDMENTS, text, start, end):
        if quotations and match.start() < quotations[-1].end:
            continue
        near = max(start, match.start() - _LONGEST_SENTENCE)
        before = max(
            text.rfind(". ", near, match.start()), text.rfind("\n", near, match.start()), start
        )
        closed = text.find("’;", match.end(), end)
        is_closed = closed >= 0 or _CLOSED_AT_END.search(text, max(match.end(), end - 8), end)
        quotations.append(
            _Quotation(before, match.end() if is_closed else None, closed if closed >= 0 else end)
        )
    return quotations


def _quotations(text: str, start: int, end: int) -> list[_Quotation]:
    """Return the spans in quotation marks: words inserted into or deleted from another act."""
    return [
        _Quotation(m.start(), m.start(), m.end()) for m in _QUOTATION.finditer(text, start, end)
    ]
