"""The model card: the manifest in readable form."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from lexdesk.models.manifest import Manifest
from lexdesk_trainer.data import written_questions

Introduction = Literal[
    "embedder",
    "trained embedder",
    "joined embedder",
    "adapted embedder",
    "multilingual",
    "reranker",
    "articles",
    "concepts",
    "contexts",
    "question map",
]
"""The introductions of cards."""

_TEXTS: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("model_cards.toml").read_text(encoding="utf-8")
)
_MEASURES_HEADING = "\n## Measured\n\n"


def write(folder: Path, manifest: Manifest, about: Introduction) -> None:
    """Write the card of ``manifest`` into the model ``folder``."""
    (folder / "MODEL_CARD.md").write_text(render(manifest, about), encoding="utf-8")


def update_measures(folder: Path, manifest: Manifest) -> None:
    """Update the measures in the card of ``folder``."""
    path = folder / "MODEL_CARD.md"
    before, _, after = path.read_text(encoding="utf-8").partition(_MEASURES_HEADING)
    _, heading, after = after.partition("\n\n## ")
    path.write_text(
        f"{before}{_MEASURES_HEADING}{_render_measures(manifest)}{heading}{after}", encoding="utf-8"
    )


def render(manifest: Manifest, about: Introduction) -> str:
    """Return the model card of ``manifest`` as Markdown; ``about`` is its introduction."""
    data = (f"- {source.name}: {source.licence}" for source in manifest.training_data)
    beginning = _TEXTS["about"][about].format(
        dimensions=manifest.dimensions,
        base=manifest.base,
        task=manifest.task,
        questions=_TEXTS["questions"]
        if written_questions.includes_written_questions(manifest.training_data)
        else "",
    )
    is_network = manifest.pooling != "none"
    network = _TEXTS["network"].format(
        maximum_tokens=manifest.maximum_tokens,
        pooling=manifest.pooling,
        normalize="yes" if manifest.normalize else "no",
        quantization=manifest.quantization,
    )
    not_for = _TEXTS["not_for"]
    card: str = _TEXTS["card"]
    return card.format(
        about=beginning,
        network=network if is_network else "",
        changed=_TEXTS["changed"].get(manifest.licence, _TEXTS["trained_on"]) if is_network else "",
        not_for=not_for.get(manifest.task, not_for["classifiers"]),
        name=manifest.name,
        licence=manifest.licence,
        measured=_render_measures(manifest),
        sources_heading="Trained on" if is_network else "Made of",
        training_data="\n".join(data) or "- not known",
    )


def _render_measures(manifest: Manifest) -> str:
    lines = [f"- {name.replace('_', ' ')}: {value}" for name, value in _flatten(manifest.measured)]
    return (_TEXTS["against_torch"] if manifest.pooling != "none" else "") + "\n".join(lines)


def _flatten(measured: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each number with its path, such as ``shipped, cosine_to_torch, min``."""
    for name, value in measured.items():
        path = f"{above}, {name}" if above else name
        if isinstance(value, Mapping):
            yield from _flatten(value, path)
        else:
            yield path, value
