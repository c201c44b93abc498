"""The text of invitations (iCalendar, RFC 5545): what, when, where and who; and of contacts (vCard, RFC 6350)."""

import quopri
import re
from contextlib import suppress

from lexdesk.text.lazy_pattern import lazy_pattern

_SHOWN = (
    "SUMMARY", "STATUS", "DTSTART", "DTEND", "DUE", "RRULE", "LOCATION", "ORGANIZER", "ATTENDEE", "DESCRIPTION", "COMMENT",
    "CONTACT", "CATEGORIES", "RESOURCES", "URL",
)  # fmt: skip
_LEFT_OUT = ("VTIMEZONE", "VALARM")
CALENDAR, CARD = "BEGIN:VCALENDAR", "BEGIN:VCARD"
_OF_CARD = {"FN": "Name", "ORG": "Organization", "TITLE": "Title", "ROLE": "Role", "ADR": "Address",
            "TEL": "Telephone", "EMAIL": "E-mail", "URL": "URL", "BDAY": "Birthday", "NOTE": "Note"}  # fmt: skip
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
    lines: list[str] = []
    skipped = ""  # the component left out
    for line in _LINE.finditer(_FOLD.sub("", _without_soft_breaks(text))):
        name, value = line["name"], _unquoted(line["value"], line["parameters"] or "")
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


def card_text(text: str) -> str:
    """Return the shown properties of contacts as lines ``Name: …``, with a blank line between contacts; no pictures."""
    lines: list[str] = []
    # Of older cards; elsewhere it repeats the full name.
    in_parts = "N" if "\nFN" not in text.upper() else ""
    for line in _CARD_LINE.finditer(_FOLD.sub("", _without_soft_breaks(text))):
        name, parameters = line["name"].upper(), (line["parameters"] or "").upper()
        if name == "BEGIN":
            lines += [""] * bool(lines)
        elif name in (*_OF_CARD, in_parts) and "ENCODING=B" not in parameters:
            value = _unquoted(line["value"], parameters)
            parts = (_ESCAPED.sub(_unescaped, part) for part in _SEMICOLON.split(value))
            shown = ", ".join(" ".join(part.split()) for part in parts if part.strip())
            lines += [f"{_OF_CARD.get(name, 'Name')}: {shown}"] * bool(shown)
    return "\n".join(lines)


def _unquoted(value: str, parameters: str) -> str:
    """Decode a value in quoted-printable, as in calendars and contacts of before RFC 2445."""
    if "QUOTED-PRINTABLE" in parameters.upper():
        with suppress(UnicodeDecodeError):
            return quopri.decodestring(value.encode()).decode()
    return value


def _without_soft_breaks(text: str) -> str:
    """Join the lines of quoted-printable values, of which all but the last end in ``=``."""
    pieces: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        is_quoted = goes_on or "QUOTED-PRINTABLE" in line.partition(":")[0].upper()
        goes_on = is_quoted and line.endswith("=")
        pieces.append(line[:-1] if goes_on else f"{line}\n")
    return "".join(pieces)


_CARD_LINE = lazy_pattern(
    r"^(?:[\w-]{1,40}\.)?(?P<name>[A-Za-z-]{1,40})(?P<parameters>;[^:\n]*)?:(?P<value>[^\r\n]*)",
    re.MULTILINE,
)
_SEMICOLON = lazy_pattern(r"(?<!\\);")
_LABELS = {"DTSTART": "Start", "DTEND": "End", "RRULE": "Repeats"}


def _unescaped(found: re.Match[str]) -> str:
    return "\n" if found[1] in "nN" else found[1]


def _day(value: str) -> str:
    if not (found := _DAY.fullmatch(value)):
        return value
    year, month, day, hour, minute, utc = found.groups()
    time = f" {hour}:{minute}" if hour else ""
    return f"{year}-{month}-{day}{time}{' UTC' if utc else ''}"
