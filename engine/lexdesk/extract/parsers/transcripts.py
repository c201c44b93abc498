"""Transcripts with times (WebVTT, W3C 2019; SubRip): what is said, as running text, with the time at which each part begins."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from lexdesk.text.lazy_pattern import lazy_pattern

_CUE = lazy_pattern(
    r"^(?:(?P<hours>\d{1,3}):)?(?P<rest>\d\d:\d\d)[.,]\d{1,3}[ \t]+-->[^\n]*\n(?P<text>(?:[^\n]*\S[^\n]*(?:\n|\Z))*+)",
    re.MULTILINE,
)
_BEGINNING = lazy_pattern(
    r"(?:WEBVTT(?:[ \t][^\n]*)?(?:\n|\Z)|(?:\d{1,6}[ \t]*\n)?(?:\d{1,3}:)?\d\d:\d\d[.,]\d{1,3}[ \t]+-->[ \t])"
)
_VOICE = lazy_pattern(r"<v(?:\.[^\s>]{1,80})?[ \t]+([^>\n]{1,200})>")
_TAG = lazy_pattern(r"</?[A-Za-z][^>\n]{0,200}>|<\d[\d:.]{1,20}>|\{\\[^}\n]{1,80}\}")
_ENDS = (".", "?", "!", "…", '."', '?"', "”")


class _Cue(NamedTuple):
    """Words shown together from a time on; ``voice`` is the name of the speaker, if any."""

    time: str
    voice: str
    text: str


def is_transcript(text: str) -> bool:
    """Recognise a transcript by its beginning."""
    return _BEGINNING.match(text.lstrip()) is not None


def transcript_text(text: str) -> str:
    """Return paragraphs ``[00:01:05] Judge: …``; a new one begins with a speaker, or behind a sentence."""
    paragraphs: list[list[str]] = []
    voice = ""
    for cue in _cues(text):
        if not paragraphs or cue.voice != voice or paragraphs[-1][-1].endswith(_ENDS):
            speaker = f"{cue.voice}: " if cue.voice else ""
            paragraphs.append([f"[{cue.time}] {speaker}{cue.text}"])
        else:
            paragraphs[-1].append(cue.text)
        voice = cue.voice
    return "\n\n".join(map(" ".join, paragraphs))


def _cues(text: str) -> Iterator[_Cue]:
    for cue in _CUE.finditer(text):
        voice = _VOICE.search(cue["text"])
        said = " ".join(html.unescape(_TAG.sub("", cue["text"])).split())
        if said:
            time = f"{int(cue['hours'] or 0):02}:{cue['rest']}"
            yield _Cue(time, " ".join(voice[1].split()) if voice else "", said)
