"""Section 4.2: preparation of self-contained provisions.

A reference is replaced by the referenced text, if short, or else by its description in quotation marks;
points are joined with the premise of their list, and short lists become one sentence. The tables use the
units prepared by the paper's authors (``regulation``); this module prepares others.
"""

import re
from collections.abc import Mapping

_ONE = r"\d+(?:\(\d+\))?(?:\([a-z]\))?"
_BETWEEN = r"(?:,|,?\s+(?:and|or|to))\s+"
_ARTICLES = rf"\bArticle\s+{_ONE}|\bArticles\s+{_ONE}(?:{_BETWEEN}{_ONE})*"
_PLACE = re.compile(r"(\d+)(?:\((\d+)\))?(?:\([a-z]\))?")
_OWN = (
    rf"\b(?:paragraph\s+\d+|paragraphs\s+\d+(?:{_BETWEEN}\d+)*)\b"
    rf"(?!\s+of\s+(?!this)|{_BETWEEN}\d)(?:\s+of\s+this\s+Article)?"
)
_REFERENCE = re.compile(f"{_ARTICLES}|{_OWN}")
_KIND = re.compile(r"\A(?:Article|paragraph)s?\s+|\s+of\s+this\s+Article\Z")
_OTHER_ACT = re.compile(
    r"\s*(?:TFEU|TEU|of\s+(?:that\b|(?:the\s+)?(?:Council\s+)?(?:Directive|Regulation\s+\(E|Decision|Treaty|TFEU|TEU|Charter)))"
)
_POINT = re.compile(r"\s*\((?:[a-z]|i{1,3}|iv|vi{0,3}|\d+)\)\s*")
_PARAGRAPH = re.compile(r"(?:^|\n)\s*(\d+)\.\s+")


def paragraphs(article: str) -> dict[int, str]:
    """Split into numbered paragraphs; an article without numbers is paragraph 1."""
    parts = _PARAGRAPH.split(article)
    if len(parts) < 3:
        return {1: " ".join(article.split())}
    numbers = [int(part) for part in parts[1::2]]
    texts = [" ".join(part.split()) for part in parts[2::2]]
    return dict(zip(numbers, texts, strict=True))


def units(paragraph: str, short: int = 40) -> list[str]:
    """Split a paragraph into units: itself, or one for each point of its list, prefixed by the premise.

    A list of at most ``short`` words with its premise is flattened to one unit without the letters of its
    points.
    """
    premise, colon, listed = paragraph.partition(":")
    points = [part.strip(" ;,") for part in _POINT.split(listed) if part.strip(" ;,")]
    if not colon or len(points) < 2 or not _POINT.match(listed):
        return [paragraph]
    points = [re.sub(r";?\s*(?:and|or)$", "", point) for point in points]
    if len(paragraph.split()) <= short:
        return [f"{premise}: {'; '.join(points)}".rstrip(".") + "."]
    return [f"{premise}: {point.rstrip('.')}." for point in points]


def read_alone(
    text: str,
    titles: Mapping[int, str],
    articles: Mapping[int, Mapping[int, str]],
    own: int,
    short: int = 30,
) -> str:
    """Replace each reference to an article or paragraph of the act in ``text``, of the article ``own``.

    The replacement is the referenced paragraph, if it has at most ``short`` words, or the title of the
    article in quotation marks; a longer paragraph of the own article is replaced by its full number, as
    in the paper's file. References to other acts and unresolved references stay.
    """

    def in_words(article: int, paragraph: int) -> str:
        found = articles.get(article, {}).get(paragraph, "")
        return f"'{found.rstrip('.')}'" if found and len(found.split()) <= short else ""

    def of_articles(match: re.Match[str]) -> str:
        places = _PLACE.findall(match[0])
        if _OTHER_ACT.match(text, match.end()) or any(int(n) not in titles for n, _ in places):
            return match[0]
        return _PLACE.sub(
            lambda place: (
                in_words(int(place[1]), int(place[2] or 0)) or f"'{titles[int(place[1])]}'"
            ),
            _KIND.sub("", match[0]),
        )

    def of_own(match: re.Match[str]) -> str:
        if any(int(n) not in articles.get(own, {}) for n in re.findall(r"\d+", match[0])):
            return match[0]
        return re.sub(
            r"\d+",
            lambda number: in_words(own, int(number[0])) or f"Article {own}({number[0]})",
            _KIND.sub("", match[0]),
        )

    return _REFERENCE.sub(
        lambda match: of_articles(match) if match[0].startswith("Article") else of_own(match), text
    )
