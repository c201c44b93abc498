"""Ranking: fusion of lexical and semantic scores, boosts, and re-ranking.

fusion          one score of both
brevity         passages shorter than the question count less
evidence        further passages of one text count for its best
citing          passages that cite what similar passages cite
reranking       the top hits, re-ranked by a model
"""
