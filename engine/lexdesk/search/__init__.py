"""From a parsed query to hits: candidates, connectors and filters, fusion, highlights and labels.

searching       what a library answers to a query that is typed, and what it advises
answering       what is done for a query, one step after another; reranking, citations that are typed: cited
retrieval       candidates by words and by meaning, and one score of both: fusion, brevity, evidence, citing
word_search     candidates by words, their connectors verified; word_tests: which words a part of a query stands for
filters         what filters let through: targets of work: and cites:, a mask for vectors, listing of filters alone
holdings        what a library holds, work by work; references: what a work cites, and what cites it
hits            candidates as a person sees them: highlights, a snippet, points of a list, likeness to an earlier hit
understanding   what the words of a query stand for: terms of art, definitions, names of acts, abbreviations
explanation     how a query was understood; forms: in which other forms its words are found
spelling, loosening, completion         what else could be asked; initials: what letters stand for
names, current                          what is asked of a library again and again
"""
