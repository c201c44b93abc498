"""The lines that begin articles, sections and divisions of laws in Markdown, by the words of many languages."""

import re
from functools import lru_cache
from typing import NamedTuple

from lexdesk.structure.numbers import format_division_number, format_eid_number
from lexdesk.structure.outline import squeeze
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import RAISED_DIGITS

_DIVISIONS = (
    r"(?:Première|Deuxième|Troisième|Quatrième|Cinquième) partie|Partie|Livre|Titre|Sous-titre|Chapitre|Section|"
    r"Sous-section|Paragraphe|Sous-paragraphe|Annexe|Teil|Titel|Kapitel|Abschnitt|Unterabschnitt"
)
_STEPS = {
    "partie": "part", "teil": "part", "livre": "book", "titre": "title", "titel": "title", "sous-titre": "subtitle",
    "chapitre": "chp", "kapitel": "chp", "section": "sec", "abschnitt": "sec", "sous-section": "subsec",
    "unterabschnitt": "subsec", "paragraphe": "para", "sous-paragraphe": "subpara", "annexe": "anx", "anhang": "anx",
    "anlage": "anx", "part": "part", "parte": "part", "del": "part", "osa": "part", "book": "book", "libro": "book",
    "livro": "book", "boek": "book", "título": "title", "titulo": "title", "titolo": "title", "title": "title", "capítulo": "chp",
    "capitulo": "chp", "capo": "chp", "chapter": "chp", "hoofdstuk": "chp", "kap.": "chp", "kap": "chp", "luku": "chp",
    "kapittel": "chp", "sección": "sec", "seccion": "sec", "secção": "sec", "seção": "sec", "sezione": "sec",
    "afdeling": "sec", "subsección": "subsec", "subseccion": "subsec", "subsecção": "subsec", "schedule": "sched",
    "annex": "anx", "anexo": "anx", "allegato": "anx", "bijlage": "anx", "bilaga": "anx", "bilag": "anx", "liite": "anx",
    "vedlegg": "anx",
}  # fmt: skip
"""Divisions and the steps of their eids, outer ones first."""
_ORDERED = (
    "part", "book", "title", "subtitle", "chp", "sec", "subsec", "para", "subpara", "sched", "anx",
)  # fmt: skip
_RANKS = {step: 0 if step in ("sched", "anx") else rank for rank, step in enumerate(_ORDERED)}
_NAMED = lazy_pattern(
    rf"(?:(?P<before>\d+[a-z]?|[IVXLC]+)(?:\. ?| ))?(?P<word>{'|'.join(map(re.escape, _STEPS))})(?![^\W_-])"
    r"(?(before)|(?: (?P<number>(?:[IVXLCDM]+(?:er)?|\d+(?:er)?|[A-Z]|[a-zé]{4,16})"
    r"(?:[ -](?:bis|ter|quater))?(?: [A-Z])?(?![^\W_])))?)"
    r"\s*[:.–—-]*\s*(?P<heading>.*)",
    re.IGNORECASE,
)
_SUFFIX = (
    r"(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|novies|decies|undecies|duodecies|terdecies|"
    r"quaterdecies|quindecies|sexdecies|septdecies|octodecies|novodecies|vicies|tricies)"
)
_NUMBER = (
    r"(?:[A-Z]{1,2}\*{0,2}[. ]{0,2})?\d+(?:er|[a-zà-ÿа-я]{1,4}(?![^\W\d_])|[A-ZΑ-Ω]{1,3}(?![^\W_]))?"
    r"(?:(?:[-‑.:^/]|\.\^)\d+[a-z]?(?![^\W\d_])|(?:\.?[ºª°])?[-‑/][A-Z]{1,3}\d*(?![^\W_]))*"
    rf"(?:[-‑ ]?{_SUFFIX}(?![^\W_]))?(?:-(?i:annexe)(?![^\W_]))?(?:[ -][A-Z]{{1,2}}(?![^\W_]|\.))?(?: [a-x](?= |$))?"
)
_WORDS = (
    r"Article|Art[íi]culo|Articolo|Artigo|Artikel|Artikkel|Articol(?:ul)?|Artykuł|Artikla|Člen|Čl[aá]nok|Článek|Član(?:ak)?|"
    r"Cikk|Madde|Neni|Alt|Άρθρο|Член|Члан|Стаття|Статья|ARTICLE|ART[ÍI]CULO|ARTICOLO|ARTIGO|ARTIKEL|ARTICOL(?:UL)?|ARTYKUŁ|MADDE|ΑΡΘΡΟ|СТАТТЯ|"
    r"СТАТЬЯ|Art\.|ART\.|Čl\.|Чл\.|§"
)
ORDINALS = (
    r"prim(?:er[oa]?|eir[oa])|segund[oa]|tercer[oa]?|terceir[oa]|cuart[oa]|quart[oa]|quint[oa]|sext[oa]|s[ée]ptim[oa]|s[ée]tim[oa]|"
    r"octav[oa]|oitav[oa]|noven[oa]|non[oa]|d[ée]cim[oa](?: \w+)?|und[ée]cim[oa]|duod[ée]cim[oa]|[úu]nic[oa]|unic|"
    r"decimo\w{4,8}|(?:vi|tri|cuadra|quincua)g[ée]sim[oa]"
    r"(?: (?:primer|segund|tercer|cuart|quint|sext|s[ée]ptim|octav|noven)[oa])?"
)
"""Numbers of articles in words, in Spanish and Portuguese."""
_ARTICLE = lazy_pattern(
    rf"(?P<word>{_WORDS})\s*"
    rf"(?P<number>{_NUMBER}|(?i:préliminaire|liminaire|préambule|unique|premier|{ORDINALS})(?![^\W_])"
    r"|(?i:annexes?|tableaux?)(?![^\W_])(?: .{1,40})?|[IVXLC]+(?:er|-\d+)?(?![^\W_]))"
    r"[.ºª°]*\s*[-–—:.]*\s*(?P<heading>.*)"
)
_NORDIC = lazy_pattern(
    r"(?P<word>§) (?P<number>\d+(?:-\d+)? [a-x])\.(?: (?P<heading>.*)|(?P<more>)$)"
)
_ASIAN = lazy_pattern(
    r"(?P<word>第|제)\s?(?P<number>[一二三四五六七八九十百千零〇\d]+)\s?[条條조](?P<more>(?:[之의の]\s?[一二三四五六七八九十\d]+)*)\s*(?P<heading>.*)"
)
_DISPOSITION = lazy_pattern(
    r"(?P<word>Disposici[óo]n (?P<kind>adicional|transitoria|derogatoria|final))(?: (?P<number>[\wáéíóúº.]+"
    r"(?: (?:primer|segund|tercer|cuart|quint|sext|s[ée]ptim|octav|noven)[oa])?))?[.\s]*(?P<heading>.*)"
)
"""A final provision of a Spanish law."""
_WHOLE = lazy_pattern(
    r"(?P<word>Article|Art\.) (?P<number>(?:[A-Z]{1,2}\*{0,2}[. ]{0,2})?\d+(?:er)?"
    r"(?:[ .‑-]?(?:\d+|bis|ter|quater|[a-z]+ies|[A-Z]{1,3}\d*|[a-z])(?![^\W\d_]))*)(?P<heading>)"
)
"""A line with the number of an article alone, however long: ``Article 44 sexies-0 A``."""
_NUMBER_FIRST = lazy_pattern(
    rf"(?P<number>{_NUMBER}(?: [a-z](?= )|\(\d+\)|\.?[{RAISED_DIGITS}]+)?)\.?\s*"
    r"(?P<word>§|straipsnis|pants|pantas|cikk|člen|artikla|artikulua|gr\.)[.\s]*(?P<heading>.*)"
)
_NUMBER_ALONE = lazy_pattern(
    r"(?P<word>(?:Section |Sec\. )?)(?P<number>\d+[A-Z]{0,3})\.*(?: (?P<heading>.*)|$)"
)
"""The heading of a section in laws that name no article by a word."""
BEGIN = lazy_pattern(
    rf"^(?:\#{{1,6}}[ \t]+\S.*|(?:<sup>[^<\n]{{1,9}}</sup>[ \t]*)*\**(?:{_WORDS}|第|제)[ \t]*\S.*|"
    r"\**\d+[^\s§]{0,9}[ \t]?[a-z]?[ \t]?(?:§|straipsnis|pants|cikk|člen|gr\.).*|"
    rf"(?:{_DIVISIONS})(?:[ \t].*)?)$",
    re.MULTILINE,
)
"""Lines that may begin a block."""

