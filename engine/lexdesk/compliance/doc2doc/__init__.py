"""Whole documents against whole documents: which of a library one concerns.

similar         the answer: the documents found, and why
ranking         the stages, one after another
long_query      the document as a query; query_words: its telling words; dates: when it is of, and the filter by that
candidates      documents by their passages
voices          what each way of looking says, among them document_words and citations
ensemble        all of them in one score
interactions    paragraph against paragraph
in_common       defined terms, citations, links of two documents
unmet           duties that nothing comes near
parameters      what all of this is tuned to

Doc2Doc retrieval, as in Chalkidis et al. (2021).
"""
