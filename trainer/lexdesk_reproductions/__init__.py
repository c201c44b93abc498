"""Reproductions of the published systems behind Lexdesk, on the available data.

    cli           ``lexdesk-reproduce paper NAME [--hours | --full]``
    tables        the tables of a paper, with published and own numbers
    ledger        completed rows; none runs twice
    bench         folders and extent of one reproduction; shipped: rows of the shipped embedder
    words, lexical, word_vectors, bases, text_pairs, learning, citing_passages,
    learned_from, masked, sampling, significance, thresholds      shared by several papers
    gerdalir, gdpr, jurisbert, regir, pli                    one package for each paper

No model trained here ships, so training may use evaluation-only data.
"""
