"""Models: their folders, and the encoders, re-rankers and classifiers in them.

manifest                contents and validation of a model folder; trust: the models that may be used; arrays: stored vectors
onnx_session            the graph of a folder, loaded and run on all cores or on a GPU; external_data: files named by graphs;
                        graph_limits: memory and time of a graph; tokenizer_shape: tokenizers of known parts
cuda                    NVIDIA GPUs, and where the nodes of a graph run
embedder                the embedding model of a library, and its consistency with the stored embeddings
encoder                 text to embeddings; batching: batches and threads; multilingual: other languages than English
reranker                re-ranks the top candidates: cross_encoder, or late_interaction with a question_map
article_classifier, concept_classifier  labels of a text, by bigram_bm25; labels: their labels, with calibrated probabilities;
                        label_suggestion: the classifiers installed
citation_contexts       passages with their citations
"""

import contextlib

from lexdesk.errors import LibraryError
from lexdesk.system.native_runtime import load_cpp_runtime

with contextlib.suppress(LibraryError):  # raised once a model is loaded
    load_cpp_runtime()
