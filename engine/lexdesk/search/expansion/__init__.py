"""Query expansion: abbreviations, terms of art, names of acts, definitions.

expand          all expansions, in order: abbreviations, names of acts, definitions
terms_of_art    terms of practitioners and their wordings in acts
"""
