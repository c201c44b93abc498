"""The model card: what the manifest says, in words for people."""

from collections.abc import Iterator, Mapping
from typing import Any

from lexdesk.manifest import Manifest

_CARD = """# {name}

An encoder that turns a passage or a question into {dimensions} numbers, so that like meaning has a
high cosine. It is {base}, exported for Lexdesk; no weight was trained further.

- Task: {task}. Languages: what the base model knows, which is English; German and other languages
  only as far as they share word pieces with it.
- Input: at most {maximum_tokens} tokens; pooling: {pooling}; rows of unit length: {normalize}.
- Quantization: {quantization}.
- Licence of the weights: {licence}. Changed against the original: the weights are quantized and the
  graph is fused (notice under section 4 of the Apache License 2.0; its text lies in
  `exported_models/LICENSE-Apache-2.0.txt`).

## Not for

Deciding anything about a person or a case. It ranks passages by likeness; it does not know which
law is in force, does not read citations, and says nothing about what is missing from the library.

## Measured

On paragraphs of the GDPR, English and German, against torch in float32 on the machine that made the
export. `lexdesk-trainer parity` repeats it.

{measured}

## Trained on (by the publisher of {base})

{training_data}
"""


def of(manifest: Manifest) -> str:
    """Return the model card that belongs to ``manifest``, as Markdown."""
    measured = [f"- {name.replace('_', ' ')}: {value}" for name, value in _flat(manifest.measured)]
    data = (f"- {source.name}: {source.licence}" for source in manifest.training_data)
    return _CARD.format(
        **{
            "name": manifest.name,
            "dimensions": manifest.dimensions,
            "base": manifest.base,
            "task": manifest.task,
            "maximum_tokens": manifest.maximum_tokens,
            "pooling": manifest.pooling,
            "normalize": "yes" if manifest.normalize else "no",
            "quantization": manifest.quantization,
            "licence": manifest.licence,
            "measured": "\n".join(measured),
            "training_data": "\n".join(data) or "- not known",
        }
    )


def _flat(measured: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each number with the path to it, such as ``shipped, cosine_to_torch, min``."""
    for name, value in measured.items():
        path = f"{above}, {name}" if above else name
        if isinstance(value, Mapping):
            yield from _flat(value, path)
        else:
            yield path, value