_DIVISION = lazy_pattern(
    rf"(?:{_DIVISIONS})(?: (?:préliminaire|liminaire|unique|législative|réglementaire|Arrêtés|[IVXLCDM]+(?:er)?|\d+|[A-Z])"
    rf"(?:[ -]{_SUFFIX})?(?: ?[A-Z])?(?: ?[:–—.-].*)?| ?:.*)?"
)
_WITHOUT_ORDINALS = dict.fromkeys(map(ord, "ºª°"))
_BARE_WORD = lazy_pattern(rf"(?:{_WORDS})")
_BEFORE_TEXT = lazy_pattern(
    r"(?i:art[íi]culo) [^\s-]{1,12}(?: [A-Za-z]{1,12})? ?(?:\.-|[.º°] ?[–—-]+ )"
    rf"|(?:{_WORDS}) ?{_NUMBER}(?:\.?[ºª°])?(?:\.$|(?:\. | [–—-] |\. ?[–—-] )(?=[^\Wa-zà-ÿа-я\d_]|\())"
)
"""The number of an article before its text or alone: ``Artículo 6.- La mujer``, ``MADDE 1 – (1)``, ``Artigo 5.º``."""
_OLD_ORDINAL = lazy_pattern(r"(?<=\d)o$")  # 1o for 1º
_PREFIX = lazy_pattern(r"([A-Z]{1,2})\*{0,2}[. ]{1,2}(?=\d)")
_WITH_POINTS = lazy_pattern(r"(?<=^Article )L\. ?O\. ?(?=\d)")
_BEFORE_LETTER = lazy_pattern(r"(?<=\d) (?=[a-x](?: |$))")
_DIGITS = lazy_pattern(r"\D*(\d+)(.*)")
_MARKED = lazy_pattern(
    r"[-–—(\[ ]*(?:article )?(?:abrogé|périmé|transféré|différé|annulé|supprimé|disjoint)e?s?\b[^.;]{0,80}",
    re.IGNORECASE,
)
"""Text behind the number of an article alone on its line: ``Article 16-1 (abrogé)``."""
_CITATION = lazy_pattern(
    r"(?:Abs|Bst|Ziff|Lit|let|al|par|und|bis|oder|et|ou|à|des?|du|der|dieses|von|vom|första|andra|tredje|och|i|eller|samt|"
    r"[,;)])(?![^\W_])|[,;)]"
)
"""Text behind the number of an article that a line cites."""

