"""Adaptation of an embedder to a firm's own documents: mine, train, export, evaluate, install.

Judged questions teach more than pairs mined from a library; a collection with judgements is therefore
preferred. Nothing leaves the machine, and the manifest marks the model as not to be shipped. Citation
contexts of the library are exported with the model. Both are installed only if the model improves the
hybrid ranking of the dev queries over the initial embedder and the export is faithful to the training.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from lexdesk.evaluation.collection import Collection
from lexdesk.evaluation.measures import measure
from lexdesk.ingest.scan.scan import is_library
from lexdesk.models import manifest
from lexdesk.system.atomic import write_atomically
from lexdesk.system.lock import writer_lock
from lexdesk_trainer import engine, settings, steps
from lexdesk_trainer.classifiers import citation_contexts
from lexdesk_trainer.data import mine, questions
from lexdesk_trainer.data.shards import TRAIN
from lexdesk_trainer.encoders import bert, pretrained
from lexdesk_trainer.encoders.trained_encoder import TrainedEncoder
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText, TrainingError
from lexdesk_trainer.export import exported_embedder, quantizations
from lexdesk_trainer.export.drafts import is_model, replace_folder
from lexdesk_trainer.export.embedder import export
from lexdesk_trainer.settings import Recipe
from lexdesk_trainer.training import loop
from lexdesk_trainer.training.loop import Limit

MEASURES = "nDCG@10 R@10 AP@10"
DECISIVE_MEASURE = "nDCG@10"
ADAPTED_MODEL = "adapted"
INITIAL_MODEL = "initial_model"
MINED_COLLECTION = Path("data", "mined")
"""Path of the training collection in the work folder."""

LEAST_COSINE, LEAST_MEAN_COSINE = 0.97, 0.99
"""Required cosine of eight-bit to trained vectors. Good exports reach 0.985 and 0.993 (MiniLM) or more."""

_EPOCHS = 3
"""Maximum number of epochs; more overfit to a small number of queries."""


@dataclass(frozen=True)
class AdaptationResult:
    """Result of an adaptation: measures of the hybrid on the dev queries, before and after."""

    folder: Path
    before: Mapping[str, float]
    after: Mapping[str, float]
    installed: Path | None


def adapt(
    source: Path,
    work: Path,
    embedder: Path,
    *,
    install: Path | None,
    base: Path | None = None,
    fold: int = 0,
    scale: settings.Scale = "full",
    limit: Limit | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> AdaptationResult | None:
    """Adapt the embedder in the model folder ``embedder`` to ``source``; return None if ``limit`` ended it early.

    With ``base``, the encoder in that folder in transformers' format learns, and ``embedder`` is only compared with.
    ``source`` is a library, or a collection of judged questions in BEIR layout; its fifth ``fold`` is
    held out for measuring. ``install`` is the folder of model folders named by LEXDESK_MODELS. An
    interrupted adaptation continues in the same ``work``. Raises ``TrainingError`` if ``work`` holds
    another adaptation or ``install`` is not writable, and ``LibraryLocked`` if another command adapts
    there.
    """
    judged = Collection(source)
    work = work / f"fold-{fold + 1}" if judged.judgements else work
    if install is not None:
        _require_writable(install)
    if not judged.judgements and not is_library(source):
        raise TrainingError(TrainingCode.NOTHING_TO_ADAPT_TO, source=source)
    work.mkdir(parents=True, exist_ok=True)
    with writer_lock(work, "adapting"):
        named = _read_model_name(embedder)  # rejected now, also if a base learns in its place
        _claim(work, source, str(base.resolve()) if base else named)
        initial = _write_initial_model(work, embedder, base)
        loop.require_room(work, (initial.folder / bert.WEIGHTS).stat().st_size)
        mined = _write_training_collection(judged, work / MINED_COLLECTION, fold, report)
        trained = _train(work, initial, scale, limit or Limit())
        if trained is None:
            return None
        model = work / "models" / ADAPTED_MODEL
        is_faithful = _export(trained, model, initial.maximum_tokens, report)
        models = [model]
        if not judged.judgements and (contexts := _export_contexts(mined, model, report)):
            models.append(contexts)
        # Alone in its folder, because the engine takes the first embedder of a folder.
        alone = _install(embedder, work / "before")
        before, after = (_evaluate(mined, path, work) for path in (alone, model))
        better = is_faithful and after[DECISIVE_MEASURE] > before[DECISIVE_MEASURE]
        installed = [_install(path, install) for path in models] if install and better else []
        return AdaptationResult(model, before, after, installed[0] if installed else None)


def _write_initial_model(work: Path, embedder: Path, base: Path | None) -> TrainedEncoder:
    """Write the encoder to train to ``work``; raise if ``embedder`` or ``base`` cannot be trained."""
    folder = work / INITIAL_MODEL
    if base is None:
        return exported_embedder.unpack(embedder, folder)
    if (folder / bert.RECORD_NAME).exists():
        return bert.read_trained_encoder(folder, {})
    return pretrained.convert(base, folder, ships=False)


def _write_training_collection(
    judged: Collection, mined: Path, fold: int, report: Callable[[str], None]
) -> Path:
    """Write the training collection to ``mined``, from judged questions or else from a library; keep a complete one."""
    if not (mined / "meta.json").exists():
        if judged.judgements:
            report(questions.split_questions(judged, mined, fold).summary())
        else:
            report(mine.mine(engine.dump(judged.path), mined).summary())
    return mined


def _train(
    work: Path, initial: TrainedEncoder, scale: settings.Scale, limit: Limit
) -> TrainedEncoder | None:
    """Train ``initial`` on the mined collection; return None if ``limit`` ended it early."""
    data = (work / MINED_COLLECTION).parent
    recipe = _limit_passages(settings.load("adapted", scale), initial)
    examples = steps.make_shard(steps.RecipeRun(recipe, work, data, initial)).examples
    recipe = _limit_steps(recipe, len(examples.of(TRAIN)))
    run = steps.RecipeRun(recipe, work, data, initial)
    if not steps.train_embedder(run, limit).done:
        return None
    return bert.read_trained_encoder(run.folder / "embedder" / "model", initial.fusion_weights)


def _export_contexts(mined: Path, embedder: Path, report: Callable[[str], None]) -> Path | None:
    """Export the citation contexts of ``mined`` next to ``embedder``; return None if there are too few."""
    folder = embedder.parent / citation_contexts.NAME
    try:
        contexts = citation_contexts.build([mined], embedder, folder, ships=False)
    except TooLittleText as problem:
        report(f"no citation contexts: {problem}")
        return None
    report(f"exported {folder}, {contexts.measured['contexts']:,} passages that cite")
    return folder


def _export(
    trained: TrainedEncoder, model: Path, maximum_tokens: int, report: Callable[[str], None]
) -> bool:
    """Export ``trained`` to ``model``; return whether the exported vectors match the trained ones, and report it."""
    written = export(
        trained, model, quantization=quantizations.FOR_ADAPTED, maximum_tokens=maximum_tokens
    )
    report(f"exported {model}, fingerprint {written.fingerprint}")
    cosine = written.measured["shipped"]["cosine_to_torch"]
    if cosine["min"] >= LEAST_COSINE and cosine["mean"] >= LEAST_MEAN_COSINE:
        return True
    report(
        f"the exported model differs from the trained one: the cosine of their vectors is {cosine['mean']} on average"
        f" and {cosine['min']} at least, {LEAST_MEAN_COSINE} and {LEAST_COSINE} are needed; it is not installed"
    )
    return False


def _require_writable(place: Path) -> None:
    """Raise ``TrainingError`` before training if no model can be written to ``place``."""
    there = next(parent for parent in (place, *place.absolute().parents) if parent.exists())
    try:
        tempfile.TemporaryFile(dir=there).close()  # permissions say nothing of a read-only disk
    except OSError:
        raise TrainingError(TrainingCode.INSTALL_NO_FOLDER, place=place, there=there) from None
    for name in (ADAPTED_MODEL, citation_contexts.NAME):
        if (place / name).exists() and not is_model(place / name):
            raise TrainingError(TrainingCode.INSTALL_OCCUPIED, place=place, place_2=place / name)


def _read_model_name(model: Path) -> str:
    found = manifest.read(model)
    return f"{found.name} ({found.fingerprint})"


def _claim(work: Path, source: Path, model: str) -> None:
    """Record the inputs of ``work``; raise ``TrainingError`` if it belongs to another adaptation.

    A wrong path can be corrected as long as nothing was computed from it.
    """
    inputs = {"source": str(source.resolve()), "model": model}
    record = work / "inputs.json"
    recorded = json.loads(record.read_bytes()) if record.exists() else inputs
    results = {
        "source": work / MINED_COLLECTION / "meta.json",
        "model": work / INITIAL_MODEL / bert.RECORD_NAME,
    }
    if any(recorded[name] != inputs[name] and path.exists() for name, path in results.items()):
        raise TrainingError(TrainingCode.ADAPTS_ANOTHER, work=work, **recorded)
    write_atomically(record, json.dumps(inputs, indent=1).encode())


def _limit_passages(recipe: Recipe, encoder: TrainedEncoder) -> Recipe:
    """Limit the passages of ``recipe`` to the maximum input of ``encoder``."""
    tokens = min(recipe.prepare.passage_tokens, encoder.maximum_tokens)
    return replace(recipe, prepare=replace(recipe.prepare, passage_tokens=tokens))


def _limit_steps(recipe: Recipe, queries: int) -> Recipe:
    """Limit the steps of ``recipe`` to a few epochs over ``queries``."""
    learning = recipe.embedder
    if learning is None:
        return recipe
    schedule = learning.schedule
    count = min(schedule.steps, max(1, _EPOCHS * queries // schedule.batch))
    learning = replace(learning, schedule=replace(schedule, steps=count))
    return replace(recipe, embedder=learning)


def _evaluate(collection: Path, model: Path, work: Path) -> Mapping[str, float]:
    fingerprint = manifest.read(model).fingerprint
    run = engine.ranking(
        collection,
        "dev",
        work / "runs" / f"dev-{fingerprint}.run",
        mode="hybrid",
        models=model.parent,
    )
    return measure(run, Collection(collection).qrels("dev"), MEASURES)


def _install(model: Path, place: Path) -> Path:
    """Copy the model into ``place``, as a whole or not at all."""
    place.mkdir(parents=True, exist_ok=True)
    goal = place / model.name
    with replace_folder(goal) as draft:
        shutil.copytree(model, draft, dirs_exist_ok=True)
        manifest.verify(draft, manifest.read(draft))
    return goal
