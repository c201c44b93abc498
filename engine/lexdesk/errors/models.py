"""Codes of models."""

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
    MAP_DAMAGED = "{path} holds no question map ({reason}); install the model again"
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
    VECTOR_LENGTH = (
        "the model in {folder} gives vectors that are not numbers, or longer than 1; use another model, or export it"
        " again"
    )
    GRAPH_MISMATCH = (
        "the model in {folder} cannot read a text, as its graph or its tokenizer is of another model "
        "({reason}); install it again"
    )
    GRAPH_BEYOND_LIMIT = "the model in {folder} takes more than {limit} for a text; use another model, and distrust this one"
    FILE_UNREADABLE = (
        "{path} cannot be read ({reason}), but model {name} needs it; copy the folder again"
    )
    NO_TOKEN_VECTORS = (
        "the embedder {name} gives no token vectors for re-ranking; export it again with lexdesk-"
        "trainer export, or put a reranker beside it"
    )
