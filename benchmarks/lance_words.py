"""Agreement of Lance's full-text index with the library's keyword search, over the same stems.

The library is that of ``benchmarks.published``. Lance gets the tokens of Lexdesk's analysis, split at
blanks, in one field; both get the content words of the same questions.
"""

import random
import tempfile
from pathlib import Path
from typing import Any

import click
import lance
import pyarrow as pa
from lance.query import MatchQuery

from benchmarks import data
from lexdesk import Library
from lexdesk.evaluation.collection import Collection
from lexdesk.query import plain
from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tokens import accented_tokens

_TOP = 10


def table_of(library: Library, folder: str) -> lance.LanceDataset:
    """Index the analysed words of every passage with Lance."""
    store, analysed = library.store, analysis("en")
    entries = [
        entry
        for of in sorted(store.filters.expressions())
        for entry in store.passages.index_entries(of)
    ]
    words = [analysed.text(f"{title} {body}") for _, title, body, *_ in entries]
    rows = pa.table({"passage": [passage for passage, *_ in entries], "words": words})
    table = lance.write_dataset(rows, f"{folder}/words.lance")
    as_given: dict[str, Any] = {
        "lower_case": False,
        "stem": False,
        "remove_stop_words": False,
        "ascii_folding": False,
    }
    table.create_scalar_index(
        "words", "INVERTED", base_tokenizer="whitespace", max_token_length=100, **as_given
    )
    return table


@click.command()
@click.option("--collection", "name", default="obliqa", show_default=True)
@click.option("--questions", default=1000, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), required=True)
def main(name: str, questions: int, folder: Path) -> None:
    """Print the share of questions with the same top ten, and the overlap of both."""
    collection = Collection(data.shared_data() / name)
    qrels = collection.qrels()
    topics = {key: topic.text for key, topic in collection.topics().items() if key in qrels}
    same, shared, analysed = 0, 0.0, analysis("en")
    with tempfile.TemporaryDirectory() as place, Library.open(folder / "library") as library:
        table, retriever = table_of(library, place), library.search.retriever("keyword")
        for key in random.Random(0).sample(sorted(topics), questions):
            best = retriever.candidates(plain(topics[key]), "keyword", _TOP).best[:_TOP]
            ours = [candidate.passage for candidate in best]
            words = [w for w in accented_tokens(topics[key]) if not is_stop_word(w, "en")]
            query = MatchQuery(" ".join(map(analysed.word, words)), "words")
            found = table.to_table(columns=["passage", "_score"], full_text_query=query, limit=_TOP)
            theirs = found["passage"].to_pylist()
            same += ours == theirs
            shared += len(set(ours) & set(theirs)) / _TOP
    print(f"the same ten: {same / questions:.3f}; in both: {shared / questions:.3f}")


if __name__ == "__main__":
    main()
