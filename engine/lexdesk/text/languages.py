"""Languages that can be detected, by the model of py3langid (BSD-3-Clause) in two files of ``benchmarks/language.py``.

A language is as likely as the longest known n-grams of bytes in the text make it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.text.tokens import normalize

if TYPE_CHECKING:  # loaded on use
    import numpy as np
    from numpy.typing import NDArray

LANGUAGES = (
    "bg", "es", "cs", "da", "de", "et", "el", "en", "fr", "ga", "hr", "it", "lv", "lt", "hu", "mt",
    "nl", "pl", "pt", "ro", "sk", "sl", "fi", "sv", "no", "is", "ru", "uk", "tr", "ar", "he", "zh",
    "ja", "ko", "ca", "gl", "eu", "sq", "sr", "bs", "mk",
)  # fmt: skip
"""ISO 639-1 codes of the candidate languages; fewer candidates make fewer errors."""

MODEL = Path(__file__).parent / "languages.npz"
"""The part of the model on ``LANGUAGES``: it loads in 20 ms, py3langid's own file in 400."""

SHORT_TEXT_LANGUAGES = ("en", "de", "fr", "es", "it", "pl", "pt", "nl")
"""Candidates for a few words."""

SHORT_TEXT_MODEL = Path(__file__).parent / "short_text_languages.npy"
"""The part on ``SHORT_TEXT_LANGUAGES``, without n-grams of other languages: it loads in a millisecond.

Each row is an n-gram of bytes, its length in the highest byte, and the logarithm of its probability in each language; the
row of n-gram 0 has those of the languages.
"""

_LONGEST_GRAM = 6  # bytes

NOT_DETECTED = {"bs"}
"""Bosnian: a fifth of the Croatian GDPR was detected as Bosnian."""


def classify(text: str) -> str:
    """Return the most likely language of ``text`` (ISO 639-1)."""
    codes, grams, scores = _model()
    return codes[_most_likely(text, grams, scores)]


def measure_coverage(text: str) -> float:
    """Return the mean length in bytes, 0 to 6, of the longest known n-gram that ends at each byte.

    Text in any of the languages has 2 to 4.
    """
    _, grams, _ = _model()
    rows = _longest_grams(text, grams)
    lengths = int(sum(int(gram) >> 56 for gram in grams[rows]))
    return lengths / max(len(text.encode(errors="surrogatepass")), 1)


def guess_language(text: str) -> str:
    """Return the most likely of ``SHORT_TEXT_LANGUAGES``: of a few words, better than ``classify``."""
    return SHORT_TEXT_LANGUAGES[_most_likely(text, *_short_text_model())]


def _most_likely(text: str, grams: NDArray[np.uint64], scores: NDArray[np.floating]) -> int:
    """Return the column of the most likely language, given the ``scores`` (grams, languages)."""
    import numpy as np

    found, counts = np.unique(_longest_grams(text, grams), return_counts=True)
    likelihood = scores[0] + np.log1p(counts.astype(np.float32)) @ scores[found]
    return int(likelihood.argmax())


@cache
def _model() -> tuple[list[str], NDArray[np.uint64], NDArray[np.float16]]:
    import numpy as np

    with np.load(MODEL, allow_pickle=False) as model:
        return model["codes"].tolist(), model["grams"], np.ascontiguousarray(model["scores"].T)


@cache
def _short_text_model() -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    import numpy as np

    rows = np.load(SHORT_TEXT_MODEL, allow_pickle=False)
    return rows["gram"].copy(), rows["scores"].astype(np.float32)


def _longest_grams(text: str, grams: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the row in ``grams`` of the longest n-gram that ends at each byte of ``text``, where there is one."""
    import numpy as np

    letters = normalize("NFC", text.lower() if text.isupper() else text)
    codes = np.frombuffer(letters.encode(errors="surrogatepass"), np.uint8).astype(np.uint64)
    rows = np.zeros(len(codes), np.intp)
    endings = codes[:0]
    for length in range(1, min(_LONGEST_GRAM, len(codes)) + 1):
        first = codes[: len(codes) - length + 1] << np.uint64(8 * (length - 1))
        endings = first | endings[1:] if length > 1 else first
        wanted = endings | np.uint64(length << 56)
        at = np.searchsorted(grams, wanted).clip(max=len(grams) - 1)
        is_known = grams[at] == wanted
        rows[length - 1 :][is_known] = at[is_known]
    return rows[rows > 0]
