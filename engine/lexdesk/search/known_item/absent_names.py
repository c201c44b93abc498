"""Names that surely mean law and that a library lacks: ``Donoghue v Stevenson``, ``Code civil``."""

import re
from functools import cache

from lexdesk.citations.names import FOREIGN_CODES
from lexdesk.citations.work_lookup import normalize_name
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.law.work_names import names_of_works
from lexdesk.query import And, Node, Or, Term
from lexdesk.search.known_item.library_citations import library_citation
from lexdesk.storage import Store
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import listed
from lexdesk.text.tokens import tokens

_PARTY = r"(?:R|Re|[A-ZÄÖÜÉ][\w.&'’-]+)(?:[\s,]+(?:[A-ZÄÖÜÉ(][\w.&'’()-]*|&|and|of|the|for|de|du|la)){0,9}"
_PARTIES = lazy_pattern(rf"(?P<first>{_PARTY})\s(?:v|vs|c|gegen)\.?\s(?P<second>{_PARTY})")
_BETWEEN = frozenset(("v", "vs", "c", "gegen"))  # between the parties of a case
_NUMBER_OF_ACT = lazy_pattern(
    r"(?:(?:19|20)\d\d|[5-9]\d)/\d{1,4}/(?:EU|EC|EEC|EG|EWG|CE|CEE|UE)", re.IGNORECASE
)
"""The number of an act of the Union with its year first, without its kind: ``2014/104/EU``."""
_INITIALS_OF_ACT = lazy_pattern(r"[A-Z]{2,5}(?:\([A-Z]{1,5}\))?A\s(?:18|19|20)\d\d")
_ACT_WITH_NUMBER = (
    r"(?:d\.?\s?lgs\.?|decreto\s(?:legislativo|legge)|d\.?\s?l\.|legge|l\.|d\.?p\.?r\.?|ley(?:\sorgánica)?|l\.?o\.?|real\sdecreto"
    r"(?:[\s-](?:legislativo|ley))?|r\.?d\.?(?:l\.?|leg\.?)?|lei(?:\sorgânica)?|decreto-lei|dl|loi|décret|ordonnance)\s"
    r"(?:(?:de\s|del\s|du\s)?\d{1,2}[º°]?\s(?:de\s)?[a-zç]+\s(?:de\s)?\d{4},?\s)?(?:n[.º°]{0,2}\s?[º°]?\s?)?\d{1,4}(?:[/-]\d{2,4})?"
)
_ARTICLE = r"art(?:\.|s\.|[íi]culos?|igos?|icol[oi]|icle)?\s?\d+[\w.º°,\s-]*?"
_JOINT = r",?\s(?:(?:del?|della|dello|do|da|de\sla|du|de)\s|dell['’])?"
_NATIONAL_ACT = lazy_pattern(
    rf"(?:{_ARTICLE}{_JOINT})?(?P<act>{_ACT_WITH_NUMBER})(?:,?\s{_ARTICLE})?", re.IGNORECASE
)
"""An act of Italy, Spain, Portugal or France by its number: ``art. 5 d.lgs. 231/2001``, ``Ley 39/2015 art. 21``."""
_ARTICLE_OF_CODE = lazy_pattern(rf"{_ARTICLE}{_JOINT}(?P<code>c[oó]d.+)", re.IGNORECASE)
"""``art. 1175 codice civile``, ``artigo 128.º do Código do Trabalho``."""
_PRACTICE_DIRECTION = lazy_pattern(
    r"(?:(?:CPR|FPR|CrimPR|COPR)\s(?:Practice\sDirection|PD)\s?(?P<of_rules>\d{1,2}[A-Z]{0,3})|Practice\sDirection\s(?P<full>\d{1,2}[A-Z]{0,3})"
    r"|PD\s?(?P<short>\d{1,2}[A-Z]{1,3}))(?:,?\s(?:at\s)?(?:paras?(?:graphs?)?\.?\s?)?\d{1,2}(?:\.\d{1,2}){0,2}(?:\(\w\))*)?"
)
"""A practice direction to rules of court, ``PD 57AD para 3``; ``PD 57`` alone may be a probability of default."""
_LONGEST = 120  # characters
_LONGEST_INITIALS = 6
_SHORTEST = 4  # letters of an abbreviation; shorter ones, ``OR``, ``CC``, are words or other things
_MOST_PASSAGES = 40
_HEAD = 2500  # characters with the parties, at the start of a judgment
_TEXTS = ("judgment", "document")
_EVERYWHERE = frozenset(
    ("ltd", "limited", "plc", "llc", "inc", "co", "gmbh", "ag", "sa", "no", "others", "another")
)


