"""Retrieval in and across languages: titles of GDPR articles, and queries that the multilingual model did not learn.

An article is found by its title in the same language, by its English title among the articles of another language (alone
or with the English articles beside them), and by its title in another language among the English articles; provisions
written for training, but held out of it, likewise by lay questions. Compares the shipped encoder with the embedder alone.
Rates are shares of titles or questions with their article in the first 1 or 10.

``--shares`` repeats the titles with other shares of the multilingual vector: what ``family.json`` states is chosen so.
It begins with the speed of both models on the same English passages.

``--search`` asks the titles of libraries of one GDPR each, whose passages have their articles' titles, by hybrid search.
"""

import itertools
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from benchmarks import data
from lexdesk import Library
from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder, TextEncoder, load
from lexdesk.models.multilingual import TASK, load_installed_encoder
from lexdesk_trainer.bases import training_sets
from lexdesk_trainer.data.pairs import Pair

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl")
_IN_FORMEX = ("en", "de", "fr", "es", "it", "pt")
_CHARACTERS = 600
_HITS = 60  # of which ten articles are told apart
_PASSAGE_SHARES, _QUESTION_SHARES = (0.0, 0.5, 0.65, 0.8, 1.0), (0.0, 0.2, 0.35, 0.5)

_Vectors = NDArray[np.float32]


class _Articles(NamedTuple):
    titles: list[str]
    texts: list[str]


def _rates(questions: _Vectors, articles: _Vectors) -> str:
    """Return the shares of questions whose article of the same number is first, and among the first ten.

    Further articles, as of another language, only compete.
    """
    order = np.argsort(-(questions @ articles.T), axis=1)
    place = np.argmax(order == np.arange(len(questions))[:, None], axis=1)
    return f"{(place < 1).mean():.2f}; {(place < 10).mean():.2f}"


def _beside(questions: _Vectors, articles: _Vectors, english: _Vectors) -> str:
    """Return ``_rates`` among articles and English ones, of which the one of the same number does not compete."""
    scores = questions @ english.T
    np.fill_diagonal(scores, -1)
    better = np.hstack([questions @ articles.T, scores])
    own = better[np.arange(len(questions)), np.arange(len(questions))]
    place = (better > own[:, None]).sum(1)
    return f"{(place < 1).mean():.2f}; {(place < 10).mean():.2f}"


def _provisions(language: str) -> _Articles:
    rows = [
        row[language] for row in training_sets.provisions(measuring=True) if "question" in row["en"]
    ]
    return _Articles([row["question"] for row in rows], [row["text"] for row in rows])


def _articles(language: str) -> _Articles:
    found = (row for row in data.rows("raw/gdpr-24-languages.jsonl.gz") if row["lang"] == language)
    rows = sorted(found, key=lambda row: row["article"])
    return _Articles([row["title"] for row in rows], [row["text"][:_CHARACTERS] for row in rows])


def _asked(encoder: TextEncoder, titles: Sequence[str], *languages: str) -> _Vectors:
    return np.stack([encoder.encode_question(title, languages) for title in titles])


def _titles(
    encoder: TextEncoder, articles_in: Callable[[str], _Articles]
) -> Iterator[tuple[str, ...]]:
    """Yield the rates of each language: own titles, English titles, these beside English articles, titles on English."""
    english = articles_in("en")
    texts = encoder.encode(english.texts)
    for language in _LANGUAGES:
        there = articles_in(language)
        articles = encoder.encode(there.texts)
        own = _rates(_asked(encoder, there.titles, language), articles)
        across = _rates(_asked(encoder, english.titles, language), articles)
        mixed = _beside(_asked(encoder, english.titles, language, "en"), articles, texts)
        yield language, own, across, mixed, _rates(_asked(encoder, there.titles, "en"), texts)


def _unit(rows: _Vectors) -> _Vectors:
    unit: _Vectors = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return unit


def _by_share(embedder: Encoder, other: Encoder) -> Iterator[str]:
    """Yield rates of own titles by share of both, and of English titles by share of passages and of questions."""

    def mix(texts: list[str]) -> Callable[[float], _Vectors]:
        one, two = embedder.encode(texts), other.encode(texts)
        return lambda share: _unit((1 - share) * one + share * two)

    asked = mix(_articles("en").titles)
    english = embedder.encode(_articles("en").texts)
    for language in _LANGUAGES[1:]:
        titles, texts = map(mix, _articles(language))
        for share in _PASSAGE_SHARES:
            own, back = _rates(titles(share), texts(share)), _rates(titles(share), english)
            yield f"{language} {share:.2f}: own titles {own}; on English {back}"
        for share, part in itertools.product(_PASSAGE_SHARES[1:], _QUESTION_SHARES):
            rates = _rates(asked(part), texts(share)), _beside(asked(part), texts(share), english)
            yield f"{language} {share:.2f}, questions {part:.2f}: {rates[0]}; beside {rates[1]}"


