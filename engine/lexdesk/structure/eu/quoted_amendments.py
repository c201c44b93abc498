"""Tracking of quoted provisions that an act of the Union inserts into another act."""

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_ANNOUNCED = lazy_pattern(
    r"\b(inserted|added|replaced|substituted|amended|ersetzt|eingefügt|angefügt|geändert|"
    r"Fassung|remplacé\w*|inséré\w*|ajouté\w*|modifié\w*|sustitu\w+|inserta\w*|añad\w+|"
    r"sostitu\w+|inserit\w+|aggiunt\w+|substitu[íi]d\w+|inserid\w+|aditad\w+)\b[^.;]{0,80}:$",
    re.IGNORECASE,
)
_MARKS = "‘“„«'\""
_OF_A_PROVISION = lazy_pattern(
    rf"[{_MARKS}]\s?(?:\(?\d+[a-z]{{0,3}}[.)]\s|\([a-z]{{1,4}}\)|Article \d|Artikel \d|CHAPTER|SECTION|TITLE|ANNEX)"
)
_CLOSED = lazy_pattern(r"[’”“»'\"]\s?[.;,)’”\"]*(\s?(and|or|und|et))?$")


class QuotedAmendment:
    """A tracker of quoted amendments from one paragraph to the next.

    A definition begins with a quotation mark, too (``‘personal data’ means``): a quotation of
    provisions is announced (``the following is inserted:``) or begins with a provision's number.
    ``level`` is the depth of a paragraph in the page: a paragraph above the depth of the opening
    mark ends the quotation.
    """

    def __init__(self) -> None:
        self._opened_at: int | None = None
        self._announced = False

    def enter(self, text: str, level: int = 0) -> bool:
        """Process a paragraph; return True if it is quoted."""
        if self._opened_at is not None and level < self._opened_at:
            self._opened_at = None
        begins = bool(_OF_A_PROVISION.match(text)) or (self._announced and text[:1] in _MARKS)
        if self._opened_at is None and begins:
            self._opened_at = level
        quoted = self._opened_at is not None
        if quoted and _CLOSED.search(text):
            self._opened_at = None
        self._announced = not quoted and bool(_ANNOUNCED.search(text))
        return quoted

    @property
    def is_quoted(self) -> bool:
        """Return True while a quotation is open."""
        return self._opened_at is not None

    def reset(self) -> None:
        """End all open quotations, at a heading of the act itself."""
        self._opened_at, self._announced = None, False
