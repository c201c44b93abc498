"""Retrieval in and across languages: titles of GDPR articles, and headings of Swiss federal law.

An article is found by its title in the same language, or by its English title among the articles of another language.
Compares the shipped encoder with the embedder alone. Rates are shares of titles with their article in the first 1 or 10.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data
from lexdesk.models.encoder import TextEncoder, loaded
from lexdesk.models.manifest import find
from lexdesk.models.multilingual import installed_encoder

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_ARTICLE = re.compile(
    r"^#+ \*\*Art\. [^*]+\*\* +(\S[^\n]{8,})\n(.*?)(?=^#)", re.DOTALL | re.MULTILINE
)
_MARKUP = re.compile(r"\[\^\d+\]|<[^>]+>")
_CHARACTERS = 600
_SHORTEST = 120
_QUESTIONS, _ARTICLES = 250, 700

_Pairs = list[tuple[str, str]]
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


def _swiss() -> _Pairs:
    """Return headings of articles in every eighth Swiss law, and the beginnings of their texts."""
    with tempfile.TemporaryDirectory() as folder:
        bundle = data.shared_data() / "legalize" / "legalize-ch.bundle"
        subprocess.run(["git", "clone", "-q", bundle, folder], check=True)
        texts = [path.read_text("utf-8") for path in sorted(Path(folder).rglob("ch/**/*.md"))]
    found = [
        (_MARKUP.sub("", heading).strip(), _MARKUP.sub("", body).strip()[:_CHARACTERS])
        for text in texts
        for heading, body in _ARTICLE.findall(text)
    ]
    pairs = [(heading, body) for heading, body in found if len(body) > _SHORTEST and " " in heading]
    return pairs[:: max(1, len(pairs) // _ARTICLES)][:_ARTICLES]


@click.command()
def main() -> None:
    """Print the rates of both encoders."""
    titles = [row["title"] for row in _articles("en")]
    swiss = _swiss()
    for name, encoder in (("embedder", loaded(find("embedder"))), ("both", installed_encoder())):
        questions = encoder.encode(titles)
        for language in _LANGUAGES:
            own, across = _gdpr(encoder, language, questions)
            click.echo(f"{name:9} GDPR {language}: own titles {own}; English titles {across}")
        headings = encoder.encode([heading for heading, _ in swiss[:_QUESTIONS]])
        bodies = encoder.encode([body for _, body in swiss])
        click.echo(f"{name:9} Swiss law: {_rates(headings, bodies)}")


if __name__ == "__main__":
    main()
