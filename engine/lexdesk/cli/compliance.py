"""Compliance commands: impact, coverage."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdesk.cli import DONE, NOTHING_FOUND
from lexdesk.cli.compliance_options import SHOWN, report_option, within_option, write_report
from lexdesk.cli.options import (
    WHEN,
    json_option,
    language_option,
    library_option,
    not_empty,
    print_json,
    report_nothing_found,
    top_option,
)
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars

if TYPE_CHECKING:
    from lexdesk.compliance import Coverage, Impact, Match

When = datetime.date | int


class _Version(click.ParamType):  # type: ignore[type-arg]  # as in options
    """``WORK@WHEN``, a version of a work by day or by number of its history."""

    name = "version"

    def convert(self, value: object, param: object, ctx: object) -> tuple[str, When]:
        if isinstance(value, tuple):
            return value
        work, sign, when = str(value).rpartition("@")
        if not (sign and when):
            self.fail(f"{value} names no version; write WORK@DATE, such as 32014L0065@2019-07-26")
        return work, WHEN.convert(when, None, None)


@click.command()
@click.argument("old", type=_Version(), metavar="WORK@WHEN")
@click.argument("new", type=_Version(), metavar="[WORK]@WHEN")
@within_option
@top_option(5, "Maximum number of passages per provision.")
@library_option
@language_option
@report_option
@json_option
def impact(
    old: tuple[str, When],
    new: tuple[str, When],
    within: str | None,
    top: int,
    library: str | None,
    language: str | None,
    report: Path | None,
    as_json: bool,
) -> int:
    """List changes between two versions of an act and the affected passages.

    For example: lexdesk impact 32014L0065@2018-01-01 @2021-01-01 --in kind:contract. WHEN is a
    day, or a number of lexdesk history. Exit code 1 if nothing changed, or the work or version is
    missing.
    """
    from lexdesk.cli.opening import open_library
    from lexdesk.compliance import compute_impact as find

    work = old[0]
    if new[0] not in ("", work):
        raise click.UsageError(f"{work} and {new[0]} are two works; compare two versions of one")
    if not work:
        raise click.UsageError("name the work: WORK@WHEN")
    with (
        open_library(library) as opened,
        report_nothing_found(),
        progress_bars(quiet=as_json) as listener,
    ):
        found = find(
            opened, work, old[1], new[1],
            within=within, language=language, top=top, listener=listener,
        )  # fmt: skip
        write_report(opened, found, report)
    _print_result(found, report, as_json)
    return DONE if found.provisions else NOTHING_FOUND


@click.command()
@click.argument("work", callback=not_empty)
@within_option
@click.option(
    "--at",
    "when",
    type=WHEN,
    metavar="WHEN",
    help="Use the version of this day, or number of the history.",
)
@click.option("--gaps", is_flag=True, help="Print only duties without matching documents.")
@library_option
@language_option
@report_option
@json_option
def coverage(
    work: str,
    within: str | None,
    when: When | None,
    gaps: bool,
    library: str | None,
    language: str | None,
    report: Path | None,
    as_json: bool,
) -> int:
    """List the provisions of WORK with matching documents and the gaps.

    An asterisk marks a provision with a duty ("shall", "must"). Exit code 1 if --gaps finds none, or
    the library has no WORK.
    """
    import dataclasses

    from lexdesk.cli.opening import open_library
    from lexdesk.compliance import compute_coverage as find

    with (
        open_library(library) as opened,
        report_nothing_found(),
        progress_bars(quiet=as_json) as listener,
    ):
        found = find(opened, work, within=within, when=when, language=language, listener=listener)
        if gaps:
            found = dataclasses.replace(found, provisions=[p for p in found.provisions if p.is_gap])
        write_report(opened, found, report)
    _print_result(found, report, as_json)
    return DONE if found.provisions else NOTHING_FOUND


def _print_result(found: Impact | Coverage, report: Path | None, as_json: bool) -> None:
    """Print JSON or, without a report, a list."""
    from lexdesk.compliance import Impact

    for note in found.notes:
        echo(note, err=True)
    if as_json:
        print_json(found)
    elif not report:
        _print_impact(found) if isinstance(found, Impact) else _print_coverage(found)


def _print_impact(found: Impact) -> None:
    from lexdesk.compliance.disambiguation import distinguish_names
    from lexdesk.law.citation_labels import replace_act_name

    if not found.provisions:
        act = replace_act_name(found.citation, found.work)
        if found.old == found.new:
            echo(f"{act}: both name one text of the library, {_name_version(found.old)}")
        else:
            echo(f"{act}: no provision differs between the texts of {found.old} and {found.new}")
    apart = distinguish_names(match for touched in found.provisions for match in touched.matches)
    for touched in found.provisions:
        formerly = f" from {touched.formerly}" if touched.formerly else ""
        words = f"+{touched.inserted} -{touched.deleted} words"
        name = click.style(replace_act_name(touched.citation, found.work), bold=True)
        echo(f"{name}  {touched.change}{formerly}, {words}")
        _print_matches(touched.matches, found.work, touched.eid, apart)
        if touched.omitted:
            echo(f"    {touched.omitted} more (--top)")


def _name_version(day: str | None) -> str:
    return f"that of {day}" if day else "without a date"


def _print_coverage(found: Coverage) -> None:
    from lexdesk.compliance.disambiguation import distinguish_names
    from lexdesk.law.citation_labels import replace_act_name

    apart = distinguish_names(match for covered in found.provisions for match in covered.matches)
    for covered in found.provisions:
        mark = "*" if covered.duties else " "
        name = click.style(replace_act_name(covered.citation, found.work), bold=True)
        echo(f"{mark} {name}  {covered.heading}".rstrip())
        _print_matches(covered.matches, found.work, covered.eid, apart)


def _print_matches(matches: list[Match], work: str, eid: str, apart: dict[str, str]) -> None:
    from lexdesk.compliance.report import describe_reasons
    from lexdesk.law.citation_labels import label_usual_citation
    from lexdesk.search.results.snippet import make_snippet

    for match in matches:
        echo(f"    {label_usual_citation(match)}{apart[match.work]}  ({describe_reasons(match)})")
        for line in make_snippet(
            match.text, list(_evidence_spans(match, work, eid)), SHOWN, lines=1
        ):
            echo(f"      {''.join(text for text, _ in line)}")
    if not matches:
        echo("    nothing found")


def _evidence_spans(match: Match, work: str, eid: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the shared words, or of citations of the provision, else of ``work``."""
    if match.reason == "cites":
        from lexdesk.citations import find

        cited = [citation for citation in find(match.text) if citation.work == work]
        exact = [c for c in cited if any(f"{target}__".startswith(f"{eid}__") for target in c.eids)]
        yield from ((citation.start, citation.end) for citation in exact or cited)
    for word in match.still or match.words:
        for occurrence in re.finditer(rf"\b{re.escape(word)}\b", match.text, re.IGNORECASE):
            yield occurrence.span()
