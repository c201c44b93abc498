"""The two derived indexes: words in Tantivy, meaning in codes of vectors, and what brings them up to date.

indexes         both of a library: opened, brought up to date (update), made again; in_memory where encrypted,
                by links where they can only be read (read_only)
fulltext        the files of the words, and whether they are as they were written (seal, trouble); its fields: schema
fulltext_search what is asked of them, by fulltext_query: which words tell (telling), their forms (word_forms),
                what is as written (written), all put together (clauses)
divisions       the headings above a provision, which its passages are found by, too
cuts            what goes on over the place where a long text was cut
vectors         codes in clusters, in one file (code_file)
allowed         which passages may be found at all
protocol        what a search asks of an index, wherever it lies
"""
