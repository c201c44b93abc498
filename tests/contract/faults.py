"""Faults drawn from one seed over real commands: nothing acknowledged is lost, and the library stays sound.

    python -m tests.contract.faults --seeds 1000 --log seeds.jsonl     # broken off, it goes on where it stopped
    python -m tests.contract.faults --from 417 --seeds 1      # that seed again

A seed draws commands, and for each of them kills, half-done writes, power cuts, full and failing disks, jumps of the
clock, and a second writer that runs while the first one stands still. After each command a copy of the library is opened,
checked and searched for every version of every document; the library itself goes on as the faults left it.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from tests.contract import disturbance
from tests.contract.operations import small_steps

if TYPE_CHECKING:
    pass
from tests.contract.simulation import Libraries, Run, Simulation


class Faults:
    """Runs seeds in ``scratch``."""

    def __init__(self, scratch: Path):
        self._libraries = Libraries(scratch)

    def run(self, seed: int) -> Run:
        """Run a seed to its end or its failure."""
        result = Run(seed)
        simulation = Simulation(self._libraries, random.Random(seed), result)
        try:
            simulation.go()
        except Exception as error:
            result.problem = f"{type(error).__name__}: {error}"[:2_000]
        return result


def table(runs: Sequence[Run]) -> str:
    """Return a Markdown table: the number of strikes of each fault, and failing seeds."""
    faults = sum((run.faults for run in runs), Counter[str]())
    lines = ["| fault | struck |", "|---|---|"]
    lines += [f"| {name} | {number:,} |" for name, number in sorted(faults.items())]
    broken = sum(bool(run.problem) for run in runs)
    return "\n".join([*lines, f"\n{len(runs):,} seeds, {broken} broken"])


@click.command()
@click.option("--seeds", default=1000, show_default=True, help="Number of seeds.")
@click.option("--from", "first", default=0, show_default=True, help="The first seed.")
@click.option("--all", "is_all", is_flag=True, help="Print what each seed does.")
@click.option(
    "--log", type=click.Path(path_type=Path), help="Record of seeds, which are not run again."
)
def main(seeds: int, first: int, is_all: bool, log: Path | None) -> None:
    """Run seeds and print failing ones; exit code 1 for any."""
    if reason := disturbance.missing():
        raise click.ClickException(reason)
    runs = _recorded(log) if log is not None and log.exists() else []
    with tempfile.TemporaryDirectory() as scratch, small_steps():
        faults = Faults(Path(scratch).resolve())
        for seed in sorted(set(range(first, first + seeds)) - {run.seed for run in runs}):
            began = time.monotonic()
            runs.append(run := faults.run(seed))
            if run.problem or is_all:
                click.echo(f"seed {seed}: {'; '.join(run.steps)}\n  {run.problem}")
                click.echo(f"  {time.monotonic() - began:.1f} s")
            if log is not None:
                with log.open("a") as lines:
                    record = [run.seed, run.steps, run.faults, run.problem]
                    lines.write(json.dumps(record) + "\n")
    click.echo(table(runs))
    sys.exit(any(run.problem for run in runs))


def _recorded(log: Path) -> list[Run]:
    records = [json.loads(line) for line in log.read_text().splitlines()]
    return [Run(seed, steps, Counter(faults), problem) for seed, steps, faults, problem in records]


if __name__ == "__main__":
    main()
