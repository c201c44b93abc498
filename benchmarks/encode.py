"""Tokens per second of ``lexdesk add``, compared with the bare model on the same passages.

Bare is ``InferenceSession.run`` alone, on prepared token ids, in batches and one text at a time; ours
reads passages from SQLite, tokenizes, encodes, stores and indexes the vectors. txtai, if installed,
tokenizes, encodes by the same session and indexes the vectors by faiss.
"""

import importlib.util
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
import onnxruntime

from benchmarks import data, report
from lexdesk import Document, Library
from lexdesk.document.passages import passage_text
from lexdesk.models.encoder import Encoder, load
from lexdesk.models.manifest import find
from lexdesk.models.onnx_session import cut_batches
from lexdesk.text.tokens import nfc

_BATCH = 4_096  # padded tokens
_HAS_TXTAI = importlib.util.find_spec("txtai") is not None


def prepare(path: Path, passages: int) -> None:
    """Create a library with about ``passages`` passages of EU acts and no vectors."""
    with Library.open(path, create=True) as library:
        stored = 0
        documents = []
        for row in data.corpus("eu-citations"):
            documents.append(
                Document(nfc(row["text"]), nfc(row["title"]), work=row["_id"], language="en")
            )
            stored += len(row["text"]) // 900 + 1
            if stored >= passages:
                break
        library.sources.add_documents(documents, vectors=False)


def bare(
    session: onnxruntime.InferenceSession, encoder: Encoder, texts: list[str], together: int
) -> tuple[float, int]:
    """Time the model alone, on batches of ``together`` padded tokens; return seconds and tokens."""
    encodings = encoder.model.tokenizer.encode_batch_fast(texts)
    lengths = np.array([len(encoding) for encoding in encodings])
    order = np.argsort(lengths, kind="stable")
    feeds = [
        encoder.model_inputs([encodings[i].ids for i in batch])
        for batch in cut_batches(order, lengths, together)
    ]
    started = time.perf_counter()
    for feed in feeds:
        session.run(None, feed)
    return time.perf_counter() - started, int(lengths.sum())


def ours(path: Path) -> float:
    """Return seconds until every passage of the library has its vector in the index."""
    with Library.open(path) as library:
        library.embedder.encoder.encode(["warm"])  # opening the model is not part of making vectors
        started = time.perf_counter()
        library.sources.add_documents(())
        return time.perf_counter() - started


def txtai(session: onnxruntime.InferenceSession, encoder: Encoder, texts: list[str]) -> float:
    """Return seconds until txtai has encoded and indexed the passages."""
    from txtai import Embeddings

    wanted = [session.get_outputs()[0].name]

    def encode(batch: list[str]) -> Any:
        encodings = encoder.model.tokenizer.encode_batch_fast(batch)
        return session.run(wanted, encoder.model_inputs([encoding.ids for encoding in encodings]))[
            0
        ]

    index = Embeddings(method="external", transform=encode)
    started = time.perf_counter()
    index.index((number, text, None) for number, text in enumerate(texts))
    return time.perf_counter() - started


@click.command()
@click.option("--passages", default=1500, show_default=True)
@click.option("--rounds", default=5, show_default=True)
def main(passages: int, rounds: int) -> None:
    """Print tokens per second of both and their ratio, A B A B."""
    with tempfile.TemporaryDirectory() as folder:
        original = Path(folder) / "original"
        prepare(original, passages)
        with Library.open(original) as library:
            store = library.store
            rows = store.vectors.texts_to_encode(store.vectors.missing_passages())
            texts = [passage_text(heading, text) for _, heading, text in rows]
        encoder = load(find("embedder"))
        # With onnxruntime's own choice of threads: one for each core.
        session = onnxruntime.InferenceSession(
            str(find("embedder") / "model.onnx"), providers=["CPUExecutionProvider"]
        )
        bare(session, encoder, texts[:64], _BATCH)
        table: list[list[object]] = []
        ratios = []
        for number in range(rounds):
            seconds, tokens = bare(session, encoder, texts, _BATCH)
            alone, _ = bare(session, encoder, texts, 1)
            copy = Path(folder) / f"copy-{number}"
            shutil.copytree(original, copy)
            our_seconds = ours(copy)
            theirs = txtai(session, encoder, texts) if _HAS_TXTAI else None
            ratios.append(min(seconds, alone) / our_seconds)
            table.append(
                [
                    number + 1,
                    f"{tokens:,}",
                    f"{tokens / seconds:,.0f}",
                    f"{tokens / alone:,.0f}",
                    f"{tokens / our_seconds:,.0f}",
                    f"{tokens / theirs:,.0f}" if theirs else "–",
                    f"{ratios[-1]:.3f}",
                ]
            )
    click.echo(f"{report.machine()}, {len(texts):,} passages\n")
    click.echo(
        report.table(
            [
                "round",
                "tokens",
                "bare, batches: tokens/s",
                "bare, one by one",
                "lexdesk",
                "txtai",
                "ratio of lexdesk to bare",
            ],
            table,
        )
    )
    click.echo(f"\nratio: {report.spread(ratios, 3)}; wanted: at least 0.90")


if __name__ == "__main__":
    main()
