"""Rows of results: run once, stored with their settings, marked if not run."""

import math
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from tests.codes import raises_code

from lexdesk_reproductions import tables
from lexdesk_reproductions.bench import Bench
from lexdesk_reproductions.cli import NAMES, cli
from lexdesk_reproductions.learning import Learning, learn, schedule
from lexdesk_reproductions.ledger import Ledger
from lexdesk_reproductions.tables import Row, Table
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText, TrainingError


class Counter:
    def __init__(self, **values: float):
        self.values, self.calls = values, 0

    def __call__(self) -> dict[str, float]:
        self.calls += 1
        return self.values


def a_table(cheap: Counter, dear: Counter, settings: object = 1) -> Table:
    rows = (
        Row("cheap", settings, cheap, {"MRR": 0.5}),
        Row("dear", settings, dear, {"MRR": 0.75}, costly=True),
    )
    return Table("Table 9", ("MRR", "pairs"), rows, "Of nothing.")


def test_row_runs_once_per_settings(tmp_path: Path) -> None:
    cheap, dear = Counter(MRR=0.25, pairs=1200), Counter(MRR=1.0)
    ledger = Ledger(tmp_path, "data")
    for _ in range(2):
        tables.run([a_table(cheap, dear)], ledger, costly=False)
    assert (cheap.calls, dear.calls) == (1, 0)
    tables.run([a_table(cheap, dear, settings=2)], ledger, costly=True)
    assert (cheap.calls, dear.calls) == (2, 1)
    tables.run([a_table(cheap, dear, settings=2)], Ledger(tmp_path, "other data"), costly=True)
    assert (cheap.calls, dear.calls) == (3, 2)


def test_missing_rows_are_marked_beside_published_numbers(tmp_path: Path) -> None:
    table = a_table(Counter(MRR=0.25, pairs=1200), Counter(MRR=1.0))
    ledger = Ledger(tmp_path, "data")
    tables.run([table], ledger, costly=False)
    assert list(tables.lines([table], ledger))[4:7] == [
        "| | MRR | pairs |",
        "|---|---|---|",
        "| cheap | 0.250 (0.500) | 1,200 |",
    ]
    assert "| dear | not run (0.750) | not run |" in tables.lines([table], ledger)


def test_second_table_shows_other_columns_of_same_rows(tmp_path: Path) -> None:
    cheap = Counter(MRR=0.25, pairs=1200)
    first = a_table(cheap, Counter(MRR=1.0))
    second = Table("Counts", ("pairs",), first.rows, of=first.title)
    tables.run([first, second], Ledger(tmp_path, "data"), costly=False)
    assert cheap.calls == 1


def test_only_requested_rows_are_run(tmp_path: Path) -> None:
    cheap, dear = Counter(MRR=0.25), Counter(MRR=1.0)
    ledger = Ledger(tmp_path, "data")
    tables.run([a_table(cheap, dear)], ledger, costly=True, only="DEAR")
    assert (cheap.calls, dear.calls) == (0, 1)
    names = "Table 9; cheap; dear"
    with raises_code(TrainingError, TrainingCode.NO_TABLE, only="deer", fromkeys=names):
        tables.run([a_table(cheap, dear)], ledger, costly=True, only="deer")


def test_missing_number_leaves_empty_cell(tmp_path: Path) -> None:
    table = a_table(Counter(MRR=math.nan), Counter())
    ledger = Ledger(tmp_path, "data")
    ledger.keep("Table 9", "cheap", "1", {"pairs": 3.0}, 0.0)
    assert "| cheap | (0.500) | 3 |" in tables.lines([table], ledger)


def test_damaged_result_is_reported(tmp_path: Path) -> None:
    (tmp_path / "table-9-cheap.json").write_text("[]")
    with raises_code(TrainingError, TrainingCode.ROW_UNREADABLE):
        Ledger(tmp_path, "data").find("Table 9", "cheap", "1")


def test_models_of_other_examples_or_settings_are_trained_again(tmp_path: Path) -> None:
    """Each number learns to be the mean of the examples."""
    tried: list[float] = []

    def learned(examples: list[tuple[str, float]], settings: object) -> None:
        model = torch.nn.Linear(1, 1, bias=False)

        def loss(some: Sequence[tuple[str, float]]) -> torch.Tensor:
            tried.extend(value for _, value in some)
            return (model.weight - torch.tensor([value for _, value in some])).square().mean()

        plan = schedule(len(examples), 2, 2, 0.1)
        learn(Learning(model, examples, loss, plan), plan, tmp_path / "row", settings)

    examples = [("a", 1.0), ("b", 2.0)]
    learned(examples, 1)
    assert len(tried) == 4
    learned([("a", 1.0), ("b", 2.0000001)], 1)  # as another number of threads might have it
    assert len(tried) == 4
    learned(examples, 2)
    assert len(tried) == 8
    learned([("a", 1.0), ("c", 2.0)], 2)
    assert len(tried) == 12


def test_lack_of_examples_is_reported() -> None:
    plan = schedule(0, 3, 16, 0.1)
    with raises_code(TooLittleText, TrainingCode.NO_EXAMPLE):
        Learning(torch.nn.Linear(1, 1), [], lambda _: torch.zeros(()), plan)


@pytest.mark.parametrize(
    ("paper", "file"),
    [
        ("gerdalir", "de-citations/passages.jsonl.gz"),
        ("gerdalir", "de-citations/qrels.dev.tsv"),
        ("pli", "irled/qrels.tsv"),
        ("pli", "eu-citations/queries.jsonl.gz"),
        ("jurisbert", "ementas/pairs.jsonl.gz"),
        ("jurisbert", "de-citations/qrels.dev.tsv"),
        ("regir", "ie2eu/queries.jsonl.gz"),
        ("regir", "eurovoc/train.jsonl.gz"),
        ("gdpr", "gdpr-commentary/qrels.tsv"),
        ("gdpr", "raw/eu-headings.jsonl.gz"),
    ],
)
def test_row_depends_on_its_queries_and_judgements(
    paper: str, file: str, shared_data: Path, tmp_path: Path
) -> None:
    folder, _, name = file.partition("/")
    for path in shared_data.iterdir():
        if path.name != folder:
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / folder).mkdir()
    for path in (shared_data / folder).iterdir():
        (tmp_path / folder / path.name).symlink_to(path)
    source = import_module(f"lexdesk_reproductions.{paper}").source
    before = source(Bench(shared_data, tmp_path))
    assert source(Bench(tmp_path, tmp_path)) == before
    (tmp_path / folder / name).unlink()
    (tmp_path / folder / name).write_bytes((shared_data / file).read_bytes() + b"\n")
    assert source(Bench(tmp_path, tmp_path)) != before


def test_reproduce_command_lists_papers() -> None:
    result = CliRunner().invoke(cli, ["paper", "gdpl"])
    assert result.exit_code == 2
    assert "'gdpl' is not one of 'gdpr', 'regir', 'gerdalir', 'pli', 'jurisbert'" in result.output


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_published_number_stands_beside_a_row(
    name: str, shared_data: Path, tmp_path: Path
) -> None:
    package = import_module(f"lexdesk_reproductions.{name}")
    stated = tables.read_published(str(package.__file__))
    shown = [
        row.published[column]
        for table in package.tables(Bench(shared_data, tmp_path, "full"))
        for row in table.rows
        for column in table.columns
        if column in row.published
    ]
    assert sorted(shown) == sorted(value for row in stated.values() for value in row.values())
