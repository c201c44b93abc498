"""Questions written for provisions of free law, as training collections.

Citations, headings and versions are not worded like questions. A language model therefore wrote three
queries for each of some 6,500 provisions (after InPars: Bonifacio et al. 2022, arXiv:2202.05144): a
lawyer's question, a layman's question, and keywords for a search box. ``law_questions.jsonl.gz`` has them
with act and number of the provision; the texts come from the files of headings, without the source acts
of held-out queries.
"""

import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from lexdesk.models.manifest import TrainingData
from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.data import jsonl, licences
from lexdesk_trainer.data.pairs import SHORTEST

LICENCE = "questions Apache-2.0, written for Lexdesk by a language model"

SOURCES = {"en-questions": "raw/eu-headings.jsonl.gz", "de-questions": "raw/de-headings.jsonl.gz"}
"""Collections, each with the file of its provisions."""

_ABOUT = "questions about "
_ONE_HELD_OUT_ACT_IN = 12  # every twelfth act


class WrittenQuestions(NamedTuple):
    """Questions for one provision; ``act`` and ``number`` are those of the file of headings."""

    act: str
    number: str
    questions: list[str]

    @property
    def provision(self) -> str:
        """Return the id of its text in the collection."""
        return _id(self.act, self.number)


def read(name: str) -> Iterator[WrittenQuestions]:
    """Yield all questions written for the collection ``name``."""
    for row in jsonl.rows(Path(__file__).with_name("law_questions.jsonl.gz")):
        if row["language"] == name[:2]:
            yield WrittenQuestions(row["act"], row["number"], row["questions"])


def require_allowed(data: Path, name: str, *, ships: bool) -> TrainingData:
    """Return the manifest entry of the source; raise ``LicenceForbids`` if its provisions are not allowed."""
    provisions = licences.require_allowed(data, SOURCES[name], ships=ships)
    return TrainingData(f"{_ABOUT}{provisions.name}", f"{provisions.licence}; {LICENCE}")


def includes_written_questions(sources: Iterable[TrainingData]) -> bool:
    """Check whether ``sources`` include written questions."""
    return any(source.name.startswith(_ABOUT) for source in sources)


def write(data: Path, name: str, folder: Path, *, acts: int = 0) -> Path:
    """Write the collection ``name`` to ``folder`` in BEIR layout; keep a complete one.

    The corpus has every provision of the file; all questions about an act are in one split. With ``acts``, both are
    cut to so many acts drawn by chance, and as many held-out ones.
    """
    if not (folder / "meta.json").exists():
        written = list(read(name))
        chosen = _sample_acts(written, acts) if acts else None
        if chosen is not None:
            written = [row for row in written if row.act in chosen]
        jsonl.write(folder / "corpus.jsonl.gz", _provisions(data / SOURCES[name], chosen))
        jsonl.write(folder / "queries.jsonl.gz", _queries(written))
        for split in ("train", "dev"):
            some = [e for e in written if is_held_out(e.act) == (split == "dev")]
            _write_judgements(some, folder, split)
        meta = {
            "language": name[:2],
            "licence": f"{licences.read_licence(data, SOURCES[name])}; {LICENCE}",
        }
        write_atomically(folder / "meta.json", json.dumps(meta, indent=1).encode())
    return folder


def _sample_acts(written: Iterable[WrittenQuestions], count: int) -> frozenset[str]:
    """Return ``count`` acts drawn by chance, and as many held-out ones."""
    acts = sorted({row.act for row in written})
    held_out = [act for act in acts if is_held_out(act)]
    others = [act for act in acts if not is_held_out(act)]
    random.Random(1).shuffle(others)  # noqa: S311
    return frozenset([*others[:count], *held_out[:count]])


def _provisions(path: Path, acts: frozenset[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield each provision once, all or those of ``acts``: a few acts use a number twice."""
    seen: set[str] = set()
    for row in jsonl.rows(path):
        name = _id(row["act"], row["number"])
        if acts is not None and row["act"] not in acts:
            continue
        if len(row["text"]) >= SHORTEST and name not in seen:
            seen.add(name)
            yield {"_id": name, "title": row["heading"], "text": row["text"]}


def _queries(written: list[WrittenQuestions]) -> Iterator[dict[str, Any]]:
    for row in written:
        for number, question in enumerate(row.questions):
            yield {"_id": f"{row.provision}/{number}", "text": question}


def _write_judgements(written: list[WrittenQuestions], folder: Path, split: str) -> None:
    rows = [
        f"{row.provision}/{number}\t{row.provision}\t1\n"
        for row in written
        for number in range(len(row.questions))
    ]
    text = "".join(["query-id\tcorpus-id\tscore\n", *rows])
    (folder / f"qrels.{split}.tsv").write_text(text, encoding="utf-8")


def is_held_out(act: str) -> bool:
    """Check by hash whether questions about ``act`` are held out, stable as acts are added."""
    drawn = int(hashlib.sha256(act.encode()).hexdigest(), 16)
    return drawn % _ONE_HELD_OUT_ACT_IN == 0


def _id(act: str, number: str) -> str:
    """Build an id without blanks, which are separators in run files."""
    return f"{act}#{number}".replace(" ", "_")
