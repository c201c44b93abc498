"""Preparation for training: recipes, licences, vocabulary, near-copies, rankings."""

import gzip
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tests.codes import raises_code
from tokenizers import Tokenizer

from lexdesk.errors import CollectionError
from lexdesk.evaluation.collection import Collection
from lexdesk_trainer import settings
from lexdesk_trainer.classifiers import articles
from lexdesk_trainer.data import corpus, jsonl, licences, pairs, prepare, vocabulary
from lexdesk_trainer.data.ragged import Ragged
from lexdesk_trainer.data.shared_wording import find_near_copies
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import LicenceForbids, TrainingError
from lexdesk_trainer.training.ranking import fuse_arrays, ndcg


@pytest.mark.parametrize("name", settings.names())
@pytest.mark.parametrize("scale", settings.SCALES)
def test_every_recipe_is_valid_at_both_scales(name: str, scale: settings.Scale) -> None:
    recipe = settings.load(name, scale)
    assert recipe.name == name
    if recipe.builds_on:
        assert settings.load(recipe.builds_on).vocabulary is not None


def test_small_scale_is_smaller() -> None:
    full, small = (settings.load("legal-minilm", scale) for scale in settings.SCALES)
    assert full.embedder is not None
    assert small.embedder is not None
    assert small.embedder.schedule.steps < full.embedder.schedule.steps
    assert small.embedder.temperature == full.embedder.temperature == 0.05


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "a"\ntask = "embedder"\nstep = 1', "unknown field `step`"),
        (
            'name = "a"\ntask = "embedder"\n[vocabulary]\nsize = "big"',
            "Expected `int`, got `str` - at `.*vocabulary.size`",
        ),
        (
            'name = "a"\ntask = "embedder"\n[pretrain]\ntokens = 3',
            "missing required field `schedule` - at `.*pretrain`",
        ),
        ('task = "embedder"', "mine.toml: .* missing required field `name`"),
        (
            'name = "a"\ntask = "embedder"\n[data]\ncollections = "obliqa"',
            "Expected `array`, got `str` - at `.*data.collections`",
        ),
        (
            'name = "a"\ntask = "embedder"\n[data]\npairs = ["gdpr", 1]',
            "Expected `str`, got `int` - at `.*data.pairs.1.`",
        ),
        (
            'name = "a"\ntask = "embedder"\n[embedder.schedule]\nsteps = 9\nbatch = 0\nlearning_rate = 1.0',
            "Expected `int` >= 1 - at `.*embedder.schedule.batch`",
        ),
        ('name = "Löschung"\ntask = "embedder"'.encode("latin-1"), "is not UTF-8"),
        ('name = "a"\ntask = "embedder"\nvocabulary = 3', "Expected `object.*at `.*vocabulary`"),
        ('name = "a"\ntask = "embedder"\nsmal = 1', "unknown field `smal`"),
        ('name = "a"\ntask = "embedder"\nsmall = 3', "small must be a table, not 3"),
        (
            'name = "a"\ntask = "embedder"\n[small.prepare]\ntokns = 9',
            "mine.toml, small: .* unknown field `tokns` - at `.*prepare`",
        ),
        ('name = "../x"\ntask = "embedder"', "at `.*name`"),
        ('name = ".."\ntask = "embedder"', "at `.*name`"),
        ('name = "a"\ntask = "embeder"', "Invalid enum value 'embeder' - at `.*task`"),
        (
            'name = "a"\ntask = "reranker"\nbuilds_on = "legal"',
            "mine.toml, builds_on: there is no recipe legal; known are a, .*legal-english",
        ),
        (
            'name = "a"\ntask = "embedder"\n[token_vectors]\nencoder = "../x"\n'
            "[token_vectors.learning.schedule]\nsteps = 9\nbatch = 9\nlearning_rate = 1.0",
            "token_vectors, encoder: there is no recipe ../x",
        ),
        (
            'name = "a"\ntask = "embedder"\n[embedder]\nfirst_rank = 60\nlast_rank = 5\n'
            "[embedder.schedule]\nsteps = 9\nbatch = 9\nlearning_rate = 1.0",
            "first_rank 60 is not below last_rank 5 - at `.*embedder`",
        ),
        (
            'name = "a"\ntask = "embedder"\n[embedder.schedule]\nsteps = 9\nbatch = 9\nlearning_rate = nan',
            "at `.*embedder.schedule.learning_rate`",
        ),
        (
            'name = "a"\ntask = "embedder"\n[embedder]\ntemperature = 0\n'
            "[embedder.schedule]\nsteps = 9\nbatch = 9\nlearning_rate = 1.0",
            "at `.*embedder.temperature`",
        ),
        (
            'name = "a"\ntask = "embedder"\n[embedder]\ndimensions = [384, -2]\n'
            "[embedder.schedule]\nsteps = 9\nbatch = 9\nlearning_rate = 1.0",
            "Expected `int` >= 1 - at `.*embedder.dimensions",
        ),
        ("name = ", "is not TOML"),
        (None, "cannot be read: No such file"),
    ],
)
def test_invalid_recipe_is_rejected(text: str | bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    if text is not None:
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(TrainingError, match=message):
        settings.load(str(path))


def test_recipe_extends_neighbouring_recipe(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("name = ")
    (tmp_path / "first.toml").write_text('name = "ours"\ntask = "embedder"')
    path = tmp_path / "reranker.toml"
    path.write_text('name = "ours-reranker"\ntask = "reranker"\nbuilds_on = "ours"')
    assert settings.load(str(path)).builds_on == "ours"


def test_unknown_recipe_lists_known_recipes() -> None:
    with raises_code(TrainingError, TrainingCode.RECIPE_UNKNOWN, name="legal"):
        settings.load("legal")


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        (
            "EU reuse with attribution (Commission Decision 2011/833/EU); compilation CC BY 4.0",
            True,
        ),
        ("official works, § 5 UrhG; compilation Unlicense", True),
        ("CC BY 4.0 (The Atticus Project)", True),
        (licences.OWN_DOCUMENTS, True),
        ("CC BY-NC-SA 4.0 (non-commercial); GDPR text: EU reuse with attribution", False),
        ("text: EU reuse with attribution; both maps: unclear: evaluate only", False),
        ("text: EU reuse with attribution; translation: all rights reserved", False),
        ("all rights reserved", False),
        ("", False),
    ],
)
def test_licences_decide_use_in_training(licence: str, allowed: bool, tmp_path: Path) -> None:
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "meta.json").write_text(json.dumps({"licence": licence}))
    if allowed:
        assert licences.require_allowed(tmp_path, "some").licence == licence
    else:
        with pytest.raises(LicenceForbids):
            licences.require_allowed(tmp_path, "some")


