"""Accuracy of language detection by the length of the text.

Texts are the articles of the GDPR in the 24 official languages of the Union; shorter texts are cut from
them at random places.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter

import click

from benchmarks import data, report
from lexdesk.metadata.language import detect_language

_LENGTHS = (50, 100, 200, 400, 10**6)


def articles() -> list[tuple[str, str]]:
    """Return (language, text) of each article."""
    path = data.shared_data() / "raw" / "gdpr-24-languages.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [(row["lang"], row["text"]) for row in map(json.loads, lines)]


@click.command()
def main() -> None:
    """Print the accuracy for each length, and the confusions."""
    texts = articles()
    chance = random.Random(0)
    rows = []
    for length in _LENGTHS:
        wrong: Counter[str] = Counter()
        for language, text in texts:
            start = chance.randrange(max(len(text) - length, 0) + 1)
            found = detect_language(text[start : start + length])
            if found != language:
                wrong[f"{language} as {found}"] += 1
        accuracy = 1 - wrong.total() / len(texts)
        mistakes = ", ".join(f"{pair} {count}" for pair, count in wrong.most_common(4))
        whole = f"whole ({len(texts):,} articles)"
        rows.append([whole if length == _LENGTHS[-1] else length, f"{accuracy:.4f}", mistakes])
    click.echo(report.table(["characters", "accuracy", "mistakes"], rows))


if __name__ == "__main__":
    main()
