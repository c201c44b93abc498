"""The model card: what the manifest says, in words for people."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lexdesk.models.manifest import Manifest
from lexdesk_trainer.data import written_questions

EMBEDDER = """An encoder that turns a passage or a question into {dimensions} numbers, so that like meaning has a
high cosine. It is {base}, exported for Lexdesk; no weight was trained further.

- Task: {task}. Languages: what the base model knows, which is English; German and other languages
  only as far as they share word pieces with it."""

TRAINED_EMBEDDER = """An encoder that turns a passage or a question into {dimensions} numbers, so that like meaning has a
high cosine. It began as {base}, and learned the words and the citations of law.

- Task: {task}. Languages: English and German.
- A masked citation is written `[REF]`. The first 256, 128 or 64 numbers may be used alone."""

JOINED_EMBEDDER = """An encoder that turns a passage or a question into {dimensions} numbers, so that like meaning has a
high cosine. It is {base}, which went on to learn from English law, beside a vector for
each piece of the words of English and German law, which were learned from citations, headings and translations.{questions}
The encoder reads English alone; a text of which it reads less than half is what its pieces say.

- Task: {task}. Languages: English and German."""

_QUESTIONS = """
Both learned on from questions that a language model wrote for provisions of law."""

ADAPTED_EMBEDDER = """An encoder that turns a passage or a question into {dimensions} numbers, so that like meaning has a
high cosine. It began as the embedder of Lexdesk, {base} beside a vector for each piece
of the words of English and German law; both learned on from texts or questions of one house, where the
model has to stay.

- Task: {task}. Languages: English and German."""

RERANKER = """A cross-encoder that reads a question and a passage together and gives one score: the higher, the
better the passage answers. Its encoder began as {base}. Scores compare passages for one
question and nothing else.

- Task: {task}. Languages: English and German."""

ARTICLES = """The text of one act, whose {dimensions} articles get a probability each for what a passage speaks of: by the
words of the act, and by meaning through {base}. Calibrated on passages put together of the act's own
paragraphs, each left out while it was asked about. Several articles may apply.

- Task: {task}. Languages: those that `units.json` has the act in; by meaning, those of the embedder."""

CONCEPTS = """Acts of the EU with the concepts of EuroVoc that documentalists gave them: the ten whose words and pairs
of words fit a text best vote, and a concept whose name stands in the text counts for more. {dimensions} concepts
get a probability each, calibrated on the acts themselves, each silent while it was asked about, and on
clauses of contracts, which are about none of them. Several concepts may apply; a concept that none of the
acts has is never found.

- Task: {task}. Language: English; `acts.json` has the acts, the concepts and the threshold."""

CONTEXTS = """Passages of law with the works and provisions that they cite, as the vectors of {dimensions} dimensions
that {base} makes of them, in three bits each, the references masked. What passages like a query cite stands higher among what a
search finds, as far as they are nearer to the query than what the library holds. Nothing was learned; the texts
of the passages are not kept.

- Task: {task}. Languages: those of the passages, as far as the embedder reads them."""

_CARD = """# {name}

{about}
{network}- Licence: {licence}.{changed}

## Not for

{not_for}

## Measured

{measured}

## {made_of}

{training_data}
"""

_MEASURED = "\n## Measured\n\n"
_NETWORK = """- Input: at most {maximum_tokens} tokens; pooling: {pooling}; rows of unit length: {normalize}.
- Quantization: {quantization}.
"""
_CHANGED = """ Changed against the original: what was learned further is told above, the weights are quantized and the
  graph is fused (notice under section 4 of the Apache License 2.0; its text lies in
  `exported_models/LICENSE-Apache-2.0.txt`)."""
_AGAINST_TORCH = """On paragraphs of the GDPR, English and German, against torch in float32 on the machine that made the
export. `lexdesk-trainer parity` repeats it.

"""

_NOT_FOR = {
    "embedder": """Deciding anything about a person or a case. It ranks passages by likeness; it does not know which
law is in force, does not read citations, and says nothing about what is missing from the library.""",
    "reranker": """Deciding anything about a person or a case. It orders passages that a search found; it does not know
which law is in force, and a high score does not make a passage right.""",
    "citation-contexts": """Deciding anything about a person or a case. What is cited often was easier to learn than what is cited
seldom or only since; that nothing like a question cites a provision means nothing.""",
}
_NOT_FOR_CLASSIFIERS = """Deciding anything about a person or a case. It suggests labels for a lawyer to check; a probability
says how often such suggestions were right on the texts it was calibrated with, and on other texts
they will be right less often. That a label is missing means nothing."""


def write(folder: Path, manifest: Manifest, about: str) -> None:
    """Write the card of ``manifest`` into the model ``folder``, beside it."""
    (folder / "MODEL_CARD.md").write_text(of(manifest, about), encoding="utf-8")


def write_measured(folder: Path, manifest: Manifest) -> None:
    """Put what was ``measured`` into the card in ``folder``; all else in it stays."""
    path = folder / "MODEL_CARD.md"
    before, _, after = path.read_text(encoding="utf-8").partition(_MEASURED)
    _, made_of, after = after.partition("\n\n## ")
    path.write_text(f"{before}{_MEASURED}{_measured(manifest)}{made_of}{after}", encoding="utf-8")


def of(manifest: Manifest, about: str) -> str:
    """Return the model card that belongs to ``manifest``, as Markdown; ``about`` is its beginning."""
    data = (f"- {source.name}: {source.licence}" for source in manifest.training_data)
    beginning = about.format(
        dimensions=manifest.dimensions,
        base=manifest.base,
        task=manifest.task,
        questions=_QUESTIONS if written_questions.are_in(manifest.training_data) else "",
    )
    is_network = manifest.pooling != "none"
    network = _NETWORK.format(
        maximum_tokens=manifest.maximum_tokens,
        pooling=manifest.pooling,
        normalize="yes" if manifest.normalize else "no",
        quantization=manifest.quantization,
    )
    return _CARD.format(
        about=beginning,
        network=network if is_network else "",
        changed=_CHANGED if is_network else "",
        not_for=_NOT_FOR.get(manifest.task, _NOT_FOR_CLASSIFIERS),
        name=manifest.name,
        licence=manifest.licence,
        measured=_measured(manifest),
        made_of="Trained on" if is_network else "Made of",
        training_data="\n".join(data) or "- not known",
    )


def _measured(manifest: Manifest) -> str:
    lines = [f"- {name.replace('_', ' ')}: {value}" for name, value in _flat(manifest.measured)]
    return (_AGAINST_TORCH if manifest.pooling != "none" else "") + "\n".join(lines)


def _flat(measured: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each number with the path to it, such as ``shipped, cosine_to_torch, min``."""
    for name, value in measured.items():
        path = f"{above}, {name}" if above else name
        if isinstance(value, Mapping):
            yield from _flat(value, path)
        else:
            yield path, value
