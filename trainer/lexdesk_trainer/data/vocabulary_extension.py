"""The vocabulary of an English encoder extended by German pieces, for token vectors.

English is cut as before, as the encoder was trained on it. The encoder reads the first pieces of the
vocabulary; all later pieces have only a vector of their own (``token_vectors``).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tokenizers import Tokenizer

from lexdesk_trainer.data import vocabulary
from lexdesk_trainer.data.corpus import Text
from lexdesk_trainer.data.vocabulary import SPECIAL
from lexdesk_trainer.settings import Vocabulary

_LATIN = re.compile(r"(##)?[!-~ß§£€äöüéèàâêîôûçñáíóúãõ–—‘’“”„•…°²³½¼¾×«»±]+")
_TYPICAL = 10
"""Ratio of German to English frequency from which a piece is left to the table."""
_MOST_CHANGED_WORDS = 30
"""Tolerated occurrences of English words that a German piece would cut differently."""


class ExtendedVocabulary(NamedTuple):
    """A vocabulary; an encoder reads its first ``read`` pieces."""

    tokenizer: Tokenizer
    read: int


def extend(old: Tokenizer, texts: Iterable[Text], settings: Vocabulary) -> ExtendedVocabulary:
    """Keep the pieces of ``old`` in Latin script and add German ones; English is cut as before.

    Pieces of ``old`` typical of German are moved behind as well: an English encoder cannot interpret
    ``der`` and ``##ung``.
    """
    sample: dict[str, list[str]] = {"en": [], "de": []}
    for text in vocabulary.limit_per_language(texts, settings.characters):
        sample.setdefault(text.language, []).append(text.text)
    german = vocabulary.train([Text(text, "de") for text in sample["de"]], settings).get_vocab()
    kept = [
        piece
        for piece in _in_order(old.get_vocab())
        if piece not in SPECIAL and not piece.startswith("[unused") and _LATIN.fullmatch(piece)
    ]
    known = {*kept, *SPECIAL}
    new = [piece for piece in _in_order(german) if piece not in known]
    words = _words(sample["en"])
    while harmful := _find_harmful_pieces(kept, new, words):
        new = [piece for piece in new if piece not in harmful]
    both = vocabulary.make_bert_tokenizer(_number(kept + new))
    counts = {language: _piece_frequencies(both, some) for language, some in sample.items()}
    typical = {
        piece
        for piece in kept
        if counts["de"][piece] > _TYPICAL * counts["en"][piece] and counts["de"][piece] > 0
    }
    read = [piece for piece in kept if piece not in typical]
    unread = [piece for piece in kept if piece in typical] + new
    return ExtendedVocabulary(
        vocabulary.make_bert_tokenizer(_number(read + unread)), len(SPECIAL) + len(read)
    )


def first_pieces(tokenizer: Tokenizer, count: int) -> Tokenizer:
    """Create a tokenizer of the first ``count`` pieces."""
    return vocabulary.make_bert_tokenizer(
        {p: n for p, n in tokenizer.get_vocab().items() if n < count}
    )


def _find_harmful_pieces(kept: list[str], new: list[str], words: Counter[str]) -> set[str]:
    """Return the pieces of ``new`` that change the cut of common English ``words``."""
    before, after = (
        vocabulary.make_bert_tokenizer(_number(kept)),
        vocabulary.make_bert_tokenizer(_number(kept + new)),
    )
    spelt = list(words)
    added, hurt = set(new), Counter[str]()
    pairs = zip(
        spelt,
        before.encode_batch(spelt, add_special_tokens=False),
        after.encode_batch(spelt, add_special_tokens=False),
        strict=True,
    )
    for word, one, other in pairs:
        if one.tokens != other.tokens and "[UNK]" not in one.tokens:
            hurt.update({piece: words[word] for piece in other.tokens if piece in added})
    return {piece for piece, count in hurt.items() if count >= _MOST_CHANGED_WORDS}


def _words(texts: Iterable[str]) -> Counter[str]:
    splitter = vocabulary.make_bare_tokenizer(_number([]))
    words: Counter[str] = Counter()
    for text in texts:
        plain = splitter.normalizer.normalize_str(text)
        words.update(word for word, _ in splitter.pre_tokenizer.pre_tokenize_str(plain))
    return words


def _piece_frequencies(tokenizer: Tokenizer, texts: list[str]) -> Counter[str]:
    """Count each piece per million in a sample of ``texts``; drop pieces with fewer than 20 occurrences."""
    counts: Counter[str] = Counter()
    for encoding in tokenizer.encode_batch_fast(texts[::3], add_special_tokens=False):
        counts.update(encoding.ids)
    total = max(1, counts.total())
    names = {number: tokenizer.id_to_token(number) for number in counts}
    return Counter({names[n]: 1_000_000 * c // total for n, c in counts.items() if c >= 20})


def _number(pieces: Iterable[str]) -> dict[str, int]:
    return {piece: number for number, piece in enumerate([*SPECIAL, *pieces])}


def _in_order(numbers: Mapping[str, int]) -> list[str]:
    return sorted(numbers, key=numbers.__getitem__)
