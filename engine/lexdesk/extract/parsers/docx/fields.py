"""Open fields of a part of a Word file, and the texts that are in their codes alone (ECMA-376, part 1, 17.16)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lexdesk.extract.parsers.docx.numbers import Numbering
from lexdesk.extract.parsers.symbol_fonts import symbol
from lexdesk.structure.xml_blocks import find_child, read_attribute, read_local_name
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

PAGE = "\ufdd0"  # a noncharacter, as placeholder of a page number
COUNTS_PAGES = lazy_pattern(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_LONGEST_CODE = 200  # characters; enough for the field's name and text
_IN_CODE = lazy_pattern(
    r"\s*(?:(?P<list>LISTNUM)\b(?P<of>.*)|(?P<auto>AUTONUM)\b.*|SYMBOL\s+(?P<sign>\w+)(?P<font>.*)"
    r"|(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s+(?P<label>.*))",
    re.IGNORECASE | re.DOTALL,
)
_LIST_NAME = lazy_pattern(r'\s*(?:"(?P<quoted>[^"]+)"|(?P<word>[^\s\\"]+))')
_SWITCH = lazy_pattern(r"\\(?P<name>[a-z])\s*\"?(?P<value>[^\"\\]*)", re.IGNORECASE)


class Fields:
    """The open fields, nested, each with its code; ``None`` once its result has begun."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._open: list[tuple[str, bool]] = []  # code, and whether it is complete
        self._silent = 0  # open codes and results without text of the page
        self._complete: set[_Element] = set()
        self._count = 0  # AUTONUM

    def enter(self, part: _Element) -> None:
        """Note the fields of a part that end; others do not hide the text behind them."""
        begun: list[_Element] = []
        for char in part.iter("{*}fldChar"):
            kind = read_attribute(char, "fldCharType")
            if kind == "begin":
                begun.append(char)
            elif kind == "end" and begun:
                self._complete.add(begun.pop())

    @property
    def are_silent(self) -> bool:
        """Return True for text that is a part of a code, or the number of a page."""
        return self._silent > 0

    def take(self, element: _Element) -> str:
        """Take a begin, separator, end or code of a field; return what the page shows in its place."""
        kind = read_attribute(element, "fldCharType")
        if kind == "begin":
            if element in self._complete:
                self._open.append(("", False))
                self._silent += 1
            return _form_field(element)
        if not self._open:
            return ""
        code, has_result = self._open[-1]
        if kind == "end":
            self._open.pop()
            is_page = COUNTS_PAGES.match(code) is not None
            self._silent -= is_page or not has_result
            return PAGE if is_page else "" if has_result or self.are_silent else self._shown(code)
        if kind == "separate":
            self._open[-1] = code, True
            self._silent -= COUNTS_PAGES.match(code) is None and not has_result
        elif not kind and not has_result:
            self._open[-1] = (code + (element.text or ""))[:_LONGEST_CODE], False
        return ""

    def _shown(self, code: str) -> str:
        """Return the text of a field without a result: a number, a sign or a label."""
        found = _IN_CODE.match(code)
        if found is not None and found["auto"]:
            self._count += 1
            return f"{self._count}."
        if found is not None and found["list"]:
            return self._list_number(found["of"])
        return shown_in_code(code)

    def _list_number(self, of: str) -> str:
        switches = {s["name"].lower(): s["value"].strip() for s in _SWITCH.finditer(of)}
        named = _LIST_NAME.match(of)
        name = (named["quoted"] or named["word"]) if named else ""
        level, start = switches.get("l", ""), switches.get("s", "")
        return self._numbering.next_of_field(
            name,
            int(level) - 1 if level in map(str, range(1, 10)) else 0,
            int(start) if start.isdecimal() and len(start) < 6 else None,
        )


def shown_in_code(code: str) -> str:
    """Return the sign or label that a field shows and only its code states; ``""`` for other fields."""
    found = _IN_CODE.match(code)
    if found is None:
        return ""
    return _sign(found["sign"], found["font"]) if found["sign"] else (found["label"] or "").strip()


def _sign(stated: str, rest: str) -> str:
    """Return the character of a SYMBOL field: in a font of signs, in Unicode, else in Windows-1252."""
    switches = {s["name"].lower(): s["value"].strip() for s in _SWITCH.finditer(rest)}
    try:
        code = int(stated, 0)
    except ValueError:
        return ""
    if (sign := symbol(switches.get("f", ""), code)) is not None:
        return sign
    if "u" in switches:
        return chr(code) if 0x20 <= code < 0xD800 else ""
    return bytes([code]).decode("cp1252", "ignore") if 0x20 <= code < 0x100 else ""


def _form_field(begin: _Element) -> str:
    """Return the state of a check box or the choice of a list, which no text of the file states."""
    data = find_child(begin, "ffData")
    if data is None:
        return ""
    if (box := find_child(data, "checkBox")) is not None:
        states = (find_child(box, name) for name in ("checked", "default"))
        state = next((s for s in states if s is not None), None)
        is_checked = state is not None and read_attribute(state, "val") not in ("0", "false", "off")
        return "☒" if is_checked else "☐"
    if (choice := find_child(data, "ddList")) is not None:
        entries = [read_attribute(e, "val") for e in choice if read_local_name(e) == "listEntry"]
        result = find_child(choice, "result")
        at = read_attribute(result, "val") if result is not None else "0"
        return dict(zip(map(str, range(len(entries))), entries, strict=True)).get(at, "")
    return ""
