"""The failures of library format 6, stored as English sentences and parsed once, during migration."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import read_table

_PAGES = {
    "file.pages_damaged": "cannot be read, since the PDF is damaged there;",
    "file.pages_text_in_pictures": "cannot be read, since text in pictures has to be recognised (OCR);",
}
_PAGE_NAMES = lazy_pattern(r"pages? ([\d, -]+)(?: and \d+ more)?")
_FIELD = lazy_pattern(r"\{(\w+)(![rsa])?(:[^}]*)?\}")

_TABLE = read_table(Path(__file__).parent / "data" / "format_6.tsv", ("code", "english"))
SENTENCES = [(row["code"], row["english"]) for row in _TABLE if row["code"].startswith("file.")]
_PHRASES = {row["english"]: row["code"] for row in _TABLE}
_SCAN = lazy_pattern(r"a scan of (\d+) pages")
_INSTALL = lazy_pattern(r"run: pip install 'lexdesk\[(\w+)\]'")


def failure(sentence: str, part: str) -> str:
    """Return the ``code`` of a failure, or its ``parameters`` as JSON; an unknown sentence becomes a parameter itself."""
    code, parameters = _parse_sentence(sentence)
    return code if part == "code" else json.dumps(parameters)


def unread_pages(path: str, sentence: str) -> str | None:
    """Return the file, pages and code of a record for unread pages as JSON; ``None`` for any other record."""
    file, _, name = path.rpartition("/")
    named = _PAGE_NAMES.fullmatch(name)
    code = next((code for code, sign in _PAGES.items() if f"{name} {sign}" in sentence), None)
    if named is None or code is None:
        return None
    return json.dumps({"file": file, "failure": code, "pages": _numbers(named[1])})


def _numbers(ranges: str) -> list[int]:
    found: list[int] = []
    for pages in ranges.split(","):
        first, _, last = pages.strip().partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def _parse_sentence(sentence: str) -> tuple[str, dict[str, Any]]:
    for code, template in SENTENCES:
        if match := _pattern(template).fullmatch(sentence):
            fields = {field: spec for field, _, spec in _FIELD.findall(template)}
            found = {
                field: _value(text, fields[field]) for field, text in match.groupdict().items()
            }
            return code, found
    return "file.earlier", {"sentence": sentence}


@cache
def _pattern(template: str) -> re.Pattern[str]:
    pieces, at, seen = [], 0, set()
    for field in _FIELD.finditer(template):
        name = field[1]
        pieces.append(re.escape(template[at : field.start()]))
        pieces.append(f"(?P={name})" if name in seen else f"(?P<{name}>.*?)")
        seen.add(name)
        at = field.end()
    return re.compile("".join((*pieces, re.escape(template[at:]))), re.DOTALL)


def _value(text: str, spec: str) -> Any:
    """Return a parameter's value: a number if the template formats one, a phrase if the text is a known one."""
    if spec in (":,", ":.0f", ":g"):
        number = text.replace(",", "")
        try:
            return int(number) if number.isdecimal() else float(number)
        except ValueError:
            return text
    if text in _PHRASES:
        return {"code": _PHRASES[text], "parameters": {}}
    if scan := _SCAN.fullmatch(text):
        return {"code": "phrase.scan", "parameters": {"pages": int(scan[1])}}
    if install := _INSTALL.fullmatch(text):
        return {"code": "phrase.install_extra", "parameters": {"extra": install[1]}}
    return text
