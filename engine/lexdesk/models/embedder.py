"""The embedder of a library: the model at hand, and the one that made the vectors that are there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from lexdesk.errors import ModelCode, ModelError, ModelMismatch, NoModel
from lexdesk.storage import Store
from lexdesk.system.json_values import parsed

if TYPE_CHECKING:  # numpy and onnxruntime are loaded by those who need them
    from lexdesk.models.citation_contexts import CitationContexts
    from lexdesk.models.encoder import Encoder
    from lexdesk.models.manifest import Manifest

_MADE_BY = "model"
_WEIGHTS = "fusion_weights"
_BALANCED = 0.5  # the share of meaning where no weight says another
_SHORT = "short"


class ModelSetting(TypedDict):
    """The setting ``_MADE_BY``."""

    name: str
    fingerprint: str


def model_of(store: Store) -> dict[str, str]:
    """The ``name`` and the ``fingerprint`` of the model that made the vectors; empty where there are none."""
    return dict(store.setting(_MADE_BY, ModelSetting | None) or {})


def fusion_weights(store: Store) -> dict[str, float]:
    """The share of meaning in 0..1 by ISO 639-1 code, with ``""`` for all other languages.

    ``"de short"`` is that of a short question in German.
    """
    return dict(store.setting(_WEIGHTS, dict[str, float] | None) or {})


def semantic_weight(weights: Mapping[str, float], language: str | None, *, short: bool) -> float:
    """The weight among ``weights``, those of ``fusion_weights``, of a paragraph or a ``short`` question in ``language``."""
    share = weights.get(language or "", weights.get("", _BALANCED))
    return weights.get(f"{language} {_SHORT}", share) if short else share


class Embedder:
    """The embedder that the library in ``path`` is searched with.

    Raises ``NoModel`` where one is needed and none is installed.
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
        """That of the model at hand."""
        return self._found[1]

    @cached_property
    def encoder(self) -> Encoder:
        """The model at hand; it loads in the background."""
        from lexdesk.models.encoder import loaded

        return loaded(self._found[0])

    def knows(self, word: str) -> bool:
        """Whether a folded word is frequent enough in all languages together that the model at hand has it whole."""
        return word in self._vocabulary

    @cached_property
    def _vocabulary(self) -> Mapping[str, int]:
        try:
            told = parsed((self._found[0] / "tokenizer.json").read_bytes())
            return dict(told["model"]["vocab"])
        except (ModelError, OSError, ValueError, LookupError, TypeError):  # told by a search
            return {}

    @cached_property
    def contexts(self) -> CitationContexts | None:
        """The citation contexts at hand, where their vectors are of the model at hand."""
        from lexdesk.models import citation_contexts, manifest

        try:
            contexts = citation_contexts.loaded(manifest.find("citation-contexts"))
        except NoModel:
            return None
        return contexts if contexts.embedder == self.manifest.fingerprint else None

    @property
    def fits(self) -> bool:
        """Whether the vectors, where there are any, were made by the model at hand."""
        made_with = model_of(self._store)
        return not made_with or made_with["fingerprint"] == self.manifest.fingerprint

    @property
    def serves(self) -> bool:
        """Whether there is a model at hand that made the vectors, or may make some."""
        try:
            return self.fits
        except ModelError:
            return False

    @property
    def made_by(self) -> str | None:
        """The name of the model that made the vectors."""
        return model_of(self._store).get("name")

    @property
    def layout(self) -> str:
        """What was found to be the fastest layout of the model at hand on this machine, in words, or ``""``."""
        from lexdesk.models import batching
        from lexdesk.models import onnx_session as background

        try:
            found = batching.remembered(self.manifest.fingerprint)
        except ModelError:
            return ""
        return str(found) if found and background.best_device() == "cpu" else ""

    def require_fit(self) -> None:
        """Raise ``ModelMismatch`` where other vectors are there than the model at hand makes."""
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
        """Remember the model at hand as that of the vectors; raise ``ModelMismatch`` where it is another."""
        self.require_fit()
        if not model_of(self._store):
            told = {"name": self.manifest.name, "fingerprint": self.manifest.fingerprint}
            with self._store.transaction():
                self._store.set_setting(_MADE_BY, told)
                if not self.fusion_weights:
                    self.set_fusion_weights(dict(self.manifest.fusion_weights))

    def forget(self) -> None:
        """Drop all vectors, and what belongs to the model that made them."""
        with self._store.transaction():
            self._store.clear_vectors()
            self._store.set_setting(_MADE_BY, None)
            self._store.set_setting(_WEIGHTS, {})

    @property
    def fusion_weights(self) -> dict[str, float]:
        """Those of the module's ``fusion_weights``."""
        return fusion_weights(self._store)

    def set_fusion_weights(self, weights: dict[str, float]) -> None:
        """Store other ``fusion_weights``; raise ``ValueError`` for one outside 0..1."""
        for language, weight in weights.items():
            if not 0 <= weight <= 1:
                raise ValueError(f"the weight {weight} for {language!r} is not in 0..1")
        self._store.set_setting(_WEIGHTS, weights)
