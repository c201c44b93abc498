"""Tables 4 and 5 for both directions, and Figures 3 to 6."""

import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from lexdesk.evaluation.collection import Collection
from lexdesk_reproductions import shipped
from lexdesk_reproductions.bench import Bench
from lexdesk_reproductions.regir import act_against_act
from lexdesk_reproductions.regir.dataset import read
from lexdesk_reproductions.regir.laboratory import EMBEDDER, Encoder, Laboratory
from lexdesk_reproductions.regir.layers import Place, places
from lexdesk_reproductions.regir.rerankers import Kind
from lexdesk_reproductions.regir.second_stage import Over, SecondStage
from lexdesk_reproductions.regir.settings import SETTINGS, Settings
from lexdesk_reproductions.tables import Row, Table, read_published
from lexdesk_trainer import fingerprints

NAMES = ("eu2ie", "ie2eu")
_CITATIONS = "eu-citations"
FIRST = ("R@100", "from", "to", "alpha", "p")
SECOND = ("R@20", "nDCG@20", "from", "to", "deviation", "R-precision", "w_r", "w_p", "p")
_DEPTHS = ("R@10", "R@20", "R@50", "R@100", "R@200", "R@500", "R@1000", "R@2000")
_NOTES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("notes.toml").read_text(encoding="utf-8")
)
_PUBLISHED = read_published(__file__)


def tables(bench: Bench) -> tuple[Table, ...]:
    """Build the tables of both directions, of directives and Irish Acts and of EU acts that cite each other."""
    settings = SETTINGS[bench.extent]
    acts = bench.work / "acts"
    act_against_act.write(Collection(bench.data / _CITATIONS), acts)
    found: list[Table] = []
    folders = [(bench.data, NAMES), (acts, act_against_act.NAMES)]
    for folder, name in ((folder, name) for folder, names in folders for name in names):
        dataset = read(folder, name, settings.characters)
        found += tables_of(Laboratory(dataset, bench.data, settings, bench.work / name))
    return tuple(found)


def source(bench: Bench) -> str:
    """Fingerprint the collections, and the training acts of C-BERT."""
    collections = [Collection(bench.data / name) for name in (*NAMES, _CITATIONS)]
    files = [
        file for collection in collections for file in fingerprints.inputs_of_ranking(collection)
    ]
    return fingerprints.hash_files([*files, bench.data / "eurovoc" / "train.jsonl.gz"])


def tables_of(laboratory: Laboratory) -> tuple[Table, ...]:
    """Build the tables of one direction."""
    name, settings = laboratory.dataset.name, laboratory.settings
    heat = [Row(f"k1 {k1}", settings, partial(laboratory.heat, k1)) for k1 in settings.k1]
    curves = [
        Row(system, settings, partial(laboratory.curve, system))
        for system in ("BM25", "W2V-CENT", "C-BERT", "ENSEMBLE")
    ]
    return (
        Table(
            f"Table 4, {name}",
            FIRST,
            _with_published(_first_rows(laboratory), name),
            f"{_NOTES['first']} {_reduction_note(settings)}",
        ),
        Table(
            f"Table 5, {name}",
            SECOND,
            _with_published(_second_rows(laboratory), name),
            _NOTES["second"],
        ),
        Table(f"Figure 3, {name}: R@100 of BM25", tuple(f"b {b}" for b in settings.b), tuple(heat)),
        Table(f"Figure 4, {name}: R@100 by layer", FIRST[:3], _layer_rows(laboratory)),
        Table(
            f"Figure 5, {name}: year of the relevant act minus that of the query",
            ("before", "same", "1-2", "3-5", "6-15", "later"),
            (Row("judgements", (), laboratory.years),),
        ),
        Table(f"Figure 6, {name}: R@k", _DEPTHS, tuple(curves)),
    )


def _with_published(rows: tuple[Row, ...], name: str) -> tuple[Row, ...]:
    return tuple(
        replace(row, published=_PUBLISHED.get(f"{name} {row.name}", row.published)) for row in rows
    )


def _first_rows(laboratory: Laboratory) -> tuple[Row, ...]:
    settings = laboratory.settings
    names = ("BM25", "BM25, titles", "W2V-CENT", "MiniLM", "C-BERT")
    rows = [Row(name, settings, partial(laboratory.first, name)) for name in names]
    rows.append(Row("ENSEMBLE", settings, laboratory.combine))
    # Not for other data sets: their acts cite each other, and the embedder learned from these citations.
    if laboratory.dataset.name in NAMES:
        first, joined = partial(laboratory.first, EMBEDDER), partial(laboratory.combine, EMBEDDER)
        with_it = (settings, shipped.fingerprint())
        rows.append(Row(f"{EMBEDDER} (not in the paper)", with_it, first, costly=True))
        rows.append(Row("ENSEMBLE with it (not in the paper)", with_it, joined, costly=True))
    return tuple(rows)


def _second_rows(laboratory: Laboratory) -> tuple[Row, ...]:
    stage, settings = SecondStage(laboratory), laboratory.settings
    rows = [Row("ENSEMBLE", settings, stage.first)]
    rows += [
        Row(f"ENSEMBLE, within {years} years", settings, partial(stage.first, years))
        for years in (5, 15)
    ]
    kinds: tuple[Kind, ...] = ("DRMM", "PACRR")
    for kind in kinds:
        rows += _reranked_rows(stage, kind, settings)
    return (*rows, Row("Oracle", settings, stage.oracle))


def _reranked_rows(stage: SecondStage, kind: Kind, settings: Settings) -> list[Row]:
    overs: tuple[Over, ...] = ("word2vec", "C-BERT frozen", "C-BERT tuned")
    rows = [
        Row(f"{kind}, {over}", settings, partial(stage.row_of_reranker, kind, over), costly=at == 2)
        for at, over in enumerate(overs)
    ]
    for years in (5, 15):
        for when, filtered in (("before", (years, 0)), ("after", (0, years))):
            make = partial(stage.row_of_reranker, kind, "word2vec", *filtered)
            shown = f"{kind}, word2vec, {years} years {when}"
            rows.append(Row(shown, settings, make, costly=True))
    return rows


def _layer_rows(laboratory: Laboratory) -> tuple[Row, ...]:
    settings = laboratory.settings
    encoders: tuple[Encoder, ...] = ("MiniLM", "C-BERT")
    return tuple(
        Row(f"{encoder}, {_shown(place)}", settings, partial(laboratory.layer, encoder, place))
        for encoder in encoders
        for place in places(settings.layers)
    )


def _shown(place: Place) -> str:
    pooling, layer = place
    return f"{pooling}, layer {layer}" if layer else f"{pooling}, embeddings"


def _reduction_note(settings: Settings) -> str:
    if settings == SETTINGS["full"]:
        return ""
    notes: str = _NOTES["reduced"]
    return notes.format(settings=settings, acts=settings.concepts.acts or "all")
