"""Analysis: the index tokens of words beside their exact form, by language.

  stems      the Snowball stem of a word, in the language of its document
  compounds  the parts of a German compound
  stop_words stop words

``Analysis`` (analysis) combines the first two for documents, queries and highlights.
"""

from lexdesk.text.analysis.analysis import Analysis, analysis
from lexdesk.text.analysis.stems import STEMMED_LANGUAGES
from lexdesk.text.analysis.stop_words import is_stop_word

__all__ = ["STEMMED_LANGUAGES", "Analysis", "analysis", "is_stop_word"]