def test_question_text_belongs_to_group_of_its_answer() -> None:
    """A paragraph is a question for its translation, and the answer to it."""
    rows = [("title", "text", "5"), ("one", "eins", "5"), ("eins", "one", "5"), ("two", "one", "6")]
    table, draft = prepare.TextTable(), prepare.ExampleBuilder()
    prepare.add_pairs((pairs.Pair(*row) for row in rows), table, draft, 0)
    of = {text: table.groups[number] for text, number in table.numbers.items()}
    assert of["text"] == of["eins"] == of["one"] == table.group("5"), "where it was a passage first"
    assert len({of["title"], of["two"], of["one"], table.group("6")}) == 4, "titles only ask"
    assert draft.relevant == [[table.group(group)] for _, _, group in rows]


def test_judged_non_answer_is_no_positive(law_data: Path, tmp_path: Path) -> None:
    shutil.copytree(law_data / "titles", tmp_path / "titles")
    with (tmp_path / "titles" / "qrels.train.tsv").open("a") as file:
        file.write("q1\tart2\t0\nq3\tart4\t0\n")
    judged = prepare.read_judgements(Collection(tmp_path / "titles"))
    assert judged == prepare.read_judgements(Collection(law_data / "titles"))


def test_cut_collection_of_other_settings_is_not_reused(law_data: Path, tmp_path: Path) -> None:
    """As after a stopped command with --scale small, or a correction of the collection."""
    shutil.copytree(law_data / "titles", tmp_path / "titles")

    def cut(queries: int) -> prepare.PassageCollection:
        judged = prepare.read_judgements(Collection(tmp_path / "titles"))
        chosen = settings.Prepare(queries=queries)
        return prepare.PassageCollection(tmp_path / "titles", judged, tmp_path / "work", chosen)

    assert [len(cut(count).cut.topics()) for count in (5, 0)] == [10, 99]
    rows = list(jsonl.rows(tmp_path / "titles" / "corpus.jsonl.gz"))
    jsonl.write(
        tmp_path / "titles" / "corpus.jsonl.gz", [*rows[:-1], {**rows[-1], "text": "Gone."}]
    )
    assert "Gone." in {document.text for document in cut(0).cut.documents()}


def test_file_without_metadata_uses_licence_of_readme(tmp_path: Path) -> None:
    table = "| name | licence | format |\n|---|---|---|\n| raw/x.gz | CC BY 4.0 | JSON |\n"
    (tmp_path / "README.md").write_text(table)
    assert licences.read_licence(tmp_path, "raw/x.gz") == "CC BY 4.0"
    with raises_code(CollectionError, TrainingCode.PATH_MISSING):
        licences.read_licence(tmp_path, "raw/y.gz")
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "y.gz").touch()
    with raises_code(LicenceForbids, TrainingCode.NO_LICENCE):
        licences.read_licence(tmp_path, "raw/y.gz")


@pytest.mark.slow
def test_french_text_is_no_english_law(shared_data: Path, tmp_path: Path) -> None:
    name = "eu-headings.jsonl.gz"
    rows = list(jsonl.rows(shared_data / "raw" / name))
    french = [row for row in rows if "du présent règlement" in row["text"]][:20]
    drawn = [*rows[:100:5], *french]
    (tmp_path / "raw").mkdir()
    with gzip.open(tmp_path / "raw" / name, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in drawn)
    kept = {text for _, text in corpus.sections(tmp_path, "eu")}
    assert kept == {row["text"] for row in drawn} - {row["text"] for row in french}
    assert len(kept) == 20
    assert {pair.passage for pair in pairs.READERS["eu-headings"].read(tmp_path)} <= kept
    (tmp_path / "raw" / "de-headings.jsonl.gz").symlink_to(
        shared_data / "raw" / "de-headings.jsonl.gz"
    )
    (tmp_path / "README.md").symlink_to(shared_data / "README.md")
    assert set(articles.other_law(tmp_path, 60, 1).passages[:20]) == kept


