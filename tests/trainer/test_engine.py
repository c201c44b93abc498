"""The engine called as a program: the handling of its errors."""

import json
import sys
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk_trainer import engine
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TrainingError


def test_engine_errors_become_trainer_errors(tmp_path: Path) -> None:
    with raises_code(TrainingError, TrainingCode.ENGINE_FAILED, arguments="status"):
        engine.run("status", "-L", str(tmp_path / "nowhere"))


@pytest.mark.skipif(sys.platform == "win32", reason="a program of one line of shell")
def test_termination_by_system_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nkill -9 $$\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    with raises_code(TrainingError, TrainingCode.ENGINE_FAILED, arguments="dump"):
        engine.run("dump")


def test_line_breaks_in_text_are_normalised(tmp_path: Path) -> None:
    text = "The lease\u2028of the w\u00e4rehouse\u0085ends in March."
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([Document(text, "Note", work="note-1")], vectors=False)
    assert [json.loads(line)["text"] for line in engine.dump(tmp_path / "library")] == [text]
