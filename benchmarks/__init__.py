"""Benchmarks of speed and relevance, one command each; results are in ``docs/results/``.

    python -m benchmarks                    Lexdesk compared with common alternatives (``peers``)

    python -m benchmarks.start              start-up times against bare imports
    python -m benchmarks.add                indexing of files against recollindex
    python -m benchmarks.encode             encoding against the bare model
    python -m benchmarks.embedders          encoding speed of embedders
    python -m benchmarks.bulk               encoding by two Ray workers against one process
    python -m benchmarks.query              a query in a library of 100,000 passages, part by part
    python -m benchmarks.connectors         proximity connectors, in the same library
    python -m benchmarks.similar            a search by a whole document
    python -m benchmarks.serve              the service under many parallel readers
    python -m benchmarks.desktop            latency of the window
    python -m benchmarks.encryption         the cost of encryption at rest
    python -m benchmarks.sealing LIBRARY    the cost of seals and checksums

    python -m benchmarks.memory             memory of ``add`` over many files of every kind
    python -m benchmarks.coverage           links of an act's provisions with sentences on it
    python -m benchmarks.languages          keyword and hybrid search of French and Swiss law
    python -m benchmarks.growth             size and speed of a growing library
    python -m benchmarks.updates            growth by 10,000 updates of the same documents

    python -m benchmarks.tune_fusion        the semantic weight by language
    python -m benchmarks.cross_language     retrieval in and across languages
    python -m benchmarks.english_shares     both models in English passages, by share
    python -m benchmarks.bases FOLDERS      bases for the embedder on the same questions
    python -m benchmarks.cross_encoder FOLDER
                                            a published cross-encoder beside late interaction
    python -m benchmarks.question_map [--map FOLDER]
                                            re-ranking without and with the question map
    python -m benchmarks.tuned_bm25         BM25 tuned for a collection
    python -m benchmarks.spelling           spelling suggestions for misspelt words
    python -m benchmarks.analysis           stemming and compound splitting
    python -m benchmarks.article_weights    weights of the article classifier, by halves
    python -m benchmarks.vectors            vector indexes compared
    python -m benchmarks.nearness           the cosine threshold of related passages
    python -m benchmarks.near_duplicates    precision of near-duplicate reports
    python -m benchmarks.published          a published library compared with its source
    python -m benchmarks.lance_words        Lance's full-text index compared with the library's

    python -m benchmarks.citations.extraction
                                            scores of citations; see the package for others
    python -m benchmarks.structure          provisions of the key acts by format
    python -m benchmarks.point_in_time      the text of a provision on a day, against the archive's register
    python -m benchmarks.law_in_git LIBRARY REPOSITORY
                                            articles of a day in a repository of laws, against its commits
    python -m benchmarks.lawyers            what lawyers type, and the law as of a day, by kind
    python -m benchmarks.impact             changes between two versions, against the archive's hashes
    python -m benchmarks.recitals           proposed links against two published maps
    python -m benchmarks.ocr                character errors of recognised text
    python -m benchmarks.language           accuracy of language detection
    python -m benchmarks.german_nouns       extraction of the nouns for compound splitting
    python -m benchmarks.watching           the cost of watching a library's folders

To add one: a module with a command under ``if __name__``, a line above (a test checks it), and a section with
its table in ``docs/results/``.

Shared modules: ``data`` (collections), ``mixed_folder`` (files of every kind), ``processor`` and ``memory``
(resources of programs), ``report`` and ``plot`` (display of results). Machines differ and are noisy: compare
medians of ratios within one run, A B A B.
"""
