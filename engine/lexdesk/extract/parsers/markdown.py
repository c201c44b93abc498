"""A parser of Markdown: statutes with front matter by structure, the rest as text with headings."""

from __future__ import annotations

from importlib import import_module

from lexdesk.document.model import Document
from lexdesk.extract.assemble import assemble
from lexdesk.structure import MarkdownStatute, Source
from lexdesk.structure.damage import reject_garbled
from lexdesk.structure.markdown import parse_heading, split_front_matter, strip_markup
from lexdesk.text.encodings import decode

STATUTES = ("lexdesk.structure.irish_act", "lexdesk.structure.german.gii_markdown")


def read(source: Source) -> Document:
    """Read a statute with provisions if its front matter marks one, else the text with its title."""
    meta, body = split_front_matter(decode(source.data))
    for module in STATUTES:
        statute: MarkdownStatute = import_module(module)
        if meta and statute.claims(meta):
            reject_garbled(source.data, source.path.name)
            return statute.read_statute(meta, body)
    lines = body.splitlines()
    first = next((found[1] for line in lines if (found := parse_heading(line))), "")
    return assemble(
        ["\n".join(strip_markup(line, keep_indent=True) for line in lines)],
        name=source.path.name,
        titles=(meta.get("title", ""), first),
    )
