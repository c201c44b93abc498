"""Query expansion: abbreviations, terms of art, names of acts, definitions.

expand          all expansions, in order
abbreviations   abbreviations of statutes, left out of the semantic text
terms_of_art    terms of practitioners and their wordings in acts
act_names       names of acts in several words
definitions     definitions for questions such as ``what is personal data``
"""
