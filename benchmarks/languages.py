"""Keyword, semantic and hybrid search in eight languages: the shipped pipeline on mined queries.

The collections are mined from the histories in ``legalize``: the heading of a Swiss article or of a French section is
a query for its text without the heading, and the beginning of an article's earlier version is one for its latest text.
Titles of articles of the GDPR are queries in eight languages, headnotes of a court in Portuguese, paragraphs with masked
citations in German.
"""

import itertools
import random
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import platformdirs

from benchmarks import data, report
from benchmarks.judged_questions import Thinned
from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.evaluation import cache_path, evaluate
from lexdesk.search.options import Mode
from lexdesk.text.sentences import sentence_borders
from lexdesk_trainer.data import jsonl

_ARTICLE = re.compile(r"^(?:#+ )?\**(Art(?:icle|\.)? [^*\n]{1,12}?)\**(?: +(\S[^\n]*))?$")
_SECTION = re.compile(r"^#+ (?:Livre|Titre|Chapitre|Section|Sous-section|Paragraphe)[^:]*: (.+)$")
_MARKUP = re.compile(r"\[\^\d+\]|<[^>]+>|\*")
BUNDLES, KINDS = ("ch", "fr"), ("headings", "versions", "sentences")
_MODES: tuple[Mode, ...] = ("keyword", "semantic", "hybrid")
_MEASURES = "AP@10 nDCG@10"
_SHORTEST, _LONGEST = 120, 1_200  # characters of an article
_ARTICLES, _QUERIES = 700, 250
_WORDS = 40  # of an earlier version
_THINNED = 0.05  # share of the passages of German statutes: all take an hour to encode
_SENTENCE = range(5, 26)  # words of a pasted sentence
_ALIKE = 0.9  # share of words in which an earlier version may agree with the latest


class _Article(NamedTuple):
    heading: str  # its own, or that of its section
    text: str


def _articles(text: str) -> dict[str, _Article]:
    """Return the articles of a law by number."""
    found: dict[str, tuple[str, list[str]]] = {}
    section, lines = "", list[str]()
    for line in text.splitlines():
        if of_section := _SECTION.match(line):
            section, lines = of_section[1], []
        elif article := _ARTICLE.match(line.strip()):
            lines = []
            found[article[1]] = (article[2] or section, lines)
        elif line.startswith("#"):
            lines = []
        else:
            lines.append(line)
    return {
        number: _Article(_MARKUP.sub("", heading).strip(), body[:_LONGEST])
        for number, (heading, parts) in found.items()
        if len(body := " ".join(_MARKUP.sub("", " ".join(parts)).split())) >= _SHORTEST
    }


def _git(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", folder, *arguments], check=True, capture_output=True, text=True
    ).stdout


