"""Embedder of a library: the installed model, and the model of the stored embeddings."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypedDict

from lexdesk.document.passages import passage_text
from lexdesk.errors import ModelCode, ModelError, ModelMismatch, NoModel
from lexdesk.storage import Store
from lexdesk.system.json_values import parse

if TYPE_CHECKING:  # numpy and onnxruntime are loaded on use
    from lexdesk.models.citation_contexts import CitationContexts
    from lexdesk.models.encoder import TextEncoder
    from lexdesk.models.manifest import Manifest, Size
    from lexdesk.models.multilingual import Family

_MADE_BY = "model"
_WEIGHTS = "fusion_weights"
_TOKENIZER = "tokenizer.json"
_BALANCED = 0.5  # the semantic share without a stored weight
_SHORT = "short"
_MULTILINGUAL = "multilingual_model"
_SIZE = "embedding_size"
_ENGLISH = "en"
_SAMPLE = 32  # passages encoded for an estimate


class ModelSetting(TypedDict):
    """The model of the stored embeddings, as the library's setting ``_MADE_BY``."""

    name: str
    fingerprint: str


def model_of(store: Store) -> dict[str, str]:
    """Return ``name`` and ``fingerprint`` of the model of the embeddings; empty without embeddings."""
    return dict(store.setting(_MADE_BY, ModelSetting | None) or {})


def read_fusion_weights(store: Store) -> dict[str, float]:
    """Return the semantic share in 0..1 by ISO 639-1 code, with ``""`` for all other languages.

    ``"de short"`` is the share for a short question in German.
    """
    return dict(store.setting(_WEIGHTS, dict[str, float] | None) or {})


def find_semantic_weight(
    weights: Mapping[str, float], language: str | None, *, short: bool
) -> float:
    """Return the semantic share of a paragraph or a ``short`` question in ``language``, from ``read_fusion_weights``."""
    share = weights.get(language or "", weights.get("", _BALANCED))
    return weights.get(f"{language} {_SHORT}", share) if short else share


