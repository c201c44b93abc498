"""The language that a query's words for places and acts reveal; it loads few patterns."""

import re
from collections.abc import Sequence

from lexdesk.text.lazy_pattern import lazy_pattern

_GERMAN = lazy_pattern(
    r"§|\b(?:DS-?GVO|KI-VO|MiCAR|Abs|Absatz|Artikel|Nr|Erwägungsgr\w+|Anhang|Anlage|Beschluss)\b|verordnung\b|richtlinie\b",
    re.IGNORECASE,
)
_DUTCH = lazy_pattern(
    r"\b(?:(?:lid|leden)\s\d|VWEU|AVG|BW|Awb|artikel\s\d+:\d|bijlage|overweging(?:en)?|verordening|richtlijn)",
    re.IGNORECASE,
)
_PORTUGUESE = lazy_pattern(r"\bart\.\s\d+\.?º|\bn\.º\s\d|\balíneas?\b", re.IGNORECASE)
_ITALIAN = lazy_pattern(
    r"\b(?:comma|commi|artt\.|co\.|lett\.|c\.[cp]\.|cod\.)(?=\s|$)", re.IGNORECASE
)
_POLISH = lazy_pattern(
    r"\b(?:RODO|art\.\s\d+\s(?:ust|pkt|lit|§)|ust\.\s\d|pkt\s\d|artykuł\w{0,3}|motyw\w{0,3}|rozporządzeni\w{1,2}|dyrektyw\w{1,2}|k\.(?:[ckp]|s\.h)\.|Kodeksu)(?!\w)",
    re.IGNORECASE,
)
_FRENCH = lazy_pattern(
    r"\b(?:RGPD|considérant|du|paragraphe|règlement|décision|arrêt|ATF)\b|\bCass\.|\bn°\s?\d",
    re.IGNORECASE,
)
_ENGLISH = lazy_pattern(r"\b(?:GDPR|Regulation|Decision)\b", re.IGNORECASE)
ARTICLE = lazy_pattern(r"\b(?:(?:art[íi]culo|artigo|articolo)s?|articoli)\b", re.IGNORECASE)
"""*Article* in Spanish, Portuguese and Italian."""
_ACT = lazy_pattern(
    r"\b(?:reglamento|directiva|decisión|regolamento|direttiva|decisione|regulamento|diretiva|decisão)\b",
    re.IGNORECASE,
)
_LANGUAGE_OF_WORD = {
    "artículo": "es", "articulo": "es", "reglamento": "es", "directiva": "es", "decisión": "es",
    "artigo": "pt", "regulamento": "pt", "diretiva": "pt", "decisão": "pt",
    "articolo": "it", "articoli": "it", "regolamento": "it", "direttiva": "it", "decisione": "it",
}  # fmt: skip


def query_language(query: str) -> str:
    """Return the language (ISO 639-1) of the words for places and acts in ``query``; English by default."""
    return detect_query_language(query) or "en"


def detect_query_language(query: str) -> str:
    """Return the language (ISO 639-1) revealed by words such as ``DSGVO``; ``""`` if there is none."""
    if word := ARTICLE.search(query) or _ACT.search(query):
        return _LANGUAGE_OF_WORD[word[0].lower().removesuffix("s")]
    patterns = {
        "nl": _DUTCH,
        "pt": _PORTUGUESE,
        "pl": _POLISH,
        "it": _ITALIAN,
        "de": _GERMAN,
        "fr": _FRENCH,
        "en": _ENGLISH,
    }
    return next((language for language, words in patterns.items() if words.search(query)), "")


def prioritise_languages(query: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the ``known`` languages (ISO 639-1), the language of the query first."""
    detected = detect_query_language(query)
    return tuple(dict.fromkeys((detected, *known) if detected else known))
