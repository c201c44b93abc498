"""Measurement of indexing and search of each peer, in a process of its own."""

import json
import multiprocessing
import random
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers import PEERS
from benchmarks.peers.lexdesk_itself import Lexdesk
from benchmarks.peers.libraries import encoder
from benchmarks.peers.programs import Recoll
from benchmarks.peers.protocol import WAYS, Corpus, Peer, Question, Way
from benchmarks.query import documents, questions
from lexdesk import Library
from lexdesk.document.passages import passage_text

_KINDS = 10
_SAMPLE = 500  # passages that are encoded
_NOISE = 0.025  # of each of 384 dimensions: a cosine of about 0.9 with the original
_WARM = 20


def write_texts(folder: Path, characters: int) -> None:
    """Write acts of ``characters`` in total, in a folder for each kind."""
    chance, written = random.Random(2), 0
    for act in documents():
        kind = folder / "texts" / f"kind{chance.randrange(_KINDS)}"
        kind.mkdir(parents=True, exist_ok=True)
        (kind / f"{act.work.replace('/', '_')}.txt").write_text(act.text)
        written += len(act.text)
        if written >= characters:
            return


def write_passages(corpus: Corpus, library: Path) -> None:
    """Write the passages of Lexdesk with vectors."""
    with Library.open(library) as opened:
        rows = opened.store.statements.execute(
            "SELECT p.id, e.work, e.kind, p.text, p.heading FROM passage p"
            " JOIN expression e ON e.id = p.expression WHERE p.searchable ORDER BY p.id"
        ).fetchall()
    with (corpus.folder / "passages.jsonl").open("w") as file:
        file.writelines(f"{json.dumps(row[:4])}\n" for row in rows)
    chance = np.random.default_rng(0)
    sample = [rows[at] for at in chance.integers(0, len(rows), _SAMPLE)]
    real = encoder().encode([passage_text(row[4], row[3]) for row in sample])
    vectors = np.lib.format.open_memmap(
        corpus.folder / "vectors.npy", "w+", np.float32, (len(rows), real.shape[1])
    )
    for start in range(0, len(rows), 10_000):
        size = min(10_000, len(rows) - start)
        noisy = real[chance.integers(0, len(real), size)]
        noisy = noisy + chance.normal(0, _NOISE, noisy.shape).astype(np.float32)
        vectors[start : start + size] = noisy / np.linalg.norm(noisy, axis=1, keepdims=True)
    vectors.flush()


