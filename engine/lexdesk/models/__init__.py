"""Models that run here: their folders, and the encoder, reranker and classifier that they hold.

manifest                what a model folder says of itself; its files are those that it speaks of
background              the graph of a folder, loaded and called on all cores or on a GPU
encoder                 text to vectors; thread_layout: how many at once, on how many threads
reranker                the best candidates put in order: cross_encoder, or late_interaction
article_classifier, concept_classifier  labels of a text, by unit_words and calibration; suggestions: both at hand
citation_contexts       passages with what they cite, their vectors in three_bits
"""
