"""Codes of models, retrieval collections and the service on the network."""

from lexdesk.errors.message import Code


class ModelCode(Code):
    """Failures of a model folder."""

    CLUSTER_MISMATCH = (
        "a machine of the cluster has the model {there} in {folder}, wanted is {fingerprint}; install"
        " the same models on all of them"
    )
    EMBEDDER_MISMATCH = (
        "{name} reads vectors of the embedder {embedder}, not of {other} ({fingerprint}); install "
        "both together"
    )
    UNITS_DAMAGED = "{path} does not list the units of an act ({reason}); install the model again"
    GPU_NO_PROVIDER = (
        "the installed onnxruntime is not built for CUDA;"
        " take the bundle's flavour gpu, or the extra cuda of the source"
    )
    GPU_NO_DEVICE = "NVIDIA's driver is not installed, or reports no device"
    GPU_NO_GRAPH = "the model has no graph for GPUs; export it again with lexdesk-trainer export"
    GPU_NOT_LOADED = "onnxruntime did not load CUDA ({reason}); take the bundle's flavour gpu, or the extra cuda of the source"
    GPU_FAILED = "the GPU failed ({reason}); the processor does its work"
    GPU_FEW_NODES = "only {count} of {all} nodes of the graph run on the GPU"
    NOT_LOADED = "the model in {folder} cannot be loaded ({reason}); install it again"
    CITATIONS_DAMAGED = (
        "{path} does not list what passages cite ({reason}); install the model again"
    )
    CONCEPTS_DAMAGED = "{path} does not list acts with concepts ({reason}); install the model again"
    VECTORS_MISMATCH = (
        "the vectors in {path} were made by the model {name} ({fingerprint}), but {installed} "
        "({installed_fingerprint}) is installed; rebuild them with: lexdesk rebuild --vectors"
    )
    MISSING = (
        "no {task} is installed; known are {known} (set {variable} to a folder of model folders)"
    )
    SIZE_MISSING = "the installed models have no {size} embeddings; install the multilingual model of the embedder"
    OTHER_TASK = "{folder} holds a model for {task}; {needed} is needed"
    TASK_UNKNOWN = "{task!r} is not a task of a model; known are {known}"
    MANIFEST_INVALID = "{path} does not describe a model ({reason}); install the model again"
    FORMAT_VERSION = "{path} has format version {found!r}; this Lexdesk reads {supported}"
    NOT_A_MODEL = "{folder} holds no {manifest}, so it is not a model folder"
    MANIFEST_NOT_JSON = "{path} cannot be read as JSON: {reason}"
    MANIFEST_CHANGED = "{path} has changed since it was written; copy the model folder again"
    UNTRUSTED = (
        "the model {name} in {folder} did not come with Lexdesk and is not used; if you know who made "
        "it, run: lexdesk model trust {argument}"
    )
    TRUST_NOT_STORED = "the trust in {name} could not be stored in {path} ({reason})"
    FILE_UNLISTED = "{path} has no hash of {name}, which a model for {task} needs; install it again"
    FILE_SIZE = (
        "{path} has {found} bytes where the manifest says {wanted}; copy the model folder again"
    )
    FILE_HASH = (
        "{path} has SHA-256 {digest} where the manifest says {wanted}; copy the model folder again"
    )
    FOLDER_INVALID = "{variable} names {folder}, which is not a folder; correct or unset it"
    VECTOR_SHAPE = (
        "the model in {folder} gives vectors of shape {shape} where its manifest says {wanted} "
        "dimensions; install it again"
    )
    GRAPH_MISMATCH = (
        "the model in {folder} cannot read a text, as its graph or its tokenizer is of another model "
        "({reason}); install it again"
    )
    FILE_UNREADABLE = (
        "{path} cannot be read ({reason}), but model {name} needs it; copy the folder again"
    )
    NO_TOKEN_VECTORS = (
        "the embedder {name} gives no token vectors for re-ranking; export it again with lexdesk-"
        "trainer export, or put a reranker beside it"
    )


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
    FIELD_NOT_TEXT = "{where}: {key} is {value!r}, not text; correct the file"
    QRELS_LINE = "{where}: expected query, document and grade between tabs, found {line!r}"
    META_NOT_JSON = "{path} is not a JSON object ({reason}); mend it"
    NOT_UTF8 = "{path} is not UTF-8 ({reason}); correct the file"
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
