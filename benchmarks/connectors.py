"""Proximity connectors in an open library of 100,000 passages, verified on positions.

Two sets: random pairs of words of one passage with ``/p`` and ``w/5``; and a hard list of the most common
words, of pairs that never meet, of truncations and nested connectors. Keyword search only; times are of
the whole search with hits and highlights. On a busy machine processor time is more reliable.
"""

import random
import sys
import time
from contextlib import closing
from pathlib import Path

import click

from benchmarks import report
from lexdesk import Library
from lexdesk.storage import Store
from lexdesk.text.tokens import tokens

QUERIES = (
    # common words
    "the w/3 of", "shall /p member", "shall /s member", "personal w/5 data", "data w/5 member", "state /p shall",
    "commission +3 shall", "in w/1 the", "may not w/3 be", "the not w/5 of", "article w/2 paragraph",
    # words of middle frequency
    "protection w/5 data", "competent w/2 authority", "authority /s decision", "member /s penalties",
    "agreement /p council", "customs w/5 value", "fishing w/10 vessel", "feed +2 additive", "market /s price",
    "health not w/3 public", "data not w/2 personal", "environmental w/5 impact", "energy /p efficiency",
    # rare words
    "erasure w/5 data", "data w/2 erasure", "forgotten /s right", "withdraw w/5 consent", "consent /p child",
    "pseudonymisation /p data", "whistleblower w/10 protection", "member w/2 personal", "erasure not w/5 data",
    "algorithm /p transparency", "bank w/5 secrecy", "penalties w/3 dissuasive", "roaming w/5 charges",
    # phrases, truncations, alternatives, nests
    "personal data w/5 processing", '"member states" /s penalties', "supervis! w/5 authorit!",
    "authori?ation w/5 refus!", "(erase OR delet! OR remov!) w/5 (data OR record!)", "supervison~1 w/3 authority",
    "(fine OR penalt!) /s (infring! OR breach!)", "personal w/5 data /s consent",
    "(consent w/10 withdraw!) /p data", "data /p (controller w/5 processor)", "proportionate +1 dissuasive",
    # with conditions around
    "shall /p member NOT aid", "personal w/5 data AND consent", "(aid w/3 state) OR (customs w/3 duty)",
    "lang:en personal /s data", "title:regulation shall w/3 notify", "aid NOT (state w/3 aid)",
)  # fmt: skip


_OPERATORS = {"not"}  # part of the connector after it


def drawn(store: Store, last: int, count: int) -> list[str]:
    """Draw pairs of words of one passage, uniformly over passages and words."""
    chance = random.Random(0)
    queries: list[str] = []
    while len(queries) < count:
        number = chance.randrange(1, last + 1)
        for piece in store.passages.pieces([number]).values():
            words = sorted(
                {word for word in tokens(piece.text) if word.isalpha() and len(word) > 2}
                - _OPERATORS
            )
            if len(words) > 1:
                queries.append(chance.choice((" w/5 ", " /p ")).join(chance.sample(words, 2)))
    return queries


@click.command()
@click.option("--library", "path", type=click.Path(path_type=Path, exists=True), required=True,
              help="As kept by benchmarks.query --library.")  # fmt: skip
@click.option("--drawn", "count", default=400, show_default=True, help="Queries drawn at random.")
@click.option("--rounds", default=5, show_default=True)
@click.option("--slowest", default=8, show_default=True, help="How many to name.")
def main(path: Path, count: int, rounds: int, slowest: int) -> None:
    """Print the milliseconds of all queries, and the slowest."""
    with Library.open(path) as library, closing(Store(path / "library.sqlite")) as store:
        click.echo(f"{report.machine()}, {library.admin.status().passages:,} passages")
        library.search("warm", mode="keyword")
        for name, queries in (
            ("drawn", drawn(store, library.admin.status().passages, count)),
            ("hard", list(QUERIES)),
        ):
            click.echo(f"\n{name}: {len(queries)} queries, {rounds} rounds\n")
            _measure(library, queries, rounds, slowest)
    click.echo("\nwanted: p95 under 60 ms")


def _measure(library: Library, queries: list[str], rounds: int, slowest: int) -> None:
    times: dict[str, list[float]] = {}
    busy: list[float] = []
    totals: dict[str, str] = {}
    for _ in range(rounds):
        for query in queries:
            started = time.process_time()
            answer = library.search(query, mode="keyword")
            busy.append((time.process_time() - started) * 1000)
            times.setdefault(query, []).append(answer.took_ms)
            totals[query] = f"{'' if answer.total_is_exact else 'at least '}{answer.total:,}"
    waited = [value for seconds in times.values() for value in seconds]
    rows = [
        [name, *(f"{report.percentile(values, share):.1f}" for share in (0.5, 0.9, 0.95, 0.99))]
        for name, values in (("from question to answer", waited), ("processor", busy))
    ]
    click.echo(report.table(["time", "p50 ms", "p90 ms", "p95 ms", "p99 ms"], rows) + "\n")
    medians = {query: report.percentile(seconds, 0.5) for query, seconds in times.items()}
    worst = sorted(medians, key=lambda query: -medians[query])[:slowest]
    named = [[f"`{query}`", f"{medians[query]:.1f}", totals[query]] for query in worst]
    click.echo(report.table(["slowest", "median ms", "matches"], named))


if __name__ == "__main__":
    sys.exit(main())
