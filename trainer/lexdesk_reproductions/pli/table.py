"""Tables 2 and 3: the first stage, and R1, R3 and R5 over it, on cases of the Indian Supreme Court."""

import tomllib
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from lexdesk.evaluation.collection import Collection
from lexdesk_reproductions.bench import Bench
from lexdesk_reproductions.pli.cases import read
from lexdesk_reproductions.pli.first_stage import Windows
from lexdesk_reproductions.pli.laboratory import FIRST, Laboratory
from lexdesk_reproductions.pli.network import Kind
from lexdesk_reproductions.pli.settings import SETTINGS
from lexdesk_reproductions.tables import Row, Table, read_published
from lexdesk_trainer import fingerprints

SECOND = ("precision", "recall", "F1", "p")
DOMAINS = {
    "none": "R1: no stage 1",
    "B": "R3: stage 1 on cases",
    "A": "R5: stage 1 on another domain",
}
"""The rows whose stage 2 learns from cases, by the pairs of stage 1; R2, R4 and R6 learn from patents."""
_NOTES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("notes.toml").read_text(encoding="utf-8")
)
_PUBLISHED = read_published(__file__)


def tables(bench: Bench) -> tuple[Table, ...]:
    """Build Tables 2 and 3."""
    settings = SETTINGS[bench.extent]
    return tables_of(Laboratory(read(bench.data / "irled"), bench.data, settings, bench.work))


def source(bench: Bench) -> str:
    """Fingerprint the cases, and the statutes of stage 1."""
    collections = [Collection(bench.data / name) for name in ("irled", "eu-citations")]
    return fingerprints.hash_files(
        file for collection in collections for file in fingerprints.inputs_of_ranking(collection)
    )


def tables_of(laboratory: Laboratory) -> tuple[Table, ...]:
    """Build the tables of a laboratory."""
    settings = laboratory.settings
    stage = (laboratory.stage.k1, laboratory.stage.b, laboratory.stage.terms)
    best = settings.windows
    systems: dict[str, Windows | None] = {
        "BM25": None,
        "Windows, the highest score": replace(best, above=0),
        f"Windows, the highest score above rank {best.above}": best,
    }
    first = [
        Row(name, (*stage, rows), partial(laboratory.first, rows)) for name, rows in systems.items()
    ]
    rows = [
        Row(f"{name}, cut at {settings.cut}", settings, partial(laboratory.baseline, rows))
        for name, rows in systems.items()
    ]
    kinds: tuple[Kind, ...] = ("LSTM", "GRU")
    for (domain, shown), kind in product(DOMAINS.items(), kinds):
        rows.append(Row(f"{shown}, {kind}", settings, partial(laboratory.model, domain, kind)))
    for kind in kinds:
        row = partial(laboratory.model, "B", kind, windows=True)
        rows.append(
            Row(f"Stage 1 on cases, {kind}, over windows (not in the papers)", settings, row)
        )
    for over, windows in (("BM25", False), ("windows", True)):
        for kind in kinds:
            close = partial(laboratory.close, kind, windows=windows)
            rows.append(Row(f"Words, {kind}, over {over} (not in the papers)", settings, close))
    rows = [replace(row, published=_PUBLISHED.get(row.name, {})) for row in rows]
    return (
        Table("First stage", FIRST, tuple(first), _NOTES["first"]),
        Table(
            "Tables 2 and 3",
            SECOND,
            tuple(rows),
            f"{_NOTES['second']} {_reduction_note(laboratory)}".strip(),
        ),
    )


def _reduction_note(laboratory: Laboratory) -> str:
    settings = laboratory.settings
    if settings == SETTINGS["full"]:
        return ""
    notes: str = _NOTES["reduced"]
    return notes.format(
        settings=settings,
        queries_learned=len(laboratory.learned),
        queries_measured=len(laboratory.measured),
    )
