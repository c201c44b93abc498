"""EU acts that cite each other, as two collections of the kind of ``ie2eu`` and ``eu2ie``.

Citations are known only of the train half of ``eu-citations``, by its judgements. ``acts2cited`` has
citing acts as queries for cited ones, ``cited2acts`` the reverse. An act is the sequence of its articles.
"""

import datetime
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lexdesk.document.model import Document
from lexdesk.evaluation.collection import Collection, Qrels
from lexdesk_trainer import fingerprints
from lexdesk_trainer.data import jsonl

NAMES = ("acts2cited", "cited2acts")
_SPLIT = "train"
_EXCLUDE = {"query_field": "act", "corpus_field": "_id", "query_ids_field": "exclude_ids"}


def write(collection: Collection, folder: Path) -> None:
    """Build both collections in ``folder`` from ``eu-citations``, unless they are current.

    An act is no answer to itself; an unlabelled act is no answer to an act with the same wording
    (``exclude_ids``).
    """
    inputs = fingerprints.hash_files(fingerprints.inputs_of_ranking(collection))
    if all(_read_inputs(folder / name) == inputs for name in NAMES):
        return
    act_of = collection.corpus_field("act")
    cited, repeated = _citations(collection, act_of)
    acts = _acts(collection, act_of)
    citing: Qrels = defaultdict(dict)
    for act, targets in cited.items():
        for target in targets:
            citing[target][act] = 1
    repeating: dict[str, set[str]] = defaultdict(set)
    for act, others in repeated.items():
        for other in others:
            repeating[other].add(act)
    _write(folder / NAMES[0], acts, acts, cited, repeated)
    _write(folder / NAMES[1], acts, {act: acts[act] for act in cited}, citing, repeating)
    for name in NAMES:
        meta = {"name": name, "language": "en", "exclude": _EXCLUDE, "made_from": inputs}
        (folder / name / "meta.json").write_text(json.dumps(meta, indent=1), encoding="utf-8")


def _read_inputs(folder: Path) -> str:
    """Return the state of the source collection; ``""`` if ``folder`` is incomplete."""
    path = folder / "meta.json"
    return str(json.loads(path.read_bytes()).get("made_from", "")) if path.exists() else ""


def _citations(
    collection: Collection, act_of: Mapping[str, str]
) -> tuple[Qrels, dict[str, set[str]]]:
    """Return the cited acts of each act, and unlabelled acts with the same wording."""
    cited: Qrels = defaultdict(dict)
    repeated: dict[str, set[str]] = defaultdict(set)
    topics = collection.topics()
    for query, grades in collection.qrels(_SPLIT).items():
        metadata = topics[query].metadata
        source = metadata["source_act"]
        cited[source].update(dict.fromkeys((act_of[grade] for grade in grades), 1))
        repeated[source].update(
            act_of[identifier] for identifier in metadata["exclude_ids"] if identifier in act_of
        )
    return cited, {act: others - cited[act].keys() for act, others in repeated.items()}


def _acts(collection: Collection, act_of: Mapping[str, str]) -> dict[str, Document]:
    """Return every act with articles; dated if it has a card."""
    days: dict[str, datetime.date | None] = {}
    titles: dict[str, str] = {}
    articles: dict[str, list[str]] = defaultdict(list)
    for document in collection.documents():
        act = act_of[document.work]
        if document.work == act:
            days[act] = document.valid_from
        else:
            heading, _, titles[act] = document.title.partition(" | ")
            articles[act].append(f"{heading}\n{document.text}")
    return {
        act: Document("\n\n".join(texts), titles[act], work=act, valid_from=days.get(act))
        for act, texts in articles.items()
    }


def _write(
    folder: Path,
    asking: Mapping[str, Document],
    answering: Mapping[str, Document],
    qrels: Qrels,
    repeated: Mapping[str, set[str]],
) -> None:
    """Write a collection without acts known only by their card."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "meta.json").unlink(missing_ok=True)  # it says that all is there
    judged = {
        act: sorted(grades.keys() & answering.keys())
        for act, grades in qrels.items()
        if act in asking
    }
    judged = {act: found for act, found in judged.items() if found}
    jsonl.write(folder / "corpus.jsonl.gz", (_row(works, {}) for works in answering.values()))
    jsonl.write(folder / "queries.jsonl.gz", _queries(asking, judged, repeated))
    lines = [f"{act}\t{work}\t1\n" for act, found in judged.items() for work in found]
    text = "".join(["query-id\tcorpus-id\tscore\n", *lines])
    (folder / "qrels.tsv").write_text(text, encoding="utf-8")


def _queries(
    asking: Mapping[str, Document],
    judged: Mapping[str, list[str]],
    repeated: Mapping[str, set[str]],
) -> Iterator[dict[str, Any]]:
    for act, found in judged.items():
        barred = sorted(repeated.get(act, set()) - set(found))
        title = asking[act].title
        yield _row(asking[act], {"act": act, "title": title, "exclude_ids": barred})


def _row(document: Document, metadata: dict[str, Any]) -> dict[str, Any]:
    day = document.valid_from
    if day is not None:
        metadata = {**metadata, "date": day.isoformat()}
    return {
        "_id": document.work,
        "title": document.title,
        "text": document.text,
        "metadata": metadata,
    }
