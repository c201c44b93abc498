"""The engine's messages in the language of the interface: its code chooses the text, its parameters fill it in.

The English templates (``lexdesk.errors``) are the source texts; ``build_translations.py`` collects them.
"""

import datetime
from collections.abc import Mapping
from string import Formatter

from PySide6.QtCore import QLocale

from lexdesk.errors import (
    Code,
    LawCode,
    LibraryCode,
    Message,
    NoteCode,
    QueryCode,
    Value,
    find_reason,
)
from lexdesk.text.control_characters import escape_controls
from lexdesk_gui.language import format_long_date, name_language, translate

CONTEXT = "Messages"
"""The context of the engine's messages in the translations."""


def render(message: str, changed: Mapping[str, Value] | None = None) -> str:
    """Return a message of the engine in the language of the interface; with ``changed`` parameters. Any other text stays."""
    if not isinstance(message, Message):
        return message
    template = _in_window(message.code) or translate(CONTEXT, message.code.template)
    parameters = {**message.parameters, **(changed or {})}
    return str(
        template.format_map({name: _shown(name, value) for name, value in parameters.items()})
    )


def _in_window(code: Code) -> str:
    """Return the template of a code with a screen or menu in place of a command, or ``""``."""
    templates: dict[Code, str] = {
        NoteCode.FILES_UNREAD: translate(
            "Wording",
            "files or parts that could not be read were left out: {count}; the Index screen lists them",
        ),
        NoteCode.FILES_UNFINISHED: translate(
            "Wording", "an addition is not finished, so files may be missing; see the Index screen"
        ),
        NoteCode.CITATIONS_PENDING: translate(
            "Wording",
            "citations of some documents ({count}) are not found yet; citing provisions, amendments and ranks of hits"
            " may change",
        ),
        NoteCode.CHANGES_ASKED: translate(
            "Wording", "The Compare screen shows what changed, and when"
        ),
        NoteCode.EARLIER_WORDINGS: translate(
            "Wording",
            "The query asks for an earlier wording; the Compare screen shows the wordings, and these hits are of today",
        ),
        NoteCode.EARLIER_WORDING_UNNAMED: translate(
            "Wording",
            "The query asks for an earlier wording; choose its day under “As of”, these hits are of today",
        ),
        QueryCode.TOO_LONG: translate(
            "Wording",
            "the query is longer than {limit:,} characters; shorten it, or match the text as a document on the Match"
            " screen",
        ),
        LibraryCode.MEMORY: translate(
            "Wording",
            "there is not enough memory for this; close other programs and try again; acknowledged documents are kept",
        ),
        LibraryCode.NO_VECTORS: translate(
            "Wording", "{path} has no semantic index yet; build it on the Index screen"
        ),
        LibraryCode.AWAY: translate(
            "Wording",
            "{path} cannot be read now, perhaps because its disk is disconnected; its documents stay in the library",
        ),
        LibraryCode.SHARE_NOT_NAMED: translate(
            "Wording",
            "{path} lies on a network share that nobody has named on this machine; its documents stay in the library;"
            " add the folder again to read it",
        ),
        LawCode.VERSION_MISSING: translate(
            "Wording",
            "{name} has the versions 1 to {last}, not {number}; the Compare screen lists them",
        ),
    }
    return templates.get(code, "")


def translate_reason(error: BaseException) -> str:
    """Return the reason of an error, such as the system's, in the language of the interface."""
    return render(str(found) if not isinstance(found := find_reason(error), Message) else found)


def find_leading_name(message: str) -> str:
    """Return the name at the start of a message, such as a file name, or ``""``."""
    if not isinstance(message, Message):
        return ""
    text, field, *_ = next(iter(Formatter().parse(message.code.template)))
    value = message.parameters.get(field or "", "")
    return "" if text or isinstance(value, Message) else str(_shown(field or "", value))


def has_code(message: str, code: Code) -> bool:
    """Return True if a message, or a message among its parameters, has ``code``."""
    if not isinstance(message, Message):
        return False
    inside = (value for value in message.parameters.values() if isinstance(value, Message))
    return message.code is code or any(has_code(part, code) for part in inside)


class _Number(float):
    """A number printed by a template in the interface's locale."""

    def __format__(self, spec: str) -> str:
        if spec == ",":
            return str(QLocale().toString(int(self)))
        return format(int(self) if self.is_integer() else float(self), spec)


def _shown(name: str, value: Value) -> object:
    if isinstance(value, Message):
        return render(value)
    if name in ("language", "languages", "wanted") and isinstance(value, str):
        return ", ".join(map(name_language, value.split(", ")))
    if isinstance(value, datetime.date):
        return format_long_date(value.isoformat())
    if isinstance(value, int | float):
        return _Number(value)
    return escape_controls(value) if isinstance(value, str) else value
