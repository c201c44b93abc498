"""Connectors in an open library of 100,000 passages: words near each other, verified on positions.

Queries of common and rare words, phrases, truncations, alternatives and nested connectors, by words
alone; the time is that of the whole search, hits and highlights included. On a busy machine the time of
the processor says more.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from benchmarks import report
from lexdesk import Library

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


@click.command()
@click.option("--library", "path", type=click.Path(path_type=Path, exists=True), required=True,
              help="As kept by benchmarks.query --library.")  # fmt: skip
@click.option("--rounds", default=5, show_default=True)
@click.option("--slowest", default=8, show_default=True, help="How many to name.")
def main(path: Path, rounds: int, slowest: int) -> None:
    """Print the milliseconds of all queries, and the slowest."""
    times: dict[str, list[float]] = {}
    busy: list[float] = []
    totals: dict[str, str] = {}
    with Library.open(path) as library:
        library.search("warm", mode="words")
        for _ in range(rounds):
            for query in QUERIES:
                started = time.process_time()
                answer = library.search(query, mode="words")
                busy.append((time.process_time() - started) * 1000)
                times.setdefault(query, []).append(answer.took_ms)
                totals[query] = f"{'' if answer.total_is_exact else 'at least '}{answer.total:,}"
        click.echo(f"{report.machine()}, {library.status().passages:,} passages\n")
    waited = [value for each in times.values() for value in each]
    rows = [
        [name, *(f"{report.percentile(values, share):.1f}" for share in (0.5, 0.9, 0.95, 0.99))]
        for name, values in (("from question to answer", waited), ("processor", busy))
    ]
    click.echo(f"{len(QUERIES)} queries, {rounds} rounds\n")
    click.echo(report.table(["time", "p50 ms", "p90 ms", "p95 ms", "p99 ms"], rows) + "\n")
    medians = {query: report.percentile(each, 0.5) for query, each in times.items()}
    worst = sorted(medians, key=lambda query: -medians[query])[:slowest]
    named = [[f"`{query}`", f"{medians[query]:.1f}", totals[query]] for query in worst]
    click.echo(report.table(["slowest", "median ms", "matches"], named))
    click.echo("\nwanted: p95 under 60 ms")


if __name__ == "__main__":
    sys.exit(main())
