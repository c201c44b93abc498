"""What the engine says of mistakes, in the language of the interface; it speaks English itself.

``translations/engine.txt`` lists its sentences, with ``{0}``, ``{1}`` for what they name. The script
that builds the translations collects them from its source.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QLocale, Qt

from lexdesk_gui.language import long_date, translate

_LIST = Path(__file__).parent / "translations" / "engine.txt"
_FIELD = re.compile(r"\{\d\}")
_DAY = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")
_ENGLISH = QLocale(QLocale.Language.English)


class _Sentence(NamedTuple):
    text: str
    fixed: tuple[str, ...]
    """What stands between its fields."""
    pattern: str


def in_own_words(message: str) -> str:
    """``message``, and what it names, in the language of the interface; as it is where that has no words for it."""
    for each, match in _matching(message):
        told = translate("Engine", each.text)
        if told != each.text:
            return told.format(*map(in_own_words, match.groups()))
    if told := system_reason(message):
        return told
    if ", " in message:
        return ", ".join(map(in_own_words, message.split(", ")))
    return _DAY.sub(_in_own_form, message)


def system_reason(message: str) -> str:
    """What the operating system says, such as ``No such file or directory``, in the language of the interface."""
    told = {
        errno.ENOENT: translate("Wording", "there is no such file or folder"),
        errno.ENOSPC: translate("Wording", "the disk is full; free some space"),
        errno.EACCES: translate("Wording", "you may not read or write there"),
        errno.EPERM: translate("Wording", "you may not read or write there"),
        errno.EROFS: translate("Wording", "the disk cannot be written"),
        errno.EIO: translate("Wording", "the disk does not answer"),
        errno.ESTALE: translate("Wording", "the disk does not answer"),
        errno.ENOTCONN: translate("Wording", "the disk does not answer"),
    }
    return next((said for number, said in told.items() if message == os.strerror(number)), "")


def first_name(message: str) -> str:
    """The name of a file, a filter or a connector that ``message`` begins with, or ``""``."""
    each, match = next(iter(_matching(message)), (None, None))
    name = match[1] if each and match and each.text.startswith("{0}") else ""
    return name if Path(name).suffix or " " not in name else ""


@lru_cache(maxsize=1_000)
def _matching(message: str) -> Sequence[tuple[_Sentence, re.Match[str]]]:
    """The sentences that it may be; kept, since a list asks at each size for what it shows: 0.3 ms a row."""
    return [
        (each, match)
        for each in _sentences()
        if all(part in message for part in each.fixed)  # most are told apart without their pattern
        if (match := _compiled(each.pattern).fullmatch(message))
    ]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """When a sentence may be it: all at once take 60 ms, for which the first text that is read would wait."""
    return re.compile(pattern, re.DOTALL)


def _in_own_form(found: re.Match[str]) -> str:
    day = _ENGLISH.toDate(found[0], "d MMMM yyyy")
    return long_date(str(day.toString(Qt.DateFormat.ISODate))) if day.isValid() else found[0]


@cache
def _sentences() -> list[_Sentence]:
    """All of them, those first that say most themselves."""
    found = []
    for text in _LIST.read_text("utf-8").splitlines():
        fixed = tuple(_FIELD.split(text))
        joined = "(.*?)".join(map(re.escape, fixed))
        # Of two fields in a row, the second is what a semicolon parts from the sentence, or nothing.
        pattern = joined.replace("(.*?)(.*?)", "(.*?)(|; .*)")
        found.append(_Sentence(text, fixed, pattern))
    return sorted(found, key=lambda each: (-sum(map(len, each.fixed)), -len(each.fixed)))
