"""List numbers in HTML: not part of the page's text, but used to cite clauses.

Sources: HTML Standard, 4.4.5 and 4.4.8 (``start``, ``reversed``, ``type``, ``value``); CSS Lists 3,
for inline styles.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lexdesk.extract.parsers.list_numbers import write_number
from lexdesk.text.lazy_pattern import lazy_pattern

LISTS = frozenset({"ol", "ul", "menu", "dir"})
_INTEGER = lazy_pattern(r"\s*([+-]?\d{1,9})(?!\d)")
_STYLE = lazy_pattern(r"list-style(?:-type)?\s*:([^;]*)", re.IGNORECASE)
_OWN_NUMBER = lazy_pattern(
    r"\s*(?:[(\[](?:\d{1,3}|[A-Za-z]{1,2}|[ivxlcIVXLC]{3,5})[)\]]|\d{1,3}(?:\.\d{1,3})*[.)]"
    r"|\d{1,3}(?:\.\d{1,3})+|(?:[A-Za-z]{1,2}|[ivxlc]{3,5})\))(?!\S)"
)
"""``(a)``, ``iv)``, ``1.`` or ``2.1``, but not the initial of a name."""
_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}  # fmt: skip
_NO_NUMBERS = {"none", "disc", "circle", "square"}
_STYLES = {
    "decimal": "decimal", "decimal-leading-zero": "decimalZero", "lower-roman": "lowerRoman", "upper-roman": "upperRoman",
    "lower-alpha": "lower-alpha", "lower-latin": "lower-alpha", "upper-alpha": "upper-alpha", "upper-latin": "upper-alpha",
    "lower-greek": "lower-greek", "hebrew": "hebrew1", "cjk-decimal": "ideographDigital", "thai": "thaiNumbers",
    "devanagari": "hindiNumbers", "katakana": "aiueoFullWidth", "katakana-iroha": "irohaFullWidth",
    "trad-chinese-informal": "taiwaneseCountingThousand", "simp-chinese-informal": "chineseCountingThousand",
    "cjk-ideographic": "taiwaneseCountingThousand", "japanese-informal": "japaneseCounting",
    "cjk-heavenly-stem": "ideographTraditional", "cjk-earthly-branch": "ideographZodiac",
}  # fmt: skip
_NOT_YET = "0. "  # placeholder of a number known only at the end of its list


@dataclass(slots=True)
class ListNumber:
    """The number of one item: its value, its own style, and its position in the text."""

    value: int | None
    style: str
    at: int | None = None


class Numbering:
    """The numbers of one list.

    For a list counting down to 1, ``fill`` writes the numbers at its end.
    """

    def __init__(self, style: str, start: int | None, backwards: bool):
        self._style = style
        self._step = -1 if backwards else 1
        self._value = 1 if start is None and not backwards else start
        self._later: list[ListNumber] = []

    def next(self, attributes: Mapping[str, str]) -> ListNumber:
        """Return the number of the next item, an element with these attributes."""
        style = _stated_style(attributes) or self._style
        stated = _integer(attributes.get("value"))
        if self._value is None:
            self._later.append(ListNumber(stated, style))
            return self._later[-1]
        value = self._value if stated is None else stated
        self._value = value + self._step
        return ListNumber(value, style)

    def place(self, number: ListNumber, pieces: list[str], text: str) -> None:
        """Append the number to the ``pieces``, unless the ``text`` after it begins with one.

        Style sheets of such pages, not read here, hide the list's numbers.
        """
        if _OWN_NUMBER.match(text):
            return
        if self._value is None:
            number.at = len(pieces)
            pieces.append(_NOT_YET)
        elif number.value is not None:
            label = _label(number.value, number.style)
            if label and not text.lstrip().startswith((f"{label}. ", f"{label}.\u00a0")):
                pieces.append(f"{label}. ")

    def fill(self, pieces: list[str]) -> None:
        """Write the numbers known only at the end of the list."""
        value = len(self._later)
        for number in self._later:
            value = value if number.value is None else number.value
            if number.at is not None and pieces[number.at : number.at + 1] == [_NOT_YET]:
                label = _label(value, number.style)
                pieces[number.at] = f"{label}. " if label else ""
            value -= 1


def numbering(tag: str, attributes: Mapping[str, str]) -> Numbering | None:
    """Return the numbering of a new list; ``None`` for an unnumbered one."""
    style = _stated_style(attributes)
    if tag != "ol" and style not in _STYLES:
        return None
    return Numbering(
        style or "decimal", _integer(attributes.get("start")), "reversed" in attributes
    )


def _stated_style(attributes: Mapping[str, str]) -> str:
    """Return the element's own numbering style; ``""`` for none or an unknown one."""
    if found := _STYLE.search(attributes.get("style", "")):
        for word in found[1].lower().replace("!", " ").split():
            if word in _STYLES or word in _NO_NUMBERS:
                return word
    type_ = attributes.get("type", "").strip()
    return _TYPES.get(type_) or (type_.lower() if type_.lower() in _NO_NUMBERS else "")


def _integer(text: str | None) -> int | None:
    found = _INTEGER.match(text or "")
    return int(found[1]) if found else None


def _label(value: int, style: str) -> str:
    """Return the number as displayed; ``""`` if hidden."""
    if style in _NO_NUMBERS:
        return ""
    written = write_number(value, _STYLES.get(style, "decimal"))
    return str(value) if written is None else written