def is_absent_name(text: str, store: Store, fulltext: FullText, languages: tuple[str, ...]) -> bool:
    """Return whether ``text`` names a case, a foreign code or an act by its number alone that ``store`` lacks.

    A case counts as absent only if no title, and no beginning of a document, shares a word of both parties:
    ``Merton LBC v Richards`` may be entitled ``London Borough of Merton v Sonia Jane Richards``.
    """
    typed = text.strip().strip(".,;")
    if len(typed) > _LONGEST:
        return False
    code = typed
    if any(map(str.isdecimal, typed)):  # else the patterns need not be compiled
        if (is_absent := _is_absent_number(typed, store)) is not None:
            return is_absent
        of_code = _ARTICLE_OF_CODE.fullmatch(typed)
        code = of_code["code"] if of_code else typed
    if alike := _names_of_codes().get(normalize_name(code)):
        return not any(library_citation(name, store) for name in alike)
    return _is_absent_case(typed, store, fulltext, languages)


def _is_absent_number(typed: str, store: Store) -> bool | None:
    """Return whether ``store`` lacks the act or practice direction of a number; ``None`` for another text."""
    if _NUMBER_OF_ACT.fullmatch(typed) or _INITIALS_OF_ACT.fullmatch(typed):
        return True
    if direction := _PRACTICE_DIRECTION.fullmatch(typed):
        number = next(filter(None, direction.groups()))
        named = names_of_works(store)
        return not any(named.with_words(f"{word} {number}") for word in ("direction", "pd"))
    if act := _NATIONAL_ACT.fullmatch(typed):
        numbers = [word for word in tokens(act["act"]) if any(map(str.isdigit, word))]
        return not names_of_works(store).with_words(" ".join(numbers))
    return None


def _is_absent_case(
    typed: str, store: Store, fulltext: FullText, languages: tuple[str, ...]
) -> bool:
    words = (word.removesuffix(".") for word in typed.split())
    parties = None if _BETWEEN.isdisjoint(words) else _PARTIES.fullmatch(typed)
    if parties is None:
        return False
    names = names_of_works(store)
    sides = [_distinctive(parties[side]) for side in ("first", "second")]
    if any(names.with_words(f"{one} {other}") for one in sides[0] for other in sides[1]):
        return False
    if any(
        _is_abbreviation(parties[short]) and names.with_words(" ".join(words))
        for short, words in (("first", sides[1]), ("second", sides[0]))
    ):
        return False
    either = tuple(map(_any_of, sides))
    found, _ = fulltext.search(And(either, ()), _MOST_PASSAGES, languages)
    passages = store.passages.by_id(passage for passage, _ in found).values()
    return not any(
        passage.start < _HEAD and passage.expression.kind in _TEXTS for passage in passages
    )


def _is_abbreviation(party: str) -> bool:
    """Return whether a party is given by its initials, ``GBA``: a title may have its name."""
    return party.isupper() and party.isalpha() and len(party) <= _LONGEST_INITIALS


def _any_of(words: list[str]) -> Node:
    terms = tuple(Term((word,), quoted=True) for word in words)
    return Or(terms) if len(terms) > 1 else terms[0]


def _distinctive(party: str) -> list[str]:
    words = [word for word in tokens(party) if word not in _EVERYWHERE]
    return [word for word in words if not is_stop_word(word, "en")] or words


@cache
def _names_of_codes() -> dict[str, tuple[str, ...]]:
    """Return the names of each foreign code by the key of each of its names and longer abbreviations."""
    found: dict[str, tuple[str, ...]] = {}
    for row in FOREIGN_CODES:
        names = tuple(listed(row["names"]))
        keys = (
            *names,
            *(short for short in listed(row["abbreviations"]) if len(short) >= _SHORTEST),
        )
        found |= {normalize_name(key): names for key in keys if normalize_name(key) not in found}
    return found
