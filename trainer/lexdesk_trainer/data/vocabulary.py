"""An English and German WordPiece vocabulary, with embeddings derived from another vocabulary.

Lower case, accents kept (``fordern`` is not ``fördern``). ``[REF]``, the placeholder of a masked
citation, is one token. A new piece starts as the mean of the old pieces that spell it, close to the
inputs of the trained layers; the mean is the baseline of WECHSEL and the fallback of FOCUS (Dobler & de
Melo 2023, arXiv:2305.14481).
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import torch
from tokenizers import (
    AddedToken,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from lexdesk.errors import ModelError
from lexdesk_trainer.data.corpus import Text
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TooLittleText
from lexdesk_trainer.settings import Vocabulary

REFERENCE = "[REF]"
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", REFERENCE)
MOST_PIECES = 2**16  # whose numbers the arrays of a shard can hold
_IN_ROBERTA = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>", "[MASK]": "<mask>"}
_WORD_BEGINS = ("▁", "Ġ")  # in SentencePiece, and in pieces of bytes
_LONGEST_WORD = 100
_FEWEST_CHARACTERS = 10_000


def train(texts: Iterable[Text], settings: Vocabulary) -> Tokenizer:
    """Learn a vocabulary of ``settings.size`` pieces from equal numbers of characters per language."""
    sample = [drawn.text for drawn in limit_per_language(texts, settings.characters)]
    if (characters := sum(map(len, sample))) < _FEWEST_CHARACTERS:
        raise TooLittleText(
            TrainingCode.TOO_FEW_CHARACTERS,
            characters=characters,
            fewest_characters=_FEWEST_CHARACTERS,
        )
    tokenizer = make_bare_tokenizer({token: number for number, token in enumerate(SPECIAL)})
    trainer = trainers.WordPieceTrainer(
        vocab_size=settings.size,
        min_frequency=settings.minimum_frequency,
        special_tokens=list(SPECIAL),
        show_progress=False,
        continuing_subword_prefix="##",
    )
    tokenizer.train_from_iterator(sample, trainer)
    return make_bert_tokenizer(tokenizer.get_vocab())


def make_bert_tokenizer(vocabulary: Mapping[str, int]) -> Tokenizer:
    """Create a tokenizer of the pieces in ``vocabulary`` with BERT's template for one text and for two."""
    tokenizer = make_bare_tokenizer(dict(vocabulary))
    tokenizer.add_special_tokens(
        [AddedToken(token, special_token_id=True, normalized=False) for token in SPECIAL]
    )
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[(token, vocabulary[token]) for token in ("[CLS]", "[SEP]")],
    )
    return tokenizer


def make_bare_tokenizer(vocabulary: dict[str, int]) -> Tokenizer:
    """Create a tokenizer of the pieces in ``vocabulary`` without special tokens."""
    model = models.WordPiece(
        vocabulary,
        unk_token="[UNK]",  # noqa: S106 - a piece, no password
        max_input_chars_per_word=_LONGEST_WORD,
    )
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(prefix="##")
    return tokenizer


def limit_per_language(texts: Iterable[Text], characters: int) -> Iterator[Text]:
    """Yield the first ``characters`` of each language."""
    taken: dict[str, int] = {}
    for drawn in texts:
        if taken.get(drawn.language, 0) < characters:
            taken[drawn.language] = taken.get(drawn.language, 0) + len(drawn.text)
            yield drawn


def embeddings(old: Tokenizer, old_rows: torch.Tensor, new: Tokenizer) -> torch.Tensor:
    """Return rows for the pieces of ``new``: (pieces, D), each the mean of the ``old_rows`` that spell it."""
    vocabulary = old.get_vocab()
    rows = old_rows.mean(0).repeat(new.get_vocab_size(), 1)  # what cannot be spelt: the mean of all
    for piece, number in new.get_vocab().items():
        pieces = [vocabulary[piece]] if piece in vocabulary else spell(piece, vocabulary)
        if piece == REFERENCE and not pieces:
            pieces = old.encode(piece, add_special_tokens=False).ids
        if pieces:
            rows[number] = old_rows[pieces].mean(0)
    return rows


def spell(piece: str, vocabulary: Mapping[str, int]) -> list[int]:
    """Spell ``piece`` in old pieces, longest first; empty if a letter is unknown."""
    inside = piece.startswith("##")
    rest = _without_accents(piece.removeprefix("##"))
    found: list[int] = []
    while rest:
        prefix = "##" if inside or found else ""
        sizes = range(len(rest), 0, -1)
        match = next((size for size in sizes if prefix + rest[:size] in vocabulary), 0)
        if not match:
            return []
        found.append(vocabulary[prefix + rest[:match]])
        rest = rest[match:]
    return found


def _without_accents(word: str) -> str:
    plain: str = normalizers.Sequence(
        [normalizers.NFD(), normalizers.StripAccents()]
    ).normalize_str(word)
    return plain.replace("ß", "ss")


def mark_continuations(tokenizer: Tokenizer) -> torch.Tensor:
    """Mark the pieces that continue a word: bool (pieces,)."""
    pieces = [tokenizer.id_to_token(number) or "" for number in range(tokenizer.get_vocab_size())]
    if is_word_pieces(tokenizer):
        return torch.tensor([piece.startswith("##") for piece in pieces])
    begins = (*_WORD_BEGINS, *_IN_ROBERTA.values())
    return torch.tensor([not piece.startswith(begins) for piece in pieces])


def is_word_pieces(tokenizer: Tokenizer) -> bool:
    """Return whether ``tokenizer`` is of WordPiece, whose pieces can be derived from others."""
    return isinstance(tokenizer.model, models.WordPiece)


def special_token_id(tokenizer: Tokenizer, name: str) -> int:
    """Return the number of BERT's special token ``name``, or of its counterpart in RoBERTa."""
    for token in (name, _IN_ROBERTA[name]):
        if (number := tokenizer.token_to_id(token)) is not None:
            return int(number)
    raise ModelError(TrainingCode.NO_SPECIAL_TOKEN, token=name, other=_IN_ROBERTA[name])


def read(path: Path) -> Tokenizer:
    """Read the tokenizer of a folder without its truncation and padding, set by the caller."""
    file = path / "tokenizer.json"
    try:
        tokenizer = Tokenizer.from_file(str(file))
    except Exception as problem:  # raised bare by the library for a file it cannot read
        raise ModelError(TrainingCode.NO_TOKENIZER, file=file, problem=problem) from None
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
