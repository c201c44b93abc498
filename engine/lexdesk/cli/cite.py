"""The cite command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.options import json_option, print_json
from lexdesk.cli.printing import echo
from lexdesk.cli.text_or_file import read_text_or_file

if TYPE_CHECKING:
    from lexdesk.citations import Citation, Context


@click.command()
@click.argument("text", metavar="TEXT|FILE", nargs=-1, required=True)
@click.option("--language", metavar="CODE", help="ISO 639-1, such as de; detected by default.")
@click.option(
    "--work",
    default="",
    metavar="WORK",
    help='Work of the text, such as 32016R0679; resolves "this Regulation".',
)
@click.option(
    "--eid",
    default="",
    metavar="EID",
    help='Provision of the text, such as art_6__para_1; resolves "paragraph 2".',
)
@json_option
def cite(text: tuple[str, ...], language: str | None, work: str, eid: str, as_json: bool) -> int:
    """Extract the citations from a text or a file: EU, Irish, British, German and US law, and judgments.

    Each is printed with its work and provisions: "Articles 13 and 15(2) GDPR" is
    32016R0679 art_13 art_15__para_2.
    """
    from lexdesk.citations import Context, find
    from lexdesk.citations.moments import as_printed, read_wording_behind
    from lexdesk.metadata.language import parse_language

    document = read_text_or_file(text)
    words, work = document.text, work or document.work
    language = parse_language(language) if language else document.language
    found = find(words, language, Context(work, eid))
    if not (language or work or any(citation.text == words for citation in found)):
        found = _parse_whole(words) or found or _find_in_other_languages(words, Context(work, eid))
    if as_json:
        print_json({"citations": [as_printed(citation, words) for citation in found]})
    else:
        for citation in found:
            echo(_line(citation, read_wording_behind(words, citation.end)))
        if not found:
            echo("no citation recognised")
        elif not (work or all(citation.work or citation.name for citation in found)):
            echo("? marks an unknown work; name the work of the text with --work", err=True)
    return DONE if found else NOTHING_FOUND


def _parse_whole(words: str) -> list[Citation]:
    """Parse all words as one citation, such as ``GDPR recital 42``."""
    from lexdesk.citations.query_citations import parse_query_citation

    citation = parse_query_citation(words)
    return [replace(citation, start=0, end=len(words), text=words)] if citation else []


def _find_in_other_languages(words: str, context: Context) -> list[Citation]:
    """Return the citations of words too few to tell their language, in the first language with any."""
    from lexdesk.citations import find

    readings = (find(words, language, context) for language in ("de", "fr", "en"))
    return next(filter(None, readings), [])


def _line(citation: Citation, wording: str) -> str:
    from lexdesk.citations.former_treaties import find_successor

    work = citation.work or citation.name or "?"
    target = " ".join((work, *citation.eids))
    place = " ".join((citation.work, *citation.eids[:1]))
    is_known = bool(citation.work)  # else no command shows it
    if wording == "earlier":
        target += "  earlier wording" + f": lexdesk history {place}" * is_known
    elif wording == "current":
        target += "  current wording"
    elif wording:
        shows = f": lexdesk show {place} --as-of {wording}"
        target += f"  as of {wording}" + shows * is_known
    if citation.kind == "treaty" and (later := find_successor(citation)):
        target += f"  today {' '.join((later.work, *later.eids))}"
    return (
        f"{click.style(citation.text, bold=True)}  {click.style(citation.kind, dim=True)}  {target}"
    )