_SUP = lazy_pattern(r"<sup>\s*([^<]{0,20}?)\s*</sup>")
_TAG = lazy_pattern(r"</?[A-Za-z][^<>]{0,200}>")
_RAISED = {ord(str(digit)): RAISED_DIGITS[digit] for digit in range(10)}
_PLAIN = {raised: chr(digit) for digit, raised in ((d, ord(r)) for d, r in _RAISED.items())}
_FIRST_RAISED = lazy_pattern(rf"\.?(?=[{RAISED_DIGITS}])")
_KEPT = 50_000  # lines; versions of a law share nearly all of theirs
_LONGEST_BARE = 200  # characters of a bare line that names a division


class Article(NamedTuple):
    """An article or section, as its first line states it."""

    eid: str
    order: tuple[int, str]
    kind: str
    number: str
    label: str
    heading: str
    is_number_first: bool


class Line(NamedTuple):
    """The beginning of an article, a division (``rank``, ``step`` of its eid), or another heading.

    A line that cites articles ``in_order`` begins one only if its number is above the last one.
    """

    article: Article | None = None
    in_order: bool = False
    rank: int = 0
    step: str = ""


@lru_cache(_KEPT)
def parse_line(line: str) -> Line | None:
    """Return the division begun by a line; ``None`` for a line of text."""
    is_heading = line.startswith("#")
    if article := parse_article(line):
        if is_heading:
            return Line(article)
        return _bare_article(line, article)
    if not (is_heading or (len(line) <= _LONGEST_BARE and _DIVISION.fullmatch(line.strip()))):
        return None
    division = parse_division(line)
    number = division and (division["before"] or division["number"])
    if division is None or not number:
        return Line()
    name = _STEPS[division["word"].lower()]
    return Line(
        None, False, _RANKS[name], f"{name}_{format_division_number(number.removesuffix('er'))}"
    )


@lru_cache(_KEPT)
def parse_numbered(line: str) -> Line | None:
    """Return the section that a heading with a number alone begins: ``##### 5. **Interpretation**``."""
    text = _heading_text(line)
    match = _NUMBER_ALONE.fullmatch(text) if line.startswith("#") else None
    if match is None or not (
        match["word"] or (line.startswith("####") and not parse_division(line))
    ):
        return None
    return Line(_new_article(match, "sec", f"Section {match['number']}"), in_order=True)


