"""Measures retrieval on collections in BEIR layout (Thakur et al. 2021), through the product's own path.

``collection`` reads a collection, ``evaluation`` runs its queries on a library of its documents,
``run`` writes and reads TREC run files, ``measures`` computes from a run what ir-measures defines.
``similar`` asks with whole documents, and tells by ``significance`` what each stage of that is worth.
"""
