"""Section 4.2: removal of words common to all acts.

Stop words, punctuation and digits are removed, then words with an inverse document frequency below the
mean of the stop words.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from lexdesk.text.tokens import accented_tokens
from lexdesk_reproductions.words import Tokens, is_stop_word


def words(text: str) -> list[str]:
    """Return lower-case words of letters, including stop words."""
    return [word for word in accented_tokens(text) if word.isalpha()]


def rarities(texts: Iterable[str]) -> dict[str, float]:
    """Compute log(texts / texts with the word) of each word."""
    frequency: Counter[str] = Counter()
    count = 0
    for text in texts:
        frequency.update(set(words(text)))
        count += 1
    return {word: float(np.log(count / times)) for word, times in frequency.items()}


def floor(rarity: dict[str, float], language: str = "en") -> float:
    """Average the rarity of occurring stop words; 0 without any."""
    found = [value for word, value in rarity.items() if is_stop_word(word, language)]
    return float(np.mean(found)) if found else 0.0


def make_denoiser(texts: Sequence[str], language: str = "en") -> Tokens:
    """Return a function from a text to its remaining words, by the rarities in ``texts``."""
    rarity = rarities(texts)
    least = floor(rarity, language)
    common = {word for word, value in rarity.items() if value < least}

    def left(text: str) -> list[str]:
        return [
            word for word in words(text) if word not in common and not is_stop_word(word, language)
        ]

    return left
