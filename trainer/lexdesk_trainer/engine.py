"""The engine as a subprocess with files as input and output, never imported.

Hard negatives are therefore exactly the results of a user's search.
"""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from lexdesk.evaluation.run import Run, read_run
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TrainingError


def run(*arguments: str, models: Path | None = None) -> str:
    """Run ``lexdesk ARGUMENTS`` and return its output; raise its one-line error as ours."""
    environment: Mapping[str, str] = os.environ
    if models is not None:
        environment = {**os.environ, "LEXDESK_MODELS": str(models.absolute())}
    done = subprocess.run(
        [sys.executable, "-m", "lexdesk", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=environment,
    )
    if done.returncode not in (0, 1):  # 1: nothing found
        raise TrainingError(
            TrainingCode.ENGINE_FAILED, arguments=arguments[0], last_words=_last_error_line(done)
        )
    return done.stdout


def dump(library: Path) -> Iterable[str]:
    """Yield the lines of ``lexdesk dump``, one for each text of ``library``."""
    # StringIO splits at \n alone: texts may hold other line ends.
    return io.StringIO(run("dump", "-L", str(library)))


def _last_error_line(done: subprocess.CompletedProcess[str]) -> str:
    if lines := done.stderr.strip().splitlines():
        return lines[-1].removeprefix("lexdesk: ")
    if done.returncode < 0:  # as the system does where memory ends
        return f"the system ended it ({signal.Signals(-done.returncode).name}); the same command goes on"
    return f"it ended with {done.returncode} and said nothing"


def ranking(
    collection: Path, qrels: str, file: Path, *, mode: str = "keyword", models: Path | None = None
) -> Run:
    """Rank the judged queries of a collection with the engine; cache the run in ``file``.

    ``mode`` is one of the engine's, or ``reranked``: hybrid, re-ranked by the installed re-ranker.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".draft")
        options = ["--rerank"] if mode == "reranked" else ["--mode", mode]
        if qrels:
            options += ["--qrels", qrels]
        run("evaluate", str(collection), *options, "--run", str(draft), models=models)
        draft.replace(file)
    return read_run(file)
