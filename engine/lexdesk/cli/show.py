"""The show command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE
from lexdesk.cli.opening import open_library
from lexdesk.cli.options import (
    as_of_option,
    json_option,
    language_option,
    library_argument,
    library_option,
    place_arguments,
    print_json,
    report_nothing_found,
)
from lexdesk.cli.printing import echo

if TYPE_CHECKING:
    import datetime

    from lexdesk.law.display import ShownText
    from lexdesk.library.protocol import ReadableLibrary


@click.command()
@place_arguments
@library_option
@language_option
@as_of_option
@json_option
def show(
    work: str,
    eid: str | None,
    library: str | None,
    language: str | None,
    as_of: datetime.date | None,
    as_json: bool,
) -> int:
    """Print a work, or its provision EID such as art_17, "Article 17(3)" or "clause 6.3".

    WORK is an identifier (a CELEX number, as search --json gives it), a name such as GDPR, the path
    of a file, or a whole citation, such as "§ 823 BGB". Exit code 1 if it is missing or had no text on
    the day.
    """
    with open_library(library) as opened, report_nothing_found():
        shown = opened.law.show(work, eid, language=language, as_of=as_of)
        related = [] if as_json else _related_lines(opened, shown, library_argument(library))
    if as_json:
        print_json(shown)
    else:
        from lexdesk.law.citation_labels import find_act, label_usual_citation
        from lexdesk.law.printed_text import print_record

        heading = f"  {shown.heading}" if shown.heading else ""
        echo(f"{click.style(label_usual_citation(shown), bold=True)}{heading}")
        formal, usual_name = find_act(shown.citation, shown.work, shown.title)
        for line in (*[formal] * bool(usual_name), *_times(shown)):
            echo(click.style(line, dim=True))
        echo(f"\n{print_record(shown.text, shown.path)[0]}", lines=True)
        for line in related:
            echo(line)
    return DONE


def _related_lines(library: ReadableLibrary, shown: ShownText, given: str) -> list[str]:
    """Return lines on attachments, explaining recitals and citing provisions; ``given`` is the ``-L`` option."""
    if shown.attachments:
        shows = f"lexdesk show {given}"
        return [
            "",
            *(
                f"attached: {attachment['name']}: {shows}{attachment['work']}"
                for attachment in shown.attachments
            ),
        ]
    if shown.eid is None or shown.eid == "document":
        return []
    recitals = {
        explanation.link.recital.removeprefix("rec_"): explanation.link
        for explanation in reversed(library.law.recitals.explained_by(shown.work, shown.eid))
    }
    labels = [
        number if link.source != "model" else f"{number} (proposed, {link.score:.2f})"
        for number, link in reversed(recitals.items())
    ]
    cited_by = len(library.law.references(shown.work, shown.eid, language=shown.language).cited_by)
    place = f"{given}{shown.work} {shown.eid}"
    others = f"{cited_by} other provision{'s' * (cited_by > 1)}"
    return [
        "",
        *[f"explained by recital {', '.join(labels)}: lexdesk recitals {place}"] * bool(labels),
        *[f"cited by {others}: lexdesk references {place}"] * bool(cited_by),
    ]


def _times(shown: ShownText) -> list[str]:
    """Return a line for each known date of the text and of the law."""
    from lexdesk.law.amendments import format_amendments

    until = f" to {shown.valid_to}" if shown.valid_to else ""
    begin = "as of" if shown.valid_to and shown.known_until == shown.valid_from else "from"
    latest = f" at the latest, {shown.earliest} at the earliest," if shown.earliest else ""
    period = f"{begin} {shown.valid_from}{latest}{until if begin == 'from' else ''}".removesuffix(
        ","
    )
    lines = [f"this text: {period}"] if shown.valid_from else []
    if acts := format_amendments(shown.amended_by):
        lines.append(f"{'repealed' if shown.is_repeal else 'amended'} {acts}")
    if shown.attached_to:
        lines.append(f"attached to {shown.attached_to}")
    return [*lines, *filter(None, (shown.notice, shown.status_sentence))]
