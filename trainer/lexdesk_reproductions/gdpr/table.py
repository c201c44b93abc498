"""Tables 2 to 6 of the paper, in one table for each two query sets: the 18 models beside baselines."""

import tomllib
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from lexdesk.evaluation.collection import Collection
from lexdesk_reproductions.bench import Bench
from lexdesk_reproductions.gdpr import queries as query_sets
from lexdesk_reproductions.gdpr import regulation as regulations
from lexdesk_reproductions.gdpr.grid import BASES, TASKS, BaseName, Grid, TaskName, columns
from lexdesk_reproductions.gdpr.queries import NAMES, Queries
from lexdesk_reproductions.gdpr.rivals import ORDERS, Order
from lexdesk_reproductions.gdpr.settings import SETTINGS, Settings
from lexdesk_reproductions.ledger import Values
from lexdesk_reproductions.tables import Row, Table, read_published
from lexdesk_trainer import fingerprints

MODELS = "Models"
_SHOWN = {"general": "MiniLM", "legislation": "MiniLM, EU legislation", "scratch": "From scratch"}
_NOTES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("notes.toml").read_text(encoding="utf-8")
)
_PUBLISHED = read_published(__file__)


def tables(bench: Bench) -> tuple[Table, ...]:
    """Build the tables of the paper."""
    regulation = regulations.read(bench.data)
    sets = query_sets.read(regulation, bench.data)
    settings = SETTINGS[bench.extent]
    return tables_of(Grid(regulation, sets, bench.data, settings, bench.work))


def source(bench: Bench) -> str:
    """Fingerprint the paper's files, the commentary, and the legislation for pre-training."""
    commentary = [Collection(bench.data / name) for name in query_sets.COMMENTARY.values()]
    files = [file for article in commentary for file in fingerprints.inputs_of_ranking(article)]
    chapters = Collection(bench.data / "gdpr-articles").corpus_file
    legislation = bench.data / "raw" / "eu-headings.jsonl.gz"
    return fingerprints.hash_files([*regulations.files(bench.data), chapters, *files, legislation])


def tables_of(grid: Grid) -> tuple[Table, ...]:
    """Build the tables of a grid."""
    rows = tuple(_rows(grid))
    about = f"{_NOTES['about']} {_reduction_note(grid.settings)}".strip()
    return (
        Table("Query sets (section 4.3)", ("queries", "words", "articles"), tuple(_counts(grid))),
        Table(
            "Tables 2 to 6: units of the regulation", columns(("QA", "QpA")), rows, about, of=MODELS
        ),
        Table(
            "Tables 2 to 6: recitals", columns(("QR", "QpR")), rows, _NOTES["ordered"], of=MODELS
        ),
        Table("Tables 2 to 6: commentary", columns(("QC", "QCs")), rows, of=MODELS),
    )


def _counts(grid: Grid) -> list[Row]:
    return [
        Row(name, (grid.settings.queries,), partial(_count, grid.queries[name])) for name in NAMES
    ]


def _count(found: Queries) -> Values:
    words = sum(len(text.split()) for text in found.texts)
    return {
        "queries": len(found.texts),
        "words": words / max(len(found.texts), 1),
        "articles": len(set(found.labels.tolist())),
    }


def _rows(grid: Grid) -> list[Row]:
    settings = grid.settings
    plain = (settings.queries, settings.tokens)
    found = [
        Row("BM25", plain, grid.bm25),
        Row("MiniLM, untrained", plain, grid.cosines),
        Row("BM25 and MiniLM, untrained", plain, grid.bm25_and_cosines),
        Row("BM25 and MiniLM, in the order of recitals", (*plain, Order()), grid.measure_in_order),
        Row(
            "The same, constants chosen on the others",
            (*plain, *ORDERS),
            grid.measure_in_tuned_order,
        ),
    ]
    for base, task, recitals in product(BASES, TASKS, (False, True)):
        make = partial(grid.model, base, task, recitals)
        name = _name(base, task, recitals)
        published = _PUBLISHED.get(name, {})
        found.append(Row(name, settings, make, published, costly=base != "general"))
    return found


def _name(base: BaseName, task: TaskName, recitals: bool) -> str:
    return f"{_SHOWN[base]}{', ' if task else ''}{task}{'-r' if recitals else ''}"


def _reduction_note(settings: Settings) -> str:
    if settings == SETTINGS["full"]:
        return ""
    queries = f"at most {settings.queries} queries of a set" if settings.queries else "all queries"
    notes: str = _NOTES["reduced"]
    return notes.format(settings=settings, queries=queries, choices=settings.tasks.examples // 2)
