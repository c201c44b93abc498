"""The documents and files of a mined collection in BEIR layout."""

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lexdesk.errors import CollectionError
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.data import jsonl, licences
from lexdesk_trainer.data.library_dump import Expression, identifier, latest_of
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import LicenceForbids, report_full_disk


class MinedQuery(NamedTuple):
    """A query in its written form, with all its targets, and the documents that it was cut from."""

    split: str
    kind: str
    text: str
    source: str
    targets: list[str]
    cut_from: set[str]


def require_replaceable(folder: Path) -> None:
    """Raise CollectionError if ``folder`` holds a collection that was not mined."""
    if not any(any(folder.glob(names)) for names in ("corpus.jsonl*", "queries.jsonl*", "qrels*")):
        return
    place = folder.absolute()
    try:
        licence = licences.read_licence(place.parent, place.name)
    except LicenceForbids:  # states none
        licence = ""
    if licence != licences.OWN_DOCUMENTS:
        raise CollectionError(TrainingCode.NOT_MINED, folder=folder)


def write(folder: Path, corpus: list[dict[str, Any]], mined: Iterable[MinedQuery]) -> None:
    """Write the collection to a draft and move it to ``folder``; a full disk leaves no partial collection."""
    place = folder.absolute()
    place.parent.mkdir(parents=True, exist_ok=True)
    beside_it = tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-")
    with beside_it as draft_folder, report_full_disk(folder):
        draft = Path(draft_folder) / place.name
        jsonl.write(draft / "corpus.jsonl.gz", corpus)
        _write_queries(draft, mined, _EquivalentProvisions(corpus))
        folder.mkdir(exist_ok=True)
        (folder / "meta.json").unlink(missing_ok=True)
        for file in sorted(draft.iterdir(), key=lambda path: path.name == "meta.json"):
            file.replace(folder / file.name)  # meta.json last: it says that all is there


def build_corpus(works: dict[str, list[Expression]]) -> Iterator[dict[str, Any]]:
    """Yield every unit of the latest texts, and a card of title and headings for each work."""
    for work, expressions in works.items():
        for number, expression in enumerate(latest_of(expressions)):
            title, metadata = expression.document.title, {"act": expression.act}
            if number == 0:
                headings = [unit.heading for unit in expression.units.values() if unit.heading]
                card = ". ".join([title, *headings])
                yield {"_id": work, "title": title, "text": card, "metadata": metadata}
            for unit in expression.units.values():
                if text := expression.text_of(unit):
                    name = f"{unit.label} {unit.heading} | {title}"
                    place = identifier(expression, unit, number)
                    yield {"_id": place, "title": name, "text": text, "metadata": metadata}


class _EquivalentProvisions:
    """Documents that are the same provision, in copies or languages of an act."""

    def __init__(self, corpus: Iterable[dict[str, Any]]):
        self._of: dict[str, tuple[str, str]] = {}
        self._documents: dict[tuple[str, str], set[str]] = {}
        for row in corpus:
            place = row["metadata"]["act"], row["_id"].partition("#")[2]
            self._of[row["_id"]] = place
            self._documents.setdefault(place, set()).add(row["_id"])

    def equivalents_of(self, targets: Iterable[str]) -> list[str]:
        """Return the documents that repeat ``targets``, without these."""
        same = {name for target in targets for name in self._documents[self._of[target]]}
        return sorted(same.difference(targets))


def _write_queries(
    folder: Path, queries: Iterable[MinedQuery], same: _EquivalentProvisions
) -> None:
    lines: dict[str, list[str]] = {"train": [], "dev": []}
    rows = []
    for number, query in enumerate(queries):
        name = f"{query.kind}-{number}"
        metadata = {
            "split": query.split,
            "source_act": query.source,
            "kind": query.kind,
            "exclude_ids": sorted(
                {*same.equivalents_of(query.targets), *query.cut_from} - {*query.targets}
            ),
        }
        rows.append({"_id": name, "text": query.text, "metadata": metadata})
        lines[query.split] += [f"{name}\t{target}\t1\n" for target in query.targets]
    jsonl.write(folder / "queries.jsonl.gz", rows)
    for split, found in lines.items():
        text = "".join(["query-id\tcorpus-id\tscore\n", *found])
        (folder / f"qrels.{split}.tsv").write_text(text, encoding="utf-8")
    exclude = {"query_field": "source_act", "corpus_field": "act", "query_ids_field": "exclude_ids"}
    meta = {"name": folder.name, "licence": licences.OWN_DOCUMENTS, "exclude": exclude}
    write_atomically(folder / "meta.json", json.dumps(meta, indent=1).encode())
