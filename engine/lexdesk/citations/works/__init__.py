"""Patterns of the works that a text names or points at.

courts, german_courts, foreign_courts, us    judgments
case_names                                   judgments by name
court_rules                                  rules of court
eu, irish_uk, german, foreign                acts, by number or name
treaties, eu_pointers                        treaties and Union acts identified by their context
"""
