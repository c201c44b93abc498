"""The program's style sheet."""

import operator
import re
from operator import attrgetter
from pathlib import Path

from lexdesk_gui.style.look import Look

_PLACEHOLDER = re.compile(
    r"@(?P<name>[a-z_]+(?:\.[a-z]+)?)|\((?P<size>\d+)dp (?P<sign>[-+/]) (?P<by>\d+)(?:px)?\)|(?P<plain>\d+)dp"
)
_CHANGES = {"+": operator.add, "-": operator.sub, "/": operator.floordiv}


def make_popup_style_sheet(look: Look) -> str:
    """Return the style sheet of the search field's completions, a separate window."""
    t, px = look.tokens, look.px
    return f"""
QListView#offers {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.line}; padding: 1px; outline: none; }}
QListView#offers::item {{ padding: {px(4)}px {px(8)}px; border-radius: {px(4)}px; }}
QListView#offers::item:selected {{ background: {t.selection}; color: {t.text}; }}
"""


def make_style_sheet(look: Look) -> str:
    """Return the style sheet of ``look``."""
    tokens = look.tokens
    values = {
        "ring": f"border: 2px solid {tokens.accent};",
        "arrow": f"marks:down-{tokens.secondary.lstrip('#')}.svg",
        "check": f"marks:check-{tokens.on_accent.lstrip('#')}.svg",
        "close": f"marks:close-{tokens.secondary.lstrip('#')}.svg",
    }

    def fill(found: re.Match[str]) -> str:
        if name := found["name"]:
            return values.get(name) or str(attrgetter(name)(tokens))
        size = look.px(int(found["size"] or found["plain"]))
        if sign := found["sign"]:
            size = _CHANGES[sign](size, int(found["by"]))
        return f"{size}px"

    return _PLACEHOLDER.sub(fill, Path(__file__).with_suffix(".qss").read_text(encoding="utf-8"))
