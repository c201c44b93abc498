"""Rule-based paraphrases of provisions, for QpA and QpR.

The paper's own paraphraser is not available offline. Here, phrases of legislation are replaced by plain
drafting, an opening condition moves to the end, and brackets are removed. This changes fewer words than a
learned paraphraser; the numbers on QpA and QpR are therefore closer to QA and QR.
"""

import re
from pathlib import Path

from lexdesk.text.tables import read_table

PHRASES = {
    row["phrase"]: row["paraphrase"]
    for row in read_table(Path(__file__).with_name("paraphrases.tsv"), ("phrase", "paraphrase"))
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
