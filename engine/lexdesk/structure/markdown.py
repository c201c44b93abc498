"""What Markdown statutes have in common: front matter, headings, and emphasis to take away."""

from __future__ import annotations

import re

_FENCE = re.compile(r"\A\ufeff?---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_MAX_FRONT_MATTER = 64 * 1024
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*")
_SIMPLE = re.compile(r"([A-Za-z_][\w-]*)\s*:\s*(.*)")

_FOOTNOTE_MARK = re.compile(r"\[\^[^\]]*\](?!:)")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*\)")
_STRONG = re.compile(r"(\*{2,3}|__)(?=\S)(.+?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*\\])\*(?=[^\s*])([^*]*[^\s*])\*(?!\*)|\*(?=[^\s*])([^*]*[^\s*])\*")
_UNDERSCORE = re.compile(r"(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~^])")
_MARKS = re.compile(r"[*_\[\\<]|  $")
_PRIVATE = 0xF0000  # escaped signs wait there, out of reach of the other rules
_ESCAPED = re.compile("[\U000f0021-\U000f007e]")
_BREAK = re.compile(r"<br\s*/?>|[ ]{2,}$|\\$")


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """The keys before the text, all values as strings, and the text after them.

    YAML that does not parse is read line by line as ``key: value``. Without front matter: ``{}``.
    """
    match = _FENCE.match(text)
    if match is None or len(match[1]) > _MAX_FRONT_MATTER:
        return {}, text
    return _mapping(match[1]), text[match.end() :]


def _mapping(block: str) -> dict[str, str]:
    import yaml

    try:
        loaded = yaml.load(block, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506 - makes strings only
    except (yaml.YAMLError, ValueError, RecursionError):
        loaded = None
    if not isinstance(loaded, dict):
        pairs = (_SIMPLE.fullmatch(line.strip()) for line in block.splitlines())
        loaded = {m[1]: m[2].strip("\"'") for m in pairs if m}
    return {str(k): " ".join(v.split()) for k, v in loaded.items() if isinstance(v, str)}


def heading(line: str) -> tuple[int, str] | None:
    """The level (1 to 6) and plain text of an ATX heading, else ``None``."""
    match = _HEADING.fullmatch(line)
    return (len(match[1]), plain(match[2])) if match else None


def plain(text: str, *, keep_indent: bool = False) -> str:
    """One line without its Markdown marks: emphasis, links, footnote marks, escapes."""
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