def apart(work: Callable[..., dict[str, Any]], *values: Any) -> dict[str, Any]:
    """Run ``work`` in a process of its own; return its result and its peak of memory in MB."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(theirs, work, values))
    process.start()
    theirs.close()
    try:
        result: dict[str, Any] = ours.recv()
    except EOFError:
        result = {"failed": "it ended without a result"}
    process.join()
    return result


def _send(pipe: Any, work: Callable[..., dict[str, Any]], values: tuple[Any, ...]) -> None:
    try:
        result = work(*values)
    except ImportError as error:
        result = {"failed": f"{error.name} is not installed"}
    own = _status("VmHWM") - result.get("given", 0.0)
    # Of a program that was started this is never below what this process held when it started it.
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
    pipe.send({**result, "peak": max(own, children)})


def build(name: str, folder: Path, corpus: Corpus) -> dict[str, Any]:
    """Index the corpus and return the time.

    ``given`` are megabytes not of the peer: of the passages, loaded before; for a peer in another
    process, all memory of this one.
    """
    before = _status("VmRSS")
    if name != Lexdesk.name:
        _ = corpus.passages
    given = max(0.0, _status("VmRSS") - (0 if name == Recoll.name else before))
    Path("/proc/self/clear_refs").write_text("5")  # from here on VmHWM is the peak of building
    started = time.perf_counter()
    PEERS[name].build(folder, corpus)
    return {"seconds": time.perf_counter() - started, "given": given}


def add_vectors(folder: Path, corpus: Corpus) -> dict[str, Any]:
    """Index the vectors of Lexdesk and return the time."""
    started = time.perf_counter()
    Lexdesk.add_vectors(folder, corpus)
    return {"seconds": time.perf_counter() - started}


def asked_of(corpus: Corpus, count: int) -> dict[Way, list[Question]]:
    """Create the questions of each way; phrases are three words of a passage."""
    chance = random.Random(3)
    kinds = [f"kind{number}" for number in range(_KINDS)]
    plain = [Question(text, chance.choice(kinds)) for text in _plain(count)]
    phrases: list[Question] = []
    while len(phrases) < count:
        words = chance.choice(corpus.passages).text.split()
        at = chance.randrange(max(1, len(words) - 3))
        if all(word.isalpha() for word in words[at : at + 3]):
            phrases.append(Question(" ".join(words[at : at + 3]), kinds[0]))
    return {way: phrases if way == "phrase" else plain for way in WAYS}


def _plain(count: int) -> list[str]:
    """Return questions without the signs of a query language."""
    return [
        " ".join(word for word in text.split() if word.isalnum() and word.islower())[:100]
        for text in questions(count)
    ]


def ask(
    name: str, folder: Path, corpus: Corpus, questions_by_way: dict[Way, list[Question]]
) -> dict[str, Any]:
    """Time opening and each way in milliseconds; return them with resident megabytes.

    The questions are created elsewhere: the passages behind phrases would count as the peer's memory.
    """
    started = time.perf_counter()
    peer = PEERS[name](folder, corpus)
    measurement: dict[str, Any] = {"open": (time.perf_counter() - started) * 1000, "ways": {}}
    for way in peer.ways:
        for question in questions_by_way[way][:_WARM]:
            peer.search(way, question, 10)
        measurement["ways"][way] = [
            _milliseconds(peer, way, question) for question in questions_by_way[way]
        ]
    measurement["resident"] = None if name == Recoll.name else _status("VmRSS")  # it has ended
    return measurement


def _milliseconds(peer: Peer, way: Way, question: Question) -> float:
    started = time.perf_counter()
    peer.search(way, question, 10)
    return (time.perf_counter() - started) * 1000


def _status(name: str) -> float:
    """Return megabytes from Linux's status of this process."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0]) / 1e3


def size_of(folder: Path) -> float:
    """Sum the megabytes on disk."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def _described(folder: Path, count: int) -> tuple[dict[str, float], dict[Way, list[Question]]]:
    """Return the size of a corpus and its questions; free its passages, a gigabyte of a million."""
    corpus = Corpus(folder)
    size = {"passages": len(corpus.passages), "text": corpus.megabytes()}
    return size, asked_of(corpus, count)


def measured(
    place: Path, characters: int, names: list[str], count: int
) -> Iterator[dict[str, Any]]:
    """Yield the measurements of each peer on the same text."""
    corpus = Corpus(place / "corpus")
    corpus.folder.mkdir()
    write_texts(corpus.folder, characters)
    for name in dict.fromkeys([Lexdesk.name, *names]):
        folder = place / name.replace(" ", "-")
        folder.mkdir()
        measurement = apart(build, name, folder, corpus)
        if name == Lexdesk.name:
            measurement["words only"] = size_of(folder)
            write_passages(corpus, folder / "library")
            vectors = apart(add_vectors, folder, corpus)
            measurement["vectors"] = vectors["seconds"]
            measurement["peak"] = max(measurement["peak"], vectors["peak"])
            size, questions_by_way = _described(corpus.folder, count)
        if "failed" not in measurement:
            measurement |= apart(ask, name, folder, corpus, questions_by_way) | {
                "peak": measurement["peak"]
            }
        measurement |= {"name": name, **size}
        measurement["disk"] = size_of(folder)
        yield measurement
