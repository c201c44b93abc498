"""Retrieval in and across languages: titles of GDPR articles, and queries that the multilingual model did not learn.

An article is found by its title in the same language, or by its English title among the articles of another language.
Compares the shipped encoder with the embedder alone. Rates are shares of titles with their article in the first 1 or 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data
from lexdesk.models.encoder import TextEncoder, loaded
from lexdesk.models.manifest import find
from lexdesk.models.multilingual import installed_encoder
from lexdesk_trainer.bases import lessons
from lexdesk_trainer.data.pairs import Pair

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_CHARACTERS = 600

_Vectors = NDArray[np.float32]


def _rates(questions: _Vectors, articles: _Vectors) -> str:
    """Return the shares of questions whose article of the same number is first, and among the first ten."""
    order = np.argsort(-(questions @ articles.T), axis=1)
    place = np.argmax(order == np.arange(len(questions))[:, None], axis=1)
    return f"{(place < 1).mean():.2f}; {(place < 10).mean():.2f}"


def _articles(language: str) -> list[dict[str, str]]:
    found = (row for row in data.rows("raw/gdpr-24-languages.jsonl.gz") if row["lang"] == language)
    return sorted(found, key=lambda row: row["article"])


def _gdpr(encoder: TextEncoder, language: str, english: _Vectors) -> tuple[str, str]:
    rows = _articles(language)
    articles = encoder.encode([row["text"][:_CHARACTERS] for row in rows])
    own = _rates(encoder.encode([row["title"] for row in rows]), articles)
    return own, _rates(english, articles)


def _pairs(data_folder: Path) -> Iterator[tuple[str, list[Pair]]]:
    """Yield queries of acts held out of the training of the multilingual model, with their passages."""
    yield "Swiss law, German headings", [*lessons.swiss(data_folder, measuring=True)]
    yield "German statutes, questions", [*lessons.questions(data_folder, measuring=True)]
    yield "Code pénal, headings", [*lessons.french(data_folder, lessons.CODE_PENAL)][::4]


def _found(encoder: TextEncoder, pairs: list[Pair]) -> str:
    """Return the rates at which a passage of the group of its query is found."""
    passages = {pair.passage: pair.group for pair in pairs}
    questions = list(dict.fromkeys((pair.query, pair.group) for pair in pairs))
    scores = encoder.encode([query for query, _ in questions]) @ encoder.encode([*passages]).T
    groups = np.array([*passages.values()])
    right = groups[np.argsort(-scores, axis=1)] == np.array([g for _, g in questions])[:, None]
    return f"{right[:, 0].mean():.2f}; {right[:, :10].any(1).mean():.2f} of {len(questions)}"


@click.command()
def main() -> None:
    """Print the rates of both encoders."""
    titles = [row["title"] for row in _articles("en")]
    held = [*_pairs(data.shared_data())]
    for name, encoder in (("embedder", loaded(find("embedder"))), ("both", installed_encoder())):
        questions = encoder.encode(titles)
        for language in _LANGUAGES:
            own, across = _gdpr(encoder, language, questions)
            click.echo(f"{name:9} GDPR {language}: own titles {own}; English titles {across}")
        for law, pairs in held:
            click.echo(f"{name:9} {law}: {_found(encoder, pairs)}")


if __name__ == "__main__":
    main()