def test_every_source_of_shipped_recipes_is_permitted(shared_data: Path) -> None:
    from lexdesk_trainer.data import prepare

    for name in ("legal-bilingual", "legal-english", "legal-minilm", "legal-reranker", "eurovoc"):
        assert prepare.allowed_sources(shared_data, settings.load(name).data)
    assert articles.gdpr(shared_data).source.licence
    assert all(source.licence for source in articles.other_law(shared_data, 2, 1).sources)


PIECES = {piece: at for at, piece in enumerate([*vocabulary.SPECIAL, "be", "##ruf", "##ung", "x"])}


@pytest.mark.parametrize(
    ("piece", "spelt"),
    [
        ("beruf", ["be", "##ruf"]),
        ("berufung", ["be", "##ruf", "##ung"]),
        ("##ung", ["##ung"]),
        ("##rufung", ["##ruf", "##ung"]),
        ("bé", ["be"]),
        ("bez", []),
    ],
)
def test_new_token_is_composed_of_old_tokens(piece: str, spelt: list[str]) -> None:
    assert vocabulary.spell(piece, PIECES) == [PIECES[item] for item in spelt]


def test_new_embeddings_are_means_of_old_tokens() -> None:
    old = vocabulary.make_bert_tokenizer(PIECES)
    words = [*vocabulary.SPECIAL, "beruf", "x", "zz"]
    new = vocabulary.make_bert_tokenizer({piece: at for at, piece in enumerate(words)})
    rows = torch.randn(len(PIECES), 4)
    result = vocabulary.embeddings(old, rows, new)
    assert result.shape == (len(words), 4)
    torch.testing.assert_close(result[6], rows[[PIECES["be"], PIECES["##ruf"]]].mean(0))
    torch.testing.assert_close(result[7], rows[PIECES["x"]])
    torch.testing.assert_close(result[8], rows.mean(0))


def test_masked_citation_is_one_token_and_umlauts_are_kept() -> None:
    tokenizer: Tokenizer = vocabulary.make_bert_tokenizer(
        {piece: at for at, piece in enumerate([*vocabulary.SPECIAL, "nach", "fördern", "."])}
    )
    result = tokenizer.encode("Nach [REF] fördern.", "nach")
    assert result.tokens == ["[CLS]", "nach", "[REF]", "fördern", ".", "[SEP]", "nach", "[SEP]"]
    assert result.type_ids == [0, 0, 0, 0, 0, 0, 1, 1]


@given(st.lists(st.lists(st.integers(0, 65_000), max_size=9), max_size=9))
def test_ragged_rows_round_trip(rows: list[list[int]]) -> None:
    ragged = Ragged.of(rows, np.uint16)
    assert [ragged.row(at).tolist() for at in range(len(ragged))] == rows


def test_texts_sharing_half_their_wording_are_near_duplicates() -> None:
    rng = np.random.default_rng(3)
    one, other = rng.integers(0, 60_000, 400), rng.integers(0, 60_000, 400)
    holds_half = np.concatenate([one[:220], other[200:]])
    part = one[50:250]
    rows = [row.tolist() for row in (one, other, holds_half, part, one)]
    found = find_near_copies(Ragged.of(rows, np.uint16), 0.5)
    assert set(found.row(0).tolist()) >= {3, 4}  # a part of it, and its copy
    assert 1 not in found.row(0)
    assert 0 in found.row(3)
    assert 3 not in found.row(1)


@pytest.mark.parametrize(
    ("scores", "groups", "relevant", "expected"),
    [
        ([3, 2, 1], [7, 8, 9], {7}, 1.0),
        ([3, 2, 1], [7, 8, 9], {8}, 1 / np.log2(3)),
        ([3, 2, 1], [7, 7, 8], {8}, 1 / np.log2(3)),  # a group counts once
        ([3, 2, 1], [7, 8, 9], {5}, 0.0),
        ([1, 2], [7, 8], {7, 8}, 1.0),
        ([], [], {1}, 0.0),
    ],
)
def test_ndcg(scores: list[float], groups: list[int], relevant: set[int], expected: float) -> None:
    assert ndcg(np.array(scores), np.array(groups), relevant) == pytest.approx(expected)


def test_fusion_equals_engine() -> None:
    from lexdesk.search.ranking.fusion import fuse

    words, cosines = np.array([9.0, 3.0, 0.5]), np.array([0.2, 0.8, -0.1])
    theirs = {
        candidate.passage: candidate.score
        for candidate in fuse(dict(enumerate(words)), dict(enumerate(cosines)), 0.4)
    }
    for passage, score in enumerate(fuse_arrays(words, cosines, 0.4)):
        assert theirs[passage] == pytest.approx(score)
