"""Pairs of equivalent texts from freely licensed sources: a question and its passage.

Each reader yields pairs of one kind; none uses citations.
"""

import itertools
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lexdesk.metadata.language import detect_language
from lexdesk.text.tokens import fold
from lexdesk_trainer.data import corpus, jsonl
from lexdesk_trainer.data.corpus import LANGUAGES
from lexdesk_trainer.data.licences import Reader

SHORTEST = 40
"""Minimum characters of a text worth retrieving."""


class Pair(NamedTuple):
    """A ``query`` answered by ``passage``; passages of one ``group`` answer each other's queries."""

    query: str
    passage: str
    group: str


def headings(data: Path, name: str) -> Iterator[Pair]:
    """Yield the heading of an article or section -> its text; a repeated heading is one group."""
    for heading, text in corpus.sections(data, name):
        if len(text) >= SHORTEST and heading:
            yield Pair(heading, text, f"heading {fold(heading)}")


def gdpr(data: Path) -> Iterator[Pair]:
    """Yield articles of the GDPR in English -> German and back, and titles -> text in the other language."""
    articles: dict[int, dict[str, Any]] = {}
    for row in jsonl.rows(data / "raw" / "gdpr-24-languages.jsonl.gz"):
        if row["lang"] in LANGUAGES:
            articles.setdefault(row["article"], {})[row["lang"]] = row
    for article, texts in articles.items():
        for one, other in (LANGUAGES, LANGUAGES[::-1]):
            group = f"gdpr {article}"
            yield Pair(texts[one]["title"], texts[other]["text"], group)
            yield Pair(texts[one]["title"], texts[one]["text"], group)
            parts = zip(_paragraphs(texts[one]), _paragraphs(texts[other]), strict=False)
            for left, right in parts if _parallel(texts) else ():
                yield Pair(left, right, group)


class State(NamedTuple):
    """The text of an article ``anchor`` in one ``version`` (first day of validity) of an ``act``."""

    act: str
    version: str
    anchor: str
    text: str


def states(data: Path) -> Iterator[State]:
    """Yield every article of the acts of ``asof`` by version; skip versions in French."""
    with tarfile.open(data / "asof" / "history.tar.xz") as archive:
        for member in archive:
            if not member.name.endswith("/en.json"):
                continue
            _, act, _, version, _ = member.name.split("/")
            record = json.load(archive.extractfile(member) or _no_file(member.name))
            articles = [
                provision for provision in record["provisions"] if provision["type"] == "article"
            ]
            if detect_language(" ".join(article["text_md"] for article in articles)) == "en":
                for article in articles:
                    yield State(act, version, article["anchor"], article["text_md"])


def versions(data: Path) -> Iterator[Pair]:
    """Yield one state of an article -> its next state, if the wording changed."""
    texts: dict[tuple[str, str], list[str]] = {}
    for state in states(data):
        texts.setdefault((state.act, state.anchor), []).append(state.text)
    for (act, anchor), some in texts.items():
        for old, new in itertools.pairwise(some):
            if fold(old) != fold(new) and min(len(old), len(new)) >= SHORTEST:
                yield Pair(old, new, f"{act}#{anchor}")


def clauses(data: Path) -> Iterator[Pair]:
    """Yield the category requested from annotators -> the clause marked by them."""
    for row in jsonl.rows(data / "cuad-clauses" / "clauses.jsonl.gz"):
        if len(row["text"]) >= SHORTEST:
            yield Pair(row["category"], row["text"], f"clause {row['category']}")


READERS: dict[str, Reader[Pair]] = {
    "eu-headings": Reader("raw/eu-headings.jsonl.gz", lambda data: headings(data, "eu")),
    "de-headings": Reader("raw/de-headings.jsonl.gz", lambda data: headings(data, "de")),
    "gdpr": Reader("raw/gdpr-24-languages.jsonl.gz", gdpr),
    "versions": Reader("asof", versions),
    "cuad-clauses": Reader("cuad-clauses", clauses),
}


def _paragraphs(row: dict[str, Any]) -> list[str]:
    return [line for line in row["text"].splitlines() if len(line) >= SHORTEST]


def _parallel(texts: dict[str, Any]) -> bool:
    """Check that both languages have the same number of paragraphs, so that they align."""
    return len({len(_paragraphs(row)) for row in texts.values()}) == 1


def _no_file(name: str) -> Any:
    raise OSError(f"{name} in history.tar.xz is no file")
