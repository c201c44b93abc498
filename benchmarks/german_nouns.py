"""Extraction of the German nouns for compound splitting from the federal statutes.

A word counts as a noun if it is mostly capitalized. Statutes are official works (§ 5 UrhG), so the list
may be shipped.
"""

import gzip
import json
import math
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import click

import lexdesk.text.analysis
from benchmarks import data
from lexdesk.text.analysis.compounds import LIST
from lexdesk.text.tokens import fold

_WORD = re.compile(r"[^\W\d_]{3,}")
_FEWEST = 3  # rarer words are names, misprints and words cut at the end of a line
_NO_PARTS = {"haft", "schaft", "lich", "ende"}
"""Nouns far more often found as the end of a word: gewissenhaft, Wirtschaft, vorliegende."""


def texts(raw: Path) -> Iterator[str]:
    """Yield 174 whole statutes, and the beginnings of sections of all others."""
    with tarfile.open(raw / "german-statutes.tar.gz") as members:
        for member in members:
            file = members.extractfile(member) if member.name.endswith(".md") else None
            if file:
                yield file.read().decode()
    with gzip.open(raw / "de-headings.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield f"{row['heading']}\n{row['text']}"


def nouns(raw: Path) -> dict[str, int]:
    """Map folded nouns to the rounded binary logarithm of their frequency."""
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for text in texts(raw):
        for word in _WORD.findall(text):
            (capital if word[0].isupper() else small)[fold(word)] += 1
    return {
        word: round(math.log2(count))
        for word, count in sorted(capital.items())
        if count >= _FEWEST and count > small[word] and word not in _NO_PARTS
    }


@click.command()
def main() -> None:
    """Write the list into the package."""
    found = nouns(data.shared_data() / "raw")
    by_weight: defaultdict[int, list[str]] = defaultdict(list)
    for word, weight in found.items():
        by_weight[weight].append(word)
    lines = "".join(f"{weight} {' '.join(words)}\n" for weight, words in sorted(by_weight.items()))
    target = Path(lexdesk.text.analysis.__path__[0]) / LIST
    target.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
    click.echo(f"{target}: {len(found):,} nouns, {target.stat().st_size / 1024:.0f} KB")


if __name__ == "__main__":
    main()
