"""Text processing: tokens, sentences, encodings, lines, and the analysis of words by language.

tokens          words and their folded forms, and character classes beyond those of ``re``
sentences       sentence and paragraph borders
encodings       bytes to characters; code_page_trial: the page that gives the letters of a language;
                east_asian_pages: encodings of two bytes a character
line_unwrapping printed lines joined into paragraphs
analysis        stems, compounds and stop words
number_words    names of months, and ordinals in words
control_characters   those in names and titles, escaped or removed
tables          tab-separated tables of names and terms
languages       detection of languages
idf             inverse document frequency
minhash         MinHash signatures of texts
lazy_pattern    regular expressions compiled on first use
"""
