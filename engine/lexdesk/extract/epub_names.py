"""Names in the manifest of an EPUB, which are URLs (EPUB 3.3, 5.6.1): ``a%20b.xhtml`` is the file ``a b.xhtml``.

kreuzberg 4.10 looks for a file that is called as the URL, and gives no text where there is none.
"""

from __future__ import annotations

import html
import io
import posixpath
import re
import zipfile
from urllib.parse import unquote

from lexdesk.extract.archives import DAMAGE
from lexdesk.extract.docx_characters import with_parts

_HREF = re.compile(
    rb"(?P<before>\bhref\s*=\s*)(?P<quote>[\"'])(?P<url>[^\"'<>]*%[0-9A-Fa-f]{2}[^\"'<>]*)(?P=quote)"
)
_MOST_BYTES = 20 * 1024 * 1024  # of a manifest


def with_plain_names(data: bytes) -> bytes:
    """The book with a manifest that calls its files by their names; as it is where it does so already."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            names = set(packed.namelist())
            parts = {}
            for each in packed.infolist():
                if each.filename.endswith(".opf") and each.file_size <= _MOST_BYTES:
                    manifest = packed.read(each)
                    plain = _with_plain_names(manifest, posixpath.dirname(each.filename), names)
                    if plain != manifest:
                        parts[each.filename] = plain
            return with_parts(packed, parts) if parts else data
    except DAMAGE:
        return data


def _with_plain_names(manifest: bytes, folder: str, names: set[str]) -> bytes:
    def plain(href: re.Match[bytes]) -> bytes:
        url = html.unescape(href["url"].decode(errors="replace"))
        if (
            posixpath.join(folder, url) in names
            or posixpath.join(folder, unquote(url)) not in names
        ):
            return href[0]
        return href["before"] + href["quote"] + html.escape(unquote(url)).encode() + href["quote"]

    return _HREF.sub(plain, manifest)
