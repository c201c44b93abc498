"""Accuracy of spelling suggestions for misspelt words of questions.

One letter of one word is dropped, doubled, swapped with its neighbour or replaced, all seeded. Words are
of the collection; mistakes that give another word of it are skipped.
"""

import random
import re
import string
import time
from collections import Counter

import click

from benchmarks import data, report
from lexdesk import Library
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import cache_path, index
from lexdesk.text.tokens import token_spans

_SHORTEST = 4  # letters


def misspelt(word: str, drawn: random.Random) -> str:
    """Insert one typing mistake into ``word``."""
    at = drawn.randrange(len(word))
    match drawn.randrange(4):
        case 0:
            return word[:at] + word[at + 1 :]
        case 1:
            return word[:at] + word[at] + word[at:]
        case 2 if at + 1 < len(word):
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + drawn.choice(string.ascii_lowercase) + word[at + 1 :]


def words_of(query: str) -> list[str]:
    """Return the words of ``query`` eligible for a mistake."""
    words = [query[start:end] for start, end, _ in token_spans(query)]
    return [word for word in words if word.isalpha() and len(word) >= _SHORTEST] or [""]


def told_of(library: Library, query: str, drawn: random.Random) -> tuple[str, float] | None:
    """Return the suggestion for a misspelt ``query`` with milliseconds; None if no mistake is possible."""
    word = drawn.choice(words_of(query))
    wrong = misspelt(word, drawn) if word else ""
    here, there = (
        library.search(f'"{form}"', mode="keyword", top=1).total if form else 0
        for form in (word, wrong)
    )
    if not here or there or library.search(wrong, mode="keyword", top=1).total:
        return None
    started = time.perf_counter()
    offered = library.search.did_you_mean(query.replace(word, wrong, 1))
    took = 1000 * (time.perf_counter() - started)
    outcome = "nothing" if not offered else "right" if offered == query else "another"
    return outcome, took


@click.command()
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--queries", default=1_000, show_default=True)
def main(name: str, queries: int) -> None:
    """Print the suggestions for misspelt words of a collection's questions."""
    collection = Collection(data.shared_data() / name)
    path = cache_path(collection)
    index(collection, path, vectors=False)
    drawn = random.Random(1)
    plain = (" ".join(re.findall(r"\w+", text)) for text in data.queries(name))  # no operators
    texts = [text for text in plain if len(text.split()) < 50]
    outcomes: Counter[str] = Counter()
    took: list[float] = []
    with Library.open(path) as library:
        while len(took) < queries:
            if answer := told_of(library, drawn.choice(texts), drawn):
                outcomes[answer[0]] += 1
                took.append(answer[1])
    shares = [f"{outcomes[outcome] / queries:.3f}" for outcome in ("right", "another", "nothing")]
    head = ["collection", "mistakes", "the word meant", "another", "nothing", "ms, median"]
    click.echo(report.table(head, [[name, queries, *shares, f"{sorted(took)[queries // 2]:.1f}"]]))


if __name__ == "__main__":
    main()
