"""A classifier of an act's articles, built from the act's own text in several languages.

The labels are the articles; each sentence of a recital counts for its nearest articles. Probabilities are
calibrated on passages composed of the act's own paragraphs, each left out of the index during its query,
and on passages of other law without a label (contract in ``lexdesk.models.article_classifier``).
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from lexdesk.document.model import Document, Provision
from lexdesk.extract import read
from lexdesk.models import encoder, manifest
from lexdesk.models.article_classifier import (
    WEIGHTS,
    Choice,
    Choices,
    LabelEvidence,
    Unit,
    select_sentences,
)
from lexdesk.models.encoder import Encoder
from lexdesk.models.labels import Calibration, Floats
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk_trainer.classifiers import calibrate
from lexdesk_trainer.data import corpus, jsonl, licences
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.export import model_card
from lexdesk_trainer.export.drafts import replace_folder
from lexdesk_trainer.settings import Articles

_SHORTEST = 20  # characters of a line that says something
_OTHER = {"eu": "raw/eu-headings.jsonl.gz", "de": "raw/de-headings.jsonl.gz"}
_BETA = 0.75  # of the F measure: a wrong suggestion costs a reader more than a missing one
_MOST_SENTENCES = 6  # of a passage of other law
_WEIGHTS_CHOSEN_ON = (
    "dev queries of gdpr-commentary and gdpr-commentary-sentences (GDPRhub, CC BY-NC-SA 4.0)"
)
_GDPR = "raw/gdpr-formex"
_GDPR_FILES = ("original/L_2016119EN.01000101.xml", "original/L_2016119DE.01000101.xml")


@dataclass(frozen=True)
class Line:
    """A unit of text with the eids of its article and of its innermost paragraph."""

    unit: Unit
    article: str
    paragraph: str


@dataclass(frozen=True)
class Act:
    """An act as units; ``names`` are article names by eid, ``recitals`` single sentences."""

    work: str
    names: dict[str, str]
    lines: tuple[Line, ...]
    recitals: tuple[Unit, ...]
    source: TrainingData


@dataclass(frozen=True)
class OtherLaw:
    """Passages that concern none of the act's articles."""

    passages: tuple[str, ...]
    sources: tuple[TrainingData, ...]


def gdpr(data: Path) -> Act:
    """Read the GDPR as published, in English and German."""
    source = licences.require_allowed(data, _GDPR)
    return build_act([read(data / _GDPR / name) for name in _GDPR_FILES], source)


