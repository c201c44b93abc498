"""Start-up times of commands as ratios to their unavoidable minimum."""

import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

from benchmarks import report
from lexdesk import Library
from lexdesk.models.manifest import find
from lexdesk.system.bundled import find_corpus

# What semantic search imports, and the model.
BARE = """
import sys, onnxruntime, numpy, tantivy
onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
"""


def _milliseconds(command: list[str], environment: Mapping[str, str]) -> float:
    return report.process_seconds(command, environment) * 1000


@click.command()
@click.option("--rounds", default=11, show_default=True)
def main(rounds: int) -> None:
    """Print each command's median and its ratio to its yardstick, measured in turn."""
    lexdesk = str(Path(sys.executable).parent / "lexdesk")
    with tempfile.TemporaryDirectory() as folder:
        library = f"{folder}/library"
        with Library.open(library, create=True) as opened:
            opened.sources.add([find_corpus()])
        yardsticks = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "bare imports and model": [
                sys.executable,
                "-c",
                BARE,
                str(find("embedder") / "model.onnx"),
            ],
        }
        pairs = [
            ("lexdesk --help", [lexdesk, "--help"], "python -c pass", 5),
            (
                "lexdesk search",
                [lexdesk, "search", "-L", library, "withdraw consent"],
                "bare imports and model",
                1.6,
            ),
            (
                "lexdesk search --mode keyword",
                [lexdesk, "search", "-L", library, "withdraw consent", "--mode", "keyword"],
                "bare imports and model",
                0.8,
            ),
        ]
        rows = []
        environment = report.with_bytecode(f"{folder}/bytecode")
        for name, command, yardstick, wanted in pairs:
            _milliseconds(command, environment)  # it compiles its modules
            measured = [
                (
                    _milliseconds(command, environment),
                    _milliseconds(yardsticks[yardstick], environment),
                )
                for _ in range(rounds)
            ]
            ours, theirs = (statistics.median(column) for column in zip(*measured, strict=True))
            ratio = statistics.median(a / b for a, b in measured)
            rows.append(
                [
                    name,
                    f"{ours:.0f}",
                    yardstick,
                    f"{theirs:.0f}",
                    f"{ratio:.2f}",
                    f"at most {wanted}",
                ]
            )
    click.echo(f"{report.machine()}, medians of {rounds}\n")
    click.echo(report.table(["command", "ms", "yardstick", "ms", "ratio", "wanted"], rows))


if __name__ == "__main__":
    main()
