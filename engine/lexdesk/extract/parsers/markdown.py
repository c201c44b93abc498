"""A parser of Markdown: statutes with front matter by structure, the rest as text with headings."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import zip_longest

from lexdesk.document.model import Document
from lexdesk.extract.assemble import assemble
from lexdesk.extract.heading_marks import mark_heading
from lexdesk.structure import MarkdownStatute, Source
from lexdesk.structure.damage import reject_garbled
from lexdesk.structure.markdown import parse_heading, split_front_matter, strip_markup
from lexdesk.text.encodings import decode
from lexdesk.text.lazy_pattern import lazy_pattern

_FENCE = lazy_pattern(r" {0,3}(`{3,}|~{3,})")
_UNDERLINE = lazy_pattern(r" {0,3}([=-])\1+[ \t]*")
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
        ["\n".join(_marked(lines))], name=source.path.name, titles=(meta.get("title", ""), first)
    )


def _marked(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines without markup, with marked headings (CommonMark 0.31, 4.2, 4.3 and 4.5)."""
    fence, before, is_underline = "", "", False
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        if is_underline:
            is_underline, before = False, ""
            continue
        text = strip_markup(line, keep_indent=True)
        opening = _FENCE.match(line)
        if fence:
            fence = "" if opening and line.strip().startswith(fence) else fence
        elif opening:
            fence = opening[1]
        elif heading := parse_heading(line):
            text = mark_heading(text, heading[0])
        elif not before.strip() and text.strip() and (under := _UNDERLINE.fullmatch(following)):
            text, is_underline = mark_heading(text, 1 if under[1] == "=" else 2), True
        yield text
        before = line
