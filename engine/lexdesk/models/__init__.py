"""Models: their folders, and the encoders, re-rankers and classifiers in them.

manifest                what a model folder states about itself
background              the graph of a folder, loaded and run on all cores or on a GPU; external_data: files that graphs name
embedder                the model of a library, and the one that made its vectors
encoder                 text to vectors; thread_layout: batches and threads
reranker                re-ranks the top candidates: cross_encoder, or late_interaction
article_classifier, concept_classifier  labels of a text, by unit_words and calibration; labels: what is printed of them;
                        suggestions: the classifiers installed
citation_contexts       passages with what they cite
"""
