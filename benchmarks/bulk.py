"""Encoding on a Ray cluster of two workers of one core, against one process that uses both cores.

The same passages of EU acts, in turns, so that both meet the same machine; start-up aside.
"""

from __future__ import annotations

import itertools
import time

import click
import ray
from ray.cluster_utils import Cluster as LocalCluster

from benchmarks import data, report
from lexdesk.bulk import Cluster
from lexdesk.bulk.cluster import ClusterEncoder
from lexdesk.models.encoder import Encoder, loaded
from lexdesk.models.manifest import find


def rate(encoder: Encoder | ClusterEncoder, texts: list[str], at_once: int) -> float:
    """Passages a second, ``at_once`` in one call, as a library asks."""
    started = time.perf_counter()
    for start in range(0, len(texts), at_once):
        encoder.encode(texts[start : start + at_once])
    return len(texts) / (time.perf_counter() - started)


@click.command()
@click.option("--passages", default=1024, show_default=True)
@click.option("--rounds", default=3, show_default=True)
def main(passages: int, rounds: int) -> None:
    """Print the rates and their ratio."""
    rows = itertools.islice(data.corpus("eu-citations"), passages)
    texts = sorted((row["text"][:1200] for row in rows), key=len)
    local = LocalCluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(2):
        local.add_node(num_cpus=1)
    ray.init(address=local.address, log_to_driver=False)
    alone = loaded(find("embedder"))
    table = []
    with Cluster() as cluster:
        together = cluster.encoder(alone.manifest)
        for encoder in (alone, together):
            encoder.encode(texts[:256])  # loads the model
        for number in range(1, rounds + 1):
            one, two = rate(alone, texts, 512), rate(together, texts, 512)
            table.append([number, f"{one:.1f}", f"{two:.1f}", f"{two / one:.3f}"])
    ray.shutdown()
    local.shutdown()
    head = ["round", "one process, both cores, passages/s", "two workers, passages/s", "ratio"]
    print(report.table(head, table))


if __name__ == "__main__":
    main()