def other_law(data: Path, passages: int, seed: int) -> OtherLaw:
    """Draw ``passages`` sections of EU, Irish and German law at random, in English and German."""
    sources = tuple(licences.require_allowed(data, file) for file in _OTHER.values())
    found: list[str] = []
    for name, file in _OTHER.items():
        texts = [row["text"] for row in jsonl.rows(data / file)]
        drawn = (texts[at] for at in np.random.default_rng(seed).permutation(len(texts)))
        kept = (text for text in drawn if corpus.is_in_its_language(name, text))
        found += islice(kept, passages // len(_OTHER))
    return OtherLaw(tuple(found), sources)


def build_act(expressions: Sequence[Document], source: TrainingData) -> Act:
    """Build an act from its language versions; the first one names the articles."""
    names = {
        provision.eid: f"{provision.label} {provision.heading}".strip()
        for document in expressions[:1]
        for provision in document.provisions
        if provision.kind == "article"
    }
    lines = tuple(line for document in expressions for line in _lines(document))
    recitals = tuple(unit for document in expressions for unit in _recitals(document))
    work = expressions[0].work if expressions else ""
    return Act(work, names, lines, recitals, source)


def _lines(document: Document) -> Iterator[Line]:
    """Yield the heading and each line of every article."""
    language = document.language or ""
    paragraphs = [provision for provision in document.provisions if provision.kind == "paragraph"]
    for article in (provision for provision in document.provisions if provision.kind == "article"):
        yield Line(Unit(language, article.heading, article.heading), article.eid, article.eid)
        at = article.start
        for line in document.text[article.start : article.end].splitlines(keepends=True):
            text = line.strip()
            if len(text) >= _SHORTEST and text != article.heading:
                unit = Unit(language, text, article.heading)
                yield Line(unit, article.eid, _paragraph_at(at, paragraphs) or article.eid)
            at += len(line)


def _paragraph_at(place: int, paragraphs: Sequence[Provision]) -> str | None:
    return next(
        (paragraph.eid for paragraph in paragraphs if paragraph.start <= place < paragraph.end),
        None,
    )


def _recitals(document: Document) -> Iterator[Unit]:
    for recital in (provision for provision in document.provisions if provision.kind == "recital"):
        for sentence in select_sentences(document.text[recital.start : recital.end]):
            yield Unit(document.language or "", sentence, "")


def train(
    act: Act, other: OtherLaw, embedder_folder: Path, folder: Path, settings: Articles
) -> Manifest:
    """Encode ``act`` with the embedder, calibrate, write the model folder and return the manifest."""
    if len(act.names) < 2 or not act.lines:
        raise TooLittleText(
            TrainingCode.TOO_FEW_ARTICLES, name=act.source.name, names=len(act.names)
        )
    embedder = encoder.load(embedder_folder)
    choices, vectors = _make_choices(act, embedder, settings)
    background = _background(other, embedder, Choices(choices, vectors, list(act.names)))
    served = Choices(choices, vectors, list(act.names), background)
    own = _answer_own_passages(act, embedder, served, settings)
    other_answers = (_answer(passage, embedder, served) for passage in other.passages)
    labelled = own + [
        _LabelledAnswer(answer, np.zeros(len(act.names), np.float32)) for answer in other_answers
    ]
    calibration = _calibrate(labelled)
    calibrated = np.array(
        [calibration.probabilities(label.answer.features()) for label in labelled]
    )
    truth = np.array([label.truth for label in labelled])
    threshold = calibrate.best_threshold(calibrated, truth, _BETA)
    units = {
        "work": act.work,
        "embedder": embedder.manifest.fingerprint,
        "calibration": [*calibration.weights, calibration.offset],
        "threshold": threshold,
        "labels": [{"id": eid, "name": name} for eid, name in act.names.items()],
        "choices": [asdict(choice) for choice in choices],
        "background": {
            language: [round(float(share), 5) for share in shares]
            for language, shares in background.items()
        },
    }
    sources = (act.source, *other.sources)
    return _write(
        _BuiltIndex(act, sources, units, vectors, _measure(calibrated, truth, len(own), threshold)),
        embedder.manifest,
        folder,
    )


def _make_choices(act: Act, embedder: Encoder, settings: Articles) -> tuple[list[Choice], Floats]:
    """Return articles, then sentences of recitals, with the vectors of all units in that order."""
    articles = [
        Choice({eid: 1.0}, tuple(line.unit for line in act.lines if line.article == eid))
        for eid in act.names
    ]
    of_articles = embedder.encode([unit.text for article in articles for unit in article.units])
    of_recitals = embedder.encode([unit.text for unit in act.recitals])
    weights = WEIGHTS._replace(by_chance=0)  # recitals explain the long
    near = Choices(articles, of_articles, list(act.names), weights=weights)
    recitals = [
        Choice(_nearest(near.answer([unit.text], vector[None]).shares, act, settings), (unit,))
        for unit, vector in zip(act.recitals, of_recitals, strict=True)
    ]
    return articles + recitals, np.vstack([of_articles, of_recitals])


def _nearest(shares: Floats, act: Act, settings: Articles) -> dict[str, float]:
    best = np.argsort(-shares, kind="stable")[: settings.articles_of_a_recital]
    eids = list(act.names)
    return {eids[at]: round(settings.recitals * float(shares[at]), 4) for at in best}


@dataclass(frozen=True)
class _LabelledAnswer:
    answer: LabelEvidence
    truth: Floats  # (labels,), 0 or 1


def _calibrate(labelled: Sequence[_LabelledAnswer]) -> Calibration:
    features = np.concatenate([label.answer.features() for label in labelled])
    truth = np.concatenate([label.truth for label in labelled])
    return calibrate.logistic(features, truth)


def _background(other: OtherLaw, embedder: Encoder, choices: Choices) -> dict[str, Floats]:
    """Average the share of each label over unrelated passages, by language."""
    shares: dict[str, list[Floats]] = {}
    for passage in other.passages:
        found = _answer(passage, embedder, choices).shares
        shares.setdefault(choices.language(passage), []).append(found)
    return {language: np.mean(found, axis=0) for language, found in shares.items()}


def _answer(passage: str, embedder: Encoder, choices: Choices) -> LabelEvidence:
    sentences = select_sentences(passage)[:_MOST_SENTENCES]
    return choices.answer(sentences, embedder.encode(sentences))


def _answer_own_passages(
    act: Act, embedder: Encoder, choices: Choices, settings: Articles
) -> list[_LabelledAnswer]:
    """Compose passages of one to three paragraphs of different articles; answer each without its own paragraphs."""
    eids = list(act.names)
    order = sorted(range(len(act.lines)), key=lambda at: eids.index(act.lines[at].article))
    paragraph_of = np.array([act.lines[at].paragraph for at in order] + [""] * len(act.recitals))
    grouped = _paragraphs(act)
    encoded = {key: embedder.encode(sentences) for key, (_, sentences) in grouped.items()}
    rng = np.random.default_rng(settings.seed)
    labelled = []
    for _ in range(settings.passages):
        language = rng.choice(sorted({key[0] for key in grouped}))
        drawn = _draw(rng, [key for key in grouped if key[0] == language], grouped)
        without = np.isin(paragraph_of, [paragraph for _, paragraph in drawn])
        sentences = [text for key in drawn for text in grouped[key][1]]
        answer = choices.answer(sentences, np.vstack([encoded[key] for key in drawn]), without)
        articles = {grouped[key][0] for key in drawn}
        labelled.append(
            _LabelledAnswer(answer, np.array([eid in articles for eid in eids], np.float32))
        )
    return labelled


_Key = tuple[str, str]  # language and paragraph


def _paragraphs(act: Act) -> dict[_Key, tuple[str, list[str]]]:
    """Map each paragraph of an article with several paragraphs to its article and sentences."""
    texts: dict[_Key, list[Line]] = {}
    for line in act.lines:
        if line.paragraph != line.article:
            texts.setdefault((line.unit.language, line.paragraph), []).append(line)
    others: dict[str, set[str]] = {}
    for line in act.lines:
        others.setdefault(line.article, set()).add(line.paragraph)
    return {
        key: (lines[0].article, select_sentences("\n".join(line.unit.text for line in lines)))
        for key, lines in texts.items()
        if len(others[lines[0].article] - {lines[0].article}) > 1
    }


def _draw(
    rng: np.random.Generator, keys: Sequence[_Key], grouped: dict[_Key, tuple[str, list[str]]]
) -> list[_Key]:
    wanted = int(rng.integers(1, 4))
    drawn: dict[str, _Key] = {}
    for at in rng.permutation(len(keys)):
        drawn.setdefault(grouped[keys[at]][0], keys[at])
        if len(drawn) == wanted:
            break
    return list(drawn.values())


def _measure(probabilities: Floats, truth: Floats, own: int, threshold: float) -> dict[str, float]:
    """Measure the predictions for the passages; the first ``own`` are of the act."""
    of_others = probabilities[own:] >= threshold
    return {
        "passages": own,
        **calibrate.ranked_measures(probabilities[:own], truth[:own]),
        **calibrate.suggested_measures(probabilities, truth, threshold),
        "other_law_without_a_label": round(float(1 - of_others.any(1).mean()), 4),
        "calibration_error": round(calibrate.calibration_error(probabilities, truth), 5),
    }


@dataclass(frozen=True)
class _BuiltIndex:
    act: Act
    sources: tuple[TrainingData, ...]
    units: dict[str, object]
    vectors: Floats
    left_out: dict[str, float]


def _write(index: _BuiltIndex, embedder: Manifest, folder: Path) -> Manifest:
    with replace_folder(folder) as draft:
        np.save(draft / "vectors.npy", index.vectors.astype(np.float16))
        text = json.dumps(index.units, indent=0, ensure_ascii=False)
        (draft / "units.json").write_text(text, encoding="utf-8")
        written = manifest.write(
            draft,
            Manifest(
                name=folder.name,
                task="article-classifier",
                base=embedder.name,
                dimensions=len(index.act.names),
                pooling="none",
                normalize=False,
                maximum_tokens=0,
                quantization="float16 vectors of the act's own text",
                licence=index.act.source.licence,
                training_data=tuple(dict.fromkeys(index.sources)),
                measured={"left_out": index.left_out, "weights_chosen_on": _WEIGHTS_CHOSEN_ON},
            ),
            ("units.json", "vectors.npy"),
        )
        model_card.write(draft, written, "articles")
    return written
