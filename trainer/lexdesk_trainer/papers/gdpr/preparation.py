"""Section 4.2: provisions are made to be read alone.

References become the text that they refer to, where that is short, or else its description between
quotation marks; points are read with the premise of their list, and short lists become one sentence.
"""

import re
from collections.abc import Mapping

_REFERENCE = re.compile(r"\bArticles?\s+(\d+)(?:\((\d+)\))?(?:\([a-z]\))?")
_OTHER_ACT = re.compile(
    r"\s*(?:TFEU|TEU|of\s+(?:the\s+)?(?:Council\s+)?(?:Directive|Regulation\s+\(E|Decision|Treaty|TFEU|TEU|Charter))"
)
_POINT = re.compile(r"\s*\((?:[a-z]|i{1,3}|iv|vi{0,3}|\d+)\)\s*")
_PARAGRAPH = re.compile(r"(?:^|\n)\s*(\d+)\.\s+")


def paragraphs(article: str) -> dict[int, str]:
    """The text of each numbered paragraph; the whole article as 1 where none is numbered."""
    parts = _PARAGRAPH.split(article)
    if len(parts) < 3:
        return {1: " ".join(article.split())}
    numbers = [int(each) for each in parts[1::2]]
    texts = [" ".join(each.split()) for each in parts[2::2]]
    return dict(zip(numbers, texts, strict=True))


def units(paragraph: str, short: int = 40) -> list[str]:
    """A paragraph as units: itself, or one for each point of its list with the premise before it.

    A list of at most ``short`` words with its premise is flattened: it stays one unit without the
    letters of its points.
    """
    premise, colon, listed = paragraph.partition(":")
    points = [each.strip(" ;,") for each in _POINT.split(listed) if each.strip(" ;,")]
    if not colon or len(points) < 2 or not _POINT.match(listed):
        return [paragraph]
    points = [re.sub(r";?\s*(?:and|or)$", "", each) for each in points]
    if len(paragraph.split()) <= short:
        return [f"{premise}: {'; '.join(points)}".rstrip(".") + "."]
    return [f"{premise}: {point.rstrip('.')}." for point in points]


def read_alone(
    text: str,
    titles: Mapping[int, str],
    articles: Mapping[int, Mapping[int, str]],
    short: int = 30,
) -> str:
    """``text`` with each reference to an article of the same act replaced.

    By the paragraph that it refers to, where that has at most ``short`` words, or by the title of the
    article between quotation marks. References to other acts, and to what is not there, stay.
    """

    def replacement(match: re.Match[str]) -> str:
        article = int(match[1])
        if article not in titles or _OTHER_ACT.match(text, match.end()):
            return match[0]
        if match[2]:
            found = articles.get(article, {}).get(int(match[2]), "")
            if found and len(found.split()) <= short:
                return f"'{found.rstrip('.')}'"
        return f"'{titles[article]}'"

    return _REFERENCE.sub(replacement, text)
