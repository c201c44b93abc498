"""Codes of notes on an answer, and of the status of law."""

from __future__ import annotations

from lexdesk.errors.message import Code


class NoteCode(Code):
    """Notes on an answer, such as a missing model."""

    BY_WORDS_ALONE = "Keyword search only: {reason}"
    NO_VECTORS = "the library has no semantic index yet"
    NO_PASSAGE_WITH_WORDS = (
        "No passage contains these words; these are the nearest semantic matches"
    )
    NO_PASSAGE_NEAR = "No passage contains these words, and none is semantically similar"
    PASSAGES_BY_WORDS = "semantic search for passages was not available: {reason}"
    FILES_UNREAD = (
        "files or parts that could not be read were left out: {count}; lexdesk failures lists them"
    )
    FILES_UNFINISHED = (
        "an addition is not finished, so that files may be missing; lexdesk status names it"
    )
    CITATIONS_PENDING = (
        "citations of documents are not found yet ({count}); citing provisions, amendments and ranks of hits may change; "
        "lexdesk status says more"
    )
    VECTORS_UNFINISHED = "the semantic index is {percent} % complete; passages outside it are found by their words alone"
    OTHER_LANGUAGES = (
        "documents in {languages}, not in the language of the act, count only where they cite it"
    )
    CITING_CUT = "over {count} passages cite a provision; the first {count} were read, so that documents may be missing"
    NEAREST_CUT = (
        "only the {count} passages nearest to the act were compared, so that others may deal with a gap; "
        "narrow the documents by a query"
    )
    DUTIES_UNKNOWN = (
        "duties are not recognised in the language {language}, so that gaps are not known"
    )
    DOCUMENTS_BY_WORDS = "semantic search for documents was not available: {reason}"
    PARAGRAPHS_BY_WORDS = "paragraphs were compared by their words, for the same reason"
    PARAGRAPHS_SAMPLED = (
        "{count} of the {total} paragraphs of the document were compared, spread evenly; the others may "
        "meet a duty, too"
    )
    PARAGRAPHS_WITHOUT_MODEL = "there is no model, so paragraphs were compared by their words"
    NO_FILE_LOCKS = (
        "the disk of {library} has no file locks, so that {claim} keeps other writers out; leave that "
        "file while a program writes"
    )
    NAMESAKE = "{cited} usually means {usual}, which is not in this library; this is {name}"
    NEAR_NAME = "no act here is called {cited}; this is {name}, the nearest name"
    COLLECTIVE = "{cited} cites several Acts together; this is the first of them, {name}"
    NOT_HERE = "{cited} is not in this library"
    CORRESPONDS = "{former} of {old} corresponds to {later} of {new}, according to the correlation table in {annex} of {act}"
    CORRESPOND = "{former} of {old} correspond to {later} of {new}, according to the correlation table in {annex} of {act}"
    TAKEN_OVER = "{cited} is not in this library; this is {name}, from which it was taken over"
    RENUMBERED = "{cited} is not in this library; it became {name}, which is shown"
    IN_AMENDED_ACT = (
        "{cited} is not in this library; shown is {name}, of an act that the cited one amends"
    )
    LAW_NOT_HELD = "{cited} is not in this library, nor is the law that it is of"
    NOT_CITED = "{cited} is not in this library, and nothing in it cites it so"
    WORK_NOT_HELD = "{cited} is not in this library; shown are passages with its words"
    CITED_AS = "{cited} is not in this library; shown are passages with {form}"
    TEXT_AROUND = "{name}, in this library, has no {pin_cite}; shown is the provision around it"
    PARTLY_HELD = "{name}, in this library, has no {pin_cite}; shown are the other places"
    WORDS_INSTEAD = "{name}, as it is here, has no {pin_cite}; these passages hold the words"
    FORMER_TEXT = "the text of this day in the library lacks {pin_cite} {name}; shown is that of {first} to {last}"
    NO_ACT_NAMED = "No act is named; {count} acts here have {place}, the most cited first"
    NO_CONTRACT_NAMED = "No contract is named; {count} contracts here have {place}"
    CONSOLIDATED = "consolidated text of {day}; earlier wording is not known"
    LATER_WORDING = "the file dates this text {day}, but it cites acts of up to {year}: it is a later wording, of a day not known"
    LATER_ARTICLE = (
        "the file dates this text {day}, but it has {article}, as amendments insert articles: "
        "it is probably a later wording, of a day not known"
    )
    IN_PARTS = (
        "the files hold single provisions of this law, each with its own dates; name one of them"
    )
    LAST_TEXT = "the last text of this act in the library; later amendments or repeal are not known"
    OTHER_FORMAT = "the two texts come from files of different formats; changes of print may be shown as changes of words"
    PREAMBLE_NOT_COMPARED = "the preamble is not compared: one of the two texts has none"
    PROVISIONS_LEFT_OUT = "the file of the text from {day} leaves out {count} provisions; they do not count as removed"
    LEFT_OUT = "the file of the text from {day} leaves this provision out; whether it still applies is not known"
    NOT_IN_LATER_TEXT = "the text from {day} on has this provision no more"
    CORRECTED_BY = "corrected by {acts}; whether this text has the correction is not known"
    AMENDED_SINCE = (
        "as of {known}; the act was amended since; the text of {day} is not in the library"
    )
    AMENDED_ON_UNKNOWN_DAY = (
        "as of {known}; the act was amended later, on a day not known; "
        "whether this is the text of {day} is not known"
    )
    UNDATED_TEXT_HELD = (
        "as of {known}; the library has another text, without dates; "
        "whether it is the text of {day} is not known"
    )
    PROVISION_REPEALED = "this provision was repealed; its last text was valid until {known}"
    TEXT_ENDED = "as of {known}; the text of {day} is not in the library"
    IN_OTHER_LANGUAGE = (
        "as of {known}; a later text, of {begin}, is in the library in another language: {language}"
    )
    IN_LANGUAGE = "the library has this text in the language {language}, not in {wanted}"
    STATE_OF_REPOSITORY = (
        "as of the state of the repository: {known}; whether it was amended later is not known"
    )
    ENDED_SINCE = "as of {known}; no longer in force since a day that the repository does not state"
    STATE_OF = "as of the state of {state}; whether it was amended later is not known"
    STATE_BEFORE_OR_AFTER = "as of the state of {state}; the text of {day} is not in the library"
    FUTURE_DAY = "Law made between today and {day} is not known; the texts of that day may differ"
    AS_OF_QUERY = "As of {day}, as the query says"
    AS_OF_END_OF_QUERY = "As of {day}, the end of the time in the query"
    EARLIER_WORDINGS = (
        "The query asks for an earlier wording; lexdesk history {place} lists the wordings, and today's is "
        "shown"
    )
    EARLIER_WORDING_MISSING = (
        "The query asks for an earlier wording of {place}, which is not in the library; "
        "this is the only one"
    )
    AMENDMENTS_HELD = "this text says that it includes the amendments by {act}, named in the query"
    AMENDMENTS_FIRST_HELD = (
        "the first text here with the amendments by {act}, named in the query, is of {day}"
    )
    AMENDMENTS_LATER = (
        "the query names the amendments by {act}; this text dates from {day}, before them"
    )
    AMENDMENTS_UNKNOWN = (
        "the query names the amendments by {act}; whether this text has them is not known"
    )
    SEVERAL_TIMES = "the query names several times; ask for each provision by itself"
    EARLIER_WORDING_ABSENT = "The earlier wording asked for is not in the library"
    EARLIER_WORDING_UNNAMED = "The query asks for an earlier wording; choose its day with --as-of, these hits are of today"
    CHANGES_ASKED = "lexdesk history {place} lists what changed, and when"
    ONE_WORD_EXCLUDED = 'NOT excludes {word} alone; with NOT "{both}" it excludes both together'
    CONDITION_AS_WORDS = "{typed} counts as words of the text here; the condition is {written}"
    SIGN_NOT_SEARCHED = "{typed} is searched as {written}; signs of currencies are no part of words"
    NO_DATES = "the dates of this text are not known; it may have been amended or repealed"
    DATES_UNKNOWN = "the dates of this text are not known; it may not be the text of {day}"