def laws(bundle: str) -> Iterator[tuple[str, dict[str, _Article], dict[str, _Article]]]:
    """Yield each law of ``bundle`` with its latest articles and those of its middle version."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        source = data.shared_data() / "legalize" / f"legalize-{bundle}.bundle"
        subprocess.run(["git", "clone", "-q", source, place], check=True)
        for path in sorted(place.rglob(f"{bundle}/*.md")):
            name = str(path.relative_to(place))
            commits = _git(place, "log", "--format=%H", "--", name).split()
            middle = commits[len(commits) // 2]
            yield (
                path.stem,
                _articles(path.read_text()),
                _articles(_git(place, "show", f"{middle}:{name}")),
            )


def agreement(one: str, other: str) -> float:
    """Return the share of the words of both texts that both have."""
    words, others = set(one.casefold().split()), set(other.casefold().split())
    return len(words & others) / len(words | others)


def write(bundle: str, kind: str, folder: Path) -> Path:
    """Write the collection of a ``kind`` in ``KINDS`` to ``folder``; keep a complete one."""
    if (folder / "meta.json").exists():
        return folder
    documents: dict[str, _Article] = {}
    earlier: dict[str, _Article] = {}
    for law, latest, before in laws(bundle):
        for number, article in latest.items():
            name = f"{law}-{number}".replace(" ", "-")
            documents[name] = article
            if number in before and agreement(before[number].text, article.text) < _ALIKE:
                earlier[name] = before[number]
    chance = random.Random(1)
    kept = chance.sample(sorted(documents), min(_ARTICLES, len(documents)))
    if kind == "versions":
        asked = [
            (name, " ".join(earlier[name].text.split()[:_WORDS]))
            for name in kept
            if name in earlier
        ]
    elif kind == "sentences":
        pasted = [one for name in kept if (one := _draw_sentence(documents[name].text, chance))]
        asked = [(name, one) for one in pasted for name in kept if one in documents[name].text]
    else:
        asked = [(name, documents[name].heading) for name in kept if " " in documents[name].heading]
    queries = sorted({text for _, text in asked})
    queries = chance.sample(queries, min(_QUERIES, len(queries)))
    at = {text: f"q{number}" for number, text in enumerate(queries)}
    rows: Iterator[dict[str, Any]] = (
        {"_id": name, "title": "", "text": documents[name].text} for name in kept
    )
    jsonl.write(folder / "corpus.jsonl.gz", rows)
    jsonl.write(
        folder / "queries.jsonl.gz", ({"_id": number, "text": text} for text, number in at.items())
    )
    judged = sorted({f"{at[text]}\t{name}\t1" for name, text in asked if text in at})
    (folder / "qrels.tsv").write_text("\n".join(["query-id\tcorpus-id\tscore", *judged]) + "\n")
    (folder / "meta.json").write_text(f'{{"language": "{"de" if bundle == "ch" else bundle}"}}')
    return folder


def _draw_sentence(text: str, chance: random.Random) -> str:
    """Return a sentence of a text, ``""`` for one without any of usual length."""
    borders = itertools.pairwise((0, *sentence_borders(text), len(text)))
    sentences = [text[start:end].strip() for start, end in borders]
    fitting = [one for one in sentences if len(one.split()) in _SENTENCE]
    return chance.choice(fitting) if fitting else ""


def opened(bundle: str, kind: str) -> Collection:
    """Return the collection of ``kind`` of ``bundle``, written on first use."""
    kept = platformdirs.user_cache_path("lexdesk", appauthor=False) / "legalize"
    return Collection(write(bundle, kind, kept / f"{bundle}-{kind}"))


def titles(language: str) -> Collection:
    """Return the articles of the GDPR in ``language`` without their titles, which are the queries."""
    kept = platformdirs.user_cache_path("lexdesk", appauthor=False) / "legalize"
    folder = kept / f"titles-{language}"
    if not (folder / "meta.json").exists():
        found = data.rows("raw/gdpr-24-languages.jsonl.gz")
        rows = [row for row in found if row["lang"] == language]
        corpus = ({"_id": str(row["article"]), "title": "", "text": row["text"]} for row in rows)
        jsonl.write(folder / "corpus.jsonl.gz", corpus)
        queries = ({"_id": str(row["article"]), "text": row["title"]} for row in rows)
        jsonl.write(folder / "queries.jsonl.gz", queries)
        judged = [f"{row['article']}\t{row['article']}\t1" for row in rows]
        (folder / "qrels.tsv").write_text("\n".join(["query-id\tcorpus-id\tscore", *judged]) + "\n")
        (folder / "meta.json").write_text(f'{{"language": "{language}"}}')
    return Collection(folder)


def _collection(name: str) -> tuple[Collection, str | None, Path | None]:
    """Return the collection ``name``, its judgements, and the library if it shares one with another."""
    bundle, _, kind = name.partition("-")
    if bundle in BUNDLES:
        shared = cache_path(opened(bundle, KINDS[0]))  # the corpora of both kinds are one
        return opened(bundle, kind), None, shared
    if bundle == "titles":
        return titles(kind), None, None
    if name == "de-citations":
        return Thinned(data.shared_data() / name, _THINNED), "dev", None
    return (
        Collection(data.shared_data() / name),
        "simeri" if name == "gdpr-articles" else None,
        None,
    )


NAMES = (
    *(f"{bundle}-{kind}" for bundle in BUNDLES for kind in KINDS),
    *(f"titles-{language}" for language in ("en", "de", "fr", "es", "it", "pt", "nl", "pl")),
    "gdpr-articles",
    "ementas",
    "de-citations",
)


@click.command()
@click.argument("names", nargs=-1)
def main(names: tuple[str, ...]) -> None:
    """Print nDCG@10 and AP@10 of each mode for the collections NAMES, or for all."""
    rows = []
    for name in names or NAMES:
        collection, qrels, library = _collection(name)
        found = [
            evaluate(collection, qrels=qrels, mode=mode, measures=_MEASURES, path=library)[0]
            for mode in _MODES
        ]
        gain = found[-1].measures["nDCG@10"] - found[0].measures["nDCG@10"]
        cells = ["; ".join(f"{value:.4f}" for value in one.measures.values()) for one in found]
        rows.append([name, str(found[0].queries), *cells, f"{gain:+.4f}"])
        click.echo(" ".join(rows[-1]), err=True)  # it takes minutes
    head = ["", "queries", *(f"{mode}: {_MEASURES}" for mode in _MODES), "gain in nDCG@10"]
    click.echo(report.table(head, rows))


if __name__ == "__main__":
    main()
