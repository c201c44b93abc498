"""Tables I and II: the maximum length, and models with and without fine-tuning."""

import tomllib
from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from lexdesk.evaluation.collection import Collection
from lexdesk.models import encoder, manifest
from lexdesk_reproductions import bases, citing_passages, lexical, masked, shipped
from lexdesk_reproductions.bases import Array, Base
from lexdesk_reproductions.bench import Bench
from lexdesk_reproductions.jurisbert import ementas, siamese, statutes, threshold, versions
from lexdesk_reproductions.jurisbert.pairs import SPLITS, GradedPairs, Pair, paragraphs, split_rows
from lexdesk_reproductions.jurisbert.settings import ACTS, GERMAN, SETTINGS, Settings
from lexdesk_reproductions.ledger import Values
from lexdesk_reproductions.sampling import sample
from lexdesk_reproductions.tables import Row, Table, read_published
from lexdesk_reproductions.thresholds import best_f1, measure
from lexdesk_reproductions.words import make_tokenizer
from lexdesk_trainer import fingerprints
from lexdesk_trainer.data.corpus import Text
from lexdesk_trainer.encoders import trained_encoder

BaseName = Literal["general", "further", "scratch"]
COLUMNS = ("F1", "threshold", "F1, threshold of dev", "threshold of dev")
_SHOWN = {"general": "MiniLM", "further": "MiniLM, further", "scratch": "From scratch"}
_NOTES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("notes.toml").read_text(encoding="utf-8")
)
_PUBLISHED = read_published(__file__)


class PairSet(NamedTuple):
    """Suffix and notes of the tables of one set of pairs; ``ships`` includes the shipped embedder."""

    of: str
    pairs: str
    ships: bool = False


HEADNOTES = PairSet("", _NOTES["headnotes"])
STATUTES = PairSet(", German statutes", _NOTES["statutes"], ships=True)
PROVISIONS = PairSet(", provisions of EU acts", _NOTES["provisions"], ships=True)


class Laboratory:
    """Shared inputs of the rows."""

    def __init__(self, graded: GradedPairs, settings: Settings, work: Path):
        self.settings, self._work = settings, work
        self._graded = graded
        self.pairs = {name: sample(pairs, settings.pairs) for name, pairs in graded.pairs.items()}
        self.bases: dict[BaseName, Base] = {}

    @cached_property
    def same(self) -> dict[str, Array]:
        """Return the common topic of each pair: bool (pairs,) for each split."""
        return {name: np.array([pair.same for pair in pairs]) for name, pairs in self.pairs.items()}

    def score(self, test: Array, dev: Array) -> Values:
        """Compute a row of Table II from scores."""
        return measure(test, self.same["test"], dev, self.same["dev"])

    def tf_idf(self) -> Values:
        """Measure the cosine of TF-IDF vectors, with document frequencies of the train pairs."""
        analyse = make_tokenizer(self._graded.language)
        train = {text for pair in self._graded.pairs["train"] for text in (pair.left, pair.right)}
        counts = lexical.count(sorted(train), analyse)
        rarity = lexical.idf(counts)

        def cosines(pairs: Sequence[Pair]) -> Array:
            left, right = (
                lexical.tf_idf(counts.count_others(texts, analyse), rarity)
                for texts in ([pair.left for pair in pairs], [pair.right for pair in pairs])
            )
            return np.asarray(left.multiply(right).sum(1)).ravel()

        return self.score(cosines(self.pairs["test"]), cosines(self.pairs["dev"]))

    def length(self, tokens: int) -> Values:
        """Compute a row of Table I: untrained MiniLM with texts cut to ``tokens``."""
        found = siamese.cosines(self.base("general"), self.pairs["test"], tokens)
        threshold, value = best_f1(found, self.same["test"])
        return {"F1": value, "threshold": threshold}

    def model(self, name: BaseName, tuned: bool) -> Values:
        """Compute a row of Table II."""
        base, settings = self.base(name), self.settings
        if tuned:
            train = sample(self._graded.pairs["train"], settings.fine_tuning.pairs)
            folder = self._work / name / "fine-tuned"
            base = siamese.fine_tune(base, train, self.pairs["dev"], settings.fine_tuning, folder)
        test, dev = (
            siamese.cosines(base, self.pairs[split], settings.tokens) for split in ("test", "dev")
        )
        return self.score(test, dev)

    def row_of_shipped(self) -> Values:
        """Compute the row of the shipped embedder."""
        embedder = encoder.load(manifest.find("embedder"))
        test, dev = (threshold.cosines(embedder, self.pairs[name]) for name in ("test", "dev"))
        return self.score(test, dev)

    def base(self, name: BaseName) -> Base:
        """Return one of the initial encoders, created on first use."""
        if name not in self.bases:
            self.bases[name] = self._build(name)
        return self.bases[name]

    def _build(self, name: BaseName) -> Base:
        settings = self.settings
        if name == "general":
            return bases.load_general(trained_encoder.minilm(), settings.layers)
        texts, _ = split_rows(paragraphs(self._graded.texts))
        if name == "further":
            start = bases.load_general(trained_encoder.minilm(), settings.layers)
        else:
            words = (Text(text, self._graded.language) for text in texts)
            start = bases.initialize(words, settings.vocabulary, settings.size)
        folder = self._work / name / "pretrained"
        return masked.pretrain(start, texts, settings.pretraining, folder)