def _bare_article(line: str, article: Article) -> Line | None:
    """Return the article that a line without the marks of a heading begins, and does not cite."""
    word = _BARE_WORD.match(_heading_text(line))
    if word and word[0] not in ("§", "Art."):
        if line[0] != "<" and _BEFORE_TEXT.match(_heading_text(line)):
            return Line(article, in_order=True)
        is_alone = not article.heading or _MARKED.fullmatch(article.heading) is not None
        return (
            Line(article) if is_alone and not line.rstrip().endswith((".", ",", ";", ":")) else None
        )
    return None if _CITATION.match(article.heading) else Line(article, in_order=True)


@lru_cache(_KEPT)
def parse_division(line: str) -> re.Match[str] | None:
    """Return the parts of a line that names a division: ``Titre V : Du mariage``, ``1. Kapitel: Zweck``."""
    text = squeeze(strip_tags(line.lstrip("#")).replace("*", "")).strip(RAISED_DIGITS + " ")
    return _NAMED.fullmatch(text)


def _heading_text(line: str) -> str:
    return squeeze(strip_tags(line.lstrip("#")).replace("*", "")).lstrip(RAISED_DIGITS + " ")


@lru_cache(_KEPT)
def parse_article(line: str) -> Article | None:
    """Return the article that a line begins."""
    text = _WITH_POINTS.sub("LO", _heading_text(line))
    if line.startswith("#") and (match := _DISPOSITION.match(text)):
        number = (match["number"] or "").rstrip(".")
        return _new_article(match, f"disp_{match['kind']}", f"{match['word']} {number}".strip())
    if match := _NORDIC.fullmatch(text):
        return _new_article(match, "para", f"§ {match['number'].replace(' ', '')}")
    if match := _ASIAN.match(text):
        return _new_article(match, "art", text[: match.start("heading")].strip())
    match = _WHOLE.fullmatch(text) or _ARTICLE.match(text) or _NUMBER_FIRST.match(text)
    if match is None:
        return None
    printed, word = match["number"], match["word"]
    if match.start("number") < match.start("word"):
        return _new_article(match, "para" if word == "§" else "art", squeeze(f"{printed} {word}"))
    step = "para" if word == "§" else "art"
    return _new_article(match, step, squeeze(f"{word} {_BEFORE_LETTER.sub('', printed)}"))


def _new_article(match: re.Match[str], step: str, label: str) -> Article:
    printed = (match["number"] or "") + (match.groupdict().get("more") or "")
    number = printed if " " not in printed else _join_number(printed)
    if match["word"].lower().startswith(("artícu", "articul", "artigo")):
        number = _OLD_ORDINAL.sub("", number)
    number = _plain_number(number.translate(_WITHOUT_ORDINALS))
    kind = "section" if step in ("para", "sec") else "article"
    is_first = bool(match["word"]) and match.start("number") < match.start("word")
    heading = match["heading"] or ""
    eid = f"{step}_{format_eid_number(number)}".rstrip("_")
    return Article(eid, _order(number), kind, number, label, heading.strip(), is_first)


def with_raised_number(article: Article) -> Article:
    """Return the article whose number goes on with the raised digits behind it: ``Art. 22¹`` beside ``Art. 22``."""
    heading = article.heading.lstrip(RAISED_DIGITS)
    digits = article.heading.removesuffix(heading)
    more = _plain_number(digits)
    return article._replace(
        eid=article.eid + more,
        number=article.number + more,
        label=article.label + digits,
        heading=heading.lstrip(". "),
    )


def _plain_number(number: str) -> str:
    """Return a number with raised digits as plain ones behind a hyphen: ``6²`` -> ``6-2``."""
    plain = number.translate(_PLAIN)
    return plain if plain == number else _FIRST_RAISED.sub("-", number, 1).translate(_PLAIN)


def _join_number(number: str) -> str:
    """Return a printed number on its own: ``L. 111-1`` -> ``L111-1``, ``1 a`` -> ``1a``, ``39 bis A`` stays."""
    return _BEFORE_LETTER.sub("", _PREFIX.sub(r"\1", number))


def _order(number: str) -> tuple[int, str]:
    match = _DIGITS.match(number)
    return (int(match[1][:9]), match[2].replace(" ", "")) if match else (0, number)


def strip_tags(line: str) -> str:
    """Return a line without tags; numbers in ``<sup>`` become raised digits."""
    if "<" not in line:
        return line
    return _TAG.sub("", _SUP.sub(lambda found: found[1].translate(_RAISED), line))
