"""Codes of queries and of law absent from the library."""

from lexdesk.errors.message import Code


class QueryCode(Code):
    """Failures of a query or a search option."""

    PERIOD_EMPTY = "the period from {first} to {last} has no day; let it begin before it ends"
    OPTION_UNKNOWN = "{name!r} is unknown; choose one of {known}"
    LANGUAGE_UNKNOWN = "there is no language {code!r}; known are {known}, and auto to detect it"
    NO_SUCH_DAY = "there is no day {text}"
    NO_SUCH_MONTH = "there is no month {text}"
    CONNECTOR_IN_CATALOGUE = (
        "works are listed by words of their names and by filters; a connector is for search"
    )
    VALUE_UNKNOWN = "the library has {what}, asked for by {field}: at character {character}"
    VALUE_UNKNOWN_OF = "the library has {what}, asked for by {field}: at character {character} (there are: {known})"
    TOO_LONG = (
        "the query is longer than {limit:,} characters; shorten it, or look for texts like a whole one "
        "with lexdesk similar"
    )
    TOO_MANY_PLACES = (
        "the words near each other at character {character} are in too many places to look at all of "
        "them; type longer beginnings of words, fewer connectors or a shorter reach"
    )
    NO_WORD = "the query contains no word; type one, such as consent"
    CHARACTER_DAMAGED = (
        "the character at {character} is damaged (no UTF-8); remove it or type it again"
    )
    NO_SINGLE_DAY = "{value} is not a single day"
    SPAN_OPEN = "the span has neither a beginning nor an end"
    SPAN_REVERSED = "{value} ends before it begins"
    DATE_FORM = "{text} is not a date of the form 2018, 2018-05 or 2018-05-25"
    YEAR_ZERO = "there is no year 0000"
    DAY_NOT_IN_CALENDAR = "{stated!r} is not a day of the calendar; write it as 2018-05-25"
    NOTHING_BEYOND = "nothing lies beyond {day}"
    FIELD_UNKNOWN = (
        "unknown field {field}: at character {character} (known: {known}); quote it to search for it "
        "as text"
    )
    DISTANCE_MISSING = (
        "{operator} at character {character} does not say how near: a number of words from 1 to "
        "{limit}, s for the same sentence or p for the same paragraph"
    )
    QUOTE_UNCLOSED = "the quotation mark at character {character} is not closed; add one at the end"
    VALUE_AFTER_SPACE = (
        "{operator} at character {character} needs its value right after it, without a space"
    )
    FIELD_WITHOUT_VALUE = "{field}: at character {character} needs a value right after it"
    TYPOS_LIMIT = (
        "the ~{distance} at character {character} allows no such number of wrong letters; it is ~1 or"
        " ~2"
    )
    TYPOS_WITHOUT_WORD = (
        "the ~ at character {character} needs one whole word before it, as in supervison~1"
    )
    FOREIGN_FUNCTION = (
        "{operator} at character {character} belongs to another system; use title:, date:, after:, before:,"
        " authority: or kind:, or quote it to search for it as text"
    )
    PHRASE_DISTANCE = (
        "the ~{distance} at character {character} stands behind a quotation; write the distance between"
        " the words, as in notice w/{distance} termination"
    )
    STAR_INSIDE_WORD = (
        "the * at character {character} stands inside a word; it is understood at the end only, as in"
        " supervis*"
    )
    STAR_WITHOUT_WORD = (
        "the {sign} at character {character} needs the beginning of one word before it, as in "
        "supervis*"
    )
    QUESTION_MARK_WITHOUT_WORD = (
        "the ? at character {character} stands for one letter and needs one word around it, as in "
        "organi?ation"
    )
    FIELD_DATE_INVALID = "{field}: at character {character} has no date that exists: {reason}"
    PATTERN_TOO_LONG = (
        "the pattern at character {character} is longer than the {limit} letters that a word may have; "
        "shorten it"
    )
    TOO_MANY_WILDCARDS = (
        "the pattern at character {character} is one too many: {limit:,} fit into one query"
    )
    TOO_MANY_WORDS = (
        "the word at character {character} is one too many: {limit:,} fit into one query"
    )
    TOO_MANY_CONNECTORS = (
        "the connector at character {character} is one too many: {limit} fit into one query"
    )
    BRACKET_UNOPENED = "the closing bracket at character {character} has no opening one; remove it"
    ONLY_EXCLUDED = "the query only excludes words, at character {character}; add a word to find"
    CONNECTOR_ONE_SIDED = (
        "{operator} at character {character} has nothing on one side; add a word, or quote it to "
        "search for it"
    )
    OPERATOR_WITHOUT_WORD = (
        "{operator} at character {character} has nothing after it; add a word, or quote it to search "
        "for it"
    )
    BRACKETS_EMPTY = "the brackets at character {character} hold nothing; remove them"
    BRACKET_UNCLOSED_HERE = "the bracket at character {character} is not closed"
    TOO_MANY_BRACKETS = (
        "the bracket at character {character} is one too many: {limit} may lie inside each other"
    )
    BRACKET_UNCLOSED = "the bracket at character {character} is not closed; add one at the end"
    FIELD_WITHOUT_WORD = (
        "{field}: at character {character} needs a word or a phrase right after it, as in "
        "{field}:directive"
    )
    DOC_WITHOUT_WORD = "doc: at character {character} needs a word or a phrase right after it, as in doc:arbitration"
    QUOTE_EMPTY = "the quotation marks at character {character} hold no word; remove them"
    FIELD_NEAR = (
        "{field}: at character {character} cannot be near a word; put it outside of the brackets"
    )
    TOO_MANY_PATTERNS = (
        "the words from character {character} on are too many side by side where one is a pattern "
        "such as supervis*: with the connectors {limit} fit into one query"
    )
    CONNECTOR_IN_BRACKETS = (
        "{operator} at character {character} stands in brackets beside a connector, which hold words,"
        " OR and connectors; use w/50 or OR there, or put it outside"
    )
    MODE_UNKNOWN = "there is no search mode {mode!r}; the modes are {known}"