def tables(bench: Bench) -> tuple[Table, ...]:
    """Build Tables I and II for headnotes, German statutes and provisions of EU acts."""
    headnotes, german, acts = (settings[bench.extent] for settings in (SETTINGS, GERMAN, ACTS))
    return (
        *tables_of(
            Laboratory(ementas.read(bench.data / "ementas").collect_pairs(), headnotes, bench.work),
            HEADNOTES,
        ),
        *tables_of(
            Laboratory(
                statutes.grade_pairs(citing_passages.statutes(bench.data)),
                german,
                bench.work / "statutes",
            ),
            STATUTES,
        ),
        *tables_of(
            Laboratory(versions.grade_pairs(bench.data), acts, bench.work / "versions"), PROVISIONS
        ),
    )


def source(bench: Bench) -> str:
    """Fingerprint the headnotes, the statutes and the acts."""
    collections = [Collection(bench.data / name) for name in ("ementas", "de-citations")]
    more = ("ementas/pairs.jsonl.gz", "de-citations/passages.jsonl.gz", "asof/history.tar.xz")
    files = [
        file for collection in collections for file in fingerprints.inputs_of_ranking(collection)
    ]
    return fingerprints.hash_files([*files, *(bench.data / name for name in more)])


def tables_of(laboratory: Laboratory, about: PairSet) -> tuple[Table, ...]:
    """Build the tables of a laboratory."""
    settings = laboratory.settings
    published = {} if about.of else _PUBLISHED  # of headnotes
    lengths = tuple(
        Row(
            f"{tokens} tokens",
            (settings.layers, settings.pairs),
            partial(laboratory.length, tokens),
            published.get(f"{tokens} tokens", {}),
        )
        for tokens in settings.lengths
    )
    rows = [Row("TF-IDF", (settings.pairs,), laboratory.tf_idf)]
    names: tuple[BaseName, ...] = ("general", "further", "scratch")
    for name in names:
        for tuned in (False, True):
            shown = _SHOWN[name] + (", fine-tuned" if tuned else "")
            make = partial(laboratory.model, name, tuned)
            rows.append(Row(shown, settings, make, published.get(shown, {})))
    if about.ships:
        kept_with = (settings.pairs, shipped.fingerprint())
        rows.append(Row("The embedder that ships", kept_with, laboratory.row_of_shipped))
    first = f"Table I{about.of}: maximum length, MiniLM without fine-tuning"
    notes = f"{about.pairs} {_NOTES['models']} {_reduction_note(laboratory)}".strip()
    return (
        Table(first, COLUMNS[:2], lengths),
        Table(f"Table II{about.of}", COLUMNS, tuple(rows), notes),
    )


def _reduction_note(laboratory: Laboratory) -> str:
    settings = laboratory.settings
    if settings == SETTINGS["full"]:
        return ""
    counts = ", ".join(f"{len(laboratory.pairs[name]):,} {name}" for name in SPLITS[1:])
    rows = f"{settings.pretraining.sequences:,}" if settings.pretraining.sequences else "all"
    notes: str = _NOTES["reduced"]
    return notes.format(settings=settings, counts=counts, rows=rows)