class StatusCode(Code):
    """Status of a work or provision as law on a date."""

    WAS_IN_FORCE = "was in force from {first} to {last}"
    WAS_IN_FORCE_TO = "was in force to {last}"
    WILL_BE_IN_FORCE = "will be in force from {first}"
    IN_FORCE = "in force since {first} (no repeal in the library)"
    ENTERED_INTO_FORCE = "entered into force on {first}"
    IN_FORCE_BETWEEN = "in force since {first} to {last}"
    IN_FORCE_TO = "in force to {last}"
    APPLIES = "applies since {first}"
    APPLIES_AS_HELD = "applies since {first} (no repeal in the library)"
    REPEALED_BY = "repealed in whole or in part by {act}; for the day and extent see that act"
    WILL_APPLY = "will apply from {first}"
    APPLIES_FROM = "applies from {first}"
    STATED_BY_ARTICLE = "{status}, as {article} says"
    OTHER_DAYS = "{status}, some provisions from another day ({article})"
    SEE_ARTICLE = "for the day of application see {article}"
    DEPENDS_ON_ARTICLE = "for the day of application ({days}) see {article}"
    TEXT_DATES_FROM = "this text dates from {first}"
    TEXT_HELD_TO = "this text held to {last}"
    TEXT_UNKNOWN = "its wording then is not known, {note}"
    IN_FORCE_BY = "in force since {first} or earlier (no repeal in the library)"
    COMMENCED_IN_PART = "of parts, or for some purposes, the days in force are in {acts}; of the rest they are not known"
    COMMENCEMENT_BY_ORDER = (
        "in force only by an order under {article}; none in the library sets the day of this text"
    )
    COMMENCEMENT_BY_PUBLICATION = (
        "its entry into force counts from its publication ({article}), whose day is not known"
    )
    COMMENCEMENT_IN = "for its entry into force see {article}; the day is not known"
    COMMENCEMENT_DAYS_IN = "for its entry into force ({days}) see {article}"
    COMMENCEMENT_NOT_STATED = (
        "not in force when the Act was passed; whether it has been since is not known"
    )
