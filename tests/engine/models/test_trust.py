"""Models from elsewhere: rejected until approved, and again after any change."""

import json
import os
import shutil
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import ModelCode, ModelDamaged, ModelUntrusted
from lexdesk.models import citation_contexts, encoder, manifest, onnx_session, trust
from lexdesk.models.tokenizer_shape import require_known_tokenizer
from lexdesk.system import machine_key

SHIPPED = Path(__file__).parents[3] / "exported_models"
MODELS = sorted(path.parent for path in SHIPPED.glob(f"*/{manifest.MANIFEST_NAME}"))
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder of a user without trusted models."""
    monkeypatch.setattr(trust, "find_state_path", lambda: tmp_path / "state")
    return tmp_path / "state"


def rewritten(folder: Path, *, own: bool, **fields: object) -> None:
    """Change a manifest as its author would, with or without its own hash."""
    path = folder / manifest.MANIFEST_NAME
    values = json.loads(path.read_bytes()) | fields
    values.pop("own_sha256", None)
    if own:
        values["own_sha256"] = manifest.hash_manifest(values)
    path.write_text(json.dumps(values))


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """An embedder from elsewhere, first in the search order."""
    folder = tmp_path / "models from elsewhere" / "foreign"
    shutil.copytree(SHIPPED / "legal-tokens", folder)
    rewritten(folder, own=True, name="foreign", base="unknown")
    return folder


@pytest.fixture
def installed(foreign: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(manifest.MODELS_VARIABLE, str(foreign.parent))
    return foreign


def test_digests_of_shipped_models_are_in_the_package() -> None:
    """After an export into exported_models, write these digests into lexdesk/models/shipped.json."""
    assert {
        folder.name: manifest.read(folder).digest for folder in MODELS
    } == trust.read_shipped_digests()
    for folder in MODELS:
        stored = json.loads((folder / manifest.MANIFEST_NAME).read_bytes())
        assert stored["own_sha256"] == trust.read_shipped_digests()[folder.name]


def test_shipped_model_needs_no_trust_in_any_folder(tmp_path: Path) -> None:
    copy = tmp_path / "renamed"
    shutil.copytree(SHIPPED / "citation-contexts", copy)
    assert len(citation_contexts.CitationContexts(copy, manifest.read(copy)))


@pytest.mark.parametrize("own", [True, False], ids=["with own hash", "without own hash"])
def test_foreign_model_is_refused_until_trusted(
    installed: Path, capsys: Captured, own: bool
) -> None:
    rewritten(installed, own=own)
    with raises_code(ModelUntrusted, ModelCode.UNTRUSTED, name="foreign") as problem:
        manifest.find("embedder")
    assert f"lexdesk model trust '{installed}'" in str(problem.value)
    with raises_code(ModelUntrusted, ModelCode.UNTRUSTED):
        encoder.Encoder(installed, manifest.read(installed)).encode(["text"])
    assert run(["model", "trust", str(installed)]) == 0
    printed = capsys.readouterr().out
    for part in ("name: foreign", "task: embedder", "base: unknown", "Apache-2.0", "bytes"):
        assert part in printed
    assert manifest.find("embedder") == installed
    assert encoder.Encoder(installed, manifest.read(installed)).encode(["text"]).any()


def test_trust_follows_files_and_not_folder(foreign: Path, tmp_path: Path) -> None:
    assert run(["model", "trust", str(foreign)]) == 0
    moved = foreign.rename(tmp_path / "moved")
    manifest.verify(moved, manifest.read(moved))
    rewritten(moved, own=True, licence="other")
    with raises_code(ModelUntrusted, ModelCode.UNTRUSTED):
        manifest.verify(moved, manifest.read(moved))


def test_changed_file_is_neither_trusted_nor_loaded(foreign: Path, capsys: Captured) -> None:
    path = foreign / "tokenizer.json"
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"a", b"b", 1))
    assert run(["model", "trust", str(foreign)]) == 2
    assert "tokenizer.json" in capsys.readouterr().err
    assert not trust.is_trusted(manifest.read(foreign).digest)
    path.write_bytes(whole)
    assert run(["model", "trust", str(foreign)]) == 0
    path.write_bytes(whole.replace(b"a", b"b", 1))
    with raises_code(ModelDamaged, ModelCode.FILE_HASH):
        encoder.Encoder(foreign, manifest.read(foreign)).encode(["text"])


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_file_without_hash_is_not_loaded(foreign: Path, name: str) -> None:
    files = json.loads((foreign / manifest.MANIFEST_NAME).read_bytes())["files"]
    del files[name]
    rewritten(foreign, own=True, files=files)
    assert run(["model", "trust", str(foreign)]) == 0
    with raises_code(ModelDamaged, ModelCode.FILE_UNLISTED, name=name):
        encoder.Encoder(foreign, manifest.read(foreign)).encode(["text"])


def test_exported_model_is_trusted(foreign: Path) -> None:
    about = manifest.read(foreign)
    assert not trust.is_trusted(about.digest)
    written = manifest.write(foreign, about, about.files)
    assert trust.is_trusted(written.digest)
    manifest.verify(foreign, manifest.read(foreign))


def test_export_without_state_folder_succeeds(foreign: Path, state: Path) -> None:
    state.write_text("a file")
    about = manifest.read(foreign)
    manifest.write(foreign, about, about.files)
    with raises_code(ModelUntrusted, ModelCode.UNTRUSTED):
        manifest.verify(foreign, manifest.read(foreign))
    assert run(["model", "trust", str(foreign)]) == 2


def test_list_shows_state_of_each_model(installed: Path, capsys: Captured) -> None:
    def listed() -> dict[str, dict[str, object]]:
        capsys.readouterr()
        assert run(["model", "list", "--json"]) == 0
        return {row["name"]: row for row in json.loads(capsys.readouterr().out)["models"]}

    rows = listed()
    assert {rows[folder.name]["state"] for folder in MODELS} == {"shipped"}
    assert rows["foreign"]["state"] == "refused"
    assert rows["foreign"]["reason"] == {
        "code": ModelCode.UNTRUSTED.id,
        "message": rows["foreign"]["reason"]["message"],  # type: ignore[index]
    }
    assert run(["model", "list"]) == 0
    assert "lexdesk model trust" in capsys.readouterr().out
    run(["model", "trust", str(installed)])
    assert listed()["foreign"]["state"] == "trusted"
    shutil.rmtree(installed)
    row = listed()["foreign"]
    assert (row["state"], row["folder"]) == ("trusted", str(installed))
    assert run(["model", "distrust", str(row["digest"])[:16]]) == 0
    assert "foreign" not in listed()


def test_distrust_ends_use(installed: Path, capsys: Captured) -> None:
    run(["model", "trust", str(installed)])
    assert run(["model", "distrust", str(installed)]) == 0
    with raises_code(ModelUntrusted, ModelCode.UNTRUSTED):
        manifest.find("embedder")
    assert run(["model", "distrust", str(installed)]) == 1
    assert run(["model", "distrust", "abc"]) == 2
    assert run(["model", "distrust", str(SHIPPED / "eurovoc")]) == 2
    assert "came with Lexdesk" in capsys.readouterr().err


def test_trust_of_shipped_model_records_nothing(state: Path, capsys: Captured) -> None:
    assert run(["model", "trust", str(SHIPPED / "eurovoc")]) == 0
    assert "came with Lexdesk" in capsys.readouterr().out
    assert not state.exists()


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions and links")
@pytest.mark.parametrize("trouble", ["readable by others", "a link"])
def test_record_of_others_is_no_trust(
    foreign: Path, state: Path, trouble: str, tmp_path: Path
) -> None:
    run(["model", "trust", str(foreign)])
    (record,) = state.rglob("*.json")
    assert machine_key.is_private(record)
    if trouble == "a link":
        record.rename(tmp_path / "elsewhere.json")
        record.symlink_to(tmp_path / "elsewhere.json")
    else:
        record.chmod(0o644)
    assert not trust.is_trusted(manifest.read(foreign).digest)
    assert not list(trust.list_approved_models())


def test_search_with_refused_model_is_by_keyword(
    full_library: Library, installed: Path, capsys: Captured
) -> None:
    arguments = ["search", "withdraw consent", "-L", str(full_library.path)]
    full_library.close()
    assert run(arguments) == 0
    assert "lexdesk model trust" in "".join(capsys.readouterr())
    assert run([*arguments, "--mode", "semantic"]) == 2
    assert "lexdesk model trust" in capsys.readouterr().err
    run(["model", "trust", str(installed)])
    capsys.readouterr()
    assert run(arguments) == 0
    assert "lexdesk model trust" not in "".join(capsys.readouterr())


def test_model_exchanged_after_its_check_is_not_used(
    foreign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The libraries open the files by name, after their hashes were compared."""
    found = manifest.read(foreign)
    manifest.trust_model(foreign, found)
    assert onnx_session.load_model(foreign, found).device

    def exchange(tokenizer: Path) -> None:
        require_known_tokenizer(tokenizer)
        other = tokenizer.with_name("other")
        shutil.copy(foreign / manifest.GRAPH, other)  # even one with the same bytes
        other.replace(foreign / manifest.GRAPH)

    monkeypatch.setattr(onnx_session, "require_known_tokenizer", exchange)
    with raises_code(ModelDamaged, ModelCode.NOT_LOADED):
        onnx_session.load_model(foreign, found)


def test_model_linked_while_it_is_loaded_is_used(
    foreign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup that links files changes their change time."""
    found = manifest.read(foreign)
    manifest.trust_model(foreign, found)
    linked = tmp_path / "backup"

    def link(tokenizer: Path) -> None:
        require_known_tokenizer(tokenizer)
        if not linked.exists():
            linked.hardlink_to(foreign / manifest.GRAPH)

    monkeypatch.setattr(onnx_session, "require_known_tokenizer", link)
    assert onnx_session.load_model(foreign, found).device
    assert linked.exists()


def test_panic_of_the_tokenizer_is_a_damaged_model(foreign: Path) -> None:
    """A replacement table that points outside of itself; Rust's panics are no ordinary exceptions."""
    table = {"type": "Precompiled", "precompiled_charsmap": "AAAAAA=="}
    path = foreign / "tokenizer.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"normalizer": table}))
    found = manifest.write(foreign, manifest.read(foreign))
    with raises_code(ModelDamaged, ModelCode.NOT_LOADED):
        onnx_session.load_model(foreign, found)
