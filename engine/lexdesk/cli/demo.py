"""The demo command."""

from pathlib import Path

import click

from lexdesk.cli import DONE
from lexdesk.cli.options import json_option, print_json, to_plain
from lexdesk.cli.printing import echo
from lexdesk.cli.progress import progress_bars

QUESTIONS = (
    "withdraw consent",
    "How long may a company take to answer my request for my data?",
    '"legitimate interests" AND child',
    "6(1)(f)",
)
"""Keywords, a paraphrased question, a Boolean query and a pin cite."""


@click.command()
@click.option(
    "-L",
    "--library",
    metavar="LIB",
    type=click.Path(file_okay=False),
    help="Keep the library in this folder. Default: a temporary folder.",
)
@json_option
def demo(library: str | None, as_json: bool) -> int:
    """Index the bundled GDPR and answer a few questions."""
    import tempfile
    from pathlib import Path

    if library is not None:
        return _demonstrate(Path(library), as_json)
    with tempfile.TemporaryDirectory(prefix="lexdesk-demo-", ignore_cleanup_errors=True) as folder:
        return _demonstrate(Path(folder) / "library", as_json)


def _demonstrate(path: Path, as_json: bool) -> int:
    from lexdesk.cli.search import print_answer
    from lexdesk.library.library import Library
    from lexdesk.system.bundled import ACT, find_corpus

    with Library.open(path, create=True) as library:
        with progress_bars(quiet=as_json) as listener:
            library.sources.add([find_corpus() / ACT], listener=listener)
        answers = [library.search(question, top=3) for question in QUESTIONS]
        status = library.admin.status()
    if as_json:
        print_json(
            {"status": to_plain(status), "answers": [answer.as_dict() for answer in answers]}
        )
        return DONE
    echo(
        f"Indexed the GDPR: {status.passages:,} passages, ready for keyword and semantic search, offline."
    )
    for answer in answers:
        echo(f"\n> {answer.query}    ({answer.took_ms:.0f} ms)")
        print_answer(answer)
    return DONE
