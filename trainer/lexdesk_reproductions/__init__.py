"""The published systems that Lexdesk was founded on, repeated on the data at hand.

    cli           ``lexdesk-reproduce paper NAME [--hours | --full]``
    tables        the tables of a paper, with its own numbers beside ours
    ledger        the rows that were run; none is run twice
    words, lexical, word_vectors, bases, text_pairs, learning,
    learned_from, masked, sampling, significance, thresholds      what several papers need
    gerdalir, gdpr, jurisbert, regir, pli                    one package for each paper

Nothing that is trained here ships, so data that may only be evaluated on may be learned from.
"""
