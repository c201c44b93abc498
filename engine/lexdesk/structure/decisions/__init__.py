"""Decisions of courts, which count their paragraphs.

judgment            as text: the Court of Justice, courts with neutral citations, and those of Germany
german              how decisions of German courts begin
rii_dok             the XML of Germany's federal courts
neutral_citation    how courts of the common law number their judgments
"""
