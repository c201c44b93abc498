"""References to provisions as the targets of links in a text, whatever the name of their work.

Qt takes the target for a URL: without encoding, it would write ``ECLI:EU:C:2020:559`` with a small ``ecli``, and cut
a name at its first ``#``.
"""

from __future__ import annotations

from urllib.parse import quote, unquote

from PySide6.QtCore import QUrl


def link_to(work: str, eid: str | None) -> str:
    """The target of a link to ``eid`` of ``work``, or to the work itself; ``work`` may be ``""``."""
    return f"{quote(work, safe='')}#{quote(eid or '', safe='')}"


def linked_place(url: QUrl) -> tuple[str, str]:
    """Work and eid, each of which may be ``""``, that ``link_to`` made ``url`` of."""
    work, _, eid = url.toString(QUrl.ComponentFormattingOption.FullyEncoded).partition("#")
    return unquote(work), unquote(eid)
