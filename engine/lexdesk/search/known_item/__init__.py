"""Known-item search: acts, provisions and judgments cited or named by a query.

resolver        the known item of a query, resolved before retrieval, an ``item``;
                former_law: law of today in place of former law; absent_names: cases and codes that the library lacks
library_citations   citations and places known to the library alone; missing_places: places that it lacks
near_titles     Acts by names near to their titles; case_titles: judgments by their parties
stated_aliases  parallel references: ECLI, pages of the Official Journal and of law reports
targets         works named by filters such as ``cites:``, and the words beside filters
references      references out of and into a work; citing_passages: the passages listed after a cited provision
"""