def _first_articles(library: Library, title: str) -> list[str]:
    """Return the first ten articles of hybrid search (eid), each at its best passage."""
    eids = (hit.eid or "" for hit in library.search(title, top=_HITS).hits)
    return list(dict.fromkeys(eid.split("__")[0] for eid in eids if eid.startswith("art_")))[:10]


def _searched(folder: Path, language: str, asked: Iterable[str]) -> Iterator[str]:
    """Yield the rates of the titles of each language ``asked`` in a library of the GDPR in ``language`` alone."""
    source = data.shared_data() / "raw/gdpr-formex/consolidated"
    with Library.open(folder / language, create=True) as library:
        library.sources.add([source / f"gdpr-consolidated-{language}.xml"])
        for other in asked:
            found = [_first_articles(library, title) for title in _articles(other).titles]
            places = [
                (f"art_{n}" in eids, eids[:1] == [f"art_{n}"]) for n, eids in enumerate(found, 1)
            ]
            among, first = np.mean(places, axis=0)
            yield f"{other} titles on {language}: {first:.2f}; {among:.2f}"


def _seconds(encoder: Encoder, texts: list[str]) -> float:
    """Return the processor seconds of encoding ``texts``."""
    encoder.encode(texts[:1])  # opening the model does not count
    started = time.process_time()
    encoder.encode(texts)
    return time.process_time() - started


def _pairs(data_folder: Path) -> Iterator[tuple[str, str, list[Pair]]]:
    """Yield law, language and queries of acts held out of the training of the multilingual model, with their passages."""
    yield "Swiss law, German headings", "de", [*training_sets.swiss(data_folder, measuring=True)]
    yield (
        "German statutes, questions",
        "de",
        [*training_sets.questions(data_folder, measuring=True)],
    )
    yield (
        "Code pénal, headings",
        "fr",
        [*training_sets.french(data_folder, training_sets.CODE_PENAL)][::4],
    )


def _found(encoder: TextEncoder, pairs: list[Pair], language: str) -> str:
    """Return the rates at which a passage of the group of its query is found."""
    passages = {pair.passage: pair.group for pair in pairs}
    questions = list(dict.fromkeys((pair.query, pair.group) for pair in pairs))
    asked = _asked(encoder, [query for query, _ in questions], language)
    scores = asked @ encoder.encode([*passages]).T
    groups = np.array([*passages.values()])
    right = groups[np.argsort(-scores, axis=1)] == np.array([g for _, g in questions])[:, None]
    return f"{right[:, 0].mean():.2f}; {right[:, :10].any(1).mean():.2f} of {len(questions)}"


@click.command()
@click.option("--shares", is_flag=True, help="Print the rates of titles by share instead.")
@click.option("--search", is_flag=True, help="Print the rates of titles by hybrid search instead.")
def main(shares: bool, search: bool) -> None:
    """Print the rates of both encoders."""
    if search:
        with tempfile.TemporaryDirectory() as scratch:
            for language in _IN_FORMEX:
                asked = _LANGUAGES if language == "en" else ("en", language)
                for line in _searched(Path(scratch), language, asked):
                    click.echo(line)
        return
    folder = manifest.find("embedder")
    if shares:
        place = manifest.find(TASK)
        other = Encoder(place, manifest.read(place), task=TASK)
        taken = [_seconds(encoder, _articles("en").texts) for encoder in (load(folder), other)]
        click.echo("passages a processor second: {:.0f}; {:.0f}".format(*(99 / t for t in taken)))
        for line in _by_share(load(folder), other):
            click.echo(line)
        return
    held = [*_pairs(data.shared_data())]
    encoders = load(folder), load_installed_encoder(), load_installed_encoder("standard")
    for name, encoder in zip(("embedder", "fast", "standard"), encoders, strict=True):
        for law, articles in (("GDPR", _articles), ("provisions", _provisions)):
            for language, own, across, mixed, back in _titles(encoder, articles):
                click.echo(
                    f"{name:9} {law} {language}: own {own}; English {across}, beside English {mixed};"
                    f" on English {back}"
                )
        for law, language, pairs in held:
            click.echo(f"{name:9} {law}: {_found(encoder, pairs, language)}")


if __name__ == "__main__":
    main()
