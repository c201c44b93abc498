"""Encoding by two Ray workers of one core each, compared with one process on both cores.

The workers are on one node, or on a node each beside the head: then the programs of three nodes share the
two cores. Both encode the same passages of EU acts in turns, without start-up time. In the third turn of
a round one worker is killed halfway. Processor time is reported as well, since other jobs disturb it
less.
"""

import itertools
import os
import signal
import threading
import time
from pathlib import Path
from typing import NamedTuple

import click
import ray
from ray.cluster_utils import Cluster as LocalCluster

from benchmarks import data, processor, report
from benchmarks.memory import family
from lexdesk.ingest import Encodes
from lexdesk.ingest.cluster.cluster import Cluster
from lexdesk.models.encoder import load
from lexdesk.models.manifest import find

_AT_ONCE = 512  # in one part, as a library asks


class Turn(NamedTuple):
    """Seconds by the clock, and core seconds of this process and the cluster."""

    clock: float
    core: float


def turn(encoder: Encodes, texts: list[str], kill_after: float = 0) -> Turn:
    """Encode ``texts``; kill a worker after ``kill_after`` seconds, if given."""
    used = processor.used_below(os.getpid())
    started = time.perf_counter()
    if kill_after:
        killing = threading.Timer(kill_after, _kill_a_worker)
        killing.start()
    parts = (texts[start : start + _AT_ONCE] for start in range(0, len(texts), _AT_ONCE))
    found = sum(len(vectors) for vectors in encoder.encode_all(parts))
    took = Turn(time.perf_counter() - started, processor.used_below(os.getpid()) - used)
    if found != len(texts):
        raise click.ClickException(f"{found} vectors came back for {len(texts)} passages")
    return took


def _kill_a_worker() -> None:
    """Kill a process that encodes: Ray names it after its task."""
    for process in family(os.getpid()):
        if Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::encode"):
            os.kill(process, signal.SIGKILL)
            return
    raise click.ClickException("no worker was encoding when one was to be killed")


@click.command()
@click.option("--passages", default=1024, show_default=True)
@click.option("--rounds", default=5, show_default=True)
@click.option("--nodes", type=click.IntRange(1, 2), default=1, show_default=True)
def main(passages: int, rounds: int, nodes: int) -> None:
    """Print the rates, their ratio, and the cost of a killed worker."""
    rows = itertools.islice(data.corpus("eu-citations"), passages)
    texts = sorted((row["text"][:1200] for row in rows), key=len)
    on_head = 2 if nodes == 1 else 0
    local = LocalCluster(initialize_head=True, head_node_args={"num_cpus": on_head})
    for _ in range(2 - on_head):
        local.add_node(num_cpus=1)
    ray.init(address=local.address, log_to_driver=False, logging_level="ERROR")
    alone = load(find("embedder"))
    table, ratios, grown = [], [], []
    with Cluster() as cluster:
        together = cluster.encoder(alone.manifest)
        for encoder in (alone, together):
            turn(encoder, texts[::4])  # loads the model
        for number in range(1, rounds + 1):
            one, two = turn(alone, texts), turn(together, texts)
            killed = turn(together, texts, kill_after=two.clock / 2)
            ratios.append(one.clock / two.clock)
            grown.append(killed.clock - two.clock)
            rates = (f"{passages / run.clock:.1f}" for run in (one, two))
            seconds = (f"{ratio:.2f}" for ratio in (ratios[-1], one.core / two.core))
            table.append([number, *rates, *seconds, f"{two.clock:.1f}", f"{killed.clock:.1f}"])
    ray.shutdown()
    local.shutdown()
    click.echo(report.machine())
    head = ["round", "one process, both cores, passages/s", "two workers, passages/s", "ratio"]
    head += ["ratio of processor time", "two workers, s", "with one killed, s"]
    click.echo(report.table(head, table))
    click.echo(f"ratio {report.spread(ratios, 3)}; a killed worker costs {report.spread(grown)} s")


if __name__ == "__main__":
    main()
