"""Settings of the window that an administrator gives all users of a machine."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

PLACE = {
    "win32": r"HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Lexdesk",
    "darwin": "/Library/Application Support/Lexdesk/desktop.ini",
}.get(sys.platform, "/etc/lexdesk/desktop.ini")
"""A file, or a key of the registry, that only administrators write: with names in ``defaults`` and ``locked``."""

COLOURS = ("system", "light", "dark", "contrast")
LANGUAGES = ("system", "en", "de")
_SWITCH = ("true", "false")
_VALUES: dict[str, tuple[str, ...]] = {
    "citation_style": (),
    "colours": COLOURS,
    "keeps_searches": _SWITCH,
    "language": LANGUAGES,
    "rerank": _SWITCH,
    "zoom": (),
}
"""The values of each name in both sections; any value if empty."""
SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "defaults": {**_VALUES, "libraries": ()},
    "locked": _VALUES,
}


def read_shared_settings(path: Path) -> tuple[dict[str, list[str]], list[str]]:
    """Return the names set in each section of the file at ``path``, and its mistakes, which the window ignores.

    Raises ``OSError`` if the file cannot be read.
    """
    import configparser  # not needed at the start of the window

    settings = configparser.RawConfigParser(
        delimiters=("=",), default_section="", strict=False, allow_no_value=True
    )
    settings.optionxform = str  # type: ignore[assignment, method-assign]  # Qt heeds the case of names
    try:
        settings.read_string(path.read_text(encoding="utf-8", errors="replace"))
    except configparser.Error:
        return {}, ["it has lines outside of the sections [defaults] and [locked]"]
    names = {section: list(settings[section]) for section in settings.sections()}
    values = {section: dict(settings[section]) for section in settings.sections()}
    return names, list(_mistakes(values))


def _mistakes(settings: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for section, values in settings.items():
        known = SECTIONS.get(section)
        if known is None:
            yield f"[{section}] is no section"
            continue
        for name, value in values.items():
            if name not in known:
                yield f"{name} is no name in [{section}]"
            elif known[name] and value not in known[name]:
                yield f"{name} takes {', '.join(known[name])}"
