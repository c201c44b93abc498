"""The tokenizers that a model may have: of known parts, whose time and memory grow with the text alone.

A regular expression of somebody else may take exponential time, a replacement may multiply the text, and a template may add
a million tokens to each text.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from lexdesk.system.regular_files import read_json

_NORMALIZERS = {
    "BertNormalizer", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "Nmt", "Strip", "StripAccents",
}  # fmt: skip
_PRE_TOKENIZERS = {
    "BertPreTokenizer", "Digits", "Metaspace", "Punctuation", "Whitespace", "WhitespaceSplit",
}  # fmt: skip
_ONCE = {"ByteLevel", "Precompiled"}
"""Parts of published models that lengthen a text, by a bounded factor if it passes them once."""

_SPACES = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
_MOST_PARTS = 8
_LONGEST_REPLACEMENT = 64  # bytes; NFKC has one of 33

_Few = Meta(max_length=64)
_Affix = Annotated[str, Meta(max_length=16)]
_LONGEST_PIECE = 256  # characters; published vocabularies have up to 64


class _Special(TypedDict):
    """A special token of a template."""

    ids: Annotated[list[int], _Few]


class _Template(TypedDict):
    """The tokens around a text."""

    type: Literal["BertProcessing", "ByteLevel", "RobertaProcessing", "TemplateProcessing"]
    single: NotRequired[Annotated[list[Any], _Few]]
    special_tokens: NotRequired[Annotated[dict[str, _Special], _Few]]


class _Model(TypedDict):
    """The model of a tokenizer; its vocabulary is as large as its file."""

    type: Literal["BPE", "Unigram", "WordLevel", "WordPiece"]
    max_input_chars_per_word: NotRequired[Annotated[int, Meta(ge=1, le=1_000)]]
    continuing_subword_prefix: NotRequired[_Affix | None]
    end_of_word_suffix: NotRequired[_Affix | None]


class _AddedToken(TypedDict):
    """A token found in the text before all others; one of spaces takes quadratic time."""

    content: Annotated[str, Meta(min_length=1, max_length=100, pattern=r"\S")]


class _Unigram(TypedDict):
    """A vocabulary whose pieces are all sought at each character of a text."""

    vocab: list[tuple[Annotated[str, Meta(max_length=_LONGEST_PIECE)], float]]


class _OfUnigram(TypedDict):
    """The content of ``tokenizer.json`` with a unigram model."""

    model: _Unigram


class _Tokenizer(TypedDict):
    """The content of ``tokenizer.json``."""

    model: _Model
    added_tokens: NotRequired[Annotated[list[_AddedToken], Meta(max_length=1_000)]]
    normalizer: NotRequired[dict[str, Any] | None]
    pre_tokenizer: NotRequired[dict[str, Any] | None]
    post_processor: NotRequired[_Template | None]
    truncation: NotRequired[None]
    padding: NotRequired[None]


def require_known_tokenizer(path: Path) -> None:
    """Raise ``ValueError`` or ``LookupError`` for a tokenizer with other parts, and ``UnsafeFile`` for a file above 64 MB."""
    tokenizer: _Tokenizer = read_json(path, shape=_Tokenizer)
    if tokenizer["model"]["type"] == "Unigram":
        read_json(path, shape=_OfUnigram)
    template: Any = tokenizer.get("post_processor") or {}
    if sum("Sequence" in part for part in template.get("single", ()) if isinstance(part, dict)) > 1:
        raise ValueError("it repeats each text")
    lengthening = []
    for kind, parts, known in (
        ("normalizer", "normalizers", _NORMALIZERS),
        ("pre_tokenizer", "pretokenizers", _PRE_TOKENIZERS),
    ):
        found: Any = tokenizer.get(kind) or {"type": "Sequence", parts: []}
        each = found.get(parts) if found.get("type") == "Sequence" else [found]
        if not isinstance(each, list) or len(each) > _MOST_PARTS:
            raise ValueError(f"its {kind} has no parts, or more than {_MOST_PARTS}")
        for part in each:
            name = part.get("type") if isinstance(part, dict) else ""
            if part != _SPACES and name not in known | _ONCE:
                raise ValueError(f"its {kind} has an unknown part")
            if name == "Precompiled":
                _require_short_replacements(part["precompiled_charsmap"])
            lengthening += [name] * (name in _ONCE)
    if len(lengthening) > len(set(lengthening)):
        raise ValueError(f"it has a part twice: {lengthening[0]}")


def _require_short_replacements(charsmap: str) -> None:
    """Check the replacements of characters in SentencePiece's format: the size of a trie, the trie, texts ended by zeros."""
    stored = base64.b64decode(charsmap)
    replacements = stored[4 + int.from_bytes(stored[:4], "little") :].split(b"\0")
    if max(map(len, replacements)) > _LONGEST_REPLACEMENT:
        raise ValueError("its normalizer has long replacements")
