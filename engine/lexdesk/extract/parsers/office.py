"""Office formats, through kreuzberg.

Its cache stays off, because it writes the plain text of documents into the user's cache folder; its
OCR stays off too.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.assemble import assemble
from lexdesk.extract.sniff import Format, locked_for_good
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from kreuzberg import ExtractionConfig, ExtractionResult

_MIME = {
    Format.DOC: "application/msword",
    Format.XLSB: "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
    Format.XLS: "application/vnd.ms-excel",
    Format.PPT: "application/vnd.ms-powerpoint",
}
_KINDS = {
    Format.XLS: "spreadsheet", Format.XLSB: "spreadsheet",
    Format.PPT: "presentation",
}  # fmt: skip
FIELD_CODE = lazy_pattern(
    r'HYPERLINK\s+(?:\\[a-z]\s+)*"[^"\n]*"(?:\s+\\[a-z](?:\s+"[^"\n]*")?)*\s*'
    r'|PAGEREF\s+_\w+(?:\s+\\[a-z])*\s*|TOC(?:\s+\\[a-z](?:\s+"[^"\n]*")?)+\s*'
)
"""Invisible field codes of old Word documents for links, page numbers and tables of contents."""


def read(source: Source) -> Document:
    """Read a document in any of the formats in ``_MIME``."""
    format_ = sniff(source.data, source.path.name)
    result = _extract(source.data, format_, source.path.name)
    if format_ is not Format.XLS:
        return _document(result, format_, source.path.name)
    from lexdesk.extract.parsers.xls import cells

    return _document(result, format_, source.path.name, text=cells(source.data))


def _document(result: ExtractionResult, format_: Format, name: str, text: str = "") -> Document:
    """Return the document of a result, with the text of another reader if it gave one."""
    meta: dict[str, Any] = dict(result.metadata or {})
    text = text or result.content
    if format_ is Format.DOC:
        text = FIELD_CODE.sub("", text)
    kind = _KINDS.get(format_, "")
    return assemble(
        [text], name=name, titles=_titles(meta), kind=kind, properties=_properties(meta)
    )


def _titles(meta: dict[str, Any]) -> list[str]:
    """Return candidate titles, best first: title property, first heading."""
    headings = [h.get("text") for h in meta.get("headers") or [] if isinstance(h, dict)]
    return [t for t in (meta.get("title"), *headings) if isinstance(t, str)]


def _properties(meta: dict[str, Any]) -> dict[str, str]:
    authors = meta.get("authors")
    author = ", ".join(map(str, authors)) if isinstance(authors, list) else ""
    stated = {
        "author": author,
        "created": meta.get("created_at"),
        "modified": meta.get("modified_at"),
    }
    return {name: " ".join(v.split()) for name, v in stated.items() if isinstance(v, str)}


def _extract(data: bytes, format_: Format, name: str) -> ExtractionResult:
    import kreuzberg

    try:
        return kreuzberg.extract_bytes_sync(data, _MIME[format_], config=_config())
    except kreuzberg.KreuzbergError as error:
        raise _failure(error, format_, name) from None
    except (RuntimeError, ValueError, TypeError, OSError) as error:
        raise _failure(error, format_, name) from None


def _failure(error: Exception, format_: Format, name: str) -> FileFailed:
    lowered = str(error).lower()  # kreuzberg has no code for it
    if "password" in lowered or "encrypted" in lowered:
        return locked_for_good(name)
    return FileFailed(FileCode.OFFICE_DAMAGED, name=name, kind=format_.value)


@cache
def _config() -> ExtractionConfig:
    import kreuzberg

    return kreuzberg.ExtractionConfig(
        use_cache=False,
        disable_ocr=True,  # type: ignore[call-arg]  # missing in the stub of 4.10.4
        enable_quality_processing=False,
        output_format="plain",
        concurrency=kreuzberg.ConcurrencyConfig(max_threads=1),  # the pool has one process per core
    )
