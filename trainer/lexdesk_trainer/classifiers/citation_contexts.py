"""Citation contexts: vectors of citing passages with the provisions that they cite.

The passages are train queries of collections of masked citations, or of a library mined by ``mine``
(contract in ``lexdesk.models.citation_contexts``).
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexdesk.evaluation.collection import Collection
from lexdesk.models import encoder, manifest
from lexdesk.models.citation_contexts import CitedTarget
from lexdesk.models.manifest import Manifest
from lexdesk.vector_codes import three_bit as three_bits
from lexdesk_trainer.data import licences
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.export import model_card
from lexdesk_trainer.export.drafts import drafted

NAME = "citation-contexts"

_FEWEST = 10
_BATCH = 256  # texts that are encoded together

_LANGUAGE = re.compile(r"/[a-z]{0,3}\Z")  # nothing of a text whose language is not known

_WORKS: dict[str, Callable[[str], str]] = {
    "eu-citations": str.upper,  # CELEX numbers
    "de-citations": lambda work: f"DE-{work}",
}
"""Names of a collection's works in a library, for names that differ."""


def make(
    collections: Sequence[Path], embedder: Path, folder: Path, *, ships: bool = True
) -> Manifest:
    """Encode the train queries of ``collections`` with ``embedder`` and write the model ``folder``.

    Raises ``LicenceForbids`` if a model that ``ships`` may not use a collection, ``CollectionError`` if a
    collection has no train judgements, and ``TooLittleText``.
    """
    read = [Collection(path) for path in collections]
    sources = [licences.allow(path.parent, path.name, ships=ships) for path in collections]
    contexts = [context for collection in read for context in _contexts(collection)]
    if len(contexts) < _FEWEST:
        named = ", ".join(source.name for source in sources)
        raise TooLittleText(
            TrainingCode.TOO_FEW_CITATIONS, named=named, contexts=len(contexts), fewest=_FEWEST
        )
    reader = encoder.load(embedder)
    texts = [text for text, _ in contexts]
    batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
    packed = np.concatenate([three_bits.pack(rows) for rows in reader.encode_all(batches)])
    return _write(
        [cites for _, cites in contexts], packed, reader.manifest, tuple(sources), ships, folder
    )


def _contexts(collection: Collection) -> Iterator[tuple[str, list[CitedTarget]]]:
    """Yield each train query with a citation, and its cited provisions."""
    topics = collection.topics()
    for query, grades in collection.qrels("train").items():
        if topics[query].metadata.get("kind", "citation") == "citation":
            cites = [
                parse_cited(document, collection.name) for document, g in grades.items() if g > 0
            ]
            yield topics[query].text, cites


def parse_cited(document: str, collection: str) -> CitedTarget:
    """Parse the id of a document of ``collection`` into work and provision."""
    work, _, eid = document.partition("#")
    named = _WORKS.get(collection, _without_language)
    return CitedTarget(named(work), eid, document)


def _without_language(work: str) -> str:
    """Remove the language suffix from a work name given by ``mine``."""
    return _LANGUAGE.sub("", work)


def _write(
    contexts: Sequence[Iterable[CitedTarget]],
    packed: NDArray[np.uint8],
    embedder: Manifest,
    sources: tuple[manifest.TrainingData, ...],
    ships: bool,
    folder: Path,
) -> Manifest:
    numbers = {
        cited: n for n, cited in enumerate(dict.fromkeys(c for row in contexts for c in row))
    }
    content = {
        "embedder": embedder.fingerprint,
        "cited": list(numbers),
        "contexts": [[numbers[cited] for cited in row] for row in contexts],
    }
    licence = "; ".join(dict.fromkeys(source.licence for source in sources))
    with drafted(folder) as draft:
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        (draft / "contexts.json").write_text(text, encoding="utf-8")
        np.save(draft / "vectors.npy", packed)
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
                licence=licence if ships else licences.OWN,
                training_data=sources,
                measured={"contexts": len(contexts), "cited": len(numbers)},
            ),
            ("contexts.json", "vectors.npy"),
        )
        model_card.write(draft, written, "contexts")
    return written
