"""Analysis: under which tokens words are indexed beside their exact form, by language.

    stems      the Snowball stem of a word, in the language of its document
    compounds  and the parts of a German compound
    stop_words which words say nothing

``Analysis`` puts the first two together, for documents, queries and highlights.
"""

from lexdesk.text.analysis.analysis import Analysis, analysis
from lexdesk.text.analysis.stems import STEMMED_LANGUAGES
from lexdesk.text.analysis.stop_words import is_stop_word

__all__ = ["STEMMED_LANGUAGES", "Analysis", "analysis", "is_stop_word"]
