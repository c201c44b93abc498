"""Query expansion: abbreviations, inflected forms, terms of art, names of acts, definitions.

expand          all expansions, in order: abbreviations, inflected forms, names of acts, definitions
inflections     forms of words beside connectors; inflected_forms: forms of a word that the library has
terms_of_art    terms of practitioners and their wordings in acts, in ``thesaurus.tsv``
subject_index   provisions for the matter of a query, by a table of subjects
  subject_table   the rows of that table, found by their words; query_tokens: the words of a query for it
"""
