"""Accuracy of language detection by the length of the text.

Texts are the articles of the GDPR in the 24 official languages of the Union; shorter texts are cut from
them at random places. ``--extract`` writes the models into the package.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter, deque
from collections.abc import Sequence

import click
import numpy as np
from numpy.typing import NDArray
from py3langid import langid, modelio

from benchmarks import data, report
from lexdesk.metadata.language import detect_language
from lexdesk.text.languages import (
    LANGUAGES,
    MODEL,
    NOT_DETECTED,
    SHORT_TEXT_LANGUAGES,
    SHORT_TEXT_MODEL,
    guess_language,
)

_LENGTHS = (20, 50, 100, 200, 400, 10**6)
_LEAST_DIFFERENCE = 0.2
"""Of a logarithm between two languages: n-grams found in none of them differ by 0.1."""


def articles() -> list[tuple[str, str]]:
    """Return (language, text) of each article."""
    path = data.shared_data() / "raw" / "gdpr-24-languages.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [(row["lang"], row["text"]) for row in map(json.loads, lines)]


def extract() -> None:
    """Write the parts of py3langid's model on ``LANGUAGES``, and on ``SHORT_TEXT_LANGUAGES``."""
    model = modelio.load_model(langid.MODEL_DIR / langid.MODEL_FILE)
    by_gram, priors, classes, moves, rows_of, features = model
    columns = [at for at, code in enumerate(classes) if code in {*LANGUAGES} - NOT_DETECTED]
    kept = _kept(by_gram, columns, _grams(moves, rows_of, features), 0.0)
    grams, scores = zip(*kept, strict=True)
    np.savez_compressed(
        MODEL,
        codes=np.array([classes[at] for at in columns]),
        grams=np.array([0, *grams], np.uint64),
        # By language: the file is smaller.
        scores=np.ascontiguousarray(np.array([priors[columns], *scores], np.float16).T),
    )
    columns = [classes.index(language) for language in SHORT_TEXT_LANGUAGES]
    kept = _kept(by_gram, columns, _grams(moves, rows_of, features), _LEAST_DIFFERENCE)
    kind = [("gram", "<u8"), ("scores", "<f2", len(columns))]
    np.save(SHORT_TEXT_MODEL, np.array([(0, priors[columns]), *kept], kind))


def _grams(
    moves: Sequence[int], rows_of: Sequence[int], features: Sequence[int]
) -> dict[int, bytes]:
    """Return the n-gram of each feature."""
    grams: dict[int, bytes] = {}
    reached, queue = {0}, deque([(0, b"")])
    while queue:  # breadth first: the first of the states with a feature is its n-gram
        state, gram = queue.popleft()
        grams.setdefault(features[state], gram)
        for byte, following in enumerate(moves[rows_of[state] << 8 : (rows_of[state] + 1) << 8]):
            if following not in reached:
                reached.add(following)
                queue.append((following, gram + bytes([byte])))
    return grams


def _kept(
    by_gram: NDArray[np.float16], columns: list[int], grams: dict[int, bytes], least: float
) -> list[tuple[int, NDArray[np.float16]]]:
    """Return the n-grams by which languages differ by more than ``least``, with their scores in these, in order."""
    scores = by_gram[:, columns].astype(np.float32)
    differences = scores.max(axis=1) - scores.min(axis=1)
    return sorted(
        (len(gram) << 56 | int.from_bytes(gram), by_gram[feature, columns])
        for feature, gram in grams.items()
        if feature >= 0 and differences[feature] > least
    )


def _short_texts(texts: list[tuple[str, str]], length: int) -> list[object]:
    """Return a row: accuracy of ``guess_language`` on texts of ``length``, and agreement with py3langid's whole model."""
    chance, right, agreed = random.Random(0), 0, 0
    texts = [(language, text) for language, text in texts if language in SHORT_TEXT_LANGUAGES]
    for language, text in texts:
        start = chance.randrange(max(len(text) - length, 0) + 1)
        part = text[start : start + length]
        found = guess_language(part)
        whole = next(name for name, _ in langid.rank(part) if name in SHORT_TEXT_LANGUAGES)
        right += found == language
        agreed += found == whole
    return [length, f"{right / len(texts):.4f}", f"{agreed / len(texts):.4f}"]


@click.command()
@click.option("--extract", "is_extracted", is_flag=True, help="Write the models from py3langid's.")
def main(is_extracted: bool) -> None:
    """Print the accuracy for each length, and the confusions."""
    if is_extracted:
        extract()
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
    short = [_short_texts(texts, length) for length in _LENGTHS[:-1]]
    click.echo(report.table(["characters, 8 languages", "accuracy", "as py3langid"], short))


if __name__ == "__main__":
    main()
