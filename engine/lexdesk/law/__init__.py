"""The law as of a day: versions, amendments, provisions with their status, and cross-references.

versions        the version of a text on a day, and the legal status of its work
as_of           both for a search; in_force for the filter
provision_status        the status of a provision on a day; findings: what texts say of times, stored at indexing
application_days        provisions with own days of application; german_commencement: those with own days in force;
                        insertion: articles inserted later; national_commencement: by orders, or on an unknown day
inception       works older than their first text in the library; gaps: days whose text the library lacks;
                lost_provisions: provisions and annexes that the file of a version leaves out
printed_text    records of archives without Markdown, a line for each point
work_names, provision_addresses -> provision_lookup -> display
                names of works; a work or provision by name, and all known data of it
history         changes, word by word (comparison, state_comparison), and the amending works (amendments); revision: between
                two versions
cross_references                        references from and to a provision; jurisdiction: Irish and British titles apart
time_notices            notices of the day or wording asked for
correlation_tables      articles of repealed acts and those that correspond to them
citation_labels, citation_styles, authority     citation of works, and their courts and authorities
"""
