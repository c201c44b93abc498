"""Ranking: fusion of lexical and semantic scores, boosts, and re-ranking.

fusion          one score of both
length_penalty  passages shorter than the query score less
passage_evidence  further passages of one text raise its best
citation_evidence  provisions that similar passages cite
relevance_feedback  words that the best texts share raise others, for very long queries
word_coverage   less semantics where one passage has the query's words, more where none has those of a short question
matters         the general provision of a matter first
first_hits      provisions headed by the query first, one part of an article among the first hits
reranking       the top hits, re-ranked by a model
"""
