"""Measures speed and tunes relevance, each by one command; results stand in ``docs/results/``.

    python -m benchmarks                    Lexdesk beside what one would take in its place (``peers``)

    python -m benchmarks.start              start-up times against bare imports
    python -m benchmarks.add                indexing files against recollindex
    python -m benchmarks.encode             making vectors against the bare model
    python -m benchmarks.embedders          how fast embedders read
    python -m benchmarks.layouts            how many texts are encoded at once, on how many threads
    python -m benchmarks.bulk               encoding by two Ray workers against one process
    python -m benchmarks.query              a query in a library of 100,000 passages, part by part
    python -m benchmarks.archive            a query of each kind among 18,000 works, also after a change
    python -m benchmarks.connectors         words near each other, in the same library
    python -m benchmarks.similar            a search by a whole document
    python -m benchmarks.serve              the service under many readers at once
    python -m benchmarks.desktop            the window against a clock
    python -m benchmarks.encryption         what encryption at rest costs

    python -m benchmarks.memory             the memory of ``add`` over many files of every kind
    python -m benchmarks.linear             whether indexing stays as fast as a library grows
    python -m benchmarks.growth             what a library takes as it grows
    python -m benchmarks.updates            growth by 10,000 updates of the same documents

    python -m benchmarks.tune_fusion        the weight of meaning by language
    python -m benchmarks.tuned_bm25         BM25 with what suits a collection
    python -m benchmarks.whole_statutes FOLDER
                                            a collection whose queries are whole German statutes
    python -m benchmarks.spelling           misspelt words met with those that were meant
    python -m benchmarks.analysis           what stems and compounds do
    python -m benchmarks.dimensions         how few dimensions of the vectors are enough
    python -m benchmarks.vectors            indexes of vectors side by side
    python -m benchmarks.nearness           from which cosine on a passage is near a provision
    python -m benchmarks.nearly_the_same    whether what is told as nearly the same is so
    python -m benchmarks.published          a published library against the one that it was made of
    python -m benchmarks.lance_words        Lance's full-text index against the library's

    python -m benchmarks.point_in_time      the text of a provision on a day, against the archive's register
    python -m benchmarks.impact             what changed between two versions, against the archive's hashes
    python -m benchmarks.recitals           proposed links against two maps made by people
    python -m benchmarks.ocr                character errors of recognised text
    python -m benchmarks.language           how often the language of a text is told right
    python -m benchmarks.german_nouns       makes the list of nouns by which compounds are taken apart
    python -m benchmarks.watching           what it takes to watch a library's folders

Shared by them: ``data`` (collections), ``mixed_folder`` (files of every kind), ``processor`` and ``memory``
(what programs use), ``report`` and ``plot`` (how results are shown). Machines differ and are noisy: what counts
are ratios within one run, A B A B, by their median.
"""
