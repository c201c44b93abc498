"""Link targets of provisions, safe for any name of a work.

Qt parses targets as URLs: unencoded, it would lower-case ``ecli`` in ``ECLI:EU:C:2020:559`` and cut
a name at its first ``#``.
"""

from urllib.parse import quote, unquote

from PySide6.QtCore import QUrl


def link_to(work: str, eid: str | None) -> str:
    """Return the link target of ``eid`` in ``work``, or of the work itself; ``work`` may be ``""``."""
    return f"{quote(work, safe='')}#{quote(eid or '', safe='')}"


def read_place(url: QUrl) -> tuple[str, str]:
    """Return the work and eid of a link target, each possibly ``""``."""
    work, _, eid = url.toString(QUrl.ComponentFormattingOption.FullyEncoded).partition("#")
    return unquote(work), unquote(eid)
