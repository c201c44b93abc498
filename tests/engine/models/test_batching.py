"""The thread layout of a long job: measured on its own parts, stored for the machine, robust to noise."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from lexdesk import Library
from lexdesk.models import batching, manifest
from lexdesk.models.batching import ThreadLayout
from lexdesk.models.encoder import Encoder

FOLDER = manifest.find("embedder")
MODEL = manifest.read(FOLDER).fingerprint
FOUR, TWO, HELPED, ONE = (
    ThreadLayout(4, 4),
    ThreadLayout(2, 2),
    ThreadLayout(2, 4),
    ThreadLayout(1, 4),
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder, on a machine of four cores."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(batching, "count_cores", lambda: 4)
    return tmp_path / "cache"


class Machine:
    """Encodes a character in so many microseconds as each layout takes, by a clock of its own."""

    def __init__(self, microseconds: dict[ThreadLayout, float], device: str = "cpu"):
        self.microseconds = microseconds
        self.device = device
        self.now = 0.0
        self.processors = 0.0
        self.share = 1.0  # of the processors, that other programs leave
        self.disturbed: dict[int, float] = {}  # parts during which everything takes so much longer
        self.used: list[ThreadLayout] = []

    def run(self, parts: int, size: int = 400_000) -> list[ThreadLayout]:
        """Return the layouts of all parts of a job that begins with ``_BEGINNING`` characters."""
        self.used = []
        beginning = batching.MEASURED_FROM + 1
        job = [["a" * beginning], *(["a" * size] for _ in range(parts))]
        found = list(batching.encode_all(job, MODEL, _Fake(self, FOUR), self.laid_out, self.times))
        assert [len(item) for item in found] == [1] * len(job)
        return self.used

    def times(self) -> batching.Clocks:
        return batching.Clocks(self.now, self.processors)

    def laid_out(self, other: ThreadLayout) -> _Fake:
        return _Fake(self, other)


class _Fake:
    def __init__(self, machine: Machine, of: ThreadLayout):
        self.machine = machine
        self.of = of
        self.device = machine.device

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        machine = self.machine
        slower = machine.disturbed.get(len(machine.used), 1.0)
        seconds = sum(map(len, texts)) * machine.microseconds[self.of] / 1e6
        machine.now += seconds * slower
        machine.processors += seconds * slower * self.of.threads * machine.share
        machine.used.append(self.of)
        return np.zeros((len(texts), 1), np.float32)


USUAL_IS_BEST = {FOUR: 10.0, TWO: 10.2, HELPED: 11.0, ONE: 20.0}
HALF_IS_BEST = {FOUR: 10.0, TWO: 8.0, HELPED: 9.0, ONE: 20.0, ThreadLayout(1, 1): 20.0}


def test_layout_is_unchanged_without_clear_gain() -> None:
    used = Machine(USUAL_IS_BEST).run(40)
    assert used.count(TWO) == used.count(HELPED) == 3
    assert set(used[13:]) == {FOUR}
    assert batching.read_layout(MODEL) == FOUR


def test_fastest_layout_is_selected_stored_and_used() -> None:
    used = Machine(HALF_IS_BEST).run(40)
    assert used[0] == FOUR
    assert used[-1] == TWO
    assert used.count(ThreadLayout(1, 1)) == used.count(ONE) == 1  # hopeless
    assert batching.read_layout(MODEL) == TWO
    assert Machine(HALF_IS_BEST).run(10) == [FOUR, *[TWO] * 10]


def test_interrupted_job_selects_no_layout() -> None:
    assert Machine(HALF_IS_BEST).run(0) == [FOUR]
    Machine(HALF_IS_BEST).run(4)
    assert batching.read_layout(MODEL) is None


@pytest.mark.parametrize("at", [(1,), (1, 3), (5, 11), (7, 9), (1, 2, 7, 8)])
def test_noise_selects_no_layout(at: tuple[int, ...]) -> None:
    machine = Machine(USUAL_IS_BEST)
    machine.disturbed = dict.fromkeys(at, 3.0)
    machine.run(40)
    assert batching.read_layout(MODEL) == FOUR


def test_busy_processors_prevent_measurement() -> None:
    machine = Machine(HALF_IS_BEST)
    machine.share = 0.7
    assert set(machine.run(40)) == {FOUR}
    assert batching.read_layout(MODEL) is None


def test_short_batches_are_not_measured() -> None:
    assert set(Machine(HALF_IS_BEST).run(40, size=batching.LEAST_MEASURED_PART - 1)) == {FOUR}
    assert set(Machine(HALF_IS_BEST).run(40, size=0)) == {FOUR}


def test_gpu_has_one_layout() -> None:
    assert set(Machine(HALF_IS_BEST, device="cuda").run(40)) == {FOUR}
    assert batching.read_layout(MODEL) is None


def test_stored_layout_is_specific_to_machine_and_model(monkeypatch: pytest.MonkeyPatch) -> None:
    batching.remember(MODEL, TWO)
    assert batching.read_layout("of another model") is None
    for name, other in (
        ("count_cores", lambda: 8),
        ("find_processor", lambda: "another processor"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(batching, name, other)
            assert batching.read_layout(MODEL) is None
    with monkeypatch.context() as patch:
        patch.setattr(onnxruntime, "__version__", "99.0")
        assert batching.read_layout(MODEL) is None
    assert batching.read_layout(MODEL) == TWO


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"2",
        b"2 2 2",
        b"2 many",
        b"0 2",
        b"-1 2",
        b"2 1",
        b"64 64",
        b"1e999 2",
        b"9" * 10_000 + b" 2",
    ],
)
def test_damaged_layout_cache_is_measured_again(content: bytes, cache: Path) -> None:
    batching.remember(MODEL, FOUR)
    (kept,) = (cache / "lexdesk" / "layouts").iterdir()
    kept.write_bytes(content)
    assert batching.read_layout(MODEL) is None
    Machine(HALF_IS_BEST).run(40)
    assert kept.read_text() == "2 2\n"


def test_unwritable_cache_is_no_error(cache: Path) -> None:
    cache.write_text("a file where the folder would be")
    assert Machine(HALF_IS_BEST).run(40)[-1] == TWO
    assert batching.read_layout(MODEL) is None


def test_missing_home_folder_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "~/.cache")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # nobody knows the user
    assert Machine(HALF_IS_BEST).run(40)[-1] == TWO
    assert batching.read_layout(MODEL) is None


@pytest.mark.slow
def test_vectors_are_equal_in_every_layout(monkeypatch: pytest.MonkeyPatch, gdpr: Path) -> None:
    text = (gdpr / "L_2016119EN.01000101.xml").read_text(encoding="utf-8")
    parts = [[text[at : at + 200], text[at : at + 90], ""] for at in range(0, 4_000, 250)]
    monkeypatch.setattr(batching, "MEASURED_FROM", 1)
    monkeypatch.setattr(batching, "LEAST_MEASURED_PART", 1)
    monkeypatch.setattr(batching, "LEAST_PROCESSOR_SHARE", 0.0)
    monkeypatch.setattr(batching, "ROUNDS", 1)
    encoder = Encoder(FOLDER, manifest.read(FOLDER), 4)
    if encoder.device != "cpu":
        pytest.skip("a GPU has one layout")
    tried = []
    result = encoder.with_layout

    def laid_out(other: ThreadLayout) -> Encoder:
        tried.append(other)
        return result(other)

    monkeypatch.setattr(encoder, "with_layout", laid_out)
    found = np.concatenate(list(encoder.encode_all(parts)))
    assert {TWO, HELPED} <= set(tried)
    assert batching.read_layout(MODEL) is not None
    assert np.array_equal(found, encoder.encode([item for part in parts for item in part]))


def test_replaced_model_does_not_end_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "model"
    copy.mkdir()
    for file in FOLDER.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    encoder = Encoder(copy, manifest.read(copy), 2)
    encoder.encode(["Consent."])
    (copy / "model.onnx").write_bytes(b"of another version")
    assert encoder.with_layout(TWO) is encoder


def test_status_reports_layout(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.admin.status().layout == ""
        batching.remember(MODEL, HELPED)
        if library.admin.status().device == "cpu":
            assert library.admin.status().layout == "texts at once: 2, threads: 4"
