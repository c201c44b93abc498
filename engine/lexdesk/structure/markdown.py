"""Markdown of statutes: front matter, headings, and removal of emphasis."""

import re

from lexdesk.text.lazy_pattern import lazy_pattern

_FENCE = lazy_pattern(r"\A\ufeff?---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_MAX_FRONT_MATTER = 64 * 1024
_HEADING = lazy_pattern(r"(#{1,6})\s+(.*?)\s*#*\s*")
_SIMPLE = lazy_pattern(r"([A-Za-z_][\w-]*)\s*:\s*(.*)")

_FOOTNOTE_MARK = lazy_pattern(r"\[\^[^\]]*\](?!:)")
_LINK = lazy_pattern(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*\)")
# Bounded, because the time would be quadratic otherwise.
_STRONG = lazy_pattern(r"(\*{2,3}|__)(?=\S)(.{1,2000}?)(?<=\S)\1")
_EMPHASIS = lazy_pattern(
    r"(?<![\w*\\])\*(?=[^\s*])([^*]*[^\s*])\*(?!\*)|\*(?=[^\s*])([^*]*[^\s*])\*"
)
_UNDERSCORE = lazy_pattern(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)")
_ESCAPE = lazy_pattern(r"\\([\\`*_{}\[\]()#+\-.!|<>~^])")
_MARKS = lazy_pattern(r"[*_\[\\<]|  $")
_PRIVATE = 0xF0000  # escaped signs are moved there, beyond the other rules
_ESCAPED = lazy_pattern("[\U000f0021-\U000f007e]")
_BREAK = lazy_pattern(r"<br\s*/?>|(?<! ) {2,}$|\\$")


def split_front_matter(text: str) -> tuple[dict[str, str], str]:
    """Split a text into its front matter, all values as strings, and the text after it.

    Invalid YAML is parsed line by line as ``key: value``. Without front matter: ``{}``.
    """
    match = _FENCE.match(text)
    if match is None or len(match[1]) > _MAX_FRONT_MATTER:
        return {}, text
    return _parse_mapping(match[1]), text[match.end() :]


def _parse_mapping(block: str) -> dict[str, str]:
    import yaml

    try:
        loaded = yaml.load(block, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506 - makes strings only
    except (yaml.YAMLError, ValueError, RecursionError):
        loaded = None
    if not isinstance(loaded, dict):
        pairs = (_SIMPLE.fullmatch(line.strip()) for line in block.splitlines())
        loaded = {m[1]: m[2].strip("\"'") for m in pairs if m}
    return {str(k): " ".join(v.split()) for k, v in loaded.items() if isinstance(v, str)}


def parse_heading(line: str) -> tuple[int, str] | None:
    """Return the level (1 to 6) and plain text of an ATX heading, else ``None``."""
    match = _HEADING.fullmatch(line)
    return (len(match[1]), strip_markup(match[2])) if match else None


def strip_markup(text: str, *, keep_indent: bool = False) -> str:
    """Remove Markdown from one line: emphasis, links, footnote marks, escapes."""
    if keep_indent and (match := _HEADING.fullmatch(text)):
        text = match[2]
    if not _MARKS.search(text):
        return text.rstrip() if keep_indent else text.strip()
    text = _ESCAPE.sub(lambda m: chr(_PRIVATE + ord(m[1])), text)
    text = _LINK.sub(r"\1", _FOOTNOTE_MARK.sub("", _BREAK.sub(" ", text)))
    text = _STRONG.sub(r"\2", text)
    text = _EMPHASIS.sub(lambda m: m[1] if m[1] is not None else m[2], text)
    text = _UNDERSCORE.sub(r"\1", text)
    text = _ESCAPED.sub(lambda m: chr(ord(m[0]) - _PRIVATE), text)
    return text.rstrip() if keep_indent else text.strip()
