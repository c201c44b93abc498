"""Court decisions with numbered paragraphs.

judgment            plain text: the Court of Justice, courts with neutral citations, German courts
german, foreign     the headings of German decisions; French, Swiss and Strasbourg ones
rii_dok             the XML of Germany's federal courts
neutral_citation    neutral citations of common-law courts, and the judgment's own
parties                         the name of the case of a judgment
"""
