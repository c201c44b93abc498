"""One target under atheris for a time: ``python -m tests.fuzz.campaign TARGET DATA FOLDER SECONDS``.

Started by ``tests.fuzz``. What is found is written to FOLDER and does not end the run; only what
kills the process does, and then libFuzzer leaves its input beside the rest.
"""

import hashlib
import importlib
import json
import os
import pkgutil
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

import atheris

SLOW_SECONDS = 2.0
_HUNG_SECONDS = 60
_MEMORY_MB = 2048
_STATED_EVERY = 2.0  # seconds
_SPLICED = 0.7  # of all inputs; the others get the byte changes of libFuzzer


def _instrument() -> None:
    """Import the targets with counters of their branches."""
    with atheris.instrument_imports(include=["lexdesk"], enable_loader_override=False):
        import lexdesk

        for part in ("query", "citations", "structure", "extract", "analysis"):
            package = importlib.import_module(f"lexdesk.{part}")
            for module in pkgutil.iter_modules(package.__path__):
                importlib.import_module(f"{package.__name__}.{module.name}")
        for name in ("passages", "document", "text", "search.explanation"):
            importlib.import_module(f"{lexdesk.__name__}.{name}")


class Campaign:
    """Runs inputs; records counts, failures and slow inputs."""

    def __init__(self, target: str, data: Path, folder: Path, seconds: float) -> None:
        from tests.fuzz.targets import TARGETS

        self._target = TARGETS[target]
        self._folder = folder
        self._seconds = seconds
        self._seeds = self._target.seeds(data)
        self._splicer = self._target.splicer_of(self._seeds)
        self._outcomes: Counter[str] = Counter()
        self._failures: dict[str, str] = {}
        self._slowest = 0.0
        self._slow = 0
        self._started = self._stated = time.monotonic()
        self._cpu = time.process_time()

    def fuzz(self) -> None:
        """Run until the time is over, and end the process."""
        corpus = self._folder / "corpus"
        corpus.mkdir()
        for number, seed in enumerate(self._seeds):
            (corpus / f"seed-{number:03}").write_bytes(seed)
            self._target.run(seed)  # loads what is loaded on demand, which is no input's fault
        words = self._folder / "words.txt"
        words.write_text("".join(f"{_quoted(word)}\n" for word in self._target.words))
        options = {
            "max_len": self._target.longest, "len_control": 0, "timeout": _HUNG_SECONDS,
            "rss_limit_mb": _MEMORY_MB, "dict": words, "artifact_prefix": f"{self._folder}/killed-",
        }  # fmt: skip
        arguments = [sys.argv[0], *(f"-{key}={value}" for key, value in options.items())]
        atheris.Setup([*arguments, str(corpus)], self.run, custom_mutator=self.mutate)
        self._started, self._cpu = time.monotonic(), time.process_time()
        atheris.Fuzz()

    def mutate(self, data: bytes, longest: int, seed: int) -> bytes:
        """The next input made of ``data``."""
        chance = random.Random(seed)
        if chance.random() >= _SPLICED:
            return bytes(atheris.Mutate(data, longest))
        return self._splicer.splice(data, chance)[:longest]

    def run(self, data: bytes) -> None:
        """One input."""
        started = time.process_time()  # a busy machine makes no input slow
        try:
            outcome = self._target.run(data)
        except Exception as error:
            outcome = "failed"
            self._keep_failure(data, error)
        self._keep_slow(data, time.process_time() - started)
        self._outcomes[outcome] += 1
        now = time.monotonic()
        if now - self._stated > _STATED_EVERY:
            self._state(now)
        if now - self._started > self._seconds:
            self._state(now)
            sys.stderr.flush()
            os._exit(0)

    def _keep_failure(self, data: bytes, error: Exception) -> None:
        """Keep the shortest input for each raising place."""
        trace = traceback.extract_tb(error.__traceback__)
        place = f"{type(error).__name__} {Path(trace[-1].filename).name}:{trace[-1].lineno}"
        name = f"failed-{hashlib.sha256(place.encode()).hexdigest()[:12]}"
        kept = self._folder / name
        if place in self._failures and kept.stat().st_size <= len(data):
            return
        self._failures[place] = " ".join(str(error).split())[:300]
        kept.write_bytes(data)
        kept.with_suffix(".txt").write_text("".join(traceback.format_exception(error)), "utf-8")

    def _keep_slow(self, data: bytes, seconds: float) -> None:
        if seconds > SLOW_SECONDS:
            self._slow += 1
        if seconds > self._slowest:
            self._slowest = seconds
            (self._folder / "slowest").write_bytes(data)

    def _state(self, now: float) -> None:
        self._stated = now
        state = {
            "seconds": round(now - self._started, 1),
            "cpu_seconds": round(time.process_time() - self._cpu, 1), "executions": sum(self._outcomes.values()),
            "outcomes": self._outcomes, "failures": self._failures, "slow": self._slow,
            "slowest": round(self._slowest, 3), "seeds": len(self._seeds),
        }  # fmt: skip
        partial = self._folder / "state.part"
        partial.write_text(json.dumps(state))
        partial.replace(self._folder / "state.json")


def _quoted(word: str) -> str:
    """Return a line of a libFuzzer dictionary: all but plain ASCII as hexadecimal bytes."""
    plain = {byte: chr(byte) for byte in range(0x20, 0x7F) if byte not in b'"\\'}
    return '"' + "".join(plain.get(byte, f"\\x{byte:02X}") for byte in word.encode()) + '"'


if __name__ == "__main__":
    _instrument()
    Campaign(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4])).fuzz()