class LawCode(Code):
    """Law absent from the library."""

    PROVISION_UNEXPLAINED = (
        "no recital of {work} explains {eid}, and the act as adopted has no such provision"
    )
    RECITAL_MISSING = "{work} has no recital {eid}; there are {first} to {last}"
    NO_DATE_TO_COUNT_FROM = (
        "the document has no date to count years from; give --after and --before instead"
    )
    FILE_OR_WORK_MISSING = "there is no file {query}, and {reason}"
    WORK_IS_FOLDER = "{query} is a folder; name a file in it, or a work of the library"
    VERSION_MISSING = (
        "{name} has the versions 1 to {last}, not {number}; lexdesk history lists them"
    )
    PROVISION_MISSING = "{work} has no provision {eid} in this library"
    TEXT_UNKNOWN = (
        "the text of {work} on {day} is not known: the first text in the library is of {first}"
    )
    TEXT_NOT_HELD = (
        "the text of {name} on {day} is not in the library; the version of {known} does not have it, "
        "and the act has changed since"
    )
    NO_TEXT_YET = "{work} had no text on {day}; it is there since {first}"
    NO_TEXT_BUT = "the library has no text of {name} for {day}; it has one {spans}"
    NOT_IN_TEXT = "{name} is not in the text of {begin}, the last in the library up to {day}; the library has it {spans}"
    ANNEX_LEFT_OUT = (
        "the text of {begin}, the last in the library up to {day}, leaves out the annexes; "
        "the library has {name} {spans}"
    )
    PROVISION_MISSING_BUT = "{work} has no provision {eid} in this library{hint}"
    WORK_MISSING = "the library has no work {work}{hint}"
    EARLIER_MISSING = "the earlier wording asked for is not in the library; {reason}"
    MISSING_BUT_LATER = "{reason}; {later}"
    LANGUAGE_MISSING = "{work} is not there in the language {language}; it is in: {languages}"


class RecitalCode(Code):
    """Failures of recitals, or of a table of recitals and provisions."""

    NO_LINKS = "{path} links no recital to a provision; nothing was loaded"
    COLUMNS_MISSING = "{path} lacks the columns recital and provision; it has {found}"
    COLUMNS_OTHER = "{path} has the columns {names}; wanted are recital and provision"
    PROVISION_UNKNOWN = (
        "{work} has no provision {part!r}; provisions are written like 6, Article 6(1) or "
        "art_6__para_1"
    )
    CSV_INVALID = "{path}, line {line}: {reason}; save the table again as CSV"
    NOT_UTF8 = "{path}, line {line}: this is not UTF-8 text; save the table as CSV in UTF-8"
    RECITAL_UNKNOWN = (
        "{work} has no recital {part!r}; recitals are written like 26, rec_26 or Recital 26"
    )
    LINE_INVALID = "{path}, line {line}: {reason}; nothing was loaded"
    TOO_MANY_LINKS = "{path} has more than {limit:,} links up to line {line}; nothing was loaded, split the table"
    CELLS = (
        "{path}, line {line}: {cells} cells under {width} headings; put several places of one cell in"
        ' quotes, as in 26,"6, 7"; nothing was loaded'
    )
    LANGUAGE_MISSING = "{work} has no recitals in the language {language}; it has in: {languages}"
    NONE_HELD = (
        "{work} has no recitals in the library; where it is a consolidated text, add the act as "
        "adopted too"
    )
    NO_ARTICLES = "{work} has recitals, but no articles"
