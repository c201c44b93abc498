"""A firm's own folder to its own embedder: mine, train, export, evaluate, install, on one machine.

Nothing leaves the machine, and the model is marked as one that is not shipped. It is installed only
where it ranks the dev queries of the library better than the embedder that it began as.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lexdesk.evaluate.collection import Collection
from lexdesk.evaluate.measures import measure
from lexdesk.models import manifest
from lexdesk_trainer import bert, engine, mine, settings, steps
from lexdesk_trainer.export import export
from lexdesk_trainer.loop import Limit
from lexdesk_trainer.source import Source

MEASURE = "nDCG@10"


@dataclass(frozen=True)
class Adapted:
    """What came of it: nDCG@10 of the hybrid on the library's own dev queries, before and after."""

    folder: Path
    before: float
    after: float
    installed: Path | None


def adapt(
    library: Path,
    work: Path,
    start: Source,
    *,
    install: Path | None,
    scale: settings.Scale = "full",
    limit: Limit | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Adapted | None:
    """Adapt the embedder ``start`` to ``library``; None where ``limit`` ended it early, to be resumed.

    ``install`` is the folder of model folders that LEXDESK_MODELS names.
    """
    data = work / "data"
    if not (data / "mined" / "meta.json").exists():
        lines = engine.run("dump", "-L", str(library)).splitlines()
        tell(f"mined {mine.mine(lines, data / 'mined')}")
    shop = steps.Workshop(settings.load("adapted", scale), work, data, start)
    steps.make_shard(shop)
    outcome = steps.embedder(shop, limit or Limit())
    if not outcome.done:
        return None
    models = work / "models" / "adapted"
    told = export(bert.trained(shop.folder / "embedder" / "model", start.fusion_weights), models)
    tell(f"exported {models}, fingerprint {told.fingerprint}")
    before_folder = work / "before" / "before"
    if not (before_folder / manifest.MANIFEST_NAME).exists():
        export(start, before_folder)
    before, after = (_measured(data / "mined", each, work) for each in (before_folder, models))
    better = install is not None and after > before
    return Adapted(models, before, after, _install(models, install) if better and install else None)


def _measured(collection: Path, model: Path, work: Path) -> float:
    fingerprint = manifest.read(model).fingerprint
    run = engine.ranking(
        collection,
        "dev",
        work / "runs" / f"dev-{fingerprint}.run",
        mode="hybrid",
        models=model.parent,
    )
    return measure(run, Collection(collection).qrels("dev"), MEASURE)[MEASURE]


def _install(model: Path, place: Path) -> Path:
    """Copy the model beside the others, whole or not at all."""
    place.mkdir(parents=True, exist_ok=True)
    draft, goal = place / f".{model.name}", place / model.name
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(model, draft)
    manifest.verify(draft, manifest.read(draft))
    if goal.exists():
        shutil.rmtree(goal)
    draft.rename(goal)
    return goal
