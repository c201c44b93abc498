"""Measure retrieval on collections in BEIR layout (Thakur et al. 2021), through the product's own path.

collection      reads a collection
evaluation      runs its queries on a library of its documents
run             reads and writes TREC run files
measures        computes measures of a run by ir-measures, and paired tests of two runs
similar         whole documents as queries, stage by stage
candidates      best passages of judged questions, for training of re-rankers

"""
