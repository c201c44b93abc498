"""Rule-based paraphrases of provisions, for QpA and QpR.

The paper's own paraphraser is not available offline. Here, phrases of legislation are replaced by plain
drafting, an opening condition moves to the end, and brackets are removed. This changes fewer words than a
learned paraphraser; the numbers on QpA and QpR are therefore closer to QA and QR.
"""

import re

PHRASES = {
    "shall not": "must not",
    "shall": "must",
    "in accordance with": "in line with",
    "pursuant to": "under",
    "without prejudice to": "with no effect on",
    "in particular": "above all",
    "with regard to": "about",
    "in order to": "to",
    "in relation to": "about",
    "in respect of": "about",
    "natural persons": "individuals",
    "natural person": "individual",
    "provided that": "as long as",
    "on the basis of": "based on",
    "by virtue of": "because of",
    "prior to": "before",
    "the purposes of": "the aims of",
    "taking into account": "considering",
    "where appropriate": "if suitable",
    "where applicable": "if this applies",
    "carried out": "done",
    "carry out": "do",
    "ensure that": "make sure that",
    "laid down": "set out",
    "lays down": "sets out",
    "referred to in": "mentioned in",
    "likely to": "apt to",
    "therefore": "so",
    "however": "but",
    "including": "among them",
    "necessary": "needed",
    "appropriate": "suitable",
    "obtain": "get",
    "provide": "give",
    "provides": "gives",
    "concerning": "about",
    "regarding": "about",
    "competent": "responsible",
    "establish": "set up",
    "established": "set up",
    "request": "ask for",
    "adopt": "take",
    "adopted": "taken",
    "assist": "help",
    "inform": "tell",
    "informed": "told",
    "such as": "for example",
    "at least": "no less than",
    "should": "ought to",
}
_PHRASE = re.compile(
    r"\b(" + "|".join(sorted(map(re.escape, PHRASES), key=len, reverse=True)) + r")\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"^((?:Where|If|When)\b[^,;:]{10,160}),\s+(.+?)([.;]?)$", re.DOTALL)
_BRACKETS = re.compile(r"\s*\([^()]*\)")


def paraphrased(text: str) -> str:
    """Paraphrase ``text`` by the rules."""
    sentences = re.split(r"(?<=[.;])\s+", _BRACKETS.sub("", text))
    return " ".join(_PHRASE.sub(_other, _turned(sentence)) for sentence in sentences)


def _turned(sentence: str) -> str:
    match = _CONDITION.match(sentence)
    if match is None:
        return sentence
    condition, rest, end = match.groups()
    return f"{rest[0].upper()}{rest[1:]}, {condition[0].lower()}{condition[1:]}{end}"


def _other(match: re.Match[str]) -> str:
    other = PHRASES[match[0].lower()]
    return other[0].upper() + other[1:] if match[0][0].isupper() else other
