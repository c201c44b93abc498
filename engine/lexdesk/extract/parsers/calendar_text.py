"""The text of invitations: what, when, where and who, of iCalendar (RFC 5545)."""

from __future__ import annotations

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_SHOWN = (
    "SUMMARY", "STATUS", "DTSTART", "DTEND", "DUE", "RRULE", "LOCATION", "ORGANIZER", "ATTENDEE", "DESCRIPTION", "COMMENT",
)  # fmt: skip
_LEFT_OUT = ("VTIMEZONE", "VALARM")
CALENDAR = "BEGIN:VCALENDAR"
_FOLD = lazy_pattern(r"\r?\n[ \t]")
_LINE = lazy_pattern(
    r"^(?P<name>[A-Z-]+)(?P<parameters>;[^:\n\"]*(?:\"[^\"\n]*\"[^:\n\"]*)*)?:(?P<value>[^\r\n]*)",
    re.MULTILINE,
)
_NAME = lazy_pattern(r";CN=(?:\"([^\"]*)\"|([^;]*))")
_ESCAPED = lazy_pattern(r"\\(.)", re.DOTALL)
_DAY = lazy_pattern(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")


def calendar_text(text: str) -> str:
    """Return the shown properties of a calendar as lines ``Summary: …``; times stay as stated, UTC marked so."""
    lines = []
    skipped = ""  # the component left out
    for line in _LINE.finditer(_FOLD.sub("", text)):
        name, value = line["name"], line["value"]
        if name == "BEGIN" and value in _LEFT_OUT:
            skipped = skipped or value
        elif name == "END" and value == skipped:
            skipped = ""
        elif name == "METHOD" and value == "CANCEL":
            lines.append("Status: CANCELLED")
        elif not skipped and name in _SHOWN and value:
            shown = (
                _day(value) if name.startswith(("DT", "DUE")) else _ESCAPED.sub(_unescaped, value)
            )
            person = _NAME.search(line["parameters"] or "")
            named = f"{person[1] or person[2]} " if person else ""
            lines.append(f"{_LABELS.get(name, name.capitalize())}: {named}{shown}")
    return "\n".join(lines)


_LABELS = {"DTSTART": "Start", "DTEND": "End", "RRULE": "Repeats"}


def _unescaped(found: re.Match[str]) -> str:
    return "\n" if found[1] in "nN" else found[1]


def _day(value: str) -> str:
    if not (found := _DAY.fullmatch(value)):
        return value
    year, month, day, hour, minute, utc = found.groups()
    time = f" {hour}:{minute}" if hour else ""
    return f"{year}-{month}-{day}{time}{' UTC' if utc else ''}"
