"""Codes of retrieval collections and the service on the network."""

from lexdesk.errors.message import Code


class CollectionCode(Code):
    """Failures of a retrieval collection, a run or a measure."""

    NO_LINES = (
        "{folder} has no {stem}.jsonl or {stem}.jsonl.gz; a collection in BEIR layout is needed"
    )
    FIELD_MISSING = "{where} has no {missing}; correct the file"
    FOLDER_MISSING = "there is no collection folder {path}; check the path"
    NO_JUDGEMENTS = (
        "{path} has no judgements; put them into qrels.tsv, qrels.NAME.tsv or qrels/NAME.tsv there"
    )
    SPLIT_MISSING = "{path} has {asked}; there are: {named}"
    DAMAGED = "{path} is damaged ({reason}); copy it again"
    RULE_NOT_JSON = "{where} is not a JSON object ({error}); correct the file"
    LINE_TOO_LONG = "{where} has more than {limit:,} characters; write shorter documents"
    FIELD_NOT_TEXT = "{where}: {key} is {value!r}, not text; correct the file"
    QRELS_LINE = "{where}: expected query, document and grade between tabs, found {line!r}"
    META_NOT_JSON = "{path} is not a JSON object ({reason}); correct it"
    CORPUS_NOT_A_NAME = (
        "{path}: corpus is {value!r}; it must be the name of a folder beside this collection"
    )
    GRADE_REPEATED = (
        "{where}: an earlier line has the grade {known} for the query {query} and the document "
        "{document}; correct the file"
    )
    ID_REPEATED = "{where}: an earlier line has the _id {id} as well; correct the file"
    NOTHING_JUDGED = (
        "{path} holds no judgement; write a line with query, document and grade for each"
    )
    QUERIES_MISSING = "{path}: the judgements name {count} missing queries, such as {example}"
    DOCUMENTS_MISSING = "{path}: none of the judged documents, such as {example}, is in the corpus"
    NO_MEASURE = "no measure is named; examples are: {known}"
    NO_JUDGEMENT_TO_MEASURE = "there is no judgement to measure by; write some for these queries"
    MEASURE_UNKNOWN = "unknown measure {name}; examples are: {known}"
    QUERY_ID_BLANK = (
        "the id of query {id!r} has a blank, at which a run file ends an id; write the collection "
        "with ids without blanks"
    )
    RUN_FOLDER_MISSING = "there is no folder {folder} for the run file; make it first"
    RUN_LINE = "{path}, line {number} is not 'query Q0 document rank score tag'"


class ServiceCode(Code):
    """Failures of the HTTP service or a cluster."""

    CLUSTER_UNREACHABLE = (
        "the Ray cluster {where} cannot be reached ({reason}); start it, or name another --address, "
        "such as ray://head:10001"
    )
    BUSY = "{waiting} questions wait for {name} already; ask again later"
    ADDRESS_UNUSABLE = "nothing can be served at {host}, port {port}: {reason}; choose another"
    COLLECTION_MISSING = "there is no collection {name!r} that {reader} may open"
    TLS_MISSING = (
        "others can reach the host {host}, and there is no table [tls]; state certificate and key "
        "there, or set behind_proxy = true where a proxy encrypts"
    )
    SETTINGS_NOT_TOML = "{path} is not TOML: {reason}"
    SETTING_INVALID = "{path}: {sentence}"
    TIMEOUT = "the answer takes longer than {seconds:g} s; ask for less, or again later"
