"""Citation contexts: vectors of citing passages with the provisions that they cite.

The passages are train queries of collections of masked citations, or of a library mined by ``mine``
(contract in ``lexdesk.models.citation_contexts``). Their vectors are those of passages in the size *fast*, moved by
a map that brings passages with the same citation together (``context_map``).
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexdesk.evaluation.collection import Collection
from lexdesk.models import encoder, manifest, multilingual
from lexdesk.models.citation_contexts import CitedTarget
from lexdesk.models.encoder import TextEncoder
from lexdesk.models.manifest import Manifest
from lexdesk.vector_codes import three_bit as three_bits
from lexdesk_trainer.classifiers import context_map
from lexdesk_trainer.classifiers.context_map import Context
from lexdesk_trainer.data import licences
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.export import model_card
from lexdesk_trainer.export.drafts import replace_folder

NAME = "citation-contexts"

_FEWEST = 10
_BATCH = 256  # texts that are encoded together
_MARGIN, _MAPPED_MARGIN = 0.05, 0.12
"""Chosen on train queries of eu-citations, each searched without the contexts of its act, and on dev queries."""

_LANGUAGE = re.compile(r"/[a-z]{0,3}\Z")  # nothing of a text whose language is not known

_WORKS: dict[str, Callable[[str], str]] = {
    "eu-citations": str.upper,  # CELEX numbers
    "de-citations": lambda work: f"DE-{work}",
}
"""Names of a collection's works in a library, for names that differ."""


def build(
    collections: Sequence[Path], embedder: Path, folder: Path, *, ships: bool = True
) -> Manifest:
    """Encode the train queries of ``collections`` with ``embedder`` and write the model ``folder``.

    Raises ``LicenceForbids`` if a model that ``ships`` may not use a collection, ``CollectionError`` if a
    collection has no train judgements, and ``TooLittleText``.
    """
    read = [Collection(path) for path in collections]
    sources = [
        licences.require_allowed(path.parent, path.name, ships=ships) for path in collections
    ]
    parts = [[*_read_contexts(collection)] for collection in read]
    contexts = [context for part in parts for context in part]
    if len(contexts) < _FEWEST:
        named = ", ".join(source.name for source in sources)
        raise TooLittleText(
            TrainingCode.TOO_FEW_CITATIONS, named=named, contexts=len(contexts), fewest=_FEWEST
        )
    reader, other = _load_encoder(embedder)
    texts = [context.text for context in contexts]
    batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
    vectors = np.concatenate([*reader.encode_all(batches)])
    moved = context_map.learn(parts, vectors)
    packed = three_bits.pack(vectors if moved is None else context_map.apply(vectors, moved))
    cites = [context.cites for context in contexts]
    return _write(cites, packed, moved, (reader.manifest, other), tuple(sources), ships, folder)


def _load_encoder(embedder: Path) -> tuple[TextEncoder, str]:
    """Return the encoder in ``embedder``, with that of other languages beside it and its fingerprint, if there is one."""
    fingerprint = manifest.read(embedder).fingerprint
    for folder in sorted(embedder.parent.iterdir()):
        is_family = (folder / multilingual.FAMILY).is_file()
        if is_family and multilingual.read_family(folder).embedder == fingerprint:
            return multilingual.load(embedder, folder), manifest.read(folder).fingerprint
    return encoder.load(embedder), ""


def _read_contexts(collection: Collection) -> Iterator[Context]:
    """Yield each train query with a citation, its cited provisions, and the text that it comes from."""
    topics = collection.topics()
    for query, grades in collection.qrels("train").items():
        about = topics[query].metadata
        if about.get("kind", "citation") == "citation":
            cites = [
                parse_cited(document, collection.name) for document, g in grades.items() if g > 0
            ]
            source = about.get("source_act") or about.get("source_doc") or query
            yield Context(topics[query].text, cites, str(source))


def parse_cited(document: str, collection: str) -> CitedTarget:
    """Parse the id of a document of ``collection`` into work and provision."""
    work, _, eid = document.partition("#")
    named = _WORKS.get(collection, _strip_language)
    return CitedTarget(named(work), eid, document)


def _strip_language(work: str) -> str:
    """Remove the language suffix from a work name given by ``mine``."""
    return _LANGUAGE.sub("", work)


def _write(
    contexts: Sequence[Iterable[CitedTarget]],
    packed: NDArray[np.uint8],
    moved: NDArray[np.float32] | None,
    encoders: tuple[Manifest, str],
    sources: tuple[manifest.TrainingData, ...],
    ships: bool,
    folder: Path,
) -> Manifest:
    numbers = {
        cited: n for n, cited in enumerate(dict.fromkeys(c for row in contexts for c in row))
    }
    embedder, other = encoders
    content = {
        "embedder": embedder.fingerprint,
        "multilingual": other,
        "margin": _MARGIN if moved is None else _MAPPED_MARGIN,
        "cited": list(numbers),
        "contexts": [[numbers[cited] for cited in row] for row in contexts],
    }
    licence = "; ".join(dict.fromkeys(source.licence for source in sources))
    with replace_folder(folder) as draft:
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        (draft / "contexts.json").write_text(text, encoding="utf-8")
        np.save(draft / "vectors.npy", packed)
        if moved is not None:
            np.save(draft / "map.npy", moved.astype(np.float16))
        written = manifest.write(
            draft,
            Manifest(
                name=folder.name,
                task="citation-contexts",
                base=embedder.name,
                dimensions=embedder.dimensions,
                pooling="none",
                normalize=False,
                maximum_tokens=0,
                quantization="three bits",
                licence=licence if ships else licences.OWN_DOCUMENTS,
                training_data=sources,
                measured={"contexts": len(contexts), "cited": len(numbers)},
            ),
            ("contexts.json", "vectors.npy", *(() if moved is None else ("map.npy",))),
        )
        model_card.write(draft, written, "contexts")
    return written
