"""Court decisions with numbered paragraphs.

judgment            plain text: the Court of Justice, courts with neutral citations, German courts
german              the headings of German decisions
rii_dok             the XML of Germany's federal courts
neutral_citation    neutral citations of common-law courts
"""
