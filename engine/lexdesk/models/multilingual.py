"""One family of vectors for all languages: of English by the embedder, of other languages by a multilingual one.

The multilingual embedder was exported with a rotation into the space of the embedder, so that a question in one
language is compared with passages in another. The vector of a text is the weighted sum of both vectors; the share of
the multilingual one depends on the language of the text. In the size *fast* it is zero for English passages, whose
vectors are those of the embedder alone; in *standard* they are encoded by both. Vectors of both sizes are comparable.
Each text is assigned to a language by itself.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np
from msgspec import Meta
from msgspec.structs import asdict, replace
from numpy.typing import NDArray

from lexdesk.errors import Message, ModelCode, ModelDamaged, NoModel
from lexdesk.models import encoder as encoders
from lexdesk.models import manifest as manifests
from lexdesk.models.encoder import Encoder, TextEncoder
from lexdesk.models.manifest import FAST, Manifest, Size
from lexdesk.system.json_values import Record, parse
from lexdesk.system.native_runtime import load_cpp_runtime
from lexdesk.text.languages import guess_language
from lexdesk.text.lazy_pattern import lazy_pattern

FAMILY = "family.json"
TASK: manifests.Task = "multilingual-embedder"
_ENGLISH = "en"
_OTHERS = ""
_ALONE, _SHORT, _LONG = " alone", " short", " long"
_SAMPLE = 400  # characters that decide the language
# Share of English words that makes a short question English, whatever the classifier says.
_MOSTLY = 0.9
_LARGEST = 64 << 10
_TINY = 1e-12
_WORD, _WORDING = lazy_pattern(r"\s*\S+\s*"), lazy_pattern(r"[^\W\d_]{6}")

_Vectors = NDArray[np.float32]
_Share = Annotated[float, Meta(ge=0, le=1)]
_Found = TypeVar("_Found")


class Mixture(Record, frozen=True):
    """The share of the multilingual vector by language, and what depends on it.

    ``shares`` has ISO 639-1 codes, with ``""`` for all other languages. ``questions`` has the share in an English
    question, by the language of the passages: the lowest of a library that has others than English, and ``"en alone"``
    in one of English (else that of a passage). ``"de short"`` and ``"de long"`` are those in a German question
    (``manifest.is_short``), if not that of a passage. By the codes of ``shares``: ``weights`` of semantic scores, which
    precede the embedder's (``Manifest.fusion_weights``); ``unrelated``, the cosine below which a passage without a word
    of the query is none of its hits; and ``nearly_the_same``, that of near-duplicates where it is not the embedder's.
    """

    shares: Mapping[str, _Share] = {}
    questions: Mapping[str, _Share] = {}
    weights: Mapping[str, _Share] = {}
    unrelated: Mapping[str, _Share] = {}
    nearly_the_same: Mapping[str, _Share] = {}


class Family(Mixture, frozen=True, kw_only=True):
    """The embedder (fingerprint) whose vectors are comparable, and the mixture of the size *fast*.

    ``english_pieces`` is the number of pieces at the beginning of the embedder's vocabulary that are English.
    ``standard`` has the values that differ in the size *standard*, if there is one.
    """

    embedder: str
    english_pieces: Annotated[int, Meta(ge=0)]
    standard: Mixture | None = None

    def of(self, size: Size) -> Family:
        """Return the family with the mixture of ``size``."""
        if size == FAST or self.standard is None:
            return self
        changed = asdict(self.standard)
        return replace(self, **{name: {**getattr(self, name), **changed[name]} for name in changed})

    def share(self, language: str) -> float:
        """Return the share of the multilingual vector in ``language``."""
        return self.shares.get(language, self.shares.get(_OTHERS, 1.0))


def find_installed(embedder: Manifest) -> Path | None:
    """Return the folder of the multilingual embedder that belongs to ``embedder``, if it is installed.

    Raise the errors of ``manifest.find`` and ``ModelDamaged``, except for a missing model.
    """
    try:
        folder = manifests.find(TASK)
    except NoModel:
        return None
    return folder if read_family(folder).embedder == embedder.fingerprint else None


def read_family(folder: Path) -> Family:
    """Return the family of the multilingual embedder in ``folder``, of which trust covers each byte; raise ``ModelDamaged``."""
    path = folder / FAMILY
    listed = manifests.read(folder).files.get(FAMILY)
    if listed is None:
        manifest = folder / manifests.MANIFEST_NAME
        raise ModelDamaged(ModelCode.FILE_UNLISTED, path=manifest, name=FAMILY, task=TASK)
    try:
        if path.stat().st_size > _LARGEST:
            raise ValueError(f"it has more than {_LARGEST} bytes")
        stored = path.read_bytes()
        if (digest := hashlib.sha256(stored).hexdigest()) != listed.sha256:
            raise ModelDamaged(ModelCode.FILE_HASH, path=path, digest=digest, wanted=listed.sha256)
        found: Family = parse(stored, Family)
    except (OSError, ValueError) as problem:
        raise ModelDamaged(
            ModelCode.FILE_UNREADABLE, path=path, reason=problem, name=folder.name
        ) from None
    return found


def load(
    embedder: Path, multilingual: Path, callers: int | None = None, size: Size = FAST
) -> MultilingualEncoder:
    """Return the encoder of both models in ``size``, one for all libraries of the process."""
    return _load(embedder, multilingual, callers, size)


@lru_cache(maxsize=4)
def _load(
    embedder: Path, multilingual: Path, callers: int | None, size: Size
) -> MultilingualEncoder:
    own = encoders.load(embedder, callers) if callers else encoders.load(embedder)
    return MultilingualEncoder(own, multilingual, callers, size)


@lru_cache(maxsize=2)
def _loaded_other(folder: Path, callers: int | None) -> Encoder:
    return Encoder(folder, manifests.read(folder), callers, task=TASK)


def start_loading(text: str) -> None:
    """Load in the background the installed models that probably encode ``text``; raise ``ModelError``."""
    folder = manifests.find("embedder")
    load_cpp_runtime()
    import onnxruntime  # noqa: F401 - in the background, it would wait for Python's lock again and again

    encoders.load(folder)
    if other := find_installed(manifests.read(folder)):
        load(folder, other).start_loading(text)


def load_installed_encoder(size: Size = FAST) -> TextEncoder:
    """Return the encoder of the installed models in ``size``; raise ``NoModel`` without an embedder."""
    folder = manifests.find("embedder")
    other = find_installed(manifests.read(folder))
    return load(folder, other, size=size) if other else encoders.load(folder)


def lower_capitals(text: str) -> str:
    """Return ``text`` with runs of words in capitals in lower case, if one of a run is no abbreviation.

    The multilingual embedder splits words in capitals into many pieces that it knows poorly.
    """
    parts = []
    for are_capitals, words in groupby(_WORD.findall(text), key=lambda word: word == word.upper()):
        run = "".join(words)
        is_wording = are_capitals and " " in run.strip() and _WORDING.search(run)
        parts.append(run.lower() if is_wording else run)
    return "".join(parts)


class MultilingualEncoder:
    """The encoder of ``embedder``, and for other languages than English that in the folder ``multilingual``.

    It is used in place of the embedder's own (``Encoder``). The second model is loaded for the first text that needs it.
    """

    def __init__(
        self, embedder: Encoder, multilingual: Path, callers: int | None = None, size: Size = FAST
    ):
        self._embedder, self._folder, self._callers = embedder, multilingual, callers
        self._family = read_family(multilingual).of(size)

    def start_loading(self, text: str) -> None:
        """Load the model of other languages in the background if ``text`` is probably in one."""
        if self._family.share(guess_language(text[:_SAMPLE])):
            _ = self._other

    @property
    def manifest(self) -> Manifest:
        """Return the manifest of the embedder."""
        return self._embedder.manifest

    @property
    def device(self) -> str:
        """Return the device of the embedder: ``cuda`` or ``cpu``."""
        return self._embedder.device

    @property
    def _other(self) -> Encoder:
        return _loaded_other(self._folder, self._callers)

    def least_cosine(self, query: str, languages: Sequence[str]) -> float | None:
        """Return the least cosine of hits in ``languages`` without a word of ``query``, if measured.

        Passages in another language than the query's are farther away, so the lowest of all languages counts.
        """
        cosines = self._family.unrelated
        all_languages = (guess_language(query), *languages)
        found = [cosines.get(language, cosines.get(_OTHERS)) for language in all_languages]
        return min((least for least in found if least is not None), default=None)

    def nearly_the_same(self, language: str | None) -> float | None:
        """Return the least cosine of near-duplicates in ``language``, if measured."""
        own = self._family.nearly_the_same.get(language or _OTHERS)
        return self.manifest.nearly_the_same if own is None else own

    @property
    def placement(self) -> tuple[Mapping[str, int], Message | None]:
        """Return the nodes of the embedder by provider, if measured, and the reason for the processor."""
        return self._embedder.placement

    def encode(self, texts: Sequence[str]) -> _Vectors:
        """Encode ``texts`` to float32 (n, dimensions), rows of unit length, in the order of ``texts``."""
        (vectors,) = self._encode_parts([texts], lambda parts: map(self._embedder.encode, parts))
        return vectors

    def encode_all(self, parts: Iterable[Sequence[str]]) -> Iterator[_Vectors]:
        """Encode each of ``parts`` in order, by the embedder in its fastest layout on this machine."""
        return self._encode_parts(parts, self._embedder.encode_all)

    def _encode_parts(
        self,
        parts: Iterable[Sequence[str]],
        by_embedder: Callable[[Iterable[Sequence[str]]], Iterator[_Vectors]],
    ) -> Iterator[_Vectors]:
        pending: deque[tuple[Sequence[str], NDArray[np.float32]]] = deque()

        def for_embedder() -> Iterator[Sequence[str]]:
            for part in parts:
                shares = self._shares(part)
                pending.append((part, shares))
                yield [text for text, share in zip(part, shares, strict=True) if share < 1]

        for vectors in by_embedder(for_embedder()):
            yield self._mix(*pending.popleft(), vectors)

    def _mix(
        self, texts: Sequence[str], shares: NDArray[np.float32], of_embedder: _Vectors
    ) -> _Vectors:
        """Return the vectors of ``texts``, given those ``of_embedder`` in which the other has no full share."""
        mixed = np.zeros((len(texts), self.manifest.dimensions), np.float32)
        mixed[shares < 1] = of_embedder
        if len(places := np.flatnonzero(shares)):
            share = shares[places, None]
            others = self._other.encode([lower_capitals(texts[at]) for at in places.tolist()])
            rows = (1 - share) * mixed[places] + share * others
            mixed[places] = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), _TINY)
        return mixed

    def encode_question(self, text: str, languages: Sequence[str]) -> _Vectors:
        """Encode a question to passages in ``languages``, float32 (dimensions,).

        English among other languages takes part in the multilingual vector, too: its neighbours there are nearer.
        """
        shares = self._share_of_question(text, languages)
        own = self._embedder.encode([text] if shares[0] < 1 else [])
        vector: _Vectors = self._mix([text], shares, own)[0]
        return vector

    def submit(self, call: Callable[[], _Found]) -> Future[_Found]:
        """Run ``call`` on another core than the caller's."""
        return self._embedder.submit(call)

    def vector_for_contexts(
        self, text: str, languages: Sequence[str], vector: _Vectors
    ) -> _Vectors:
        """Return the vector of a question as of a passage in the size *fast*: English by the embedder alone."""
        language = self._language(text)
        wanted = np.float32(0.0 if language == _ENGLISH else self._family.share(language))
        if self._share_of_question(text, languages)[0] == wanted:
            return vector
        own = self._embedder.encode([text] if wanted < 1 else [])
        as_passage: _Vectors = self._mix([text], np.array([wanted]), own)[0]
        return as_passage

    def _share_of_question(self, text: str, languages: Sequence[str]) -> NDArray[np.float32]:
        language, shares = self._language(text), self._family.questions
        share = self._family.share(language)
        if language == _ENGLISH and set(languages) - {_ENGLISH}:
            share = min(shares.get(there, shares.get(_OTHERS, 0.0)) for there in languages)
        elif language == _ENGLISH:
            share = shares.get(_ENGLISH + _ALONE, share)
        else:
            share = shares.get(language + (_SHORT if manifests.is_short(text) else _LONG), share)
        return np.array([share], np.float32)

    def _shares(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([self._family.share(self._language(text)) for text in texts], np.float32)

    def _language(self, text: str) -> str:
        if len(text) <= _SAMPLE:  # first: to load the detector takes longer than all of a search
            whole = self._embedder.share_of_whole_words(text, self._family.english_pieces)
            if whole >= _MOSTLY:
                return _ENGLISH
        return guess_language(text[:_SAMPLE])
