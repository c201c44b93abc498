"""Models: their folders, and the encoders, re-rankers and classifiers in them.

manifest                what a model folder states about itself
onnx_session            the graph of a folder, loaded and run on all cores or on a GPU; external_data: files that graphs name
embedder                the model of a library, and the one that made its vectors
encoder                 text to vectors; batching: batches and threads
reranker                re-ranks the top candidates: cross_encoder, or late_interaction
article_classifier, concept_classifier  labels of a text, by bigram_bm25 and calibration; labels: their labels;
                        label_suggestion: the classifiers installed
citation_contexts       passages with what they cite
"""
