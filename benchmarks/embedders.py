"""Encoding speed of embedders on the same passages and queries, in turn, so that load slows them alike.

Tokens are each model's own: for different tokenizers compare passages. Processor time is reported with
the rates by the clock, since other work on the machine changes it least.
"""

import itertools
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks import data, report
from lexdesk import Document
from lexdesk.document.passages import split_document
from lexdesk.models.encoder import Encoder
from lexdesk.models.manifest import read
from lexdesk.text.tokens import nfc

LAW = {"en": ("EU acts", "eu-citations"), "de": ("German statutes", "de-citations")}
_QUERY_WORDS = 12


def passages(language: str, count: int) -> list[str]:
    """Cut ``count`` passages from documents all over the corpus."""
    name, corpus = LAW[language]
    rows = list(itertools.islice(data.corpus(corpus), 400))
    found: list[str] = []
    for row in random.Random(0).sample(rows, len(rows)):
        document = Document(nfc(row["text"]), nfc(row["title"]), work=row["_id"], language=language)
        pieces = [piece for piece in split_document(document) if piece.searchable]
        found += [document.text[piece.start : piece.end] for piece in pieces[:4]]
        if len(found) >= count:
            return found[:count]
    raise click.ClickException(f"{name} have {len(found):,} passages; ask for as many at most")


def queries(language: str, count: int) -> list[str]:
    """Return the first words of ``count`` queries."""
    some = data.queries(LAW[language][1])
    return [" ".join(text.split()[:_QUERY_WORDS]) for text in some[:count]]


def seconds(encoder: Encoder, texts: Sequence[str], *, alone: bool) -> tuple[float, float]:
    """Time the encoding of ``texts``, together or one by one, by clock and processor."""
    clock, processor = time.perf_counter(), time.process_time()
    if alone:
        for text in texts:
            encoder.encode([text])
    else:
        encoder.encode(texts)
    return time.perf_counter() - clock, time.process_time() - processor


def rows(
    encoders: dict[str, Encoder], texts: Sequence[str], rounds: int, *, alone: bool
) -> list[list[str]]:
    """Return a row of medians for each encoder, with the ratio to the first one."""
    for encoder in encoders.values():
        encoder.encode(texts[:8])
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in encoders}
    for _ in range(rounds):
        for name, encoder in encoders.items():
            taken[name].append(seconds(encoder, texts, alone=alone))
    first = next(iter(taken.values()))
    table = []
    for name, encoder in encoders.items():
        tokens = sum(map(len, encoder.model.tokenizer.encode_batch_fast(list(texts))))
        clock, processor = (statistics.median(times) for times in zip(*taken[name], strict=True))
        ratios = [
            [theirs[by] / ours[by] for theirs, ours in zip(first, taken[name], strict=True)]
            for by in (0, 1)
        ]
        table.append(
            [
                name,
                f"{tokens / len(texts):.0f}",
                f"{len(texts) / clock:,.1f}",
                f"{1000 * processor / len(texts):.2f}",
                f"{tokens / processor:,.0f}",
                *map(report.spread, ratios),
            ]
        )
    return table


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--passages", "count", default=200, show_default=True)
@click.option("--rounds", default=5, show_default=True)
def main(folders: tuple[Path, ...], count: int, rounds: int) -> None:
    """Print the speed of the embedders in FOLDERS; ratios are to the first."""
    encoders = {folder.name: Encoder(folder, read(folder)) for folder in folders}
    click.echo(report.machine())
    head = [
        "",
        "tokens of a text",
        "texts/s",
        "ms of processor for a text",
        "tokens/s of processor",
        "times as fast",
        "by processor",
    ]
    for language, (law, _) in LAW.items():
        click.echo(f"\n{count:,} passages of {law}\n")
        click.echo(
            report.table(head, rows(encoders, passages(language, count), rounds, alone=False))
        )
        click.echo(f"\n{count:,} queries about {law} of at most {_QUERY_WORDS} words, one by one\n")
        click.echo(report.table(head, rows(encoders, queries(language, count), rounds, alone=True)))


if __name__ == "__main__":
    main()
