"""Retrieval of documents related to a whole document.

similar         the related documents, with reasons
ranking         the stages, one after another
long_query      the document as a query; query_words: its discriminative words; dates: its date, and the date filter
candidates      documents by their passages
stage_scores    the score of each stage, among them document_words and citations, and one of all
interactions    paragraph against paragraph
shared_features defined terms, citations, links of two documents
parameters      tuned constants

Doc2Doc retrieval, as in Chalkidis et al. (2021).
"""