class Embedder:
    """The embedder of the library in ``path``.

    Its use raises ``NoModel`` if no model is installed.
    """

    def __init__(self, path: Path, store: Store):
        self._path, self._store = path, store

    @cached_property
    def _found(self) -> tuple[Path, Manifest]:
        from lexdesk.models import manifest

        folder = manifest.find("embedder")
        return folder, manifest.read(folder)

    @property
    def manifest(self) -> Manifest:
        """Return the manifest of the installed model."""
        return self._found[1]

    @cached_property
    def _fingerprint(self) -> str:
        """Return the fingerprint of the installed model, hashed once: each semantic search asks for it."""
        return self.manifest.fingerprint

    @property
    def encoder(self) -> TextEncoder:
        """Return the installed model, with other languages if the embeddings come from them, too.

        It loads in the background.
        """
        from lexdesk.models import encoder, multilingual

        other = self._multilingual
        if other is None or self.has_old_languages:
            return encoder.load(self._found[0])
        return multilingual.load(self._found[0], other, size=self.size)

    @cached_property
    def _multilingual(self) -> Path | None:
        from lexdesk.models import multilingual

        return multilingual.find_installed(self.manifest)

    @property
    def has_old_languages(self) -> bool:
        """Return whether the embeddings of other languages than English come from another model than the installed one."""
        return (
            bool(model_of(self._store))
            and self._store.setting(_MULTILINGUAL, str | None) != self.multilingual_fingerprint
        )

    @cached_property
    def multilingual_fingerprint(self) -> str | None:
        """Return the fingerprint of the installed multilingual embedder of the same family, if there is one."""
        from lexdesk.models import manifest

        return manifest.read(self._multilingual).fingerprint if self._multilingual else None

    @property
    def _weights_of_family(self) -> Mapping[str, float]:
        return self._family.of(self.size).weights if self._family else {}

    @cached_property
    def _family(self) -> Family | None:
        from lexdesk.models import multilingual

        return multilingual.read_family(self._multilingual) if self._multilingual else None

    @property
    def size(self) -> Size:
        """Return the size of the library's embeddings."""
        return self._store.setting(_SIZE, Literal["fast", "standard"], "fast")  # type: ignore[no-any-return]

    @property
    def sizes(self) -> tuple[Size, ...]:
        """Return the sizes that the installed models offer; empty if there is no choice."""
        return ("fast", "standard") if self._family and self._family.standard else ()

    def change_size(self, size: Size) -> None:
        """Switch to ``size`` and delete the embeddings that differ in it; raise ``NoModel`` if no model has it."""
        if size not in self.sizes:
            raise NoModel(ModelCode.SIZE_MISSING, size=size)
        if size != self.size:
            with self._store.transaction():
                self._store.set_setting(_SIZE, size)
                self._store.vectors.clear_language(_ENGLISH)
                if self.made_by:
                    self.set_fusion_weights(self._own_weights)

    def seconds_for(self, size: Size) -> float:
        """Estimate the seconds to encode all English passages in ``size`` on this machine, by encoding a few."""
        from lexdesk.models import multilingual

        if size not in self.sizes or self._multilingual is None:
            raise NoModel(ModelCode.SIZE_MISSING, size=size)
        passages = self._store.vectors.passages_in(_ENGLISH)
        some = passages[:: len(passages) // _SAMPLE + 1]
        texts = [
            passage_text(heading, text)
            for _, heading, text in self._store.vectors.texts_to_encode(some)
        ]
        encoder = multilingual.load(self._found[0], self._multilingual, size=size)
        encoder.encode(texts[:1])  # loads the models
        started = time.perf_counter()
        encoder.encode(texts)
        return (time.perf_counter() - started) / max(len(texts), 1) * len(passages)

    @property
    def _own_weights(self) -> dict[str, float]:
        return {**self.manifest.fusion_weights, **self._weights_of_family}

    def renew_languages(self) -> bool:
        """Delete the embeddings of other languages than English that come from another model; return whether there are any."""
        if not self.has_old_languages:
            return False
        with self._store.transaction():
            self.set_fusion_weights({**self.fusion_weights, **self._weights_of_family})
            count = self._store.vectors.clear_language(_ENGLISH, others=True)
            if self.size == "standard":  # in this size, the model encodes English, too
                count += self._store.vectors.clear_language(_ENGLISH)
            self._store.set_setting(_MULTILINGUAL, self.multilingual_fingerprint)
        return count > 0

    def knows(self, word: str) -> bool:
        """Return whether a folded word is a whole token of the installed model, and so a frequent word."""
        return word in self._vocabulary

    @cached_property
    def _vocabulary(self) -> Mapping[str, int]:
        try:
            folder, manifest = self._found
            stored = (folder / _TOKENIZER).read_bytes()
            if hashlib.sha256(stored).hexdigest() != manifest.files[_TOKENIZER].sha256:
                return {}  # reported by a search
            tokenizer = parse(stored)
            return dict(tokenizer["model"]["vocab"])
        except (ModelError, OSError, ValueError, LookupError, TypeError):  # reported by a search
            return {}

    @cached_property
    def contexts(self) -> CitationContexts | None:
        """Return the installed citation contexts if their embeddings come from the installed models."""
        from lexdesk.models import citation_contexts, manifest

        try:
            contexts = citation_contexts.load(manifest.find("citation-contexts"))
        except NoModel:
            return None
        others = contexts.multilingual in ("", self.multilingual_fingerprint)
        return contexts if others and contexts.embedder == self.manifest.fingerprint else None

    @property
    def fits(self) -> bool:
        """Return whether the embeddings, if any, come from the installed model."""
        made_with = model_of(self._store)
        return not made_with or made_with["fingerprint"] == self._fingerprint

    @property
    def serves(self) -> bool:
        """Return whether an installed model fits the embeddings or can create them."""
        try:
            return self.fits
        except ModelError:
            return False

    @property
    def made_by(self) -> str | None:
        """Return the name of the model of the embeddings."""
        return model_of(self._store).get("name")

    @property
    def layout(self) -> str:
        """Return the fastest measured layout of the installed model in words, or ``""``."""
        from lexdesk.models import batching, onnx_session

        try:
            found = batching.read_layout(self.manifest.fingerprint)
        except ModelError:
            return ""
        return str(found) if found and onnx_session.choose_device() == "cpu" else ""

    def require_fit(self) -> None:
        """Raise ``ModelMismatch`` for embeddings of a model other than the installed one."""
        if not self.fits:
            other = model_of(self._store)
            raise ModelMismatch(
                ModelCode.VECTORS_MISMATCH,
                path=self._path,
                name=other["name"],
                fingerprint=other["fingerprint"],
                installed=self.manifest.name,
                installed_fingerprint=self.manifest.fingerprint,
            )

    def adopt(self) -> None:
        """Record the installed model as that of the embeddings; raise ``ModelMismatch`` for another one."""
        self.require_fit()
        if not model_of(self._store):
            identity = {"name": self.manifest.name, "fingerprint": self.manifest.fingerprint}
            with self._store.transaction():
                self._store.set_setting(_MADE_BY, identity)
                self._store.set_setting(_MULTILINGUAL, self.multilingual_fingerprint)
                if not self.fusion_weights:
                    self.set_fusion_weights(self._own_weights)

    def forget(self) -> None:
        """Delete all embeddings and the settings of their model."""
        with self._store.transaction():
            self._store.vectors.clear()
            self._store.set_setting(_MADE_BY, None)
            self._store.set_setting(_MULTILINGUAL, None)
            self._store.set_setting(_WEIGHTS, {})

    @property
    def fusion_weights(self) -> dict[str, float]:
        """Return the stored fusion weights, as ``read_fusion_weights``."""
        return read_fusion_weights(self._store)

    def set_fusion_weights(self, weights: dict[str, float]) -> None:
        """Store other ``fusion_weights``; raise ``ValueError`` for one outside 0..1."""
        for language, weight in weights.items():
            if not 0 <= weight <= 1:
                raise ValueError(f"the weight {weight} for {language!r} is not in 0..1")
        self._store.set_setting(_WEIGHTS, weights)
